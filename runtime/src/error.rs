//! The errors of calls at run time.
#![allow(missing_docs, reason = "the message of each error tells what its fields are")]

/// Every error of this crate. An error leaves all arguments of a call as they were.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An argument's shape contradicts its declared type or another argument.
    #[error(
        "{function}: argument `{argument}: {declared}` has shape {actual:?}: {conflict}; pass arrays \
         whose shapes agree"
    )]
    ShapeMismatch {
        function: &'static str,
        argument: String,
        /// The declared type.
        declared: String,
        actual: Vec<usize>,
        /// The dimension that conflicts, and with what.
        conflict: String,
    },

    /// A dimension does not follow from an argument's shape in whole numbers.
    #[error(
        "{function}: argument `{argument}: {declared}` has shape {actual:?}: axis {axis} must be \
         {must_be}; pass an array of such a size"
    )]
    NotDivisible {
        function: &'static str,
        argument: String,
        declared: String,
        actual: Vec<usize>,
        axis: usize,
        /// The size that the axis must have, such as "2 * N + 1 for a whole number N".
        must_be: String,
    },

    /// An argument's elements are of another type than declared (possible only where types are known only at run time).
    #[error(
        "{function}: argument `{argument}: {declared}` must be {expected}, got {actual}: convert \
         it"
    )]
    DTypeMismatch {
        function: &'static str,
        argument: String,
        declared: String,
        expected: String,
        actual: String,
    },

    /// The number of arguments is not that of the parameters (possible only where types are known only at run time).
    #[error("{function} takes {expected} {what}, got {actual}: pass {expected}")]
    ArgumentCount { function: &'static str, what: &'static str, expected: usize, actual: usize },

    /// An operand that is written to is not C-contiguous.
    #[error(
        "{function}: argument `{argument}` is written to, so it must be C-contiguous, but its strides \
         are not: pass an array in standard layout (a whole `Array`, or a copy by `to_owned()` that \
         you assign back)"
    )]
    NotContiguous { function: &'static str, argument: String },

    /// An index array was made for a dimension of another size.
    #[error(
        "{function}: argument `{argument}: {declared}` holds indices below {actual}, but {bound} is \
         {expected} here: make the `IndexArray` with bound {expected}"
    )]
    IndexBound {
        function: &'static str,
        argument: String,
        declared: String,
        /// The declared bound.
        bound: String,
        expected: usize,
        actual: usize,
    },

    /// A condition on the dimensions does not hold.
    #[error("{function}: {message} (here {dims}): pass arrays of other sizes")]
    Constraint { function: &'static str, message: &'static str, dims: String },

    /// A value of an argument was refused, such as an index out of range.
    #[error("{function}: {message}")]
    CheckFailed {
        function: &'static str,
        message: String,
        /// Flat (C-order) position of the first offending element. Where there are more elements than the `size` of a
        /// result: their number.
        position: i64,
    },

    /// An operand that is written to shares memory with another one.
    #[error(
        "{function}: argument `{argument}` is written to, but shares memory with argument `{other}`: \
         pass a copy of one of them"
    )]
    Aliasing { function: &'static str, argument: String, other: String },

    /// The function is compiled for some values of its pinned dimensions, and these are not among them.
    #[error(
        "{function}: no variant for {dims}; compiled are {variants}: pass arrays of such sizes, or add \
         these to the function's `where` (`| _` adds a variant for all others)"
    )]
    NoVariant { function: &'static str, dims: String, variants: String },

    /// The unfused schedule was asked for, but not compiled.
    #[error("{function}: no unfused schedule was compiled: add `#[unfused]` to the function")]
    NoUnfused { function: &'static str },

    /// The function calls a foreign function that has no code for GPUs, and the call's device is one.
    #[error(
        "{function}: {reason}: call it on a CPU, `Device::cpu().run(|| ...)`, with arrays that are there"
    )]
    OnlyOnCpus { function: &'static str, reason: &'static str },

    /// A size is too large for the machine's integers.
    #[error("the size of {what} overflows: use smaller dimensions")]
    SizeOverflow { what: String },

    /// A size is negative.
    #[error("the size of {what} would be {value}: use larger dimensions")]
    NegativeSize { what: String, value: i64 },

    /// The allocator has no memory left.
    #[error("out of memory: could not allocate {bytes} bytes; use smaller arrays or free others")]
    OutOfMemory { bytes: usize },

    /// The data have another length than the shape says.
    #[error("shape {shape:?} has {expected} elements, got {actual}: pass {expected}")]
    Length { shape: Vec<usize>, expected: usize, actual: usize },

    /// There are more values than the shape has elements. How many is unknown; there may be no end of them.
    #[error("shape {shape:?} has {expected} elements, got more: pass {expected}")]
    MoreValues { shape: Vec<usize>, expected: usize },

    /// A value is not an index into the dimension.
    #[error(
        "index {value} at position {position} is out of range for a dimension of size {bound}: indices \
         must be 0 <= index < {bound}"
    )]
    IndexOutOfRange {
        value: String,
        /// Flat (C-order) position of the first bad value.
        position: usize,
        bound: usize,
    },

    /// A dimension is too large for index arrays.
    #[error(
        "index arrays are stored as i32, so their bound must not exceed {max}, got {bound}: use a \
         plain integer array", max = i32::MAX
    )]
    BoundTooLarge { bound: usize },

    /// An array of run-time rank has another rank than needed.
    #[error("expected an array of rank {expected}, got rank {actual}: reshape it")]
    Rank { expected: usize, actual: usize },

    /// The CPU's threads could not be started.
    #[error("could not start {threads} threads: {message}; ask for fewer")]
    Threads { threads: usize, message: String },

    /// An argument is on another device than the one that the call runs on.
    #[error(
        "{function}: argument `{argument}` is on {actual}, but the call runs on {expected}: make that \
         the call's device (`Device::run`), or copy the array there (`to_device`, `to_host`)"
    )]
    DeviceMismatch { function: &'static str, argument: String, actual: String, expected: String },

    /// Ranks could not exchange their elements, or what is said of a rank contradicts itself.
    #[error("{message}")]
    Ranks { message: String },

    /// The device has ranks, and the function reads elements of other ranks, but is not compiled for that.
    #[error(
        "{function}: argument `{argument}` names elements of other ranks, but the function is not compiled for ranks: \
         add `#[ranks({rows})]` to it"
    )]
    NotForRanks { function: &'static str, argument: String, rows: String },

    /// An array has another number of rows than the rank of the device.
    #[error(
        "{function}: `{rows}` is {actual} here, but arrays of this rank have {expected} rows, with the halo: pass arrays \
         of so many rows, or call it on a device without ranks"
    )]
    RankRows { function: &'static str, rows: String, expected: usize, actual: usize },

    /// The CUDA driver reported an error, or a rule about its use was broken.
    #[error(transparent)]
    Cuda(crate::cuda::CudaError),
}
