//! Streams, and the order between them.

use std::marker::PhantomData;
use std::time::Duration;

use cudarc::driver::sys::{CUevent, CUevent_flags, CUstream, CUstream_flags};

use super::CudaError;
use super::context::Context;
use super::driver::{Status, functions as api};

/// A queue of work on a device. It lives as long as the process.
pub struct Stream {
    context: &'static Context,
    raw: CUstream,
    /// Marks the end of the queue for streams that wait for it. Each wait records it anew; an earlier wait keeps
    /// waiting for the end that it was given.
    end: CUevent,
}

// SAFETY: the handles are the driver's, which may be used from any thread.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

impl Stream {
    pub(super) fn new(context: &'static Context) -> Result<Stream, CudaError> {
        let _current = context.bind()?;
        let (mut raw, mut end) = (std::ptr::null_mut(), std::ptr::null_mut());
        let flags = CUstream_flags::CU_STREAM_NON_BLOCKING as u32;
        // SAFETY: the context is current; handles are written.
        unsafe {
            context.check("cuStreamCreate", api::cuStreamCreate(&raw mut raw, flags))?;
            let flags = CUevent_flags::CU_EVENT_DISABLE_TIMING as u32;
            context.check("cuEventCreate", api::cuEventCreate(&raw mut end, flags))?;
        }
        Ok(Stream { context, raw, end })
    }

    pub(crate) fn context(&self) -> &'static Context {
        self.context
    }

    pub(super) fn raw(&self) -> CUstream {
        self.raw
    }

    /// Lets work that is put on this stream from now on begin after everything that is on `other` now.
    pub(super) fn wait_for(&self, other: &Stream) -> Result<(), CudaError> {
        // SAFETY: streams and events live as long as the process; the callers made their context current.
        unsafe {
            self.context.check("cuEventRecord", api::cuEventRecord(other.end, other.raw))?;
            let result = api::cuStreamWaitEvent(self.raw, other.end, 0);
            self.context.check("cuStreamWaitEvent", result)
        }
    }

    /// Waits until everything on the stream is done.
    ///
    /// # Errors
    /// [`CudaError::ContextLost`] where a kernel failed.
    pub fn synchronize(&self) -> Result<(), CudaError> {
        let _current = self.context.bind()?;
        // SAFETY: the stream lives as long as the process.
        self.context.check("cuStreamSynchronize", unsafe { api::cuStreamSynchronize(self.raw) })
    }
}

impl PartialEq for Stream {
    fn eq(&self, other: &Stream) -> bool {
        std::ptr::eq(self, other)
    }
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Stream({:p})", self.raw)
    }
}

/// A point in a stream's work.
pub(super) struct Event {
    context: &'static Context,
    raw: CUevent,
    /// Only one thread may use it at a time.
    not_sync: PhantomData<*mut ()>,
}

// SAFETY: the handle is the driver's, which may be used from any thread.
unsafe impl Send for Event {}

impl Event {
    /// An event. With `timing`, it records when it was reached.
    pub(super) fn new(context: &'static Context, timing: bool) -> Result<Event, CudaError> {
        let _current = context.bind()?;
        let mut raw = std::ptr::null_mut();
        let flags = match timing {
            true => CUevent_flags::CU_EVENT_DEFAULT,
            false => CUevent_flags::CU_EVENT_DISABLE_TIMING,
        };
        // SAFETY: the context is current; a handle is written.
        context
            .check("cuEventCreate", unsafe { api::cuEventCreate(&raw mut raw, flags as u32) })?;
        Ok(Event { context, raw, not_sync: PhantomData })
    }

    /// Marks the present end of the stream.
    pub(super) fn record(&self, stream: &Stream) -> Result<(), CudaError> {
        // SAFETY: both handles are alive, of the same context, which callers made current.
        let result = unsafe { api::cuEventRecord(self.raw, stream.raw) };
        self.context.check("cuEventRecord", result)
    }

    /// Whether the point that was marked last has been reached.
    pub(super) fn is_done(&self) -> Result<bool, CudaError> {
        // SAFETY: the handle is alive.
        match unsafe { api::cuEventQuery(self.raw) } {
            Status::NOT_READY => Ok(false),
            result => self.context.check("cuEventQuery", result).map(|()| true),
        }
    }

    /// Waits for the point that was marked last.
    pub(super) fn synchronize(&self) -> Result<(), CudaError> {
        // SAFETY: the handle is alive.
        let result = unsafe { api::cuEventSynchronize(self.raw) };
        self.context.check("cuEventSynchronize", result)
    }

    /// The time from `earlier` to this event. Both must be done, and record times.
    pub(super) fn since(&self, earlier: &Event) -> Result<Duration, CudaError> {
        let mut milliseconds = 0.0;
        // SAFETY: both handles are alive; one number is written.
        let result =
            unsafe { api::cuEventElapsedTime_v2(&raw mut milliseconds, earlier.raw, self.raw) };
        self.context.check("cuEventElapsedTime_v2", result)?;
        Ok(Duration::from_secs_f64(f64::from(milliseconds.max(0.0)) / 1e3))
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        let _current = self.context.bind();
        // SAFETY: the handle is alive and not used again; pending work keeps what it needs.
        unsafe { api::cuEventDestroy_v2(self.raw) };
    }
}
