//! Plans on a GPU: the first call with given dimensions builds a graph, later calls launch it.
//!
//! An [`Engine`] belongs to an instance (a program for given dimensions, a device and an executor). It holds the
//! kernels and a pool of [`Exec`]s. An `Exec` is a graph with its own memory for temporaries and for operands of the
//! host.
//!
//! A call takes an `Exec` out of the pool, sends the arguments that changed to its kernel nodes, launches it, and puts
//! it back. It waits for the work only if the host needs a result.

mod exec;
mod kernels;
mod layout;
mod messages;
mod operand;
mod steps;
mod tuner;
mod workspaces;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

#[cfg(doc)]
use super::CudaError;
use super::context::{Context, Idle};
use super::module::Module;
use super::stream::Stream;
use super::{Autotune, BuildTimes, Executor, Product};
use crate::call;
use crate::executor::{Call, Execute};
use crate::explain::ExplainedCandidate;
use crate::instance::Instance;
use crate::ranks::Ranks;
use crate::storage::Storage;
use crate::trace::{self, Recorder};
use crate::{Contractions, Error};
use exec::{Deciders, Exec, On};
use layout::Layout;
use operand::Operands;
use tuner::{Tuner, Unit};

/// The most executable graphs of one instance. Callers on more streams share them.
const MAX_EXECS: usize = 8;
/// The most graphs of one instance that are kept for ranks.
const MAX_RANKS: usize = 64;

/// The executor of one instance on a GPU.
pub(crate) struct Engine {
    context: &'static Context,
    executor: Executor,
    /// The kernels that decide on the passes of loops, if there are loops.
    deciders: Option<Deciders>,
    /// The choice of kernels.
    tuner: Tuner,
    /// The part of cuBLAS in each launch of the instance; `None` for a launch that a kernel computes.
    products: Box<[Option<Product>]>,
    /// The code of the kernels.
    module: Arc<Module>,
    /// The graphs that are not in use, the most recently used one last.
    pool: Mutex<Pool>,
    /// The graphs of ranks, of which threads may have several, that are not in use.
    of_ranks: Mutex<Vec<Exec>>,
    times: Mutex<BuildTimes>,
}

// SAFETY: the handles of kernels are the driver's, which may be used from any thread.
unsafe impl Send for Engine {}
// SAFETY: as above; everything else is guarded.
unsafe impl Sync for Engine {}

#[derive(Default)]
struct Pool {
    idle: Vec<Exec>,
    /// The number of graphs, including those in use.
    count: usize,
}

impl Engine {
    /// The kernels of an instance.
    ///
    /// # Errors
    /// [`CudaError::Rejected`], [`CudaError::Unsupported`], and those of the driver.
    pub(crate) fn new(
        context: &'static Context,
        executor: Executor,
        contractions: Contractions,
        autotune: Autotune,
        instance: &Instance,
    ) -> Result<Arc<Engine>, Error> {
        let start = Instant::now();
        let module = Module::of_program(context, instance.program).map_err(Error::Cuda)?;
        let products = instance.launches.iter().map(|launch| {
            let contraction = launch.launch.contraction.as_ref()?;
            let product = Product::new(contraction, instance.dims(), contractions);
            product.filter(|_| context.has_blas())
        });
        let products: Box<[Option<Product>]> = products.collect();
        let deciders = match instance.schedule.loops {
            [] => None,
            _ => Some(Deciders::new(&module).map_err(Error::Cuda)?),
        };
        // Without a graph, a call would wait for each pass of a loop.
        let waits = deciders.is_some() && executor != Executor::Stream;
        let autotune = if waits { autotune.without_measuring() } else { autotune };
        let tuner = Tuner::new(context, &module, instance, &products, autotune)?;
        let times = BuildTimes { load: start.elapsed(), ..BuildTimes::default() };
        let engine = Arc::new(Engine {
            context,
            executor,
            deciders,
            tuner,
            products,
            module,
            pool: Mutex::default(),
            of_ranks: Mutex::default(),
            times: Mutex::new(times),
        });
        context.register(Arc::downgrade(&engine) as _);
        Ok(engine)
    }

    /// An executable graph that runs these kernels, and copies exactly those operands from and to the host for which
    /// `staged` is true. It is one that this stream used, or else a new one, or, if there are many already, any of them.
    fn take(
        &self,
        instance: &Instance,
        layout: Arc<Layout>,
        stream: &'static Stream,
        staged: &dyn Fn(usize) -> bool,
    ) -> Result<Exec, Error> {
        let mut exec = self.take_any(instance, &layout, stream, staged)?;
        match exec.change_to(self, instance, layout) {
            Ok(()) => Ok(exec),
            Err(error) => {
                self.discard(exec);
                Err(error)
            }
        }
    }

    /// As [`take`](Engine::take), but the kernels may be others.
    fn take_any(
        &self,
        instance: &Instance,
        layout: &Arc<Layout>,
        stream: &'static Stream,
        staged: &dyn Fn(usize) -> bool,
    ) -> Result<Exec, Error> {
        let of_stream = |exec: &Exec| exec.stream() == stream && exec.fits(staged);
        let any = |exec: &Exec| exec.fits(staged);
        {
            let mut pool = self.lock();
            let mut position = pool.idle.iter().rposition(of_stream);
            if position.is_none() && pool.count >= MAX_EXECS {
                position = pool.idle.iter().rposition(any);
                if position.is_none() && !pool.idle.is_empty() {
                    // A graph for other operands makes room.
                    pool.idle.remove(0);
                    pool.count -= 1;
                }
            }
            if let Some(position) = position {
                return Ok(pool.idle.remove(position));
            }
            pool.count += 1;
        }
        match Exec::new(self, instance, layout, stream, staged) {
            Ok(exec) => Ok(exec),
            Err(error) => {
                let mut pool = self.lock();
                pool.count -= 1;
                match pool.idle.iter().rposition(any) {
                    // Memory does not suffice for another graph, so this one is shared.
                    Some(position) => Ok(pool.idle.remove(position)),
                    None => Err(error),
                }
            }
        }
    }

    /// Runs a call whose operands are there.
    ///
    /// # Safety
    /// As for [`Execute::call`].
    unsafe fn run(
        &self,
        instance: &Instance,
        stream: &'static Stream,
        operands: &Operands<'_, '_, '_, '_>,
        trace: Option<&Recorder>,
    ) -> Result<(), Error> {
        let choose = |units: &[Unit], choices: &[usize]| {
            Layout::new(&self.module, instance, &self.products, units, choices, true)
        };
        let (layout, measurement) = self.tuner.begin(stream, choose)?;
        let mut exec = self.take(instance, layout, stream, &|k| operands.is_staged(k))?;
        // SAFETY: promised by the caller.
        let outcome = unsafe {
            exec.call(self, instance, stream, operands, On::Device(measurement.as_ref()), trace)
        };
        match &outcome {
            // The state after an error is unknown.
            Err(error) if !matches!(error, Error::CheckFailed { .. }) => self.discard(exec),
            _ => self.put_back(exec),
        }
        outcome
    }

    /// Runs a call of a rank whose operands are there.
    ///
    /// # Safety
    /// As for [`Execute::call`].
    unsafe fn run_on_rank(
        &self,
        instance: &Instance,
        stream: &'static Stream,
        operands: &Operands<'_, '_, '_, '_>,
        ranks: &Ranks,
        trace: Option<&Recorder>,
    ) -> Result<(), Error> {
        let staged = |k: usize| operands.is_staged(k);
        let fits = |exec: &Exec| exec.is_of(ranks) && exec.fits(&staged);
        let mut idle = lock(&self.of_ranks);
        let found = idle.iter().rposition(fits).map(|position| idle.remove(position));
        let orphans: Vec<Exec> = idle.extract_if(.., |exec| exec.is_orphan()).collect();
        drop(idle);
        drop(orphans);
        let mut exec = match found {
            Some(exec) => exec,
            None => Exec::on_rank(self, instance, ranks, stream, &staged)?,
        };
        // SAFETY: promised by the caller.
        let outcome =
            unsafe { exec.call(self, instance, stream, operands, On::Rank(ranks), trace) };
        // The state after another error is unknown.
        if matches!(outcome, Ok(()) | Err(Error::CheckFailed { .. })) {
            let mut idle = lock(&self.of_ranks);
            let oldest = (idle.len() >= MAX_RANKS).then(|| idle.remove(0));
            idle.push(exec);
            drop(idle);
            drop(oldest);
        }
        outcome
    }

    fn put_back(&self, exec: Exec) {
        self.lock().idle.push(exec);
    }

    fn discard(&self, exec: Exec) {
        self.lock().count -= 1;
        drop(exec);
    }

    fn lock(&self) -> MutexGuard<'_, Pool> {
        lock(&self.pool)
    }

    fn record_times(&self, build: Duration, instantiate: Duration) {
        let mut times = lock(&self.times);
        *times = BuildTimes { load: times.load, build, instantiate };
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Execute for Engine {
    /// Queues a call on this thread's stream.
    unsafe fn call(&self, call: Call<'_, '_, '_, '_>) -> Result<(), Error> {
        let Call { instance, args, results, trace, ranks, .. } = call;
        let _current = self.context.bind().map_err(Error::Cuda)?;
        let stream = self.context.stream().map_err(Error::Cuda)?;
        operand::bring(self.context, stream, args, true)?;
        // The rows that a rank does not compute stay as they are.
        operand::bring(self.context, stream, results.outs_mut(), ranks.is_some())?;
        let operands = Operands { context: self.context, args, results };
        trace::phase(trace, "bring operands");
        // SAFETY: promised by the caller.
        let outcome = unsafe {
            match ranks {
                None => self.run(instance, stream, &operands, trace),
                Some(ranks) => self.run_on_rank(instance, stream, &operands, ranks, trace),
            }
        };
        let tell = match outcome {
            Ok(()) => Storage::written_on_device,
            // Elements on the host stay as they are; their copies on the device may have changed.
            Err(_) => Storage::written_on_host,
        };
        call::written(args, tell);
        call::written(results.outs_mut(), tell);
        outcome
    }

    /// Builds everything that a call needs whose arrays are all on the device.
    fn prepare(&self, instance: &Instance) -> Result<(), Error> {
        let _current = self.context.bind().map_err(Error::Cuda)?;
        let staged = vec![false; Operands::count(instance)];
        let stream = self.context.stream().map_err(Error::Cuda)?;
        let exec = self.take(instance, self.tuner.layout(), stream, &|k| staged[k])?;
        self.put_back(exec);
        Ok(())
    }

    fn is_by_library(&self, launch: usize) -> bool {
        self.products[launch].is_some()
    }

    fn candidates(&self, instance: &Instance, launch: usize) -> Vec<ExplainedCandidate> {
        self.tuner.candidates(instance, launch)
    }

    fn is_tuning(&self) -> bool {
        self.tuner.is_open()
    }

    fn build_times(&self) -> Option<BuildTimes> {
        Some(*lock(&self.times))
    }
}

impl Idle for Engine {
    fn release(&self) {
        let mut pool = self.lock();
        pool.count -= pool.idle.len();
        let idle = std::mem::take(&mut pool.idle);
        drop(pool);
        drop(idle);
        let of_ranks = std::mem::take(&mut *lock(&self.of_ranks));
        drop(of_ranks);
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("context", &self.context).finish_non_exhaustive()
    }
}
