//! What runs plans: the trait of all executors. `cpu`, `cuda` and `launcher` (for tests) implement it; only
//! `device.rs` knows which of them a device has.

use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use crate::call::Results;
use crate::cuda::BuildTimes;
use crate::explain::ExplainedCandidate;
use crate::instance::{Instance, Key, dims_text};
use crate::model::Prediction;
use crate::plan::Program;
use crate::ranks::Ranks;
use crate::trace::Recorder;
use crate::{Arg, Device, Error};

/// Runs the calls of one instance: on threads of the CPU, as a CUDA graph, or as a test wants it.
///
/// It is made for an instance, and holds what it has found out for it: tasks and code, a loaded module, graphs.
pub(crate) trait Execute {
    /// Runs a call, or queues it. If there is an error, nothing has been written.
    ///
    /// # Errors
    /// [`Error::CheckFailed`], and those of the device and its memory.
    ///
    /// # Safety
    /// The executor must be that of `call.instance`, made for a device equal to `call.device`. Arguments and results
    /// must be those that the instance was made for: kinds, dtypes, shapes, bounds of indices. What the call writes
    /// must be used by nothing else.
    unsafe fn call(&self, call: Call<'_, '_, '_, '_>) -> Result<(), Error>;

    /// Builds ahead what the first call would build.
    ///
    /// # Errors
    /// Those of the device and its memory.
    fn prepare(&self, _: &Instance) -> Result<(), Error> {
        Ok(())
    }

    /// Whether a linear algebra library runs instead of the kernel of a launch.
    fn is_by_library(&self, launch: usize) -> bool;

    /// The launches that run together with a launch, itself among them, strip by strip, and the rows of a strip. `None`
    /// if the launch runs on its own.
    fn strip_of(&self, _launch: usize) -> Option<(&[u32], usize)> {
        None
    }

    /// The ways to do a launch, or several of which it is the last one. Empty if there is only one.
    fn candidates(&self, _: &Instance, _launch: usize) -> Vec<ExplainedCandidate> {
        Vec::new()
    }

    /// Whether calls still find out which candidates are fastest.
    fn is_tuning(&self) -> bool {
        false
    }

    /// The time that each launch should take. `None` without a model of the device.
    ///
    /// # Errors
    /// Those of the measurements that the model needs.
    fn predict(&self, _: &Instance, _: &Device) -> Result<Option<Vec<Prediction>>, Error> {
        Ok(None)
    }

    /// The times that it took to build what a call needs, if that is worth telling.
    fn build_times(&self) -> Option<BuildTimes> {
        None
    }
}

/// An executor that calls from several threads share.
pub(crate) type Shared = Arc<dyn Execute + Send + Sync + UnwindSafe + RefUnwindSafe>;

/// A call whose arguments were compared with its instance.
pub(crate) struct Call<'c, 'a, 'r, 'b> {
    pub(crate) instance: &'c Instance,
    pub(crate) device: &'c Device,
    pub(crate) args: &'c mut [Arg<'a>],
    pub(crate) results: &'c mut Results<'r, 'b>,
    pub(crate) trace: Option<&'c Recorder>,
    /// The rank that runs it, if it exchanges elements with others.
    pub(crate) ranks: Option<&'c Ranks>,
}

/// An instance, and what runs its calls.
pub(crate) struct Executable {
    pub(crate) instance: Instance,
    pub(crate) executor: Shared,
}

impl Executable {
    /// Builds the instance for a key of the device; the shapes of all arguments fit `key.dims`.
    ///
    /// # Errors
    /// Those of [`Instance::new`], and those of the device.
    pub(crate) fn new(
        program: &'static Program,
        device: &Device,
        key: Key<'_>,
    ) -> Result<Executable, Error> {
        let instance = Instance::new(program, key)?;
        let executor = device.executor(&instance)?;
        tracing::debug!(
            target: "array_fn",
            function = program.name,
            dims = dims_text(program, instance.dims()),
            mode = ?instance.mode,
            kernels = instance.launches.len(),
            by_library = (0..instance.launches.len()).filter(|&k| executor.is_by_library(k)).count(),
            temporary_bytes = instance.arena_bytes,
            "plan built"
        );
        Ok(Executable { instance, executor })
    }
}
