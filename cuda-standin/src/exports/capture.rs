//! Streams whose work becomes a graph.

use cudarc::driver::sys::{CUgraph, CUresult, CUstream, CUstreamCaptureMode};

use super::events::stream_index;
use super::{INVALID_VALUE, SUCCESS, Tag, enter, handle, mistake};
use crate::state::lock;

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBeginCapture_v2(
    stream: CUstream,
    _: CUstreamCaptureMode,
) -> CUresult {
    enter!("cuStreamBeginCapture_v2");
    let Some(stream) = stream_index(stream) else { return INVALID_VALUE };
    let mut state = lock();
    match state.begin_capture(stream) {
        Ok(()) => SUCCESS,
        Err(problem) => mistake(state, "cuStreamBeginCapture", &problem),
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamEndCapture(stream: CUstream, target: *mut CUgraph) -> CUresult {
    let Some(stream) = stream_index(stream) else { return INVALID_VALUE };
    let mut state = lock();
    match state.end_capture(stream) {
        Ok(graph) => {
            // SAFETY: promised by the caller.
            unsafe { target.write(handle(Tag::Graph, graph)) };
            SUCCESS
        }
        Err(problem) => mistake(state, "cuStreamEndCapture", &problem),
    }
}
