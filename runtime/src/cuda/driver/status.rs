//! The results of the driver's functions.

/// A result of the driver, which may be one that is newer than array-fn.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cuda) struct Status(pub(in crate::cuda) u32);

impl Status {
    pub(in crate::cuda) const SUCCESS: Status = Status(0);
    pub(in crate::cuda) const INVALID_VALUE: Status = Status(1);
    pub(in crate::cuda) const OUT_OF_MEMORY: Status = Status(2);
    pub(in crate::cuda) const NOT_INITIALIZED: Status = Status(3);
    pub(in crate::cuda) const STUB_LIBRARY: Status = Status(34);
    pub(in crate::cuda) const NO_DEVICE: Status = Status(100);
    pub(in crate::cuda) const NOT_FOUND: Status = Status(500);
    pub(in crate::cuda) const NOT_READY: Status = Status(600);

    /// Whether a capture is lost because of a call, by any thread, that captures forbid.
    pub(in crate::cuda) fn ends_capture(self) -> bool {
        // CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
        matches!(self.0, 900 | 901)
    }

    /// Whether the driver refuses to load code, so that the same code compiled otherwise may be what it takes.
    pub(in crate::cuda) fn refuses_code(self) -> bool {
        matches!(
            self.0,
            200 // CUDA_ERROR_INVALID_IMAGE
            | 209 // CUDA_ERROR_NO_BINARY_FOR_GPU
            | 218 // CUDA_ERROR_INVALID_PTX
            | 221 // CUDA_ERROR_JIT_COMPILER_NOT_FOUND
            | 222 // CUDA_ERROR_UNSUPPORTED_PTX_VERSION
            | 223 // CUDA_ERROR_JIT_COMPILATION_DISABLED
            | 225 // CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC
            | 300 // CUDA_ERROR_INVALID_SOURCE
            | 302 // CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND
        )
    }

    /// Whether the result leaves the context unusable: CUDA asks for a new process, or every later call fails alike.
    pub(in crate::cuda) fn is_fatal(self) -> bool {
        matches!(
            self.0,
            214 // CUDA_ERROR_ECC_UNCORRECTABLE
            | 220 // CUDA_ERROR_NVLINK_UNCORRECTABLE
            | 226 // CUDA_ERROR_CONTAINED
            | 700 // CUDA_ERROR_ILLEGAL_ADDRESS
            | 702 // CUDA_ERROR_LAUNCH_TIMEOUT
            | 709 // CUDA_ERROR_CONTEXT_IS_DESTROYED
            | 710 // CUDA_ERROR_ASSERT
            | 714 // CUDA_ERROR_HARDWARE_STACK_ERROR
            | 715 // CUDA_ERROR_ILLEGAL_INSTRUCTION
            | 716 // CUDA_ERROR_MISALIGNED_ADDRESS
            | 717 // CUDA_ERROR_INVALID_ADDRESS_SPACE
            | 718 // CUDA_ERROR_INVALID_PC
            | 719 // CUDA_ERROR_LAUNCH_FAILED
            | 721 // CUDA_ERROR_TENSOR_MEMORY_LEAK
            | 806 // CUDA_ERROR_MPS_RPC_FAILURE
            | 810 // CUDA_ERROR_MPS_CLIENT_TERMINATED
            | 911 // CUDA_ERROR_EXTERNAL_DEVICE
            | 999 // CUDA_ERROR_UNKNOWN
        )
    }
}
