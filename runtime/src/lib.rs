//! The runtime of array-fn: arrays, devices, and the execution of compiled functions. It knows nothing of the language.
//!
//! Users reach this crate through `array-fn`, which re-exports its public items. The macro `array_fn!` generates code
//! against it, under the name `array_fn::__rt`.
//!
//! # From generated code to results
//!
//! 1. The macro writes each function as a static [`plan::Program`]: parameters, kernels, and schedules of launches. A
//!    kernel is a Rust function for CPUs, and CUDA C++ for GPUs.
//! 2. The generated Rust function turns its arguments into [`Arg`]s ([`Operand`], [`IndexOperand`]) and passes them,
//!    with its [`Function`], to [`call`].
//! 3. The call derives the dimensions from the shapes, and checks shapes, dtypes, aliasing and indices. Nothing has
//!    been written when it reports an [`Error`].
//! 4. It looks up the *instance* of the function for these dimensions and this [`Device`], or builds it. An instance
//!    has all sizes evaluated, its memory laid out, and its launches cut into tasks.
//! 5. An executor runs the launches. On a CPU, threads share out the points of each kernel. On a GPU, the launches are
//!    one CUDA graph.
//! 6. Results come back as [`Array`]s.
//!
//! # Modules
//!
//! - [`plan`]: the plain data that generated code consists of.
//! - [`call`]: the functions that generated code calls, and the contract that memory safety rests on.
//! - [`lanes`] and [`routines`]: what CPU kernels are written in. Lanes are values of several elements; routines are
//!   whole algorithms, such as sorts, scans and factors of matrices.
//! - [`cuda`]: the driver, memory, streams, kernels and graphs of NVIDIA GPUs.
//! - [`ranks`]: functions whose rows belong to several processes or threads.
//! - [`explain`]: which kernel computes which line of a function, at what cost.
//! - `instance`, `cpu`, `model`, `trace` (private): instances, the CPU executor, predicted times, and the timeline of
//!   `ARRAY_FN_TRACE`.
//!
//! ```
//! use array_fn_runtime::{Array, Device};
//!
//! let device = Device::cpu_with_threads(2);
//! let a = device.run(|| Array::full([2, 3], 1.5))?;
//! assert_eq!(a.to_string(), "[[1.5 1.5 1.5]\n [1.5 1.5 1.5]]");
//! # Ok::<(), array_fn_runtime::Error>(())
//! ```
#![cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "what only executors on a GPU use"))]

mod absent;
mod arg;
mod array;
mod bind;
mod buffer;
#[doc(hidden)]
pub mod call;
mod check;
mod contraction;
mod cpu;
pub mod cuda;
mod device;
mod display;
mod dynamic;
mod element;
mod error;
mod executor;
pub mod explain;
mod frames;
mod function;
mod index_array;
mod instance;
mod kept;
#[doc(hidden)]
pub mod lanes;
mod launcher;
mod model;
#[cfg(feature = "ndarray")]
mod ndarray;
pub mod plan;
mod prepared;
mod probe;
pub mod ranks;
#[doc(hidden)]
pub mod routines;
mod shape;
mod size;
mod storage;
#[doc(hidden)]
pub mod stream;
mod temporaries;
mod trace;
mod user_cache;

pub use arg::{Arg, IndexOperand, Operand, OperandMut, ScalarOperand};
pub use array::{Array, RawArray};
pub use buffer::ALIGNMENT;
pub use call::Mode;
pub use contraction::Contractions;
pub use device::Device;
#[doc(hidden)]
pub use dynamic::{DynArray, DynData, call_dynamic, call_dynamic_stored, run_with};
pub use element::Element;
#[doc(hidden)]
pub use element::{BF16Bits, F16Bits};
pub use error::Error;
pub use function::{Erroneous, Function, Instantiated};
#[cfg(feature = "half")]
pub use half::{bf16, f16};

/// A complex number of two `f32`.
#[cfg(feature = "complex")]
#[allow(non_camel_case_types, reason = "named as the other element types")]
pub type c32 = num_complex::Complex<f32>;
/// A complex number of two `f64`.
#[cfg(feature = "complex")]
#[allow(non_camel_case_types, reason = "named as the other element types")]
pub type c64 = num_complex::Complex<f64>;
pub use index_array::{IndexArray, IndexValue};
pub use prepared::Plan;
pub use shape::MAX_RANK;

/// The items of the runtime that generated code uses, which it reaches as `array_fn::__rt`.
#[doc(hidden)]
pub mod rt {
    #[cfg(not(feature = "half"))]
    pub use crate::absent::{bf16, f16};
    #[cfg(not(feature = "complex"))]
    pub use crate::absent::{c32, c64};
    pub use crate::call::{Mode, call_into, call_new, plan_for, scalar_arg};
    pub use crate::explain::{Explanation, explain_for};
    pub use crate::launcher::{LaunchCall, Launcher};
    pub use crate::stream;
    pub use crate::{__without_complex as without_complex, __without_half as without_half};
    pub use crate::{
        Arg, Array, BF16Bits, Device, DynArray, DynData, Element, Erroneous, Error, F16Bits,
        Function, IndexArray, IndexOperand, Instantiated, Operand, OperandMut, Plan, RawArray,
        ScalarOperand, call_dynamic, call_dynamic_stored, plan, run_with,
    };
    #[cfg(feature = "half")]
    pub use crate::{bf16, f16};
    #[cfg(feature = "complex")]
    pub use crate::{c32, c64};
    pub use crate::{lanes, routines};
}
