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
mod operand;
mod steps;
mod workspaces;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

#[cfg(doc)]
use super::CudaError;
use super::context::{Context, Idle};
use super::module::Module;
use super::stream::Stream;
use super::{BuildTimes, Executor, Product};
use crate::call;
use crate::executor::{Call, Execute};
use crate::instance::{Instance, JoinedLaunches};
use crate::storage::Storage;
use crate::trace;
use crate::{Contractions, Error};
use exec::{Deciders, Exec};
use kernels::Kernels;
use operand::Operands;

/// The most executable graphs of one instance. Callers on more streams share them.
const MAX_EXECS: usize = 8;

/// The executor of one instance on a GPU.
pub(crate) struct Engine {
    context: &'static Context,
    executor: Executor,
    /// The kernels that decide on the passes of loops, if there are loops.
    deciders: Option<Deciders>,
    /// The kernels of each launch of the instance, one after another; none for a launch without points, and for one that
    /// another launch's kernel does.
    kernels: Box<[Kernels]>,
    /// For each launch, the one whose kernels do it.
    done_by: Box<[usize]>,
    /// The part of cuBLAS in each launch of the instance; `None` for a launch that a kernel computes.
    products: Box<[Option<Product>]>,
    /// Keeps the code of the kernels loaded.
    _module: Arc<Module>,
    /// The graphs that are not in use, the most recently used one last.
    pool: Mutex<Pool>,
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
        let (done_by, joined) = joined(instance, &products);
        let kernels = instance.launches.iter().enumerate().map(|(k, launch)| {
            match joined.iter().find(|joined| joined.is_last(k)) {
                Some(joined) => Kernels::joined(&module, instance, *joined),
                None if done_by[k] != k => Ok(Kernels::default()),
                None => Kernels::new(&module, instance, launch),
            }
        });
        let kernels = kernels.collect::<Result<_, Error>>()?;
        let deciders = match instance.schedule.loops {
            [] => None,
            _ => Some(Deciders::new(&module).map_err(Error::Cuda)?),
        };
        let times = BuildTimes { load: start.elapsed(), ..BuildTimes::default() };
        let engine = Arc::new(Engine {
            context,
            executor,
            deciders,
            kernels,
            done_by,
            products,
            _module: module,
            pool: Mutex::default(),
            times: Mutex::new(times),
        });
        context.register(Arc::downgrade(&engine) as _);
        Ok(engine)
    }

    /// An executable graph that copies exactly those operands from and to the host for which `staged` is true. It is
    /// one that this stream used, or else a new one, or, if there are many already, any of them.
    fn take(
        &self,
        instance: &Instance,
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
        match Exec::new(self, instance, stream, staged) {
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

    fn put_back(&self, exec: Exec) {
        self.lock().idle.push(exec);
    }

    fn discard(&self, exec: Exec) {
        self.lock().count -= 1;
        drop(exec);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn record_times(&self, build: Duration, instantiate: Duration) {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        *times = BuildTimes { load: times.load, build, instantiate };
    }
}

/// For each launch, the one whose kernels do it: the last of those that are one kernel.
fn joined(
    instance: &Instance,
    products: &[Option<Product>],
) -> (Box<[usize]>, Vec<JoinedLaunches>) {
    let mut done_by: Box<[usize]> = (0..instance.launches.len()).collect();
    let kept = |joined: &JoinedLaunches| joined.launches().all(|k| products[k].is_none());
    let all: Vec<JoinedLaunches> = instance.joined().filter(kept).collect();
    for joined in &all {
        if let Some(last) = joined.launches().last() {
            joined.launches().for_each(|k| done_by[k] = last);
        }
    }
    (done_by, all)
}

impl Execute for Engine {
    /// Queues a call on this thread's stream.
    unsafe fn call(&self, call: Call<'_, '_, '_, '_>) -> Result<(), Error> {
        let Call { instance, args, results, trace, .. } = call;
        let _current = self.context.bind().map_err(Error::Cuda)?;
        let stream = self.context.stream().map_err(Error::Cuda)?;
        operand::bring(self.context, stream, args, true)?;
        operand::bring(self.context, stream, results.outs_mut(), false)?;
        let operands = Operands { context: self.context, args, results };
        trace::phase(trace, "bring operands");
        let outcome =
            self.take(instance, stream, &|k| operands.is_staged(k)).and_then(|mut exec| {
                // SAFETY: promised by the caller.
                let outcome = unsafe { exec.call(self, instance, stream, &operands, trace) };
                match &outcome {
                    // The state after an error is unknown.
                    Err(error) if !matches!(error, Error::CheckFailed { .. }) => self.discard(exec),
                    _ => self.put_back(exec),
                }
                outcome
            });
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
        let exec = self.take(instance, stream, &|k| staged[k])?;
        self.put_back(exec);
        Ok(())
    }

    fn is_by_library(&self, launch: usize) -> bool {
        self.products[launch].is_some()
    }

    fn build_times(&self) -> Option<BuildTimes> {
        Some(*self.times.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Idle for Engine {
    fn release(&self) {
        let mut pool = self.lock();
        pool.count -= pool.idle.len();
        let idle = std::mem::take(&mut pool.idle);
        drop(pool);
        drop(idle);
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("context", &self.context).finish_non_exhaustive()
    }
}
