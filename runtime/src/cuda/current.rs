//! What the driver remembers of a thread: the current context, and what other threads' captures forbid it.

use cudarc::driver::sys::{CUcontext, CUstreamCaptureMode};

use super::CudaError;
use super::context::Context;
use super::driver::functions as api;

/// A device is current on this thread until this is dropped. Then everything is as before.
#[must_use]
pub(crate) struct Current {
    /// The context of before, if it was another one.
    before: Option<CUcontext>,
    /// What captures of others forbade this thread before.
    mode: u32,
}

impl Current {
    pub(super) fn new(context: &Context) -> Result<Current, CudaError> {
        let mut before = std::ptr::null_mut();
        // While one thread captures a stream, the driver refuses calls of others that might disturb it. No call of
        // array-fn does, because it has its own streams.
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED as u32;
        // SAFETY: a handle is written; the context is retained for the life of the process; the mode is exchanged.
        unsafe {
            context.check("cuCtxGetCurrent", api::cuCtxGetCurrent(&raw mut before))?;
            let other = before != context.raw();
            if other {
                context.check("cuCtxSetCurrent", api::cuCtxSetCurrent(context.raw()))?;
            }
            let mut current = Current { before: other.then_some(before), mode };
            let exchanged = api::cuThreadExchangeStreamCaptureMode(&raw mut current.mode);
            context.check("cuThreadExchangeStreamCaptureMode", exchanged)?;
            Ok(current)
        }
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        // SAFETY: the mode is one that the driver gave; the context was current, and whoever made it so keeps it. An
        // error would be one of earlier work, which the next call reports.
        unsafe {
            api::cuThreadExchangeStreamCaptureMode(&raw mut self.mode);
            if let Some(before) = self.before {
                api::cuCtxSetCurrent(before);
            }
        }
    }
}
