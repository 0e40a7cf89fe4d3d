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

use crate::arg::{ArgKind, Backing};
use crate::array::RawArray;
use crate::executor::{Call, Executable, Execute};
use crate::instance::{Instance, dims_text};
use crate::launcher::{Launched, Launcher};
use crate::ranks::Ranks;
use crate::storage::Storage;
use crate::trace::{self, Recorder};
use crate::{Arg, Device, Element, Error, Function, Plan, bind};

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

    /// The storage of a new result.
    pub(crate) fn storage(&self, k: usize) -> Option<&Storage> {
        match self {
            Results::New(results) => Some(&results.get(k)?.as_ref()?.storage),
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
    pub(crate) fn poison(&self) {
        if let Results::New(results) = self {
            for storage in results.iter().flatten().map(|result| &result.storage) {
                if let Storage::Host { buffer, .. } = storage {
                    // SAFETY: the buffer owns these bytes, and nothing refers to them yet.
                    unsafe { buffer.pointer().write_bytes(0xFF, buffer.bytes()) };
                }
            }
        }
    }

    /// Fills new results with zeros.
    pub(crate) fn clear(&self) {
        if let Results::New(results) = self {
            for storage in results.iter().flatten().map(|result| &result.storage) {
                if let Storage::Host { buffer, .. } = storage {
                    // SAFETY: the buffer owns these bytes, and nothing refers to them yet.
                    unsafe { buffer.pointer().write_bytes(0, buffer.bytes()) };
                }
            }
        }
    }

    pub(crate) fn pointer(&self, k: usize) -> *mut u8 {
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
    let executable = executable(function, device, mode, dims, args, trace)?;
    let instance = &executable.instance;
    bind::check_devices(program, device, args, results.outs())?;
    results.prepare(instance, dims, |bytes| device.allocate(bytes))?;
    bind::check_aliasing(program, args, results.outs())?;
    trace::phase(trace, "check");
    tracing::trace!(target: "array_fn", function = program.name, "run");
    let ranks = bind::ranks(program, device, args, instance.dims())?;
    let call = Call { instance, device, args, results, trace, ranks };
    // SAFETY: the key of the executable is this device's. Kinds, dtypes, shapes and bounds of all arguments were
    // compared with the program's for these dimensions. Memory that is written is exclusive.
    unsafe {
        match launcher {
            None => executable.executor.call(call),
            Some(launcher) => Launched(launcher).call(call),
        }
    }
}

/// Tells the arrays that a call writes where they are written.
pub(crate) fn written(args: &mut [Arg<'_>], tell: impl Fn(&mut Storage)) {
    for arg in args.iter_mut().filter(|arg| arg.kind == ArgKind::ArrayMut) {
        if let Backing::StorageMut(storage) = &mut arg.place {
            tell(storage);
        }
    }
}

/// The instance that fits the arguments, and what runs it.
fn executable(
    function: &Function,
    device: &Device,
    mode: Mode,
    dims: &[i64],
    args: &[Arg<'_>],
    trace: Option<&Recorder>,
) -> Result<Arc<Executable>, Error> {
    let key = device.key(mode, dims);
    match function.cached(key) {
        Some(executable) if bind::fits(&executable.instance, args) => {
            trace::phase(trace, "find plan");
            Ok(executable)
        }
        _ => {
            bind::check_shapes(function.program(), args, dims)?;
            let executable = function.executable(device, key);
            trace::phase(trace, "plan");
            executable
        }
    }
}

/// Builds a function's plan ahead of a call, for values of all dimensions, in the order of
/// [`Program::dims`](crate::plan::Program::dims).
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
    let executable = function.executable(device, device.key(mode, &dims))?;
    // What calls of a rank need depends on the rank, and is built by the first of them.
    let is_alone = device.ranks().is_none_or(Ranks::is_alone);
    if is_alone || program.ranks.is_none() {
        executable.executor.prepare(&executable.instance)?;
    }
    Ok(Plan { executable })
}
