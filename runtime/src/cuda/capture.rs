//! Work that others put on a stream, as a graph.

use cudarc::driver::sys::CUstreamCaptureMode;

use super::CudaError;
use super::context::Context;
use super::driver::{Status, functions as api};
use super::raw::RawGraph;
use super::stream::Stream;

/// A stream from which work is captured, for one caller at a time. Nothing ever runs on it.
pub(super) struct Capturer {
    context: &'static Context,
    stream: Stream,
}

/// The outcome of the calls that were captured, and that of the capture.
type Attempt = (Result<(), CudaError>, Result<Option<RawGraph>, Status>);

impl Capturer {
    pub(super) fn new(context: &'static Context) -> Result<Capturer, CudaError> {
        Ok(Capturer { context, stream: Stream::new(context)? })
    }

    /// Captures as a graph the work that `submit` puts on a stream. The context must be current.
    ///
    /// Another thread may make a call that captures forbid, and the capture is lost. So there are several attempts.
    ///
    /// # Errors
    /// Those of `submit` and of the driver.
    pub(super) fn capture(
        &self,
        submit: &dyn Fn(&Stream) -> Result<(), CudaError>,
    ) -> Result<RawGraph, CudaError> {
        const ATTEMPTS: usize = 4;
        let mut attempt = 1;
        loop {
            let (submitted, ended) = self.capture_once(submit)?;
            let graph = match ended {
                Err(lost) if lost.ends_capture() && attempt < ATTEMPTS => {
                    attempt += 1;
                    continue;
                }
                Err(failed) => self.context.check("cuStreamEndCapture", failed).map(|()| None)?,
                Ok(graph) => graph,
            };
            submitted?;
            return graph.ok_or(CudaError::Driver {
                call: "cuStreamEndCapture",
                name: "no graph".to_owned(),
                text: "the driver gives none".to_owned(),
            });
        }
    }

    /// An attempt.
    fn capture_once(
        &self,
        submit: &dyn Fn(&Stream) -> Result<(), CudaError>,
    ) -> Result<Attempt, CudaError> {
        // A library may load its kernels during the capture, which other modes forbid.
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        let stream = self.stream.raw();
        // SAFETY: the stream lives as long as the process; callers come one after another, because the stream is
        // theirs alone.
        let result = unsafe { api::cuStreamBeginCapture_v2(stream, mode) };
        self.context.check("cuStreamBeginCapture_v2", result)?;
        let submitted = submit(&self.stream);
        let mut raw = std::ptr::null_mut();
        // SAFETY: the stream is being captured, whatever came of it; a handle is written.
        let result = unsafe { api::cuStreamEndCapture(stream, &raw mut raw) };
        // SAFETY: the driver made the graph for this caller.
        let graph = (!raw.is_null()).then(|| unsafe { RawGraph::owning(self.context, raw) });
        let ended = if result == Status::SUCCESS { Ok(graph) } else { Err(result) };
        Ok((submitted, ended))
    }
}
