//! Devices: where functions run, and how a thread chooses its device.

use std::cell::RefCell;
use std::fmt;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::buffer::Buffer;
use crate::cpu::{Cpu, CpuExecutor};
use crate::cuda::{self, Autotune, Context, CudaError, Engine, Executor};
use crate::executor;
use crate::instance::{Instance, Key};
use crate::ranks::Ranks;
use crate::storage::Storage;
use crate::{Contractions, Error, Mode};

/// A place where functions run: a CPU with a number of threads, or a GPU.
///
/// A call runs on [`Device::current`]. That is the first of these:
///
/// 1. the device of the innermost [`Device::run`] around the call on its thread;
/// 2. the device that [`Device::set_default`] chose for the process;
/// 3. the first GPU;
/// 4. [`Device::cpu`].
///
/// On a GPU calls are asynchronous: they return when their work is queued. An array knows the work that computes it.
/// Reading its elements waits for that work, and [`Device::synchronize`] waits for all work. The work of different
/// threads is independent unless they use the same arrays.
///
/// ```
/// use array_fn_runtime::Device;
///
/// let device = Device::cpu_with_threads(2);
/// assert_eq!(device.threads(), 2);
/// device.run(|| assert_eq!(Device::current(), device));
/// ```
///
/// Clones are the same device. A device's threads start with the first call that is worth them. Kernels
/// run with the best instruction set of the machine; the environment variable `ARRAY_FN_ISA`
/// (`baseline`, `avx2`, `avx512`), read once, can ask for a lesser one.
#[derive(Clone)]
pub struct Device {
    kind: Kind,
    mode: Mode,
    contractions: Contractions,
    ranks: Option<Ranks>,
}

#[derive(Clone)]
enum Kind {
    Cpu(Arc<Cpu>),
    Cuda { context: &'static Context, executor: Executor, autotune: Autotune },
}

/// What of a device the executors of instances depend on. Devices of equal choices share instances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Choice {
    on: On,
    contractions: Contractions,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum On {
    Cpu { threads: usize },
    Cuda { context: &'static Context, executor: Executor, autotune: Autotune },
}

/// The device that `set_default` chose.
static DEFAULT: RwLock<Option<Device>> = RwLock::new(None);
/// Whether `set_default` was ever called. Most programs never do, and their calls need no lock.
static CHOSEN: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// The devices of the `run`s around the thread's current point, innermost last. It has no destructor, because the
    /// destructors of other thread-locals may call functions; the last `run` to end frees the memory.
    static SCOPES: RefCell<ManuallyDrop<Vec<Device>>> =
        const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

/// The device of the innermost `run` around the thread's current point.
fn scoped() -> Option<Device> {
    SCOPES.with_borrow(|scopes| scopes.last().cloned())
}

impl Device {
    /// The CPU with as many threads as the machine runs at once, or as many as `ARRAY_FN_NUM_THREADS` says. It is the
    /// same device each time.
    ///
    /// The calling thread is one of them. While one call uses the threads, a call on the same device from another
    /// thread runs on that thread alone.
    pub fn cpu() -> Device {
        static CPU: OnceLock<Arc<Cpu>> = OnceLock::new();
        let cpu = match CPU.get() {
            Some(cpu) => cpu,
            // Made outside of `get_or_init`: events are sent meanwhile, and a listener may ask for this very device.
            None => {
                let cpu = Arc::new(Cpu::new(0));
                CPU.get_or_init(|| cpu)
            }
        };
        Device::of(Kind::Cpu(cpu.clone()))
    }

    /// A new CPU device with its own threads; 0 stands for as many as [`Device::cpu`] has.
    ///
    /// The threads start with the first call that is worth them. If there are to be more than 4096, or more than the
    /// system has, that call fails with [`Error::Threads`].
    pub fn cpu_with_threads(threads: usize) -> Device {
        Device::of(Kind::Cpu(Arc::new(Cpu::new(threads))))
    }

    /// The GPU with this number, from 0.
    ///
    /// # Errors
    /// [`Error::Cuda`], which says why it cannot be used: no driver, an old driver, no such device.
    pub fn cuda(ordinal: usize) -> Result<Device, Error> {
        let context = Context::get(ordinal).map_err(Error::Cuda)?;
        let (executor, autotune) = (Executor::Graph, Autotune::of_process());
        Ok(Device::of(Kind::Cuda { context, executor, autotune }))
    }

    /// The number of GPUs.
    ///
    /// # Errors
    /// [`Error::Cuda`] where there is no driver, or an old one.
    pub fn cuda_count() -> Result<usize, Error> {
        cuda::device_count().map_err(Error::Cuda)
    }

    fn of(kind: Kind) -> Device {
        Device { kind, mode: Mode::Fused, contractions: Contractions::BySize, ranks: None }
    }

    /// The same device, on which every function runs unfused: one kernel per array operation. This is
    /// the baseline of measurements, and a way to find out whether fusion changed a result. Functions
    /// that are not marked `#[unfused]` are errors there.
    pub fn unfused(mut self) -> Device {
        self.mode = Mode::Unfused;
        self
    }

    /// The same device, on which this executor runs the kernels of a call. A CPU has only one executor.
    pub fn with_executor(mut self, executor: Executor) -> Device {
        if let Kind::Cuda { executor: own, .. } = &mut self.kind {
            *own = executor;
        }
        self
    }

    /// The same device, with this choice of whether kernels are measured. A CPU has no such choice.
    pub fn with_autotune(mut self, autotune: Autotune) -> Device {
        if let Kind::Cuda { autotune: own, .. } = &mut self.kind {
            *own = autotune;
        }
        self
    }

    /// The same device, with this choice of what computes contractions (matrix products and their like). The library of
    /// a GPU is cuBLAS; if it is not found, kernels run.
    pub fn with_contractions(mut self, contractions: Contractions) -> Device {
        self.contractions = contractions;
        self
    }

    /// The same device, on which functions with `#[ranks]` exchange elements with other ranks ([`ranks`](crate::ranks)).
    ///
    /// Products are computed by kernels there ([`Contractions::Kernels`]), because a library would choose by the number of
    /// rows, so that results would depend on the number of ranks.
    pub fn with_ranks(mut self, ranks: &Ranks) -> Device {
        self.ranks = Some(ranks.clone());
        self.contractions = Contractions::Kernels;
        self
    }

    /// The same device without a rank, for functions on arrays whose rows are not those of the rank.
    #[must_use]
    pub fn without_ranks(mut self) -> Device {
        self.ranks = None;
        self
    }

    /// The rank of the device, if it has one.
    pub fn ranks(&self) -> Option<&Ranks> {
        self.ranks.as_ref()
    }

    /// Whether it is a GPU.
    pub fn is_gpu(&self) -> bool {
        self.context().is_some()
    }

    /// Waits for all work on the device, from all threads.
    ///
    /// # Errors
    /// [`Error::Cuda`] if that work failed.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.context().map_or(Ok(()), |context| context.synchronize().map_err(Error::Cuda))
    }

    pub(crate) fn context(&self) -> Option<&'static Context> {
        match &self.kind {
            Kind::Cpu(_) => None,
            Kind::Cuda { context, .. } => Some(context),
        }
    }

    /// The device that calls on this thread use.
    pub fn current() -> Device {
        scoped().unwrap_or_default()
    }

    /// Calls `f` with [`Device::current`], which is not cloned if nobody chose it.
    pub(crate) fn with_current<R>(f: impl FnOnce(&Device) -> R) -> R {
        // Nothing is borrowed while `f` runs, because `f` may itself call `run`.
        match scoped() {
            Some(device) => f(&device),
            None if CHOSEN.load(Ordering::Acquire) => f(&Device::default()),
            None => f(found()),
        }
    }

    /// Makes this the device of all calls of the process that are not within a [`Device::run`].
    pub fn set_default(self) {
        *DEFAULT.write().unwrap_or_else(PoisonError::into_inner) = Some(self);
        CHOSEN.store(true, Ordering::Release);
    }

    /// Calls `f`; functions that it calls on this thread run on this device. Threads that `f` starts
    /// do not inherit it.
    pub fn run<R>(&self, f: impl FnOnce() -> R) -> R {
        struct Scope;
        impl Drop for Scope {
            fn drop(&mut self) {
                let all = SCOPES.with_borrow_mut(|scopes| {
                    let last = scopes.pop();
                    (last, scopes.is_empty().then(|| std::mem::take(&mut **scopes)))
                });
                // Nothing is borrowed any more: dropping a device ends its threads.
                drop(all);
            }
        }
        SCOPES.with_borrow_mut(|scopes| scopes.push(self.clone()));
        let _scope = Scope;
        f()
    }

    /// Number of CPU threads that run kernels; 0 for a GPU.
    pub fn threads(&self) -> usize {
        match &self.kind {
            Kind::Cpu(cpu) => cpu.threads(),
            Kind::Cuda { .. } => 0,
        }
    }

    /// The key of an instance for this device. The device may ask for the unfused schedule, too.
    pub(crate) fn key<'a>(&self, mode: Mode, dims: &'a [i64]) -> Key<'a> {
        let mode = if self.mode == Mode::Unfused { Mode::Unfused } else { mode };
        let on = match self.kind {
            Kind::Cpu(ref cpu) => On::Cpu { threads: cpu.threads() },
            Kind::Cuda { context, executor, autotune } => On::Cuda { context, executor, autotune },
        };
        Key { dims, mode, choice: Choice { on, contractions: self.contractions } }
    }

    /// The executor of a new instance for this device.
    ///
    /// # Errors
    /// Those of the driver of a GPU.
    pub(crate) fn executor(&self, instance: &Instance) -> Result<executor::Shared, Error> {
        match self.kind {
            Kind::Cpu(ref cpu) => Ok(CpuExecutor::new(instance, self.contractions, cpu.threads())),
            Kind::Cuda { .. } if !instance.program.cuda.only_on_cpus.is_empty() => {
                let (function, reason) =
                    (instance.program.name, instance.program.cuda.only_on_cpus);
                Err(Error::OnlyOnCpus { function, reason })
            }
            Kind::Cuda { context, executor, autotune } => {
                Ok(Engine::new(context, executor, self.contractions, autotune, instance)?)
            }
        }
    }

    /// Memory for a new array.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], and those of the driver.
    pub(crate) fn allocate(&self, bytes: usize) -> Result<Storage, Error> {
        match self.context() {
            None => Ok(Storage::from(Buffer::uninit(bytes)?)),
            Some(context) => {
                Ok(Storage::from(cuda::allocate(context, bytes).map_err(Error::Cuda)?))
            }
        }
    }

    /// The threads of a device that is a CPU.
    ///
    /// # Panics
    /// On a GPU. Only the executor of the CPU asks, and a device never meets another's.
    pub(crate) fn threads_of_cpu(&self) -> &Cpu {
        match &self.kind {
            Kind::Cpu(cpu) => cpu,
            Kind::Cuda { .. } => unreachable!("the executor of a CPU runs on a GPU"),
        }
    }
}

impl Default for Device {
    /// The device that [`Device::set_default`] chose, else the first GPU, else [`Device::cpu`]. The GPU is looked for
    /// once.
    fn default() -> Device {
        let chosen = DEFAULT.read().unwrap_or_else(PoisonError::into_inner).clone();
        chosen.unwrap_or_else(|| found().clone())
    }
}

/// The machine's device, looked for once.
fn found() -> &'static Device {
    static FOUND: OnceLock<Device> = OnceLock::new();
    match FOUND.get() {
        Some(device) => device,
        // Looked for outside of `get_or_init`: events are sent meanwhile, and a listener may call an array function.
        None => {
            let device = find();
            FOUND.get_or_init(|| device)
        }
    }
}

/// The first GPU, or else the CPU. If there is a driver that cannot be used, an event says why.
fn find() -> Device {
    match Device::cuda(0) {
        Ok(device) => device,
        Err(Error::Cuda(CudaError::NoDriver { .. } | CudaError::NoDevice { .. })) => Device::cpu(),
        Err(error) => {
            tracing::warn!(target: "array_fn", %error, "no GPU can be used: running on the CPU");
            Device::cpu()
        }
    }
}

impl PartialEq for Device {
    fn eq(&self, other: &Device) -> bool {
        self.mode == other.mode
            && self.contractions == other.contractions
            && match (&self.ranks, &other.ranks) {
                (None, None) => true,
                (Some(left), Some(right)) => left.is(right),
                _ => false,
            }
            && match (&self.kind, &other.kind) {
                (Kind::Cpu(left), Kind::Cpu(right)) => Arc::ptr_eq(left, right),
                (
                    Kind::Cuda { context, executor, autotune },
                    Kind::Cuda { context: other, executor: others, autotune: its },
                ) => context == other && executor == others && autotune == its,
                _ => false,
            }
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Cpu(cpu) => {
                let threads = cpu.threads();
                write!(f, "CPU ({threads} {})", if threads == 1 { "thread" } else { "threads" })?;
            }
            Kind::Cuda { context, executor, autotune } => {
                f.write_str(&context.describe())?;
                match executor {
                    Executor::Graph => {}
                    Executor::LinearGraph => f.write_str(", linear graph")?,
                    Executor::Stream => f.write_str(", stream")?,
                }
                match autotune {
                    Autotune::Measure => {}
                    Autotune::Kept => f.write_str(", kernels as kept")?,
                    Autotune::Off => f.write_str(", kernels not measured")?,
                    Autotune::Candidate(k) => write!(f, ", candidate {k} of kernels")?,
                }
            }
        }
        match self.contractions {
            Contractions::BySize => {}
            Contractions::Library => f.write_str(", contractions by library")?,
            Contractions::Kernels => f.write_str(", contractions by kernels")?,
        }
        if self.mode == Mode::Unfused {
            f.write_str(", unfused")?;
        }
        match &self.ranks {
            Some(ranks) => write!(f, ", {ranks:?}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Device({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cpu_is_one_device() {
        assert_eq!(Device::cpu(), Device::cpu());
        assert_ne!(Device::cpu(), Device::cpu_with_threads(0));
        assert_ne!(Device::cpu(), Device::cpu().unfused());
        assert_eq!(Device::cpu_with_threads(0).threads(), Device::cpu().threads());
    }

    #[test]
    fn texts() {
        assert_eq!(Device::cpu_with_threads(1).to_string(), "CPU (1 thread)");
        let device = Device::cpu_with_threads(3).unfused();
        assert_eq!(format!("{device:?}"), "Device(CPU (3 threads), unfused)");
    }

    #[test]
    fn scopes_nest_and_end_with_panics() {
        let (outer, inner) = (Device::cpu_with_threads(1), Device::cpu_with_threads(2));
        outer.run(|| {
            inner.run(|| assert_eq!(Device::current(), inner));
            assert_eq!(Device::current(), outer);
            let caught = std::panic::catch_unwind(|| inner.run(|| panic!("on purpose")));
            assert!(caught.is_err());
            assert_eq!(Device::current(), outer);
            std::thread::scope(|scope| {
                scope.spawn(|| assert_ne!(Device::current(), outer));
            });
        });
    }
}
