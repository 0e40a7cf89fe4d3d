//! A scheduled function: its kernels, their launches, and the buffers that these use.

use super::cost::Cost;
use super::kernel::Kernel;
use crate::dag::{Constraint, DType, Input, Size};

/// The array that a buffer parameter of a launch is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// The buffer of parameter `k`.
    Param(u32),
    /// The buffer of result `k`.
    Result(u32),
    /// Temporary `k` of [`Schedule::temps`].
    Temp(u32),
}

/// The value that a scalar parameter of a launch is bound to: 64 bits as in [`crate::dag::Const`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarArg {
    Const(u64),
    /// The value of scalar parameter `k` of the function.
    Param(u32),
}

/// One kernel, applied to arrays, scalars and sizes.
#[derive(Clone, Debug)]
pub struct Launch {
    /// A readable name: those of the nodes that it computes.
    pub name: String,
    /// Index into [`Program::kernels`].
    pub kernel: usize,
    pub buffers: Vec<Place>,
    pub scalars: Vec<ScalarArg>,
    pub sizes: Vec<Size>,
    /// Extents of the parallel dimensions.
    pub extents: Vec<Size>,
    /// The launches (by index, all smaller) that must be done before it.
    pub after: Vec<usize>,
    /// The strips that it may run in.
    pub strip: Option<Strip>,
    /// The cost, by the model of [`super::cost`].
    pub cost: Cost,
    /// The array operations that it computes, in ascending order: see [`crate::dag::Origin::operations`].
    pub computes: Vec<u32>,
    /// What the kernel computes, if a library may compute it instead.
    pub contraction: Option<Contraction>,
    /// How many points make a task of a CPU thread, if the user says so.
    pub block: Option<Size>,
}

/// The strips of a launch. Launches with the same number may run together: all of them, in their order, for some rows,
/// then for the next rows.
///
/// The points of such a launch consist of equal parts, one for each `step` rows. At its row a launch reads results of
/// the others only at the same row, and none of launches with another step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    pub number: u32,
    pub rows: Size,
    pub step: Size,
}

/// `out = sum(left * right)`. Positions in the arrays are affine in the indices of the axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contraction {
    /// The dtype of all three arrays.
    pub dtype: DType,
    pub numbers: Numbers,
    pub left: Factor,
    pub right: Factor,
    /// The buffer of the launch that is written: every element once, from position 0 on.
    pub out: usize,
    pub axes: Vec<ContractionAxis>,
}

/// The kind of the elements of a [`Contraction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    Real,
    /// Pairs of a real and an imaginary part, side by side in all three arrays; strides and offsets count parts.
    Complex,
}

/// An operand of a [`Contraction`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The buffer of the launch that it is.
    pub buffer: usize,
    /// The position at index 0 of all axes.
    pub offset: Size,
}

/// An axis of a [`Contraction`]: how far it goes, and its strides in elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractionAxis {
    pub role: Role,
    pub extent: Size,
    pub left: Size,
    pub right: Size,
    pub out: Size,
}

/// Which arrays an axis runs through: `out[batch, m, n] = sum(left[batch, m, k] * right[batch, k, n])`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Batch,
    M,
    N,
    K,
}

/// A temporary; those with the same slot share memory.
#[derive(Clone, Debug)]
pub struct Temp {
    pub name: String,
    pub dtype: DType,
    /// Number of elements.
    pub len: Size,
    pub slot: usize,
}

/// Result of a check launch: temporary of one `i64`, as in [`crate::dag::Check`].
#[derive(Clone, Debug)]
pub struct CheckRun {
    pub temp: usize,
    pub message: String,
}

/// The launches of one variant, in an order that respects `after`.
#[derive(Clone, Debug)]
pub struct Schedule {
    pub launches: Vec<Launch>,
    pub temps: Vec<Temp>,
    /// Number of slots that temporaries share.
    pub slots: usize,
    /// The first `check_launches` launches only compute checks; they write no parameter or result.
    pub check_launches: usize,
    pub checks: Vec<CheckRun>,
}

/// A variant: pinned dimensions and its schedule.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Pairs of a dimension and its value; empty for the generic variant.
    pub pins: Vec<(String, i64)>,
    /// The numbers of parts of rows, none of which may be above 1. It is empty except in a variant for few rows.
    pub few: Vec<Size>,
    pub fused: Schedule,
}

/// How a dimension is found from the arguments: it is `(size of axis - offset) / scale`, or the domain of an index
/// array.
#[derive(Clone, Debug)]
pub struct DimSource {
    pub dim: String,
    pub param: usize,
    /// Without an axis, the dimension is the domain of the parameter's indices.
    pub axis: Option<usize>,
    pub scale: i64,
    /// The offset, in terms of dimensions that are found before.
    pub offset: Size,
}

#[derive(Clone, Debug)]
pub struct ResultInfo {
    /// The name in messages of the array that it is written into: `out`, `out 1`, `out.rho`.
    pub name: String,
    pub dtype: DType,
    pub shape: Vec<Size>,
}

/// One function for one choice of dtypes.
#[derive(Clone, Debug)]
pub struct Program {
    pub name: String,
    pub dims: Vec<String>,
    /// Dimensions that no parameter determines: leading `usize` arguments.
    pub explicit_dims: Vec<String>,
    pub dim_sources: Vec<DimSource>,
    pub params: Vec<Input>,
    pub results: Vec<ResultInfo>,
    pub constraints: Vec<Constraint>,
    /// The variants, in the order in which they are tried.
    pub variants: Vec<Variant>,
    /// One kernel per comprehension, for any dimensions: the baseline of measurements.
    pub unfused: Option<Schedule>,
    /// Distinct kernels of all variants.
    pub kernels: Vec<Kernel>,
}
