//! What generated code calls (re-exported as `array_fn::__rt`).
//!
//! A block's function with dimensions `E, N` (`n` explicit) and parameters `u: [f64; E, N]`, `c: f64`,
//! `k: &mut [f64; E, N]` and `m: [index<E>; E]` becomes
//!
//! ```text
//! static PROGRAM: __rt::plan::Program = ...;
//! static FUNCTION: __rt::Function = __rt::Function::new(&PROGRAM);
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
//!         __rt::scalar_arg(c),
//!         __rt::OperandMut::<f64, 2>::arg_mut(k),
//!         __rt::IndexOperand::<1>::index_arg(m),
//!     ];
//!     let [r0] = __rt::call_new::<1>(&FUNCTION, __rt::Mode::Fused, &[n], &mut args)?;
//!     Ok(r0.typed())
//! }
//! ```
//!
//! with one `Arg` per [`Program::params`](crate::plan::Program::params), in that order. Making an `Arg`
//! cannot fail: what is wrong with an operand is reported by the call, which knows names. A function
//! without results calls `call_new::<0>`; several results are `[r0, r1, ...]`. The companions are
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
//! Contract of a generated program, which memory safety rests on: kernels stay within the buffers and
//! write every element of every result and temporary before it is read; check launches write
//! temporaries only; launches that are not ordered by `after` do not conflict.

use crate::array::RawArray;
use crate::{Arg, Element, Error, Function};

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
pub fn scalar_arg<'a, T: Element>(value: T) -> Arg<'a> {
    Arg::scalar(value)
}

/// Calls a function, with memory for its `RESULTS` results allocated by the call.
///
/// # Errors
/// Whatever the arguments do wrong; nothing has been written then.
pub fn call_new<const RESULTS: usize>(
    function: &'static Function,
    mode: Mode,
    explicit_dims: &[usize],
    args: &mut [Arg<'_>],
) -> Result<[RawArray; RESULTS], Error> {
    let _ = (mode, explicit_dims, args);
    Err(Error::NoUnfused { function: function.program().name })
}

/// Calls a function whose results are written into `outs`, one for each result.
///
/// # Errors
/// Whatever the arguments do wrong; nothing has been written then.
pub fn call_into(
    function: &'static Function,
    mode: Mode,
    explicit_dims: &[usize],
    args: &mut [Arg<'_>],
    outs: &mut [Arg<'_>],
) -> Result<(), Error> {
    let _ = (mode, explicit_dims, args, outs);
    Err(Error::NoUnfused { function: function.program().name })
}
