//! Devices, arrays, plans and executors of array-fn.
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
mod explain;
mod frames;
mod function;
mod index_array;
mod instance;
mod kept;
#[doc(hidden)]
pub mod lanes;
mod model;
#[cfg(feature = "ndarray")]
mod ndarray;
pub mod plan;
mod prepared;
mod probe;
#[doc(hidden)]
pub mod routines;
mod shape;
mod size;
mod storage;
mod temporaries;
mod trace;

pub use arg::{Arg, IndexOperand, Operand, OperandMut, ScalarOperand};
pub use array::{Array, RawArray};
pub use buffer::ALIGNMENT;
pub use call::Mode;
pub use contraction::Contractions;
pub use cuda::{BuildTimes, CudaError, Executor};
pub use device::Device;
#[doc(hidden)]
pub use dynamic::{DynArray, DynData, call_dynamic, call_dynamic_stored, run_with};
pub use element::Element;
#[doc(hidden)]
pub use element::{BF16Bits, F16Bits};
pub use error::Error;
pub use explain::{
    ExplainedArray, ExplainedLaunch, ExplainedStrip, ExplainedTemporary, Explanation, Operation,
};
pub use function::{Function, Instantiated};
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
pub use prepared::{Plan, PlannedLaunch};
pub use shape::MAX_RANK;

/// The runtime as generated code names it (`array_fn::__rt`).
#[doc(hidden)]
pub mod rt {
    #[cfg(not(feature = "half"))]
    pub use crate::absent::{bf16, f16};
    #[cfg(not(feature = "complex"))]
    pub use crate::absent::{c32, c64};
    pub use crate::call::{LaunchCall, Launcher, Mode, call_into, call_new, plan_for, scalar_arg};
    #[doc(inline)]
    pub use crate::explain::explain_for;
    pub use crate::{__without_complex as without_complex, __without_half as without_half};
    pub use crate::{
        Arg, Array, BF16Bits, Device, DynArray, DynData, Element, Error, Explanation, F16Bits,
        Function, IndexArray, IndexOperand, Instantiated, Operand, OperandMut, Plan, RawArray,
        ScalarOperand, call_dynamic, call_dynamic_stored, plan, run_with,
    };
    #[cfg(feature = "half")]
    pub use crate::{bf16, f16};
    #[cfg(feature = "complex")]
    pub use crate::{c32, c64};
    pub use crate::{lanes, routines};
}
