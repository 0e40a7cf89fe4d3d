//! The functions that generated code calls (re-exported as `array_fn::__rt`).
//!
//! A block's function with dimensions `E, N` (`n` explicit) and parameters `u: [f64; E, N]`, `c: f64`,
//! `k: &mut [f64; E, N]` and `m: [index<E>; E]` becomes
//!
//! ```text
//! static PROGRAM: __rt::plan::Program = ...;
//! // SAFETY: the compiler keeps the contract below.
//! static FUNCTION: __rt::Function = unsafe { __rt::Function::new(&PROGRAM) };
//!
//! pub fn f(
//!     n: usize,
//!     u: &(impl __rt::Operand<f64, 2> + ?Sized),
//!     c: f64,
//!     k: &mut (impl __rt::OperandMut<f64, 2> + ?Sized),
//!     m: &(impl __rt::IndexOperand<1> + ?Sized),
//! ) -> Result<__rt::Array<f64, 2>, __rt::Error> {
//!     let mut args = [
//!         __rt::Operand::<f64, 2>::arg(u),
//!         __rt::scalar_arg(&c),
//!         __rt::OperandMut::<f64, 2>::arg_mut(k),
//!         __rt::IndexOperand::<1>::index_arg(m),
//!     ];
//!     let [r0] = __rt::call_new::<1>(&FUNCTION, __rt::Mode::Fused, &[n], &mut args)?;
//!     Ok(r0.typed())
//! }
//! ```
//!
//! There is one `Arg` for each of [`Program::params`](crate::plan::Program::params), in that order. Making an `Arg`
//! cannot fail: the call, which knows the names, reports everything that is wrong with an operand. A function without
//! results calls `call_new::<0>`; several results are `[r0, r1, ...]`. The companions are
//!
//! ```text
//! pub mod f {
//!     pub fn into(n: usize, u, c, k, m, out: &mut (impl __rt::OperandMut<f64, 2> + ?Sized))
//!         -> Result<(), __rt::Error>
//!     {
//!         let mut args = [...];
//!         let mut outs = [__rt::OperandMut::<f64, 2>::arg_mut(out)];
//!         __rt::call_into(&FUNCTION, __rt::Mode::Fused, &[n], &mut args, &mut outs)
//!     }
//!
//!     // All dimensions in the order of `Program::dims`.
//!     pub fn plan(device: &__rt::Device, e: usize, n: usize) -> Result<__rt::Plan, __rt::Error> {
//!         __rt::plan_for(&FUNCTION, device, __rt::Mode::Fused, &[e, n])
//!     }
//! }
//! ```
//!
//! # The contract of a generated program
//!
//! Memory safety rests on these promises, for which [`Function::new`] is `unsafe`:
//!
//! - Kernels stay within their buffers.
//! - They write every element of every result and temporary before it is read.
//! - Check launches write temporaries only.
//! - Launches that are not ordered by `after` do not conflict.
//!
//! Everything else here is safe with any function, any arguments and any dimensions, also when it is called by hand: a
//! call compares all of its arguments with the program before it runs.

use std::sync::Arc;

use crate::arg::{ArgKind, Place};
use crate::array::RawArray;
use crate::buffer::Buffer;
use crate::cpu::Cpu;
use crate::cpu::tasks::Stage;
use crate::cuda::{self, Memory};
use crate::device::Kind;
use crate::instance::{Instance, Run, dims_text};
use crate::plan::{CpuArgs, Kernel, Launch, Program};
use crate::storage::Storage;
use crate::trace::{self, Recorder};
use crate::{Arg, Device, Element, Error, Function, Plan, bind, check, probe};

/// Which schedule of a function runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Kernels over fused comprehensions.
    #[default]
    Fused,
    /// One kernel per comprehension: the baseline of measurements.
    Unfused,
}

/// A scalar argument.
pub fn scalar_arg<T: Element>(value: &T) -> Arg<'_> {
    Arg::scalar_ref(value)
}

/// Calls a function. The call allocates the memory of its `RESULTS` results.
///
/// # Errors
/// Everything that can be wrong with the arguments. In that case nothing has been written.
pub fn call_new<const RESULTS: usize>(
    function: &Function,
    mode: Mode,
    explicit_dims: &[usize],
    args: &mut [Arg<'_>],
) -> Result<[RawArray; RESULTS], Error> {
    let mut results = [const { None }; RESULTS];
    execute(function, mode, explicit_dims, args, &mut Results::New(&mut results), None)?;
    Ok(results.map(|result| result.expect("a call fills every result")))
}

/// Calls a function and writes its results into `outs`, one array per result.
///
/// # Errors
/// Everything that can be wrong with the arguments. In that case nothing has been written.
pub fn call_into(
    function: &Function,
    mode: Mode,
    explicit_dims: &[usize],
    args: &mut [Arg<'_>],
    outs: &mut [Arg<'_>],
) -> Result<(), Error> {
    execute(function, mode, explicit_dims, args, &mut Results::Into(outs), None)
}

/// The place where results go.
pub(crate) enum Results<'a, 'b> {
    /// One for each result, filled by the call.
    New(&'a mut [Option<RawArray>]),
    Into(&'a mut [Arg<'b>]),
}

impl<'b> Results<'_, 'b> {
    pub(crate) fn outs(&self) -> &[Arg<'_>] {
        match self {
            Results::New(_) => &[],
            Results::Into(outs) => outs,
        }
    }

    /// Memory of a new result on a GPU.
    pub(crate) fn memory(&self, k: usize) -> Option<&Memory> {
        match self {
            Results::New(results) => {
                let storage = &results.get(k)?.as_ref()?.storage;
                storage.device_copy().map(|memory| &**memory)
            }
            Results::Into(_) => None,
        }
    }

    pub(crate) fn outs_mut<'c>(&'c mut self) -> &'c mut [Arg<'b>] {
        match self {
            Results::New(_) => &mut [],
            Results::Into(outs) => outs,
        }
    }

    /// Allocates (by `allocate`, for a number of bytes) or checks the memory of all results.
    fn prepare(
        &mut self,
        instance: &Instance,
        dims: &[i64],
        allocate: impl Fn(usize) -> Result<Storage, Error>,
    ) -> Result<(), Error> {
        let program = instance.program;
        match self {
            Results::New(results) => {
                let count = program.results.len();
                bind::check_count(program, "results", count, results.len())?;
                for (k, result) in results.iter_mut().enumerate() {
                    let layout = &instance.results[k];
                    *result = Some(RawArray {
                        storage: allocate(layout.bytes)?,
                        dtype: program.results[k].dtype,
                        shape: layout.shape,
                        len: layout.len,
                    });
                }
                Ok(())
            }
            Results::Into(outs) => bind::check_outs(program, &instance.results, outs, dims),
        }
    }

    /// Fills new results with NaNs, so that a test sees elements that its kernels did not write.
    fn poison(&self) {
        if let Results::New(results) = self {
            for storage in results.iter().flatten().map(|result| &result.storage) {
                if let Storage::Host { buffer, .. } = storage {
                    // SAFETY: the buffer owns these bytes, and nothing refers to them yet.
                    unsafe { buffer.pointer().write_bytes(0xFF, buffer.bytes()) };
                }
            }
        }
    }

    fn pointer(&self, k: usize) -> *mut u8 {
        match self {
            Results::New(results) => match results[k].as_ref().map(|result| &result.storage) {
                Some(Storage::Host { buffer, .. }) => buffer.pointer(),
                Some(Storage::Device { .. }) | None => std::ptr::null_mut(),
            },
            Results::Into(outs) => outs[k].pointer,
        }
    }
}

/// A call: checks, then kernels. A `launcher` runs them instead of the device's executor.
pub(crate) fn execute(
    function: &Function,
    mode: Mode,
    explicit_dims: &[usize],
    args: &mut [Arg<'_>],
    results: &mut Results<'_, '_>,
    launcher: Option<&dyn Launcher>,
) -> Result<(), Error> {
    let mut execute = |device: &Device| {
        execute_on(device, function, mode, explicit_dims, args, results, launcher)
    };
    // A launcher runs on the host.
    if launcher.is_some() { execute(&Device::cpu()) } else { Device::with_current(execute) }
}

fn execute_on(
    device: &Device,
    function: &Function,
    mode: Mode,
    explicit_dims: &[usize],
    args: &mut [Arg<'_>],
    results: &mut Results<'_, '_>,
    launcher: Option<&dyn Launcher>,
) -> Result<(), Error> {
    const INLINE: usize = 16;
    let program = function.program();
    let trace = trace::call(program.name);
    let trace = trace.as_ref();
    let mut inline = [0; INLINE];
    let mut many = Vec::new();
    let dims = match inline.get_mut(..program.dims.len()) {
        Some(dims) => dims,
        None => {
            many.resize(program.dims.len(), 0);
            &mut many[..]
        }
    };
    bind::check_kinds(program, args)?;
    bind::solve_dims(program, explicit_dims, args, dims)?;
    if let Some(trace) = trace {
        trace.detail(dims_text(program, dims));
    }
    trace::phase(trace, "bind");
    let instance = instance(function, device, mode, dims, args, trace)?;
    bind::check_devices(program, device, args, results.outs())?;
    let allocate = |bytes: usize| match device.context() {
        None => Ok(Storage::from(Buffer::uninit(bytes)?)),
        Some(context) => Ok(Storage::from(cuda::allocate(context, bytes).map_err(Error::Cuda)?)),
    };
    results.prepare(&instance, dims, allocate)?;
    if launcher.is_some() {
        results.poison();
    }
    bind::check_aliasing(program, args, results.outs())?;
    trace::phase(trace, "check");
    tracing::trace!(target: "array_fn", function = program.name, "run");
    if let Some(engine) = &instance.engine {
        // SAFETY: as below.
        return unsafe { engine.call(&instance, args, results, trace) };
    }
    written(args, Storage::written_on_host);
    written(results.outs_mut(), Storage::written_on_host);
    let scalar = |k: usize| match args[k].kind {
        ArgKind::Scalar(bits) => bits,
        ArgKind::Array | ArgKind::ArrayMut | ArgKind::Index { .. } => 0,
    };
    let outcome = instance.run(
        trace.map(Recorder::chunks),
        launcher.is_some_and(|launcher| launcher.separate_temporaries()),
        |k| args[k].pointer,
        scalar,
        |k| results.pointer(k),
        |run| {
            // SAFETY: kinds, dtypes, shapes and bounds of all arguments were compared with the program's for
            // these dimensions, memory that is written is exclusive, and the checks of values run first.
            unsafe {
                match launcher {
                    Some(launcher) => launch_in_order(run, launcher),
                    None => run_stages(run, device),
                }
            }
        },
    );
    trace::phase(trace, "run");
    outcome
}

/// Tells the arrays that a call writes where they are written.
pub(crate) fn written(args: &mut [Arg<'_>], tell: impl Fn(&mut Storage)) {
    for arg in args.iter_mut().filter(|arg| arg.kind == ArgKind::ArrayMut) {
        if let Place::StorageMut(storage) = &mut arg.place {
            tell(storage);
        }
    }
}

/// The instance that fits the arguments.
fn instance(
    function: &Function,
    device: &Device,
    mode: Mode,
    dims: &[i64],
    args: &[Arg<'_>],
    trace: Option<&Recorder>,
) -> Result<Arc<Instance>, Error> {
    let key = device.key(mode, dims);
    match function.cached(key) {
        Some(instance) if bind::fits(&instance, args) => {
            trace::phase(trace, "find plan");
            Ok(instance)
        }
        _ => {
            bind::check_shapes(function.program(), args, dims)?;
            let instance = function.instance(key);
            trace::phase(trace, "plan");
            instance
        }
    }
}

/// # Safety
/// The run's arguments must be those that its instance was made for.
unsafe fn run_stages(run: &Run<'_>, device: &Device) -> Result<(), Error> {
    let Kind::Cpu(cpu) = device.kind() else { unreachable!("a GPU has an engine") };
    if probe::asks(run.instance) {
        // SAFETY: promised by the caller.
        return unsafe { run_timed(run, cpu) };
    }
    // SAFETY: promised by the caller; checks come before everything else and write only temporaries.
    unsafe {
        cpu.execute(run, &run.instance.check_stage)?;
        read_checks(run)?;
        cpu.execute(run, &run.instance.stage)
    }
}

/// The same as [`run_stages`], but runs one launch at a time and times it.
///
/// # Safety
/// As for [`run_stages`].
unsafe fn run_timed(run: &Run<'_>, cpu: &Cpu) -> Result<(), Error> {
    let launches = &run.instance.launches;
    let launch = |k: usize| {
        let stage = Stage::new(launches, k..k + 1, cpu.threads());
        // SAFETY: promised by the caller; launches stand in an order that respects `after`.
        probe::timed(k, || unsafe { cpu.execute(run, &stage) })
    };
    let checks = run.instance.check_launches();
    checks.clone().try_for_each(launch)?;
    // SAFETY: the check launches are done.
    unsafe { read_checks(run)? };
    (checks.end..launches.len()).try_for_each(launch)
}

/// # Safety
/// As for [`run_stages`]; the launcher must do what [`Launcher::launch`] asks of it.
unsafe fn launch_in_order(run: &Run<'_>, launcher: &dyn Launcher) -> Result<(), Error> {
    let instance = run.instance;
    // SAFETY: no launch runs yet.
    unsafe { run.poison_temporaries() };
    let launch = |k: usize| {
        let launch = &instance.launches[k];
        let call = LaunchCall {
            program: instance.program,
            launch: launch.launch,
            kernel: launch.kernel,
            args: run.args(launch),
            points: launch.points,
        };
        // SAFETY: promised by the caller; launches stand in an order that respects `after`.
        unsafe { launcher.launch(&call) };
    };
    let checks = instance.check_launches();
    checks.clone().for_each(launch);
    // SAFETY: the check launches are done.
    unsafe { read_checks(run)? };
    (checks.end..instance.launches.len()).for_each(launch);
    Ok(())
}

/// # Safety
/// The check launches must be done.
unsafe fn read_checks(run: &Run<'_>) -> Result<(), Error> {
    let checks = run.instance.schedule.checks;
    // SAFETY: promised by the caller; check launches write the temporaries of all checks.
    let value = |k: usize| unsafe { run.check_value(checks[k].temp) };
    judge_checks(run.instance, value, |param, position| run.element(param, position))
}

/// Fails for the first check whose value is a position. For the message, `element` gives the bits of an element of a
/// parameter.
pub(crate) fn judge_checks(
    instance: &Instance,
    value: impl Fn(usize) -> i64,
    element: impl Fn(usize, usize) -> Option<u64>,
) -> Result<(), Error> {
    for (k, failed) in instance.schedule.checks.iter().enumerate() {
        let position = value(k);
        if position != i64::MAX {
            return Err(Error::CheckFailed {
                function: instance.program.name,
                message: check::message(instance, failed.message, position, &element),
                position,
            });
        }
    }
    Ok(())
}

/// One launch with its arguments.
#[derive(Debug)]
pub struct LaunchCall<'a> {
    pub program: &'static Program,
    pub launch: &'static Launch,
    pub kernel: &'a Kernel,
    /// Pointers, scalars, sizes and extents.
    pub args: CpuArgs,
    /// Number of points of the parallel dimensions.
    pub points: usize,
}

/// A replacement for the device's executor, for tests of emitted kernels.
pub trait Launcher {
    /// Runs all points of a launch, and returns when they are done.
    ///
    /// # Safety
    /// As for [`CpuFn`](crate::plan::CpuFn).
    unsafe fn launch(&self, call: &LaunchCall<'_>);

    /// Whether each temporary gets an allocation of exactly its size, instead of a place in an allocation that holds
    /// all of them. Launchers that watch accesses want that.
    fn separate_temporaries(&self) -> bool {
        false
    }
}

/// Builds a function's plan ahead of a call, for values of all dimensions, in the order of [`Program::dims`].
///
/// # Errors
/// The errors that a call with such dimensions reports before it looks at its arguments.
pub fn plan_for(
    function: &'static Function,
    device: &Device,
    mode: Mode,
    dims: &[usize],
) -> Result<Plan, Error> {
    let program = function.program();
    bind::check_count(program, "dimensions", program.dims.len(), dims.len())?;
    let dims = dims.iter().zip(program.dims).map(|(&value, name)| {
        i64::try_from(value).map_err(|_| Error::SizeOverflow { what: format!("dimension {name}") })
    });
    let dims = dims.collect::<Result<Vec<_>, Error>>()?;
    let instance = function.instance(device.key(mode, &dims))?;
    if let Some(engine) = &instance.engine {
        engine.prepare(&instance)?;
    }
    Ok(Plan { instance })
}
