//! Events: points in time on a device.

use std::time::Duration;

use super::{CudaError, Gpu, Stream, stream};

/// A point in a stream's work, and the time when it was reached.
///
/// ```no_run
/// use array_fn_runtime::cuda::{Event, Gpu};
///
/// let gpu = Gpu::new(0)?;
/// let (mut start, mut end) = (Event::new(gpu)?, Event::new(gpu)?);
/// start.record(gpu.stream()?)?;
/// // ... launches ...
/// end.record(gpu.stream()?)?;
/// println!("{:?}", end.since(&start)?);
/// # Ok::<(), array_fn_runtime::cuda::CudaError>(())
/// ```
pub struct Event {
    gpu: Gpu,
    event: stream::Event,
}

impl Event {
    /// An event that takes times.
    ///
    /// # Errors
    /// Those of the driver.
    pub fn new(gpu: Gpu) -> Result<Event, CudaError> {
        Ok(Event { gpu, event: stream::Event::new(gpu.context(), true)? })
    }

    /// Marks the present end of the stream, instead of what was marked before.
    ///
    /// # Errors
    /// Those of the driver, for instance about a stream of another device.
    pub fn record(&mut self, stream: &Stream) -> Result<(), CudaError> {
        let _current = self.gpu.context().bind()?;
        self.event.record(stream)
    }

    /// Whether the marked point has been reached. An event without a mark is done.
    ///
    /// # Errors
    /// [`CudaError::ContextLost`] where a kernel failed.
    pub fn is_done(&self) -> Result<bool, CudaError> {
        let _current = self.gpu.context().bind()?;
        self.event.is_done()
    }

    /// Waits for the marked point.
    ///
    /// # Errors
    /// [`CudaError::ContextLost`] where a kernel failed.
    pub fn synchronize(&self) -> Result<(), CudaError> {
        let _current = self.gpu.context().bind()?;
        self.event.synchronize()
    }

    /// Waits for both events and returns the time from `earlier` to this one, in steps of about half a microsecond. The
    /// time is zero if this event came first.
    ///
    /// # Errors
    /// Those of the driver, for instance where one of them was never recorded.
    pub fn since(&self, earlier: &Event) -> Result<Duration, CudaError> {
        earlier.synchronize()?;
        self.synchronize()?;
        self.event.since(&earlier.event)
    }
}
