//! NumPy written inside a Rust macro: checked and compiled at build time, run as fused CPU code or as
//! one CUDA graph.

pub use array_fn_macros::array_fn;
pub use array_fn_runtime::{
    Array, BuildTimes, Contractions, CudaError, Device, Element, Error, Executor, ExplainedArray,
    ExplainedLaunch, ExplainedStrip, ExplainedTemporary, Explanation, IndexArray, IndexOperand,
    IndexValue, MAX_RANK, Mode, Operand, OperandMut, Operation, Plan, PlannedLaunch,
};

#[cfg(feature = "half")]
pub use array_fn_runtime::{bf16, f16};
#[cfg(feature = "complex")]
pub use array_fn_runtime::{c32, c64};

pub use array_fn_runtime::cuda;
#[doc(hidden)]
pub use array_fn_runtime::rt as __rt;

pub mod ops;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
