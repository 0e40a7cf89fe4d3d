//! NumPy written inside a Rust macro: checked and compiled at build time, run as fused CPU code or as
//! one CUDA graph.
//!
//! An [`array_fn!`] block holds functions of arrays. When `cargo build` expands the block, the macro checks the dtypes
//! and shapes of these functions, fuses their operations into a few kernels, and compiles the kernels. Your program
//! calls each function as a typed Rust function:
//!
//! ```
//! use array_fn::array_fn;
//!
//! array_fn! {
//!     /// One Jacobi sweep of the heat equation on a ring of `N` points.
//!     pub fn heat<N>(u: [f64; N], left: [index<N>; N], right: [index<N>; N], r: f64) -> [f64; N] {
//!         u + r * (u[left] - 2 * u + u[right])
//!     }
//! }
//!
//! fn main() -> Result<(), array_fn::Error> {
//!     let u = vec![0.0, 1.0, 0.0, 0.0];
//!     let left = array_fn::IndexArray::new([4], [3, 0, 1, 2], 4)?;
//!     let right = array_fn::IndexArray::new([4], [1, 2, 3, 0], 4)?;
//!     assert_eq!(heat(&u, &left, &right, 0.25)?.as_slice(), [0.25, 0.5, 0.25, 0.0]);
//!     Ok(())
//! }
//! ```
//!
//! # Where to find what
//!
//! - [`array_fn!`]: where a block may stand, and what becomes of its functions.
//! - [`ops`]: one page for each function that a block may call, from `where` to `einsum`.
//! - [`Array`]: an array of known element type and rank, on the CPU or on a GPU. Results are arrays; arguments may be
//!   any [`Operand`], such as a slice or an `ndarray` view.
//! - [`IndexArray`]: positions in a dimension, checked once, when the array is made.
//! - [`Device`]: the CPU or one GPU. Calls run on the current device; [`Device::run`] changes it for a closure.
//! - [`Error`]: the reason why a call was refused. An error names the argument and its shape.
//! - [`Plan`]: the kernels of one function for given dimensions, built ahead of the first call.
//! - [`explain`]: which kernel computes which line of a function, at what cost, in which memory.
//! - [`cuda`]: errors of GPUs; and GPU memory, kernels, streams and graphs for programs that build CUDA graphs by hand.
//!
//! # Features
//!
//! | feature | on by default | what it adds |
//! | --- | --- | --- |
//! | `ndarray` | yes | arrays and views of `ndarray` as operands, and conversions |
//! | `cuda-13000` | yes | GPUs, with a driver for CUDA 13.0 or later |
//! | `cuda-12080` | no | GPUs, with a driver for CUDA 12.8 or later; instead of `cuda-13000` |
//! | `explain` | yes | pictures of explanations, as HTML and SVG |
//! | `half` | no | the elements `f16` and `bf16` |
//! | `complex` | no | the elements `c32` and `c64` |
//! | `zarr` | no | arrays on disk, Zarr and `.npy`: `array_fn::store` |

/// NumPy inside Rust: a block of array functions, checked when the crate is built, compiled to fused
/// kernels.
///
/// A block stands where items may stand: in a module, or among the statements of a function. It cannot stand in an
/// `impl`, a `trait` or an expression.
///
/// - A `pub fn` of the block (`pub(crate) fn`, `pub(self) fn`) becomes a Rust function. A module of the same name holds
///   its companions: `f::into`, `f::plan`, `f::explain`.
/// - A `fn` without `pub` is inlined where the block calls it.
/// - The items of a block with `#![shared]` at its top can be used in other blocks:
///   `use super::gas::{State, pressure};`.
///
/// The dependency may have any name in `Cargo.toml`, and other crates may pass the macro on.
#[macro_export]
macro_rules! array_fn {
    ($($block:tt)*) => { $crate::__rt_macro::array_fn! { $crate $($block)* } };
}

/// Keeps its content, because there is the feature `zarr`.
#[cfg(feature = "zarr")]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_zarr {
    ($($content:tt)*) => { $($content)* };
}

/// Drops its content, because there is no feature `zarr`.
#[cfg(not(feature = "zarr"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_zarr {
    ($($content:tt)*) => {};
}

/// Drops its content, because there is the feature `zarr`.
#[cfg(feature = "zarr")]
#[doc(hidden)]
#[macro_export]
macro_rules! __without_zarr {
    ($($content:tt)*) => {};
}

/// Keeps its content, because there is no feature `zarr`.
#[cfg(not(feature = "zarr"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __without_zarr {
    ($($content:tt)*) => { $($content)* };
}

/// The procedural macro. [`array_fn!`] tells it the name under which this crate can be reached.
#[doc(hidden)]
pub mod __rt_macro {
    pub use array_fn_macros::{array_fn, handed};
}

pub use array_fn_runtime::{
    Array, Contractions, Device, Element, Error, IndexArray, IndexOperand, IndexValue, MAX_RANK,
    Mode, Operand, OperandMut, Plan, ScalarOperand,
};

#[cfg(feature = "half")]
pub use array_fn_runtime::{bf16, f16};
#[cfg(feature = "complex")]
pub use array_fn_runtime::{c32, c64};

#[doc(hidden)]
pub use array_fn_runtime::rt as __rt;
pub use array_fn_runtime::{cuda, explain, ranks};
/// Arrays on disk: Zarr and `.npy`.
#[cfg(feature = "zarr")]
pub use array_fn_store as store;

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
    #[doc = include_str!("../docs/guide/src/flow.md")]
    struct Flow;
    #[cfg(feature = "zarr")]
    #[doc = include_str!("../docs/guide/src/disk.md")]
    struct Disk;
    #[doc = include_str!("../docs/guide/src/foreign.md")]
    struct Foreign;
    #[doc = include_str!("../docs/guide/src/tuning.md")]
    struct Tuning;
    #[doc = include_str!("../docs/guide/src/cuda.md")]
    struct Cuda;
    #[doc = include_str!("../docs/guide/src/solver.md")]
    struct Solver;
    #[doc = include_str!("../docs/guide/src/cookbook.md")]
    struct Cookbook;
}
