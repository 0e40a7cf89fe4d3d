//! Streams whose work becomes a graph.

use cudarc::driver::sys::{CUgraph, CUstream, CUstreamCaptureMode};

use super::events::stream_index;
use super::{INVALID_VALUE, MODE, SUCCESS, Status, Tag, enter, fails, handle, mistake};
use crate::state::lock;

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBeginCapture_v2(
    stream: CUstream,
    mode: CUstreamCaptureMode,
) -> Status {
    enter!("cuStreamBeginCapture_v2");
    let Some(stream) = stream_index(stream) else { return INVALID_VALUE };
    let mut state = lock();
    match state.begin_capture(stream, mode as u32) {
        Ok(()) => SUCCESS,
        Err(problem) => mistake(state, "cuStreamBeginCapture", &problem),
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuThreadExchangeStreamCaptureMode(mode: *mut u32) -> Status {
    // SAFETY: promised by the caller.
    unsafe { mode.write(MODE.replace(mode.read())) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamEndCapture(stream: CUstream, target: *mut CUgraph) -> Status {
    let Some(stream) = stream_index(stream) else { return INVALID_VALUE };
    let failure = fails("cuStreamEndCapture");
    let mut state = lock();
    if failure.is_some() {
        state.invalidate_capture(stream);
    }
    match state.end_capture(stream) {
        Ok(graph) => {
            // SAFETY: promised by the caller.
            unsafe { target.write(handle(Tag::Graph, graph)) };
            SUCCESS
        }
        Err(Some(problem)) => mistake(state, "cuStreamEndCapture", &problem),
        Err(None) => {
            // SAFETY: promised by the caller.
            unsafe { target.write(std::ptr::null_mut()) };
            failure.unwrap_or(Status::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED)
        }
    }
}
