//! A GPU by its number.

use super::context::{Context, device_count};
use super::{CudaError, Stream};

/// A GPU. Copies are the same device; it stays open until the process ends.
///
/// ```no_run
/// use array_fn_runtime::cuda::Gpu;
///
/// let gpu = Gpu::new(0)?;
/// println!("{} of {}: {}", gpu.ordinal(), Gpu::count()?, gpu.name());
/// # Ok::<(), array_fn_runtime::cuda::CudaError>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Gpu {
    context: &'static Context,
}

impl Eq for Gpu {}

impl Gpu {
    /// The GPU with this number, from 0.
    ///
    /// # Errors
    /// [`CudaError::NoDriver`], [`CudaError::DriverTooOld`], [`CudaError::NoDevice`], and
    /// [`CudaError::Unsupported`] for one without memory pools.
    pub fn new(ordinal: usize) -> Result<Gpu, CudaError> {
        Ok(Gpu { context: Context::get(ordinal)? })
    }

    /// The number of GPUs of the machine.
    ///
    /// # Errors
    /// [`CudaError::NoDriver`], [`CudaError::DriverTooOld`].
    pub fn count() -> Result<usize, CudaError> {
        device_count()
    }

    pub(crate) fn of(context: &'static Context) -> Gpu {
        Gpu { context }
    }

    pub(crate) fn context(self) -> &'static Context {
        self.context
    }

    /// The number of the device.
    pub fn ordinal(self) -> usize {
        self.context.ordinal()
    }

    /// The model of the device.
    pub fn name(self) -> &'static str {
        self.context.name()
    }

    /// Compute capability: major and minor version, such as `(9, 0)`.
    pub fn compute_capability(self) -> (i32, i32) {
        self.context.capability
    }

    /// This thread's stream of the device, on which its copies and launches are put. Up to 32 threads at a time have
    /// their own streams; further threads share these.
    ///
    /// # Errors
    /// Those of the driver.
    pub fn stream(self) -> Result<&'static Stream, CudaError> {
        self.context.stream()
    }

    /// Waits for everything that this process has put on the device by array-fn.
    ///
    /// # Errors
    /// [`CudaError::ContextLost`] where a kernel failed.
    pub fn synchronize(self) -> Result<(), CudaError> {
        self.context.synchronize()
    }
}

impl std::fmt::Debug for Gpu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.context.describe())
    }
}
