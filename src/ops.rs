//! The functions of the array language, one documented item each: the reference that editors show for
//! names inside an `array_fn!` block.
//!
//! These items are never called. A call such as `sum(x, axis=1)` inside a block is resolved by the
//! macro; what stands here tells what it means. Every function whose first argument is an array can
//! be written as a method, too: `x.sum(axis=1)`. Shapes broadcast as in NumPy: aligned at the last
//! axis, where a size of 1 stretches.
//!
//! "Number" below is any dtype but bool and the complex ones; "float" is f16, bf16, f32 or f64. Where a
//! function computes in floats, i8, u8 and bool become f16 first, i16 and u16 f32, all other integers f64.
//! Arithmetic on f16 and bf16 happens in f32 and is rounded at once; sums, products and means are rounded
//! at their end. A literal takes the dtype of what it meets.
//!
//! Complex numbers, c32 and c64 (of two f32, of two f64), have `+ - * / **`, `==` and `!=`, all that moves
//! elements (subscripts, `reshape`, `where`, ...), `real`, `imag`, `conj`, `angle`, `abs`, `sign`, `sqrt`,
//! `exp`, `log`, `log2`, `log10`, `sin`, `cos`, `tan`, `sinh`, `cosh`, `tanh`, `square`, `reciprocal`, `sum`,
//! `prod`, `mean`, `cumsum`, `cumprod`, `cross`, `gradient`, `trapezoid`, `linspace`, `isnan`, `isinf`,
//! `isfinite`, `isclose`, the logical functions, `einsum` and `@`. `2j` is an imaginary literal, and `x as c64`
//! makes real numbers complex.
//!
//! Bools count in i8 where numbers are made of them: `b ** c`, `b % c`, `b << c`, `floor_div(b, c)`. A comparison
//! of integers with a literal beyond their dtype, or with a size, is one of the numbers themselves. A size that
//! meets integers in another operation has to fit their dtype, at every call.

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

/// The name of a dtype: `f64`.
#[derive(Clone, Copy, Debug)]
pub enum Dtype {}

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
    /// Shape and dtype as `x`; of bools i8. NumPy: `square`.
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
    fn round(x: Array, decimals: i64);

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
    /// Operands broadcast; one dtype, i8 of bools. NumPy: `pow`.
    fn pow(x: Array, y: Array);

    /// Another name of [`pow`].
    ///
    /// Operands broadcast; one dtype. NumPy: `power`.
    fn power(x: Array, y: Array);

    /// The quotient rounded towards minus infinity, Python's `x // y` (in Rust `//` starts a comment). An integer divided by zero is 0, sizes too.
    ///
    /// Operands broadcast; one dtype, i8 of bools. Of sizes it is a size where the quotient is one for all dimensions,
    /// such as `floor_div(N, 2)`, and `floor_div(M * N, N)`, which as a size needs `N >= 1`. NumPy: `floor_divide`.
    fn floor_div(x: Array, y: Array);

    /// Another name of [`floor_div`].
    ///
    /// Operands broadcast; one dtype. NumPy: `floor_divide`.
    fn floor_divide(x: Array, y: Array);

    /// `x % y`, with the sign of `y`. An integer modulo zero is 0.
    ///
    /// Operands broadcast; one dtype, i8 of bools. NumPy: `remainder`.
    fn remainder(x: Array, y: Array);

    /// Remainder with the sign of `x`, C's `fmod`. An integer modulo zero is 0.
    ///
    /// Operands broadcast; one dtype, i8 of bools. NumPy: `fmod`.
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

    /// Another name of [`trunc`]. NumPy: `fix`.
    fn fix(x: Array);

    /// Another name of [`round`]. NumPy: `around`.
    fn around(x: Array, decimals: i64);

    /// `x + y`.
    ///
    /// Operands broadcast; one dtype. NumPy: `add`.
    fn add(x: Array, y: Array);

    /// `x - y`.
    ///
    /// Operands broadcast; one dtype. NumPy: `subtract`.
    fn subtract(x: Array, y: Array);

    /// `x * y`.
    ///
    /// Operands broadcast; one dtype. NumPy: `multiply`.
    fn multiply(x: Array, y: Array);

    /// `x / y`; integers give f64.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `divide`.
    fn divide(x: Array, y: Array);

    /// Another name of [`divide`]. NumPy: `true_divide`.
    fn true_divide(x: Array, y: Array);

    /// `x & y`, of integers and bools.
    ///
    /// Operands broadcast; one dtype: bool or integer. NumPy: `bitwise_and`.
    fn bitwise_and(x: Array, y: Array);

    /// `x | y`, of integers and bools.
    ///
    /// Operands broadcast; one dtype: bool or integer. NumPy: `bitwise_or`.
    fn bitwise_or(x: Array, y: Array);

    /// `x ^ y`, of integers and bools.
    ///
    /// Operands broadcast; one dtype: bool or integer. NumPy: `bitwise_xor`.
    fn bitwise_xor(x: Array, y: Array);

    /// `x << y`, of integers.
    ///
    /// Operands broadcast; one integer dtype. NumPy: `bitwise_left_shift`.
    fn bitwise_left_shift(x: Array, y: Array);

    /// Another name of [`bitwise_left_shift`]. NumPy: `left_shift`.
    fn left_shift(x: Array, y: Array);

    /// `x >> y`, of integers.
    ///
    /// Operands broadcast; one integer dtype. NumPy: `bitwise_right_shift`.
    fn bitwise_right_shift(x: Array, y: Array);

    /// Another name of [`bitwise_right_shift`]. NumPy: `right_shift`.
    fn right_shift(x: Array, y: Array);

    /// `-x`.
    ///
    /// Shape and dtype as `x` (a number). NumPy: `negative`.
    fn negative(x: Array);

    /// `+x`: x itself.
    ///
    /// Shape and dtype as `x` (a number). NumPy: `positive`.
    fn positive(x: Array);

    /// `!x`, of integers and bools.
    ///
    /// Shape and dtype as `x`: bool or integer. NumPy: `bitwise_invert`.
    fn bitwise_invert(x: Array);

    /// Another name of [`bitwise_invert`]. NumPy: `bitwise_not`.
    fn bitwise_not(x: Array);

    /// Another name of [`bitwise_invert`]. NumPy: `invert`.
    fn invert(x: Array);

    /// The pair `(floor_div(x, y), x % y)`.
    ///
    /// Two arrays; operands broadcast; one dtype. NumPy: `divmod`.
    fn divmod(x: Array, y: Array);

    /// `x ** y` in f64, so that integers have negative powers.
    ///
    /// Operands broadcast; one dtype; the result is f64. NumPy: `float_power`.
    fn float_power(x: Array, y: Array);

    /// The error function; integers give f64.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `scipy.special.erf`.
    fn erf(x: Array);

    /// `1 - erf(x)`, precise for large x.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `scipy.special.erfc`.
    fn erfc(x: Array);

    /// The gamma function; NaN at negative integers.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `scipy.special.gamma`.
    fn gamma(x: Array);

    /// Logarithm of the absolute value of `gamma(x)`.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `scipy.special.gammaln`.
    fn lgamma(x: Array);

    /// Another name of [`lgamma`]. NumPy: `scipy.special.gammaln`.
    fn gammaln(x: Array);

    /// The logistic function `1 / (1 + exp(-x))`.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `scipy.special.expit`.
    fn expit(x: Array);

    /// `log(x / (1 - x))`, the inverse of `expit`.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `scipy.special.logit`.
    fn logit(x: Array);

    /// `x * log(y)`, 0 where x is 0 and y is not NaN.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `scipy.special.xlogy`.
    fn xlogy(x: Array, y: Array);

    /// `sin(pi * x) / (pi * x)`, 1 at 0.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `sinc`.
    fn sinc(x: Array);

    /// Radians as degrees.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `degrees`.
    fn degrees(x: Array);

    /// Another name of [`degrees`]. NumPy: `rad2deg`.
    fn rad2deg(x: Array);

    /// Degrees as radians.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `radians`.
    fn radians(x: Array);

    /// Another name of [`radians`]. NumPy: `deg2rad`.
    fn deg2rad(x: Array);

    /// Absolute value as a float.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `fabs`.
    fn fabs(x: Array);

    /// Nearest integer as a float, halves to even.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `rint`.
    fn rint(x: Array);

    /// `log(exp(x) + exp(y))` without overflow.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `logaddexp`.
    fn logaddexp(x: Array, y: Array);

    /// `log2(2 ** x + 2 ** y)` without overflow.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `logaddexp2`.
    fn logaddexp2(x: Array, y: Array);

    /// 0 below 0, 1 above, y at 0.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `heaviside`.
    fn heaviside(x: Array, y: Array);

    /// The next float after x in the direction of y.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `nextafter`.
    fn nextafter(x: Array, y: Array);

    /// Distance from x to the next float away from 0, with the sign of x.
    ///
    /// Operands broadcast; one dtype; floats, integers become f64. NumPy: `spacing`.
    fn spacing(x: Array);

    /// Whether the sign bit is set: also of -0.0.
    ///
    /// Shape as `x`; bool. NumPy: `signbit`.
    fn signbit(x: Array);

    /// The larger of two; the other one if one is NaN.
    ///
    /// Operands broadcast; one dtype. NumPy: `fmax`.
    fn fmax(x: Array, y: Array);

    /// The smaller of two; the other one if one is NaN.
    ///
    /// Operands broadcast; one dtype. NumPy: `fmin`.
    fn fmin(x: Array, y: Array);

    /// The pair (fraction, whole part), both with the sign of x.
    ///
    /// Two arrays of the shape of `x`; dtype as `x` if float, else f64. NumPy: `modf`.
    fn modf(x: Array);

    /// Greatest common divisor of integers.
    ///
    /// Operands broadcast; one integer dtype. NumPy: `gcd`.
    fn gcd(x: Array, y: Array);

    /// Least common multiple of integers.
    ///
    /// Operands broadcast; one integer dtype. NumPy: `lcm`.
    fn lcm(x: Array, y: Array);

    /// NaN and infinities replaced: by 0 and the largest and smallest finite numbers.
    ///
    /// Shape and dtype as `x`. NumPy: `nan_to_num`.
    fn nan_to_num(x: Array, nan: Array, posinf: Array, neginf: Array);

    /// Differences of neighbours along an axis, n times: the axis gets shorter by n.
    ///
    /// `prepend` and `append` are put before and behind the axis first: arrays, or scalars for each row. The dtype of `x`;
    /// of bools whether they differ. An axis of a literal size below n gives none; the call fails if an axis of another
    /// size is shorter than n. NumPy: `diff`.
    fn diff(x: Array, n: i64, axis: Axis, prepend: Array, append: Array);

    /// Central differences, one-sided at the ends; for several axes a tuple.
    ///
    /// `spacing` is one number for all axes, or for each axis a number or the coordinates of its samples. At the ends
    /// differences are of two samples, or with `edge_order=2` of three. Shape of `x`; its dtype if float or complex, else
    /// f64. The call fails if an axis has less elements than that. NumPy: `gradient`.
    fn gradient(x: Array, spacing: Arrays, axis: Axis, edge_order: i64);

    /// `x == y`.
    ///
    /// Operands broadcast; bool. NumPy: `equal`.
    fn equal(x: Array, y: Array);

    /// `x != y`.
    ///
    /// Operands broadcast; bool. NumPy: `not_equal`.
    fn not_equal(x: Array, y: Array);

    /// `x < y`.
    ///
    /// Operands broadcast; bool. NumPy: `less`.
    fn less(x: Array, y: Array);

    /// `x <= y`.
    ///
    /// Operands broadcast; bool. NumPy: `less_equal`.
    fn less_equal(x: Array, y: Array);

    /// `x > y`.
    ///
    /// Operands broadcast; bool. NumPy: `greater`.
    fn greater(x: Array, y: Array);

    /// `x >= y`.
    ///
    /// Operands broadcast; bool. NumPy: `greater_equal`.
    fn greater_equal(x: Array, y: Array);

    /// Real part.
    ///
    /// Shape as `z`; of c32 f32, of c64 f64, real numbers as they are. NumPy: `real`.
    fn real(z: Array);

    /// Imaginary part; 0 for real numbers.
    ///
    /// Shape as `z`; of c32 f32, of c64 f64, of real numbers their dtype. NumPy: `imag`.
    fn imag(z: Array);

    /// Complex conjugate; a real number itself.
    ///
    /// Shape and dtype as `z`. NumPy: `conj`.
    fn conj(z: Array);

    /// Another name of [`conj`].
    ///
    /// Shape and dtype as `z`. NumPy: `conjugate`.
    fn conjugate(z: Array);

    /// Angle in the complex plane, in radians; 0 or pi for real numbers.
    ///
    /// Shape as `z`; of c32 f32, of c64 f64, else as `sqrt`. NumPy: `angle`.
    fn angle(z: Array);

    /// Whether x is plus infinity.
    ///
    /// Shape as `x`; bool. NumPy: `isposinf`.
    fn isposinf(x: Array);

    /// Whether x is minus infinity.
    ///
    /// Shape as `x`; bool. NumPy: `isneginf`.
    fn isneginf(x: Array);

    /// The choice whose condition is the first to hold, else the default.
    ///
    /// All broadcast; the conditions are bools; choices and default have one dtype. NumPy: `select`.
    fn select(condlist: Arrays, choicelist: Arrays, default: Array);

    /// Whether `abs(a - b) <= atol + rtol * abs(b)`.
    ///
    /// Operands broadcast; bool. NumPy: `isclose`.
    fn isclose(a: Array, b: Array, rtol: Array, atol: Array, equal_nan: bool);

    /// Whether `isclose` holds for all elements.
    ///
    /// A bool. NumPy: `allclose`.
    fn allclose(a: Array, b: Array, rtol: Array, atol: Array, equal_nan: bool);

    /// `x as dtype`.
    ///
    /// Shape as `x`. Floats to integers saturate. NumPy: `astype`.
    fn astype(x: Array, dtype: Dtype);

    // --- reductions ---

    /// Sum over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// `sum(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// The dtype of `x`; bools and integers become 64 bits wide. NumPy: `sum`.
    fn sum(x: Array, axis: Axis, keepdims: bool, dtype: Dtype);

    /// Product over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// `prod(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// The dtype of `x`; bools and integers become 64 bits wide. NumPy: `prod`.
    fn prod(x: Array, axis: Axis, keepdims: bool, dtype: Dtype);

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
    fn mean(x: Array, axis: Axis, keepdims: bool, dtype: Dtype);

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

    /// Another name of [`min`]. NumPy: `amin`.
    fn amin(x: Array, axis: Axis, keepdims: bool);

    /// Another name of [`max`]. NumPy: `amax`.
    fn amax(x: Array, axis: Axis, keepdims: bool);

    /// Variance along the axes, over `count - ddof`; integers give f64.
    ///
    /// The dtype of `x` if float, else f64. NumPy: `var`.
    fn var(x: Array, axis: Axis, ddof: f64, keepdims: bool, dtype: Dtype, correction: f64);

    /// Standard deviation along the axes: the square root of `var`.
    ///
    /// The dtype of `x` if float, else f64. NumPy: `std`.
    fn std(x: Array, axis: Axis, ddof: f64, keepdims: bool, dtype: Dtype, correction: f64);

    /// Mean along the axes; with weights `sum(x * weights) / sum(weights)`.
    ///
    /// The dtype of `x` if float, else f64. NumPy: `average`.
    fn average(x: Array, axis: Axis, weights: Array, keepdims: bool);

    /// Largest minus smallest element along the axes.
    ///
    /// The dtype of `x` (a number); an error if there are no elements. NumPy: `ptp`.
    fn ptp(x: Array, axis: Axis, keepdims: bool);

    /// How many elements along the axes are not zero, in i64.
    ///
    /// i64. NumPy: `count_nonzero`.
    fn count_nonzero(x: Array, axis: Axis, keepdims: bool);

    /// `log(sum(exp(x)))` along the axes, without overflow.
    ///
    /// The dtype of `x` if float, else f64. NumPy: `scipy.special.logsumexp`.
    fn logsumexp(x: Array, axis: Axis, keepdims: bool);

    /// `exp(x) / sum(exp(x))` along the axes, without overflow.
    ///
    /// Shape of `x`; its dtype if float, else f64. NumPy: `scipy.special.softmax`.
    fn softmax(x: Array, axis: Axis);

    /// `log(softmax(x))`, precise where the softmax is small.
    ///
    /// Shape of `x`; its dtype if float, else f64. NumPy: `scipy.special.log_softmax`.
    fn log_softmax(x: Array, axis: Axis);

    /// Sum of what is not NaN.
    ///
    /// The dtype of `x`; small integers widen as in `sum`. NumPy: `nansum`.
    fn nansum(x: Array, axis: Axis, keepdims: bool);

    /// Product of what is not NaN.
    ///
    /// The dtype of `x`; small integers widen as in `prod`. NumPy: `nanprod`.
    fn nanprod(x: Array, axis: Axis, keepdims: bool);

    /// Smallest element that is not NaN; NaN if all are.
    ///
    /// The dtype of `x`; an error if there are no elements. NumPy: `nanmin`.
    fn nanmin(x: Array, axis: Axis, keepdims: bool);

    /// Largest element that is not NaN; NaN if all are.
    ///
    /// The dtype of `x`; an error if there are no elements. NumPy: `nanmax`.
    fn nanmax(x: Array, axis: Axis, keepdims: bool);

    /// Mean of what is not NaN.
    ///
    /// The dtype of `x` if float, else f64. NumPy: `nanmean`.
    fn nanmean(x: Array, axis: Axis, keepdims: bool);

    /// Variance of what is not NaN; NaN where there are not more than `ddof`.
    ///
    /// The dtype of `x` if float, else f64. NumPy: `nanvar`.
    fn nanvar(x: Array, axis: Axis, ddof: f64, keepdims: bool);

    /// Standard deviation of what is not NaN: the square root of `nanvar`.
    ///
    /// The dtype of `x` if float, else f64. NumPy: `nanstd`.
    fn nanstd(x: Array, axis: Axis, ddof: f64, keepdims: bool);

    /// Position of the first smallest element (of the first NaN, if any) along one axis, or among all elements.
    ///
    /// i64, in range for the axis, so that it indexes without a check; an error if there are no elements. NumPy: `argmin`.
    fn argmin(x: Array, axis: Axis, keepdims: bool);

    /// Position of the first largest element (of the first NaN, if any) along one axis, or among all elements.
    ///
    /// i64, in range for the axis, so that it indexes without a check; an error if there are no elements. NumPy: `argmax`.
    fn argmax(x: Array, axis: Axis, keepdims: bool);

    /// Integral along an axis by the trapezoidal rule, of samples at x, or dx apart.
    ///
    /// The dtype of the samples if float, else f64; an error if there are none. NumPy: `trapezoid`.
    fn trapezoid(y: Array, x: Array, dx: Array, axis: Axis);

    /// Another name of [`trapezoid`]. NumPy: `trapezoid`.
    fn trapz(y: Array, x: Array, dx: Array, axis: Axis);

    // --- cumulative ---

    /// Sums of the elements up to and including each one, from left to right along `axis`; without one, of all elements in row-major order.
    ///
    /// Shape as `x` (one axis of all elements without `axis`). The dtype is `dtype`, or that of `sum`: bool and i32 become
    /// i64, u32 becomes u64. NaN from the first NaN on. NumPy: `cumsum`.
    fn cumsum(x: Array, axis: Axis, dtype: Dtype);

    /// Products of the elements up to and including each one, from left to right along `axis`; without one, of all elements in row-major order.
    ///
    /// Shape as `x` (one axis of all elements without `axis`). The dtype is `dtype`, or that of `prod`. NumPy: `cumprod`.
    fn cumprod(x: Array, axis: Axis, dtype: Dtype);

    /// [`cumsum`] along `axis`, which only an array of one axis may leave out; with `include_initial=true` a 0 comes first.
    ///
    /// Shape as `x`; the axis is longer by 1 with `include_initial`. NumPy: `cumulative_sum`.
    fn cumulative_sum(x: Array, axis: Axis, dtype: Dtype, include_initial: bool);

    /// [`cumprod`] along `axis`, which only an array of one axis may leave out; with `include_initial=true` a 1 comes first.
    ///
    /// Shape as `x`; the axis is longer by 1 with `include_initial`. NumPy: `cumulative_prod`.
    fn cumulative_prod(x: Array, axis: Axis, dtype: Dtype, include_initial: bool);

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

    /// The bin of each element between edges: the number of edges at or before it, or with `right=true` before it. Where edges descend, the number of those above it, or with `right=true` at or above it.
    ///
    /// `bins` has one axis and the dtype of `x`; it is an error of the call if its elements both rise and fall. Shape as `x`, i64, in
    /// `0..=N` for `N` edges. NumPy: `digitize`.
    fn digitize(x: Array, bins: Array, right: bool);

    /// The middle of the elements in ascending order, or the mean of the middle two: over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// The dtype of `x` if float, else f64. NaN if any element is, or if there is none. NumPy: `median`.
    fn median(x: Array, axis: Axis, keepdims: bool);

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

    /// Norm of all elements or along the axes: Euclidean, `ord=1`, `inf`, any p; of matrices Frobenius (`ord="fro"`),
    /// nuclear (`ord="nuc"`), the largest singular value (`ord=2`; `ord=-2`: the smallest), `ord=1` and `inf`.
    ///
    /// The dtype of `x` if float, else f64. NumPy: `linalg.norm`.
    fn norm(x: Array, ord: Array, axis: Axis, keepdims: bool);

    /// Norm of the elements along the axes, or of all: `ord=1`, `inf`, any p.
    ///
    /// The dtype of `x` if float, else f64. NumPy: `linalg.vector_norm`.
    fn vector_norm(x: Array, axis: Axis, keepdims: bool, ord: Array);

    /// Norm of matrices along the last two axes: Frobenius, nuclear (`ord="nuc"`), `ord=1`, 2 and `inf`.
    ///
    /// The dtype of `x` if float, else f64. NumPy: `linalg.matrix_norm`.
    fn matrix_norm(x: Array, keepdims: bool, ord: Array);

    /// Convolution of two vectors; `same` and `valid` need `a` at least as long as `v`.
    ///
    /// Vectors of one dtype, not empty. `full` has N + M - 1 elements, `same` N, `valid` N - M + 1. NumPy: `convolve`.
    fn convolve(a: Array, v: Array, mode: Text);

    /// Correlation of two vectors: `sum(a[n + k] * v[n])`; `a` is at least as long as `v`.
    ///
    /// Vectors of one dtype, not empty. `full` has N + M - 1 elements, `same` N, `valid` N - M + 1. NumPy: `correlate`.
    fn correlate(a: Array, v: Array, mode: Text);

    /// Sum over the last axis of `a` and the last but one of `b` (or its only one).
    ///
    /// Shape: what is left of `a`, then of `b`. A scalar operand scales the other. One dtype. NumPy: `dot`.
    fn dot(a: Array, b: Array);

    /// Sum over the last axes of `a` and `b`.
    ///
    /// Shape: what is left of `a`, then of `b`. A scalar operand scales the other. One dtype. NumPy: `inner`.
    fn inner(a: Array, b: Array);

    /// Sum of the products of all elements, in row-major order: a scalar.
    ///
    /// As many elements in `a` as in `b`, of one dtype. NumPy: `vdot`.
    fn vdot(a: Array, b: Array);

    /// Dot products of the vectors along `axis`; the other axes broadcast.
    ///
    /// The axis has the same size in both. One dtype. NumPy: `vecdot`.
    fn vecdot(x1: Array, x2: Array, axis: Axis);

    /// Matrices `[.., M, N]` times vectors `[.., N]`: shape `[.., M]`.
    ///
    /// Axes before these broadcast. One dtype. NumPy: `matvec`.
    fn matvec(x1: Array, x2: Array);

    /// Vectors `[.., N]` times matrices `[.., N, M]`: shape `[.., M]`.
    ///
    /// Axes before these broadcast. One dtype. NumPy: `vecmat`.
    fn vecmat(x1: Array, x2: Array);

    /// Every element of `a` times every element of `b`: a matrix, a row for each element of `a`.
    ///
    /// One dtype. NumPy: `outer`.
    fn outer(a: Array, b: Array);

    /// Sum over pairs of axes: `axes=2` pairs the last two of `a` with the first two of `b`;
    /// `axes=([1], [0])` names them.
    ///
    /// Shape: what is left of `a`, then of `b`. Paired axes have equal sizes. One dtype. NumPy: `tensordot`.
    fn tensordot(a: Array, b: Array, axes: Axis);

    /// Kronecker product: every element of `a` scales a copy of `b`.
    ///
    /// The shape is the product of the shapes, of which the shorter gets leading ones. One dtype.
    /// NumPy: `kron`.
    fn kron(a: Array, b: Array);

    /// The matrix product of a list of arrays, in the order that needs the fewest multiplications if
    /// all sizes are literal; else from the left, or from the right if only the last is a vector.
    ///
    /// The first and the last may be vectors. One dtype. NumPy: `linalg.multi_dot`.
    fn multi_dot(arrays: Arrays);

    /// Sum along the diagonal `a[i, i + offset]` of two axes.
    ///
    /// Shape: the other axes. Dtype as of `sum`. The sizes decide which of the two axes ends first.
    /// NumPy: `trace`.
    fn trace(a: Array, offset: Axis, axis1: Axis, axis2: Axis);

    /// Cross product of the vectors along `axis`, which has the literal size 3; other axes broadcast.
    ///
    /// One dtype, a number or complex. NumPy: `cross` (of vectors with 3 components).
    fn cross(a: Array, b: Array, axis: Axis);

    /// The product of `n` copies of the square matrices in the last two axes, `n` a literal >= 0.
    ///
    /// Shape and dtype as `a`; n = 0 gives the identity, n < 0 powers of the inverse (see [`inv`]).
    /// NumPy: `linalg.matrix_power`.
    fn matrix_power(a: Array, n: Axis);

    // --- square matrices ---

    /// The inverses of the square matrices in the last two axes.
    ///
    /// By elimination with partial pivoting. If their size is a literal from 1 to 8, or pinned to such (`where N: 3 | 4`),
    /// the steps are written out for it and fuse with what is around them; otherwise the matrices are in memory
    /// and a routine works on them. Shape as `a`; dtype as `a` if float, else f64; complex matrices are refused. The
    /// inverse of a singular matrix, of which elimination meets a pivot of 0, has elements that are inf or NaN (NumPy
    /// raises). NumPy: `linalg.inv`.
    fn inv(a: Array);

    /// The determinants of the square matrices in the last two axes; 0 where a pivot is.
    ///
    /// Sizes and dtype as for [`inv`]; shape: the other axes. The product of the pivots. Of matrices of size 1 to 8
    /// it overflows where a part of it does ([`slogdet`] does not). NumPy: `linalg.det`.
    fn det(a: Array);

    /// `(sign, logabsdet)`: the determinant is `sign * exp(logabsdet)`; `(0, -inf)` where a pivot is 0.
    ///
    /// Sizes and dtype as for [`inv`]; shapes: the other axes. NumPy: `linalg.slogdet`.
    fn slogdet(a: Array);

    /// `x` with `a @ x = b`: `b` is a vector `[n]`, or matrices `[.., n, k]` with a column for each right
    /// side.
    ///
    /// Sizes of `a` and dtype as for [`inv`]; the axes before the matrices broadcast. One dtype. Where `a` is
    /// singular, x has elements that are inf or NaN (NumPy raises). NumPy: `linalg.solve`.
    fn solve(a: Array, b: Array);

    /// The lower triangular `l` with `l @ l.T = a`, or with `upper=true` the upper triangular `u` with
    /// `u.T @ u = a`.
    ///
    /// Only that triangle of `a` counts. Sizes and dtype as for [`inv`]; shape as `a`. NaN where `a` is not
    /// positive definite (NumPy raises). NumPy: `linalg.cholesky`.
    fn cholesky(a: Array, upper: bool);

    /// The singular values of the matrices in the last two axes, in descending order.
    ///
    /// Shape: the other axes, and the lesser of rows and columns, which their sizes have to show. Dtype as `x` if float,
    /// else f64; real for complex matrices. NaN where an element is no finite number (NumPy raises). Each is within a
    /// few units in the last place of the largest. NumPy: `linalg.svdvals`.
    fn svdvals(x: Array);

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
    fn zeros_like(x: Array, dtype: Dtype);

    /// Ones of the shape and dtype of `x`. NumPy: `ones_like`.
    fn ones_like(x: Array, dtype: Dtype);

    /// One value everywhere, with shape and dtype of `x`. NumPy: `full_like`.
    fn full_like(x: Array, value: Array, dtype: Dtype);

    /// The array whose elements a function of the indices gives: `from_fn(|i: E, j: N| a[i] * b[j])`.
    ///
    /// One axis per index, as long as its dimension. NumPy: `fromfunction`.
    fn from_fn(closure: Closure);

    /// Ones on the diagonal k, zeros elsewhere: `eye(N)`, `eye([f32; N, M])`.
    ///
    /// f64, or the dtype that is named. NumPy: `eye`.
    fn eye(N: Sizes, M: Sizes, k: i64, dtype: Dtype);

    /// `eye(n)`.
    ///
    /// f64, or the dtype that is named. NumPy: `identity`.
    fn identity(n: Sizes, dtype: Dtype);

    /// Ones on and below the diagonal k, zeros above.
    ///
    /// f64, or the dtype that is named. NumPy: `tri`.
    fn tri(N: Sizes, M: Sizes, k: i64, dtype: Dtype);

    /// The indices of a grid along each axis: `indices(N, M)[0][i, j]` is i.
    ///
    /// i64. NumPy: `indices`.
    fn indices(dimensions: Sizes);

    /// From start (or 0) in steps up to, without, stop: `arange(N)`, `arange(1, N, 2)`.
    ///
    /// i64, or f64 where there are fractions, or the dtype that is named. Bounds and step are known when the block is compiled. NumPy: `arange`.
    fn arange(start: Array, stop: Array, step: Array, dtype: Dtype);

    /// So many numbers from start to stop, evenly spaced.
    ///
    /// f64, or as start and stop if those are float or complex; start and stop are scalars. NumPy: `linspace`.
    fn linspace(start: Array, stop: Array, num: Sizes, endpoint: bool, dtype: Dtype);

    /// `base ** linspace(start, stop)`.
    ///
    /// f64, or as start and stop if those are float; start and stop are scalars. NumPy: `logspace`.
    fn logspace(start: Array, stop: Array, num: Sizes, endpoint: bool, base: Array, dtype: Dtype);

    /// So many numbers from start to stop, each the same multiple of the one before.
    ///
    /// f64, or as start and stop if those are float; start and stop are scalars, not zero. NumPy: `geomspace`.
    fn geomspace(start: Array, stop: Array, num: Sizes, endpoint: bool, dtype: Dtype);

    /// Another name of [`zeros`]. NumPy: `empty`.
    fn empty(array: Type);

    /// Another name of [`zeros_like`]. NumPy: `empty_like`.
    fn empty_like(x: Array, dtype: Dtype);

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

    /// `x.mT`: the last two axes exchanged. NumPy: `mT`.
    fn mT(x: Array);

    /// `x.ndim`: the number of axes. NumPy: `ndim`.
    fn ndim(x: Array);

    /// `x.size`: the number of elements. NumPy: `size`.
    fn size(x: Array);

    /// Another name of [`ravel`]. NumPy: `flatten`.
    fn flatten(x: Array);

    /// Arrays below each other; vectors are rows.
    ///
    /// Dtype as the arrays, which agree. NumPy: `vstack`.
    fn vstack(arrays: Arrays);

    /// Arrays beside each other; vectors one after the other.
    ///
    /// Dtype as the arrays, which agree. NumPy: `hstack`.
    fn hstack(arrays: Arrays);

    /// Arrays behind each other, along a third axis.
    ///
    /// Dtype as the arrays, which agree. NumPy: `dstack`.
    fn dstack(arrays: Arrays);

    /// Arrays beside each other; vectors are columns.
    ///
    /// Dtype as the arrays, which agree. NumPy: `column_stack`.
    fn column_stack(arrays: Arrays);

    /// `concatenate([x, values])`; without an axis of all elements in row-major order.
    ///
    /// Dtype as the arrays, which agree. NumPy: `append`.
    fn append(x: Array, values: Array, axis: Axis);

    /// A tuple of so many equal parts, or of the parts between the given positions.
    ///
    /// Dtype as `x`. That the parts are equal is checked at the call if the sizes do not tell. NumPy: `split`.
    fn split(x: Array, sections: Sizes, axis: Axis);

    /// As `split`, into parts that differ by one element at most.
    ///
    /// Dtype as `x`. NumPy: `array_split`.
    fn array_split(x: Array, sections: Sizes, axis: Axis);

    /// `split(x, sections, axis=0)`.
    ///
    /// The dtype of `x`. NumPy: `vsplit`.
    fn vsplit(x: Array, sections: Sizes);

    /// `split(x, sections, axis=1)`, of vectors along their axis.
    ///
    /// The dtype of `x`. NumPy: `hsplit`.
    fn hsplit(x: Array, sections: Sizes);

    /// `split(x, sections, axis=2)`.
    ///
    /// The dtype of `x`. NumPy: `dsplit`.
    fn dsplit(x: Array, sections: Sizes);

    /// A tuple of the arrays along an axis of literal size; the inverse of `stack`.
    ///
    /// Dtype as `x`. NumPy: `unstack`.
    fn unstack(x: Array, axis: Axis);

    /// The last two axes exchanged: `x.mT`.
    ///
    /// The dtype of `x`, which has at least two axes. NumPy: `matrix_transpose`.
    fn matrix_transpose(x: Array);

    /// In reverse order along the axes, or along all.
    ///
    /// The dtype of `x`. NumPy: `flip`.
    fn flip(x: Array, axis: Axis);

    /// In reverse order along the first axis.
    ///
    /// The dtype of `x`. NumPy: `flipud`.
    fn flipud(x: Array);

    /// In reverse order along the second axis.
    ///
    /// The dtype of `x`. NumPy: `fliplr`.
    fn fliplr(x: Array);

    /// Moved along the axes by `shift`, what leaves at one end enters at the other.
    ///
    /// The dtype of `x`. NumPy: `roll`.
    fn roll(x: Array, shift: Array, axis: Axis);

    /// Turned by k right angles, from the first of two axes (0 and 1) towards the second.
    ///
    /// The dtype of `x`. NumPy: `rot90`.
    fn rot90(x: Array, k: i64, axes: Axis);

    /// Every element so many times, along an axis or of all elements in row-major order.
    ///
    /// Dtype as `x`; the number of times is a size. NumPy: `repeat`.
    fn repeat(x: Array, repeats: Sizes, axis: Axis);

    /// The array so many times along each axis.
    ///
    /// Dtype as `x`; the numbers of times are sizes. NumPy: `tile`.
    fn tile(x: Array, reps: Sizes);

    /// More elements before and behind: values, or by `edge`, `wrap`, `reflect`, `symmetric`, by the `maximum`, `minimum`, `mean` or `median` of each row, or a `linear_ramp` to `end_values`; by `empty` zeros.
    ///
    /// Dtype as `x`; `pad_width` is `n`, `(before, behind)` or a pair for each axis, and so are `constant_values` and `end_values`:
    /// one axis is padded after the other, so in a corner the value of the last axis stands. All modes but `constant` and
    /// `empty` need an element. NumPy: `pad`.
    fn pad(x: Array, pad_width: Sizes, mode: Text, constant_values: Array, end_values: Array);

    /// `x[.., indices]` along an axis, or of all elements; `clip` and `wrap` bring indices into range.
    ///
    /// Dtype as `x`; the axis makes place for those of `indices`. What is out of range is an error of the call, unless the mode says otherwise. NumPy: `take`.
    fn take(x: Array, indices: Array, axis: Axis, mode: Text);

    /// For each place along the other axes the elements at its own positions.
    ///
    /// Dtype as `x`. What is out of range is an error of the call. NumPy: `take_along_axis`.
    fn take_along_axis(x: Array, indices: Array, axis: Axis);

    /// The matrices in the last two axes with zeros above the diagonal k.
    ///
    /// The dtype of `x`. NumPy: `tril`.
    fn tril(x: Array, k: i64);

    /// The matrices in the last two axes with zeros below the diagonal k.
    ///
    /// The dtype of `x`. NumPy: `triu`.
    fn triu(x: Array, k: i64);

    /// The diagonal k of a matrix, or the matrix with a vector on it.
    ///
    /// The dtype of `x`. NumPy: `diag`.
    fn diag(x: Array, k: i64);

    /// The diagonal of two axes, as the last axis.
    ///
    /// The dtype of `x`. NumPy: `diagonal`.
    fn diagonal(x: Array, offset: i64, axis1: Axis, axis2: Axis);

    /// A tuple of the arrays, stretched to their common shape.
    ///
    /// Each keeps its dtype. NumPy: `broadcast_arrays`.
    fn broadcast_arrays(arrays: Arrays);

    /// A tuple of the coordinates of a grid of vectors; `ij` keeps their order.
    ///
    /// Each keeps its dtype. NumPy: `meshgrid`.
    fn meshgrid(arrays: Arrays, indexing: Text);

    /// Scalars as vectors of one element.
    ///
    /// The dtype of `x`. NumPy: `atleast_1d`.
    fn atleast_1d(arrays: Arrays);

    /// Vectors as rows of a matrix.
    ///
    /// The dtype of `x`. NumPy: `atleast_2d`.
    fn atleast_2d(arrays: Arrays);

    /// Vectors and matrices with three axes.
    ///
    /// The dtype of `x`. NumPy: `atleast_3d`.
    fn atleast_3d(arrays: Arrays);
}

pub mod random;

/// Linear algebra under NumPy's name: `linalg.outer(a, b)` is `outer(a, b)`.
pub mod linalg {
    #[doc(no_inline)]
    pub use super::{
        cholesky, cross, det, diagonal, inv, matmul, matrix_norm, matrix_power, matrix_transpose,
        multi_dot, norm, outer, slogdet, solve, svdvals, tensordot, trace, vecdot, vector_norm,
    };
}
