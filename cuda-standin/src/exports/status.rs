//! The results of the driver's functions.

use std::ffi::CStr;

/// A result: a number, not an `enum`, because a newer driver has results that no binding knows.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub u32);

macro_rules! results {
    ($($name:ident = $code:literal: $text:literal;)*) => {
        impl Status {
            $(
                #[allow(dead_code, reason = "tests ask for some by their numbers only")]
                pub const $name: Status = Status($code);
            )*

            /// The name and the description; None for a result that this driver does not know.
            pub fn texts(self) -> Option<(&'static CStr, &'static CStr)> {
                let text = |text: &'static str| CStr::from_bytes_until_nul(text.as_bytes()).ok();
                match self.0 {
                    $($code => Some((
                        text(concat!(stringify!($name), "\0"))?,
                        text(concat!($text, " (stand-in)\0"))?,
                    )),)*
                    _ => None,
                }
            }
        }
    };
}

results! {
    CUDA_SUCCESS = 0: "no error";
    CUDA_ERROR_INVALID_VALUE = 1: "invalid argument";
    CUDA_ERROR_OUT_OF_MEMORY = 2: "out of memory";
    CUDA_ERROR_NOT_INITIALIZED = 3: "initialization error";
    CUDA_ERROR_STUB_LIBRARY = 34: "CUDA driver is a stub library";
    CUDA_ERROR_NO_DEVICE = 100: "no CUDA-capable device is detected";
    CUDA_ERROR_INVALID_DEVICE = 101: "invalid device ordinal";
    CUDA_ERROR_INVALID_IMAGE = 200: "device kernel image is invalid";
    CUDA_ERROR_INVALID_CONTEXT = 201: "invalid device context";
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209: "no kernel image is available for execution on the device";
    CUDA_ERROR_INVALID_PTX = 218: "a PTX JIT compilation failed";
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221: "PTX JIT compiler library not found";
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222: "the PTX was compiled with an unsupported toolchain";
    CUDA_ERROR_JIT_COMPILATION_DISABLED = 223: "PTX JIT compilation was disabled";
    CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 225: "device-side synchronization is not supported on this device";
    CUDA_ERROR_CONTAINED = 226: "invalid access of peer GPU memory over nvlink or a hardware error";
    CUDA_ERROR_INVALID_SOURCE = 300: "device kernel image is invalid";
    CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302: "shared object symbol not found";
    CUDA_ERROR_OPERATING_SYSTEM = 304: "OS call failed or operation not supported on this OS";
    CUDA_ERROR_INVALID_HANDLE = 400: "invalid resource handle";
    CUDA_ERROR_NOT_FOUND = 500: "named symbol not found";
    CUDA_ERROR_NOT_READY = 600: "device not ready";
    CUDA_ERROR_ILLEGAL_ADDRESS = 700: "an illegal memory access was encountered";
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701: "too many resources requested for launch";
    CUDA_ERROR_LAUNCH_FAILED = 719: "unspecified launch failure";
    CUDA_ERROR_NOT_SUPPORTED = 801: "operation not supported";
    CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900: "operation not permitted when stream is capturing";
    CUDA_ERROR_STREAM_CAPTURE_INVALIDATED = 901: "operation failed due to a previous error during capture";
    CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910: "the graph update was not performed";
    CUDA_ERROR_UNKNOWN = 999: "unknown error";
}
