//! NumPy written inside a Rust macro: checked and compiled at build time, run as fused CPU code or as
//! one CUDA graph.

/// NumPy inside Rust: a block of array functions, checked when the crate is built, compiled to fused
/// kernels.
///
/// A block stands where items stand: in a module, or among the statements of a function; not in an `impl`, a `trait` or
/// an expression. A `pub fn` of it (`pub(crate) fn`, `pub(self) fn`) is a function of Rust, with its companions in a
/// module of the same name: `f::into`, `f::plan`, `f::explain`. A `fn` without `pub` is inlined where the block calls it.
/// Items of a block with `#![shared]` at its top can be used in other blocks: `use super::gas::{State, pressure};`.
///
/// The dependency may have any name in `Cargo.toml`, and other crates may pass the macro on.
#[macro_export]
macro_rules! array_fn {
    ($($block:tt)*) => { $crate::__rt_macro::array_fn! { $crate $($block)* } };
}

/// The procedural macro, which is told by [`array_fn!`] what this crate is called.
#[doc(hidden)]
pub mod __rt_macro {
    pub use array_fn_macros::{array_fn, handed};
}

pub use array_fn_runtime::{
    Array, BuildTimes, Contractions, CudaError, Device, Element, Error, Executor, ExplainedArray,
    ExplainedLaunch, ExplainedStrip, ExplainedTemporary, Explanation, IndexArray, IndexOperand,
    IndexValue, MAX_RANK, Mode, Operand, OperandMut, Operation, Plan, PlannedLaunch, ScalarOperand,
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

#[cfg(doctest)]
#[doc = include_str!("../docs/cuda.md")]
struct CudaPage;

#[cfg(doctest)]
#[doc = include_str!("../docs/records.md")]
struct RecordsPage;

/// The chapters of the guide.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../docs/guide/src/install.md")]
    struct Install;
    #[doc = include_str!("../docs/guide/src/arrays.md")]
    struct Arrays;
    #[doc = include_str!("../docs/guide/src/errors.md")]
    struct Errors;
    #[doc = include_str!("../docs/guide/src/indices.md")]
    struct Indices;
    #[doc = include_str!("../docs/guide/src/records.md")]
    struct Records;
    #[doc = include_str!("../docs/guide/src/in_place.md")]
    struct InPlace;
    #[doc = include_str!("../docs/guide/src/tuning.md")]
    struct Tuning;
    #[doc = include_str!("../docs/guide/src/cuda.md")]
    struct Cuda;
    #[doc = include_str!("../docs/guide/src/solver.md")]
    struct Solver;
    #[doc = include_str!("../docs/guide/src/cookbook.md")]
    struct Cookbook;
}
