//! The functions of the array language, one documented item each: the reference that editors show for
//! names inside an `array_fn!` block.
//!
//! These items are never called. A call such as `sum(x, axis=1)` inside a block is resolved by the
//! macro; what stands here tells what it means. Every function whose first argument is an array can
//! be written as a method, too: `x.sum(axis=1)`. Shapes broadcast as in NumPy: aligned at the last
//! axis, where a size of 1 stretches.
//!
//! "Number" below is any dtype but bool; "float" is f32 or f64. Where a function computes in floats,
//! integers and bools become f64 first. A literal takes the dtype of what it meets.

#![allow(non_snake_case, unused_variables)]

/// An array or a scalar of the block.
#[derive(Clone, Copy, Debug)]
pub enum Array {}

/// One axis or a tuple of axes; negative ones count from the last. Known when the block is compiled.
#[derive(Clone, Copy, Debug)]
pub enum Axis {}

/// A tuple of sizes over the dimensions of the function, such as `(E, 2 * N)`.
#[derive(Clone, Copy, Debug)]
pub enum Sizes {}

/// A dtype and a shape: `[f64; E, N]`.
#[derive(Clone, Copy, Debug)]
pub enum Type {}

/// A list of arrays: `[a, b]`.
#[derive(Clone, Copy, Debug)]
pub enum Arrays {}

/// A text in double quotes.
#[derive(Clone, Copy, Debug)]
pub enum Text {}

/// A function of indices: `|i: E, j: N| a[i] * b[j]`.
#[derive(Clone, Copy, Debug)]
pub enum Closure {}

/// What names of a block are to the editor.
#[doc(hidden)]
pub mod __shadow {
    use core::marker::PhantomData;

    macro_rules! ranks {
        ($($name:ident $index:ident)*) => {
            $(
                pub struct $name<T>(pub PhantomData<T>);
                pub struct $index;
            )*
        };
    }

    ranks! {
        Array0 IndexArray0 Array1 IndexArray1 Array2 IndexArray2 Array3 IndexArray3
        Array4 IndexArray4 Array5 IndexArray5 Array6 IndexArray6 Array7 IndexArray7
        Array8 IndexArray8
    }

    /// What only the checker knows.
    pub struct Value;
}

/// Declares functions that cannot be called: their first argument has no values.
macro_rules! functions {
    ($($(#[$doc:meta])* fn $name:ident($first:ident: $ty:ty $(, $arg:ident: $arg_ty:ty)*);)*) => {
        $(
            $(#[$doc])*
            pub fn $name($first: $ty $(, $arg: $arg_ty)*) -> Array {
                match $first {}
            }
        )*
    };
}

functions! {
    // --- one element at a time, one operand ---

    /// Absolute value.
    ///
    /// Shape and dtype as `x` (a number). NumPy: `abs`.
    fn abs(x: Array);

    /// Another name of [`abs`].
    ///
    /// Shape and dtype as `x` (a number). NumPy: `absolute`.
    fn absolute(x: Array);

    /// Square root; NaN below zero.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `sqrt`.
    fn sqrt(x: Array);

    /// Cube root.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `cbrt`.
    fn cbrt(x: Array);

    /// `e ** x`.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `exp`.
    fn exp(x: Array);

    /// `2 ** x`.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `exp2`.
    fn exp2(x: Array);

    /// `exp(x) - 1`, accurate near zero.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `expm1`.
    fn expm1(x: Array);

    /// Natural logarithm; -inf at zero, NaN below.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `log`.
    fn log(x: Array);

    /// Logarithm to base 2.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `log2`.
    fn log2(x: Array);

    /// Logarithm to base 10.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `log10`.
    fn log10(x: Array);

    /// `log(1 + x)`, accurate near zero.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `log1p`.
    fn log1p(x: Array);

    /// Sine of an angle in radians.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `sin`.
    fn sin(x: Array);

    /// Cosine of an angle in radians.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `cos`.
    fn cos(x: Array);

    /// Tangent of an angle in radians.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `tan`.
    fn tan(x: Array);

    /// Inverse sine, from -pi/2 to pi/2; NaN outside of -1 to 1.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `arcsin`.
    fn asin(x: Array);

    /// Inverse cosine, from 0 to pi; NaN outside of -1 to 1.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `arccos`.
    fn acos(x: Array);

    /// Inverse tangent, from -pi/2 to pi/2.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `arctan`.
    fn atan(x: Array);

    /// Hyperbolic sine.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `sinh`.
    fn sinh(x: Array);

    /// Hyperbolic cosine.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `cosh`.
    fn cosh(x: Array);

    /// Hyperbolic tangent.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `tanh`.
    fn tanh(x: Array);

    /// Inverse hyperbolic sine.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `arcsinh`.
    fn asinh(x: Array);

    /// Inverse hyperbolic cosine; NaN below 1.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `arccosh`.
    fn acosh(x: Array);

    /// Inverse hyperbolic tangent; NaN outside of -1 to 1.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `arctanh`.
    fn atanh(x: Array);

    /// Another name of [`asin`].
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `arcsin`.
    fn arcsin(x: Array);

    /// Another name of [`acos`].
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `arccos`.
    fn arccos(x: Array);

    /// Another name of [`atan`].
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `arctan`.
    fn arctan(x: Array);

    /// Another name of [`asinh`].
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `arcsinh`.
    fn arcsinh(x: Array);

    /// Another name of [`acosh`].
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `arccosh`.
    fn arccosh(x: Array);

    /// Another name of [`atanh`].
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `arctanh`.
    fn arctanh(x: Array);

    /// `x * x`.
    ///
    /// Shape and dtype as `x` (a number). NumPy: `square`.
    fn square(x: Array);

    /// `1 / x`.
    ///
    /// Shape as `x`; dtype as `x` if float, else f64. NumPy: `reciprocal`.
    fn reciprocal(x: Array);

    /// -1, 0 or 1 by the sign of `x`; NaN stays NaN.
    ///
    /// Shape and dtype as `x` (a number). NumPy: `sign`.
    fn sign(x: Array);

    /// Rounded towards minus infinity.
    ///
    /// Shape and dtype as `x`. NumPy: `floor`.
    fn floor(x: Array);

    /// Rounded towards plus infinity.
    ///
    /// Shape and dtype as `x`. NumPy: `ceil`.
    fn ceil(x: Array);

    /// Rounded towards zero.
    ///
    /// Shape and dtype as `x`. NumPy: `trunc`.
    fn trunc(x: Array);

    /// Rounded to the nearest integer, halves to the even one.
    ///
    /// Shape and dtype as `x`. NumPy: `round`.
    fn round(x: Array);

    /// Whether `x` is NaN.
    ///
    /// Shape as `x`; bool. NumPy: `isnan`.
    fn isnan(x: Array);

    /// Whether `x` is infinite.
    ///
    /// Shape as `x`; bool. NumPy: `isinf`.
    fn isinf(x: Array);

    /// Whether `x` is neither infinite nor NaN.
    ///
    /// Shape as `x`; bool. NumPy: `isfinite`.
    fn isfinite(x: Array);

    /// Whether `x` is zero or false.
    ///
    /// Shape as `x`; bool. NumPy: `logical_not`.
    fn logical_not(x: Array);

    // --- one element at a time, several operands ---

    /// The smaller of two; NaN if either is NaN.
    ///
    /// Operands broadcast; one dtype. NumPy: `minimum`.
    fn minimum(x: Array, y: Array);

    /// The larger of two; NaN if either is NaN.
    ///
    /// Operands broadcast; one dtype. NumPy: `maximum`.
    fn maximum(x: Array, y: Array);

    /// `x ** y`.
    ///
    /// Operands broadcast; one dtype. NumPy: `pow`.
    fn pow(x: Array, y: Array);

    /// Another name of [`pow`].
    ///
    /// Operands broadcast; one dtype. NumPy: `power`.
    fn power(x: Array, y: Array);

    /// The quotient rounded towards minus infinity, Python's `x // y` (in Rust `//` starts a comment). An integer divided by zero is 0.
    ///
    /// Operands broadcast; one dtype. NumPy: `floor_divide`.
    fn floor_div(x: Array, y: Array);

    /// Another name of [`floor_div`].
    ///
    /// Operands broadcast; one dtype. NumPy: `floor_divide`.
    fn floor_divide(x: Array, y: Array);

    /// `x % y`, with the sign of `y`. An integer modulo zero is 0.
    ///
    /// Operands broadcast; one dtype. NumPy: `remainder`.
    fn remainder(x: Array, y: Array);

    /// Remainder with the sign of `x`, C's `fmod`; floats.
    ///
    /// Operands broadcast; one dtype. NumPy: `fmod`.
    fn fmod(x: Array, y: Array);

    /// Angle of the point `(x, y)`, from -pi to pi; floats.
    ///
    /// Operands broadcast; one dtype. NumPy: `arctan2`.
    fn atan2(y: Array, x: Array);

    /// Another name of [`atan2`].
    ///
    /// Operands broadcast; one dtype. NumPy: `arctan2`.
    fn arctan2(y: Array, x: Array);

    /// `sqrt(x * x + y * y)` without overflow; floats.
    ///
    /// Operands broadcast; one dtype. NumPy: `hypot`.
    fn hypot(x: Array, y: Array);

    /// The magnitude of `x` with the sign of `y`; floats.
    ///
    /// Operands broadcast; one dtype. NumPy: `copysign`.
    fn copysign(x: Array, y: Array);

    /// Whether both are true (nonzero).
    ///
    /// Operands broadcast; bool. NumPy: `logical_and`.
    fn logical_and(x: Array, y: Array);

    /// Whether either is true (nonzero).
    ///
    /// Operands broadcast; bool. NumPy: `logical_or`.
    fn logical_or(x: Array, y: Array);

    /// Whether exactly one is true (nonzero).
    ///
    /// Operands broadcast; bool. NumPy: `logical_xor`.
    fn logical_xor(x: Array, y: Array);

    /// `minimum(maximum(x, min), max)`.
    ///
    /// Operands broadcast; one dtype. NumPy: `clip`.
    fn clip(x: Array, min: Array, max: Array);

    /// `x` where the condition holds, `y` elsewhere.
    ///
    /// The condition is bool; all three broadcast; `x` and `y` have one dtype. NumPy: `where`.
    fn r#where(condition: Array, x: Array, y: Array);

    // --- reductions ---

    /// Sum over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// `sum(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// The dtype of `x`; bool and i32 become i64, u32 becomes u64. NumPy: `sum`.
    fn sum(x: Array, axis: Axis, keepdims: bool);

    /// Product over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// `prod(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// The dtype of `x`; bool and i32 become i64, u32 becomes u64. NumPy: `prod`.
    fn prod(x: Array, axis: Axis, keepdims: bool);

    /// Smallest element (NaN if any is NaN; an error if there is none) over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// `min(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// The dtype of `x`. NumPy: `min`.
    fn min(x: Array, axis: Axis, keepdims: bool);

    /// Largest element (NaN if any is NaN; an error if there is none) over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// `max(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// The dtype of `x`. NumPy: `max`.
    fn max(x: Array, axis: Axis, keepdims: bool);

    /// Arithmetic mean over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// The dtype of `x` if float, else f64. NumPy: `mean`.
    fn mean(x: Array, axis: Axis, keepdims: bool);

    /// Whether all elements are true (nonzero) over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// `all(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// bool. NumPy: `all`.
    fn all(x: Array, axis: Axis, keepdims: bool);

    /// Whether any element is true (nonzero) over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// `any(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// bool. NumPy: `any`.
    fn any(x: Array, axis: Axis, keepdims: bool);

    // --- cumulative ---

    /// Sums of the elements up to and including each one, from left to right along `axis`; without one, of all elements in row-major order.
    ///
    /// Shape as `x` (one axis of all elements without `axis`). The dtype is `dtype`, or that of `sum`: bool and i32 become
    /// i64, u32 becomes u64. NaN from the first NaN on. NumPy: `cumsum`.
    fn cumsum(x: Array, axis: Axis, dtype: Type);

    /// Products of the elements up to and including each one, from left to right along `axis`; without one, of all elements in row-major order.
    ///
    /// Shape as `x` (one axis of all elements without `axis`). The dtype is `dtype`, or that of `prod`. NumPy: `cumprod`.
    fn cumprod(x: Array, axis: Axis, dtype: Type);

    /// [`cumsum`] along `axis`, which only an array of one axis may leave out; with `include_initial=true` a 0 comes first.
    ///
    /// Shape as `x`; the axis is longer by 1 with `include_initial`. NumPy: `cumulative_sum`.
    fn cumulative_sum(x: Array, axis: Axis, dtype: Type, include_initial: bool);

    /// [`cumprod`] along `axis`, which only an array of one axis may leave out; with `include_initial=true` a 1 comes first.
    ///
    /// Shape as `x`; the axis is longer by 1 with `include_initial`. NumPy: `cumulative_prod`.
    fn cumulative_prod(x: Array, axis: Axis, dtype: Type, include_initial: bool);

    /// The smallest of the elements up to and including each one, along the first axis unless `axis` says otherwise; NaN from the first NaN on.
    ///
    /// Shape and dtype as `x`. NumPy: `minimum.accumulate`.
    fn cummin(x: Array, axis: Axis);

    /// The largest of the elements up to and including each one, along the first axis unless `axis` says otherwise; NaN from the first NaN on.
    ///
    /// Shape and dtype as `x`. NumPy: `maximum.accumulate`.
    fn cummax(x: Array, axis: Axis);

    // --- sorting and searching ---

    /// The elements along `axis` (the last one by default) in ascending order, NaN last; `descending=true` is the opposite, NaN first.
    ///
    /// Shape and dtype as `x`. Always stable: equal elements (0 and -0, too) keep their order, also when descending. NumPy: `sort`.
    fn sort(x: Array, axis: Axis, descending: bool, stable: bool);

    /// The positions of the elements along `axis` (the last one by default) in ascending order: `x[argsort(x)]` is sorted.
    ///
    /// Shape as `x`, i64, in range by construction. Always stable. NumPy: `argsort`.
    fn argsort(x: Array, axis: Axis, descending: bool, stable: bool);

    /// The `k` largest elements along `axis` (the last one by default) in descending order, and their positions; with `largest=false` the smallest in ascending order.
    ///
    /// Two arrays, of the dtype of `x` and i64; `axis` has size `k`, which is made of dimensions. NaN counts as largest. PyTorch: `topk`.
    fn topk(x: Array, k: Sizes, axis: Axis, largest: bool);

    /// Where the values `v` belong in the ascending `a`: before equal elements, or after them with `side="right"`.
    ///
    /// `a` has one axis, or the axes of `v` but the last: a row for each row of `v`. One dtype for both, NaN last. Shape as `v`, i64,
    /// in `0..=N` for rows of `N`. NumPy: `searchsorted`.
    fn searchsorted(a: Array, v: Array, side: Text);

    /// The bin of each element between ascending edges: the number of edges at or before it, or with `right=true` before it.
    ///
    /// `bins` has one axis and the dtype of `x`. Shape as `x`, i64, in `0..=N` for `N` edges. NumPy: `digitize`.
    fn digitize(x: Array, bins: Array, right: bool);

    /// How many elements are in each bin between ascending edges; a bin has its left edge, the last one both.
    ///
    /// `bins` has one axis and the dtype of `x`; edges that decrease are an error of the call. i64, one less than there are
    /// edges. NumPy: `histogram` with explicit edges, its first result.
    fn histogram(x: Array, bins: Array);

    // --- segments ---

    /// Sums of the rows of `data` that share an index: `out[s] = sum of data[k] where segment_ids[k] == s`; 0 where there are none.
    ///
    /// `segment_ids` has one axis, the first one of `data`. Its domain `index<S>` is the first axis of the result, or `num_segments` is;
    /// integers of no domain are checked at the call. Dtype as `data`. Reproducible: rows meet in the order in which they stand.
    /// JAX: `jax.ops.segment_sum`.
    fn segment_sum(data: Array, segment_ids: Array, num_segments: Sizes);

    /// Products of the rows of `data` that share an index; 1 where there are none. See [`segment_sum`]. JAX: `jax.ops.segment_prod`.
    fn segment_prod(data: Array, segment_ids: Array, num_segments: Sizes);

    /// Minima of the rows of `data` that share an index; infinity, or the largest integer, where there are none. See [`segment_sum`]. JAX: `jax.ops.segment_min`.
    fn segment_min(data: Array, segment_ids: Array, num_segments: Sizes);

    /// Maxima of the rows of `data` that share an index; minus infinity, or the smallest integer, where there are none. See [`segment_sum`]. JAX: `jax.ops.segment_max`.
    fn segment_max(data: Array, segment_ids: Array, num_segments: Sizes);

    /// `x` with `values` added to the rows that `indices` name, as often as they are named.
    ///
    /// `values` broadcast to the shape of `indices` followed by the axes of `x` but the first, and have its dtype. Indices that may be
    /// out of range are checked at the call; negative ones count from the end. Shape and dtype as `x`. NumPy: `add.at` on a copy.
    fn scatter_add(x: Array, indices: Array, values: Array);

    /// `x` with the rows that `indices` name multiplied by `values`. See [`scatter_add`]. NumPy: `multiply.at` on a copy.
    fn scatter_mul(x: Array, indices: Array, values: Array);

    /// `x` with the minimum of its own and of `values` in the rows that `indices` name. See [`scatter_add`]. NumPy: `minimum.at` on a copy.
    fn scatter_min(x: Array, indices: Array, values: Array);

    /// `x` with the maximum of its own and of `values` in the rows that `indices` name. See [`scatter_add`]. NumPy: `maximum.at` on a copy.
    fn scatter_max(x: Array, indices: Array, values: Array);

    /// How often each index of the domain of `x` occurs, or the sums of the `weights` that belong to it.
    ///
    /// The domain is that of `index<S>`, or `0..minlength`, in which integers of no domain are checked to be (where NumPy makes the result
    /// longer). i64; f64 with weights. NumPy: `bincount`.
    fn bincount(x: Array, weights: Array, minlength: Sizes);

    // --- products ---

    /// Sum of products by named axes: `einsum("ij,ej->ei", d, u)`.
    ///
    /// Letters that the result lacks are summed over; equal letters mean equal sizes (or 1, which stretches);
    /// a letter twice in one operand is its diagonal. Any number of operands of one dtype. NumPy: `einsum`.
    fn einsum(subscripts: Text, operands: Arrays);

    /// Matrix product `a @ b` over the last axis of `a` and the last but one of `b`.
    ///
    /// Axes before the last two broadcast. NumPy: `matmul`.
    fn matmul(a: Array, b: Array);

    /// The product `A @ x` of a sparse matrix and a vector. `A` is in compressed rows, as SciPy's `csr_array((data, indices, indptr))`:
    /// row `i` has the entries `data[k]` in the columns `indices[k]` for `k` in `indptr[i]..indptr[i + 1]`.
    ///
    /// `[f64; NNZ]`, `[index<N>; NNZ]` (or integers, checked at the call), integers `[i64; M + 1]` and `[f64; N]` give `[f64; M]`, in
    /// any dtype of numbers. An `indptr` that decreases or leaves `0..=NNZ` is an error of the call. SciPy: `A @ x`.
    fn csr_matvec(data: Array, indices: Array, indptr: Array, x: Array);

    /// The product `A @ x` of a sparse matrix in compressed rows and a matrix `[f64; N, K]`. See [`csr_matvec`]. SciPy: `A @ x`.
    fn csr_matmul(data: Array, indices: Array, indptr: Array, x: Array);

    // --- new arrays ---

    /// An array of zeros: `zeros([f64; E, N])`. NumPy: `zeros`.
    fn zeros(array: Type);

    /// An array of ones: `ones([f64; E, N])`. NumPy: `ones`.
    fn ones(array: Type);

    /// An array with one value everywhere: `full([f64; E, N], value)`. NumPy: `full`.
    fn full(array: Type, value: Array);

    /// Zeros of the shape and dtype of `x`. NumPy: `zeros_like`.
    fn zeros_like(x: Array);

    /// Ones of the shape and dtype of `x`. NumPy: `ones_like`.
    fn ones_like(x: Array);

    /// One value everywhere, with shape and dtype of `x`. NumPy: `full_like`.
    fn full_like(x: Array, value: Array);

    /// The array whose elements a function of the indices gives: `from_fn(|i: E, j: N| a[i] * b[j])`.
    ///
    /// One axis per index, as long as its dimension. NumPy: `fromfunction`.
    fn from_fn(closure: Closure);

    // --- shapes ---

    /// The same elements in row-major order under another shape of the same size. One size may be `-1`. NumPy: `reshape`.
    fn reshape(x: Array, shape: Sizes);

    /// Axes in another order; reversed if none is given. NumPy: `transpose`.
    fn transpose(x: Array, axes: Axis);

    /// Another name of [`transpose`]. NumPy: `permute_dims`.
    fn permute_dims(x: Array, axes: Axis);

    /// `x.T`: the axes in reversed order. NumPy: `T`.
    fn T(x: Array);

    /// Two axes exchanged. NumPy: `swapaxes`.
    fn swapaxes(x: Array, axis1: Axis, axis2: Axis);

    /// An axis moved to another place. NumPy: `moveaxis`.
    fn moveaxis(x: Array, source: Axis, destination: Axis);

    /// Arrays of one shape along a new axis: `stack([a, b], axis=-1)`. NumPy: `stack`.
    fn stack(arrays: Arrays, axis: Axis);

    /// Arrays joined along an existing axis: `concatenate([a, b], axis=0)`. NumPy: `concatenate`.
    fn concatenate(arrays: Arrays, axis: Axis);

    /// Another name of [`concatenate`]. NumPy: `concat`.
    fn concat(arrays: Arrays, axis: Axis);

    /// A new axis of size 1, as `x[newaxis]`. NumPy: `expand_dims`.
    fn expand_dims(x: Array, axis: Axis);

    /// Without axes of size 1: those named, or all. NumPy: `squeeze`.
    fn squeeze(x: Array, axis: Axis);

    /// Stretched to a shape: `broadcast_to(x, (E, N))`. NumPy: `broadcast_to`.
    fn broadcast_to(x: Array, shape: Sizes);

    /// All elements in row-major order, one axis. NumPy: `ravel`.
    fn ravel(x: Array);

    /// `x.shape`: the sizes of the axes, as a tuple. NumPy: `shape`.
    fn shape(x: Array);

    /// `x.ndim`: the number of axes. NumPy: `ndim`.
    fn ndim(x: Array);

    /// `x.size`: the number of elements. NumPy: `size`.
    fn size(x: Array);
}
