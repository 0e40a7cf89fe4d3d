//! What the stand-in for cuBLAS calls.

use super::events::stream_index;
use super::{INVALID_VALUE, Status, current, fails, mistake, outcome};
use crate::gemm::Gemm;
use crate::state::lock;
use crate::streams::Operation;
use crate::work::Work;

/// Puts products on a stream.
///
/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afn_mock_gemm(stream: usize, gemm: *const Gemm) -> Status {
    current!();
    let stream = stream_index(std::ptr::without_provenance_mut(stream));
    let Some(stream) = stream else { return INVALID_VALUE };
    // SAFETY: promised by the caller.
    let gemm = unsafe { *gemm };
    let mut state = lock();
    if let Some(fault) = gemm.fault() {
        return mistake(state, &gemm.describe(), &fault);
    }
    if state.is_capture_invalid(stream) {
        return Status::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    }
    for kernel in gemm.kernels() {
        state.enqueue(stream, Operation::Work(Work::Gemm(kernel)));
    }
    outcome()
}

/// Whether a test wants the next call of a function of cuBLAS to fail: 0 where it does not.
///
/// # Safety
/// `name` leads to as many bytes as are said.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afn_mock_fails(name: *const u8, bytes: usize) -> u32 {
    // SAFETY: promised by the caller.
    let name = unsafe { std::slice::from_raw_parts(name, bytes) };
    fails(&String::from_utf8_lossy(name)).map_or(0, |error| error.0)
}
