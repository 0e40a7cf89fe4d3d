// Written by `BLESS=1 cargo test -p array-fn-compiler --test dictionary`: do not edit.

use super::*;

functions! {
    /// Square root; NaN below zero.
    ///
    /// ```text
    /// sqrt(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.sqrt(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`sqrt`](https://numpy.org/doc/stable/reference/generated/numpy.sqrt.html).
    fn sqrt(x: Array);

    /// Cube root.
    ///
    /// ```text
    /// cbrt(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.cbrt(..)`.
    ///
    /// NumPy: [`cbrt`](https://numpy.org/doc/stable/reference/generated/numpy.cbrt.html).
    fn cbrt(x: Array);

    /// `e ** x`.
    ///
    /// ```text
    /// exp(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.exp(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`exp`](https://numpy.org/doc/stable/reference/generated/numpy.exp.html).
    fn exp(x: Array);

    /// `2 ** x`.
    ///
    /// ```text
    /// exp2(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.exp2(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`exp2`](https://numpy.org/doc/stable/reference/generated/numpy.exp2.html).
    fn exp2(x: Array);

    /// `exp(x) - 1`, accurate near zero.
    ///
    /// ```text
    /// expm1(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.expm1(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`expm1`](https://numpy.org/doc/stable/reference/generated/numpy.expm1.html).
    fn expm1(x: Array);

    /// Natural logarithm; -inf at zero, NaN below.
    ///
    /// ```text
    /// log(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.log(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`log`](https://numpy.org/doc/stable/reference/generated/numpy.log.html).
    fn log(x: Array);

    /// Logarithm to base 2.
    ///
    /// ```text
    /// log2(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.log2(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`log2`](https://numpy.org/doc/stable/reference/generated/numpy.log2.html).
    fn log2(x: Array);

    /// Logarithm to base 10.
    ///
    /// ```text
    /// log10(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.log10(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`log10`](https://numpy.org/doc/stable/reference/generated/numpy.log10.html).
    fn log10(x: Array);

    /// `log(1 + x)`, accurate near zero.
    ///
    /// ```text
    /// log1p(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.log1p(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`log1p`](https://numpy.org/doc/stable/reference/generated/numpy.log1p.html).
    fn log1p(x: Array);

    /// Sine of an angle in radians.
    ///
    /// ```text
    /// sin(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.sin(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`sin`](https://numpy.org/doc/stable/reference/generated/numpy.sin.html).
    fn sin(x: Array);

    /// Cosine of an angle in radians.
    ///
    /// ```text
    /// cos(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.cos(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`cos`](https://numpy.org/doc/stable/reference/generated/numpy.cos.html).
    fn cos(x: Array);

    /// Tangent of an angle in radians.
    ///
    /// ```text
    /// tan(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.tan(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`tan`](https://numpy.org/doc/stable/reference/generated/numpy.tan.html).
    fn tan(x: Array);

    /// Inverse sine, from -pi/2 to pi/2; NaN outside of -1 to 1.
    ///
    /// ```text
    /// asin(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.asin(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`arcsin`](https://numpy.org/doc/stable/reference/generated/numpy.arcsin.html).
    fn asin(x: Array);

    /// Another name of [`asin`].
    ///
    /// Inverse sine, from -pi/2 to pi/2; NaN outside of -1 to 1.
    ///
    /// ```text
    /// arcsin(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.arcsin(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`arcsin`](https://numpy.org/doc/stable/reference/generated/numpy.arcsin.html).
    fn arcsin(x: Array);

    /// Inverse cosine, from 0 to pi; NaN outside of -1 to 1.
    ///
    /// ```text
    /// acos(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.acos(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`arccos`](https://numpy.org/doc/stable/reference/generated/numpy.arccos.html).
    fn acos(x: Array);

    /// Another name of [`acos`].
    ///
    /// Inverse cosine, from 0 to pi; NaN outside of -1 to 1.
    ///
    /// ```text
    /// arccos(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.arccos(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`arccos`](https://numpy.org/doc/stable/reference/generated/numpy.arccos.html).
    fn arccos(x: Array);

    /// Inverse tangent, from -pi/2 to pi/2.
    ///
    /// ```text
    /// atan(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.atan(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`arctan`](https://numpy.org/doc/stable/reference/generated/numpy.arctan.html).
    fn atan(x: Array);

    /// Another name of [`atan`].
    ///
    /// Inverse tangent, from -pi/2 to pi/2.
    ///
    /// ```text
    /// arctan(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.arctan(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`arctan`](https://numpy.org/doc/stable/reference/generated/numpy.arctan.html).
    fn arctan(x: Array);

    /// Hyperbolic sine.
    ///
    /// ```text
    /// sinh(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.sinh(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`sinh`](https://numpy.org/doc/stable/reference/generated/numpy.sinh.html).
    fn sinh(x: Array);

    /// Hyperbolic cosine.
    ///
    /// ```text
    /// cosh(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.cosh(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`cosh`](https://numpy.org/doc/stable/reference/generated/numpy.cosh.html).
    fn cosh(x: Array);

    /// Hyperbolic tangent.
    ///
    /// ```text
    /// tanh(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.tanh(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`tanh`](https://numpy.org/doc/stable/reference/generated/numpy.tanh.html).
    fn tanh(x: Array);

    /// Inverse hyperbolic sine.
    ///
    /// ```text
    /// asinh(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.asinh(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`arcsinh`](https://numpy.org/doc/stable/reference/generated/numpy.arcsinh.html).
    fn asinh(x: Array);

    /// Another name of [`asinh`].
    ///
    /// Inverse hyperbolic sine.
    ///
    /// ```text
    /// arcsinh(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.arcsinh(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`arcsinh`](https://numpy.org/doc/stable/reference/generated/numpy.arcsinh.html).
    fn arcsinh(x: Array);

    /// Inverse hyperbolic cosine; NaN below 1.
    ///
    /// ```text
    /// acosh(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.acosh(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`arccosh`](https://numpy.org/doc/stable/reference/generated/numpy.arccosh.html).
    fn acosh(x: Array);

    /// Another name of [`acosh`].
    ///
    /// Inverse hyperbolic cosine; NaN below 1.
    ///
    /// ```text
    /// arccosh(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.arccosh(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`arccosh`](https://numpy.org/doc/stable/reference/generated/numpy.arccosh.html).
    fn arccosh(x: Array);

    /// Inverse hyperbolic tangent; NaN outside of -1 to 1.
    ///
    /// ```text
    /// atanh(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.atanh(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`arctanh`](https://numpy.org/doc/stable/reference/generated/numpy.arctanh.html).
    fn atanh(x: Array);

    /// Another name of [`atanh`].
    ///
    /// Inverse hyperbolic tangent; NaN outside of -1 to 1.
    ///
    /// ```text
    /// arctanh(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.arctanh(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`arctanh`](https://numpy.org/doc/stable/reference/generated/numpy.arctanh.html).
    fn arctanh(x: Array);

    /// Absolute value.
    ///
    /// ```text
    /// abs(x)
    /// ```
    ///
    /// Shape and dtype as `x` (a number).
    ///
    /// Also `x.abs(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`absolute`](https://numpy.org/doc/stable/reference/generated/numpy.absolute.html).
    fn abs(x: Array);

    /// Another name of [`abs`].
    ///
    /// Absolute value.
    ///
    /// ```text
    /// absolute(x)
    /// ```
    ///
    /// Shape and dtype as `x` (a number).
    ///
    /// Also `x.absolute(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`absolute`](https://numpy.org/doc/stable/reference/generated/numpy.absolute.html).
    fn absolute(x: Array);

    /// -1, 0 or 1 by the sign of `x`; NaN stays NaN.
    ///
    /// ```text
    /// sign(x)
    /// ```
    ///
    /// Shape and dtype as `x` (a number).
    ///
    /// Also `x.sign(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`sign`](https://numpy.org/doc/stable/reference/generated/numpy.sign.html).
    fn sign(x: Array);

    /// Rounded towards minus infinity.
    ///
    /// ```text
    /// floor(x)
    /// ```
    ///
    /// Shape and dtype as `x`.
    ///
    /// Also `x.floor(..)`.
    ///
    /// NumPy: [`floor`](https://numpy.org/doc/stable/reference/generated/numpy.floor.html).
    fn floor(x: Array);

    /// Rounded towards plus infinity.
    ///
    /// ```text
    /// ceil(x)
    /// ```
    ///
    /// Shape and dtype as `x`.
    ///
    /// Also `x.ceil(..)`.
    ///
    /// NumPy: [`ceil`](https://numpy.org/doc/stable/reference/generated/numpy.ceil.html).
    fn ceil(x: Array);

    /// Rounded towards zero.
    ///
    /// ```text
    /// trunc(x)
    /// ```
    ///
    /// Shape and dtype as `x`.
    ///
    /// Also `x.trunc(..)`.
    ///
    /// NumPy: [`trunc`](https://numpy.org/doc/stable/reference/generated/numpy.trunc.html).
    fn trunc(x: Array);

    /// Another name of [`trunc`].
    ///
    /// Rounded towards zero.
    ///
    /// ```text
    /// fix(x)
    /// ```
    ///
    /// Shape and dtype as `x`.
    ///
    /// Also `x.fix(..)`.
    ///
    /// NumPy: [`trunc`](https://numpy.org/doc/stable/reference/generated/numpy.trunc.html).
    fn fix(x: Array);

    /// Rounded to the nearest integer, halves to the even one.
    ///
    /// ```text
    /// round(x, decimals=0)
    /// ```
    ///
    /// Shape and dtype as `x`.
    ///
    /// Also `x.round(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`round`](https://numpy.org/doc/stable/reference/generated/numpy.round.html).
    fn round(x: Array, decimals: i64);

    /// Another name of [`round`].
    ///
    /// Rounded to the nearest integer, halves to the even one.
    ///
    /// ```text
    /// around(x, decimals=0)
    /// ```
    ///
    /// Shape and dtype as `x`.
    ///
    /// Also `x.around(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`round`](https://numpy.org/doc/stable/reference/generated/numpy.round.html).
    fn around(x: Array, decimals: i64);

    /// `x * x`.
    ///
    /// ```text
    /// square(x)
    /// ```
    ///
    /// Shape and dtype as `x`; of bools i8.
    ///
    /// Also `x.square(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`square`](https://numpy.org/doc/stable/reference/generated/numpy.square.html).
    fn square(x: Array);

    /// `1 / x`.
    ///
    /// ```text
    /// reciprocal(x)
    /// ```
    ///
    /// Shape as `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.reciprocal(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`reciprocal`](https://numpy.org/doc/stable/reference/generated/numpy.reciprocal.html).
    fn reciprocal(x: Array);

    /// `x ** y`.
    ///
    /// ```text
    /// pow(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype, i8 of bools.
    ///
    /// Also `x.pow(..)`. Takes complex numbers, too.
    ///
    /// Unlike NumPy's: negative integer exponents of integers are an error of the call, as in
    /// NumPy.
    ///
    /// NumPy: [`power`](https://numpy.org/doc/stable/reference/generated/numpy.power.html).
    fn pow(x: Array, y: Array);

    /// Another name of [`pow`].
    ///
    /// `x ** y`.
    ///
    /// ```text
    /// power(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype, i8 of bools.
    ///
    /// Also `x.power(..)`. Takes complex numbers, too.
    ///
    /// Unlike NumPy's: negative integer exponents of integers are an error of the call, as in
    /// NumPy.
    ///
    /// NumPy: [`power`](https://numpy.org/doc/stable/reference/generated/numpy.power.html).
    fn power(x: Array, y: Array);

    /// The quotient rounded towards minus infinity, Python's `x // y` (in Rust `//` starts a
    /// comment). An integer divided by zero is 0, sizes too.
    ///
    /// ```text
    /// floor_div(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype, i8 of bools. Of sizes it is a size where the quotient is one
    /// for all dimensions, such as `floor_div(N, 2)`, and `floor_div(M * N, N)`, which as a size
    /// needs `N >= 1`.
    ///
    /// Also `x.floor_div(..)`.
    ///
    /// NumPy:
    /// [`floor_divide`](https://numpy.org/doc/stable/reference/generated/numpy.floor_divide.html).
    fn floor_div(x: Array, y: Array);

    /// Another name of [`floor_div`].
    ///
    /// The quotient rounded towards minus infinity, Python's `x // y` (in Rust `//` starts a
    /// comment). An integer divided by zero is 0, sizes too.
    ///
    /// ```text
    /// floor_divide(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype, i8 of bools. Of sizes it is a size where the quotient is one
    /// for all dimensions, such as `floor_div(N, 2)`, and `floor_div(M * N, N)`, which as a size
    /// needs `N >= 1`.
    ///
    /// Also `x.floor_divide(..)`.
    ///
    /// NumPy:
    /// [`floor_divide`](https://numpy.org/doc/stable/reference/generated/numpy.floor_divide.html).
    fn floor_divide(x: Array, y: Array);

    /// `x % y`, with the sign of `y`. An integer modulo zero is 0.
    ///
    /// ```text
    /// remainder(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype, i8 of bools.
    ///
    /// Also `x.remainder(..)`.
    ///
    /// NumPy: [`remainder`](https://numpy.org/doc/stable/reference/generated/numpy.remainder.html).
    fn remainder(x: Array, y: Array);

    /// Remainder with the sign of `x`, C's `fmod`. An integer modulo zero is 0.
    ///
    /// ```text
    /// fmod(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype, i8 of bools.
    ///
    /// Also `x.fmod(..)`.
    ///
    /// NumPy: [`fmod`](https://numpy.org/doc/stable/reference/generated/numpy.fmod.html).
    fn fmod(x: Array, y: Array);

    /// The smaller of two; NaN if either is NaN.
    ///
    /// ```text
    /// minimum(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype.
    ///
    /// Also `x.minimum(..)`.
    ///
    /// NumPy: [`minimum`](https://numpy.org/doc/stable/reference/generated/numpy.minimum.html).
    fn minimum(x: Array, y: Array);

    /// The larger of two; NaN if either is NaN.
    ///
    /// ```text
    /// maximum(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype.
    ///
    /// Also `x.maximum(..)`.
    ///
    /// NumPy: [`maximum`](https://numpy.org/doc/stable/reference/generated/numpy.maximum.html).
    fn maximum(x: Array, y: Array);

    /// Angle of the point `(x, y)`, from -pi to pi; floats.
    ///
    /// ```text
    /// atan2(y, x)
    /// ```
    ///
    /// Operands broadcast; one dtype.
    ///
    /// Also `y.atan2(..)`.
    ///
    /// NumPy: [`arctan2`](https://numpy.org/doc/stable/reference/generated/numpy.arctan2.html).
    fn atan2(y: Array, x: Array);

    /// Another name of [`atan2`].
    ///
    /// Angle of the point `(x, y)`, from -pi to pi; floats.
    ///
    /// ```text
    /// arctan2(y, x)
    /// ```
    ///
    /// Operands broadcast; one dtype.
    ///
    /// Also `y.arctan2(..)`.
    ///
    /// NumPy: [`arctan2`](https://numpy.org/doc/stable/reference/generated/numpy.arctan2.html).
    fn arctan2(y: Array, x: Array);

    /// `sqrt(x * x + y * y)` without overflow; floats.
    ///
    /// ```text
    /// hypot(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype.
    ///
    /// Also `x.hypot(..)`.
    ///
    /// NumPy: [`hypot`](https://numpy.org/doc/stable/reference/generated/numpy.hypot.html).
    fn hypot(x: Array, y: Array);

    /// The magnitude of `x` with the sign of `y`; floats.
    ///
    /// ```text
    /// copysign(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype.
    ///
    /// Also `x.copysign(..)`.
    ///
    /// NumPy: [`copysign`](https://numpy.org/doc/stable/reference/generated/numpy.copysign.html).
    fn copysign(x: Array, y: Array);

    /// `x + y`.
    ///
    /// ```text
    /// add(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype.
    ///
    /// Also `x.add(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`add`](https://numpy.org/doc/stable/reference/generated/numpy.add.html).
    fn add(x: Array, y: Array);

    /// `x - y`.
    ///
    /// ```text
    /// subtract(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype.
    ///
    /// Also `x.subtract(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`subtract`](https://numpy.org/doc/stable/reference/generated/numpy.subtract.html).
    fn subtract(x: Array, y: Array);

    /// `x * y`.
    ///
    /// ```text
    /// multiply(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype.
    ///
    /// Also `x.multiply(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`multiply`](https://numpy.org/doc/stable/reference/generated/numpy.multiply.html).
    fn multiply(x: Array, y: Array);

    /// `x / y`; integers give f64.
    ///
    /// ```text
    /// divide(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.divide(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`divide`](https://numpy.org/doc/stable/reference/generated/numpy.divide.html).
    fn divide(x: Array, y: Array);

    /// Another name of [`divide`].
    ///
    /// `x / y`; integers give f64.
    ///
    /// ```text
    /// true_divide(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.true_divide(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`divide`](https://numpy.org/doc/stable/reference/generated/numpy.divide.html).
    fn true_divide(x: Array, y: Array);

    /// `x & y`, of integers and bools.
    ///
    /// ```text
    /// bitwise_and(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype: bool or integer.
    ///
    /// Also `x.bitwise_and(..)`.
    ///
    /// NumPy:
    /// [`bitwise_and`](https://numpy.org/doc/stable/reference/generated/numpy.bitwise_and.html).
    fn bitwise_and(x: Array, y: Array);

    /// `x | y`, of integers and bools.
    ///
    /// ```text
    /// bitwise_or(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype: bool or integer.
    ///
    /// Also `x.bitwise_or(..)`.
    ///
    /// NumPy:
    /// [`bitwise_or`](https://numpy.org/doc/stable/reference/generated/numpy.bitwise_or.html).
    fn bitwise_or(x: Array, y: Array);

    /// `x ^ y`, of integers and bools.
    ///
    /// ```text
    /// bitwise_xor(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype: bool or integer.
    ///
    /// Also `x.bitwise_xor(..)`.
    ///
    /// NumPy:
    /// [`bitwise_xor`](https://numpy.org/doc/stable/reference/generated/numpy.bitwise_xor.html).
    fn bitwise_xor(x: Array, y: Array);

    /// `x << y`, of integers.
    ///
    /// ```text
    /// bitwise_left_shift(x, y)
    /// ```
    ///
    /// Operands broadcast; one integer dtype.
    ///
    /// Also `x.bitwise_left_shift(..)`.
    ///
    /// NumPy:
    /// [`left_shift`](https://numpy.org/doc/stable/reference/generated/numpy.left_shift.html).
    fn bitwise_left_shift(x: Array, y: Array);

    /// Another name of [`bitwise_left_shift`].
    ///
    /// `x << y`, of integers.
    ///
    /// ```text
    /// left_shift(x, y)
    /// ```
    ///
    /// Operands broadcast; one integer dtype.
    ///
    /// Also `x.left_shift(..)`.
    ///
    /// NumPy:
    /// [`left_shift`](https://numpy.org/doc/stable/reference/generated/numpy.left_shift.html).
    fn left_shift(x: Array, y: Array);

    /// `x >> y`, of integers.
    ///
    /// ```text
    /// bitwise_right_shift(x, y)
    /// ```
    ///
    /// Operands broadcast; one integer dtype.
    ///
    /// Also `x.bitwise_right_shift(..)`.
    ///
    /// NumPy:
    /// [`right_shift`](https://numpy.org/doc/stable/reference/generated/numpy.right_shift.html).
    fn bitwise_right_shift(x: Array, y: Array);

    /// Another name of [`bitwise_right_shift`].
    ///
    /// `x >> y`, of integers.
    ///
    /// ```text
    /// right_shift(x, y)
    /// ```
    ///
    /// Operands broadcast; one integer dtype.
    ///
    /// Also `x.right_shift(..)`.
    ///
    /// NumPy:
    /// [`right_shift`](https://numpy.org/doc/stable/reference/generated/numpy.right_shift.html).
    fn right_shift(x: Array, y: Array);

    /// `x as dtype`.
    ///
    /// ```text
    /// astype(x, dtype)
    /// ```
    ///
    /// Shape as `x`. Floats to integers saturate.
    ///
    /// Also `x.astype(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`astype`](https://numpy.org/doc/stable/reference/generated/numpy.astype.html).
    fn astype(x: Array, dtype: Dtype);

    /// `-x`.
    ///
    /// ```text
    /// negative(x)
    /// ```
    ///
    /// Shape and dtype as `x` (a number).
    ///
    /// Also `x.negative(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`negative`](https://numpy.org/doc/stable/reference/generated/numpy.negative.html).
    fn negative(x: Array);

    /// `+x`: x itself.
    ///
    /// ```text
    /// positive(x)
    /// ```
    ///
    /// Shape and dtype as `x` (a number).
    ///
    /// Also `x.positive(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`positive`](https://numpy.org/doc/stable/reference/generated/numpy.positive.html).
    fn positive(x: Array);

    /// `!x`, of integers and bools.
    ///
    /// ```text
    /// bitwise_invert(x)
    /// ```
    ///
    /// Shape and dtype as `x`: bool or integer.
    ///
    /// Also `x.bitwise_invert(..)`.
    ///
    /// NumPy: [`invert`](https://numpy.org/doc/stable/reference/generated/numpy.invert.html).
    fn bitwise_invert(x: Array);

    /// Another name of [`bitwise_invert`].
    ///
    /// `!x`, of integers and bools.
    ///
    /// ```text
    /// bitwise_not(x)
    /// ```
    ///
    /// Shape and dtype as `x`: bool or integer.
    ///
    /// Also `x.bitwise_not(..)`.
    ///
    /// NumPy: [`invert`](https://numpy.org/doc/stable/reference/generated/numpy.invert.html).
    fn bitwise_not(x: Array);

    /// Another name of [`bitwise_invert`].
    ///
    /// `!x`, of integers and bools.
    ///
    /// ```text
    /// invert(x)
    /// ```
    ///
    /// Shape and dtype as `x`: bool or integer.
    ///
    /// Also `x.invert(..)`.
    ///
    /// NumPy: [`invert`](https://numpy.org/doc/stable/reference/generated/numpy.invert.html).
    fn invert(x: Array);

    /// The pair `(floor_div(x, y), x % y)`.
    ///
    /// ```text
    /// divmod(x, y)
    /// ```
    ///
    /// Two arrays; operands broadcast; one dtype.
    ///
    /// Also `x.divmod(..)`.
    ///
    /// NumPy: [`divmod`](https://numpy.org/doc/stable/reference/generated/numpy.divmod.html).
    fn divmod(x: Array, y: Array);

    /// `x ** y` in f64, so that integers have negative powers.
    ///
    /// ```text
    /// float_power(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype; the result is f64.
    ///
    /// Also `x.float_power(..)`.
    ///
    /// NumPy:
    /// [`float_power`](https://numpy.org/doc/stable/reference/generated/numpy.float_power.html).
    fn float_power(x: Array, y: Array);

    /// The error function; integers give f64.
    ///
    /// ```text
    /// erf(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.erf(..)`.
    ///
    /// SciPy:
    /// [`scipy.special.erf`](https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.erf.html).
    fn erf(x: Array);

    /// `1 - erf(x)`, precise for large x.
    ///
    /// ```text
    /// erfc(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.erfc(..)`.
    ///
    /// SciPy:
    /// [`scipy.special.erfc`](https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.erfc.html).
    fn erfc(x: Array);

    /// The gamma function; NaN at negative integers.
    ///
    /// ```text
    /// gamma(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.gamma(..)`.
    ///
    /// SciPy:
    /// [`scipy.special.gamma`](https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.gamma.html).
    fn gamma(x: Array);

    /// Logarithm of the absolute value of `gamma(x)`.
    ///
    /// ```text
    /// lgamma(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.lgamma(..)`.
    ///
    /// SciPy:
    /// [`scipy.special.gammaln`](https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.gammaln.html).
    fn lgamma(x: Array);

    /// Another name of [`lgamma`].
    ///
    /// Logarithm of the absolute value of `gamma(x)`.
    ///
    /// ```text
    /// gammaln(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.gammaln(..)`.
    ///
    /// SciPy:
    /// [`scipy.special.gammaln`](https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.gammaln.html).
    fn gammaln(x: Array);

    /// The logistic function `1 / (1 + exp(-x))`.
    ///
    /// ```text
    /// expit(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.expit(..)`.
    ///
    /// SciPy:
    /// [`scipy.special.expit`](https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.expit.html).
    fn expit(x: Array);

    /// `log(x / (1 - x))`, the inverse of `expit`.
    ///
    /// ```text
    /// logit(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.logit(..)`.
    ///
    /// SciPy:
    /// [`scipy.special.logit`](https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.logit.html).
    fn logit(x: Array);

    /// `x * log(y)`, 0 where x is 0 and y is not NaN.
    ///
    /// ```text
    /// xlogy(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.xlogy(..)`.
    ///
    /// SciPy:
    /// [`scipy.special.xlogy`](https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.xlogy.html).
    fn xlogy(x: Array, y: Array);

    /// Radians as degrees.
    ///
    /// ```text
    /// degrees(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.degrees(..)`.
    ///
    /// NumPy: [`degrees`](https://numpy.org/doc/stable/reference/generated/numpy.degrees.html).
    fn degrees(x: Array);

    /// Another name of [`degrees`].
    ///
    /// Radians as degrees.
    ///
    /// ```text
    /// rad2deg(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.rad2deg(..)`.
    ///
    /// NumPy: [`degrees`](https://numpy.org/doc/stable/reference/generated/numpy.degrees.html).
    fn rad2deg(x: Array);

    /// Degrees as radians.
    ///
    /// ```text
    /// radians(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.radians(..)`.
    ///
    /// NumPy: [`radians`](https://numpy.org/doc/stable/reference/generated/numpy.radians.html).
    fn radians(x: Array);

    /// Another name of [`radians`].
    ///
    /// Degrees as radians.
    ///
    /// ```text
    /// deg2rad(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.deg2rad(..)`.
    ///
    /// NumPy: [`radians`](https://numpy.org/doc/stable/reference/generated/numpy.radians.html).
    fn deg2rad(x: Array);

    /// Absolute value as a float.
    ///
    /// ```text
    /// fabs(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.fabs(..)`.
    ///
    /// NumPy: [`fabs`](https://numpy.org/doc/stable/reference/generated/numpy.fabs.html).
    fn fabs(x: Array);

    /// `log(exp(x) + exp(y))` without overflow.
    ///
    /// ```text
    /// logaddexp(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.logaddexp(..)`.
    ///
    /// NumPy: [`logaddexp`](https://numpy.org/doc/stable/reference/generated/numpy.logaddexp.html).
    fn logaddexp(x: Array, y: Array);

    /// `log2(2 ** x + 2 ** y)` without overflow.
    ///
    /// ```text
    /// logaddexp2(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.logaddexp2(..)`.
    ///
    /// NumPy:
    /// [`logaddexp2`](https://numpy.org/doc/stable/reference/generated/numpy.logaddexp2.html).
    fn logaddexp2(x: Array, y: Array);

    /// 0 below 0, 1 above, y at 0.
    ///
    /// ```text
    /// heaviside(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.heaviside(..)`.
    ///
    /// NumPy: [`heaviside`](https://numpy.org/doc/stable/reference/generated/numpy.heaviside.html).
    fn heaviside(x: Array, y: Array);

    /// Whether the sign bit is set: also of -0.0.
    ///
    /// ```text
    /// signbit(x)
    /// ```
    ///
    /// Shape as `x`; bool.
    ///
    /// Also `x.signbit(..)`.
    ///
    /// NumPy: [`signbit`](https://numpy.org/doc/stable/reference/generated/numpy.signbit.html).
    fn signbit(x: Array);

    /// Nearest integer as a float, halves to even.
    ///
    /// ```text
    /// rint(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.rint(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`rint`](https://numpy.org/doc/stable/reference/generated/numpy.rint.html).
    fn rint(x: Array);

    /// `sin(pi * x) / (pi * x)`, 1 at 0.
    ///
    /// ```text
    /// sinc(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.sinc(..)`.
    ///
    /// NumPy: [`sinc`](https://numpy.org/doc/stable/reference/generated/numpy.sinc.html).
    fn sinc(x: Array);

    /// The next float after x in the direction of y.
    ///
    /// ```text
    /// nextafter(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.nextafter(..)`.
    ///
    /// NumPy: [`nextafter`](https://numpy.org/doc/stable/reference/generated/numpy.nextafter.html).
    fn nextafter(x: Array, y: Array);

    /// Distance from x to the next float away from 0, with the sign of x.
    ///
    /// ```text
    /// spacing(x)
    /// ```
    ///
    /// Operands broadcast; one dtype; floats, integers become f64.
    ///
    /// Also `x.spacing(..)`.
    ///
    /// NumPy: [`spacing`](https://numpy.org/doc/stable/reference/generated/numpy.spacing.html).
    fn spacing(x: Array);

    /// The larger of two; the other one if one is NaN.
    ///
    /// ```text
    /// fmax(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype.
    ///
    /// Also `x.fmax(..)`.
    ///
    /// NumPy: [`fmax`](https://numpy.org/doc/stable/reference/generated/numpy.fmax.html).
    fn fmax(x: Array, y: Array);

    /// The smaller of two; the other one if one is NaN.
    ///
    /// ```text
    /// fmin(x, y)
    /// ```
    ///
    /// Operands broadcast; one dtype.
    ///
    /// Also `x.fmin(..)`.
    ///
    /// NumPy: [`fmin`](https://numpy.org/doc/stable/reference/generated/numpy.fmin.html).
    fn fmin(x: Array, y: Array);

    /// The pair (fraction, whole part), both with the sign of x.
    ///
    /// ```text
    /// modf(x)
    /// ```
    ///
    /// Two arrays of the shape of `x`; dtype as `x` if float, else f64.
    ///
    /// Also `x.modf(..)`.
    ///
    /// NumPy: [`modf`](https://numpy.org/doc/stable/reference/generated/numpy.modf.html).
    fn modf(x: Array);

    /// Greatest common divisor of integers.
    ///
    /// ```text
    /// gcd(x, y)
    /// ```
    ///
    /// Operands broadcast; one integer dtype.
    ///
    /// Also `x.gcd(..)`.
    ///
    /// NumPy: [`gcd`](https://numpy.org/doc/stable/reference/generated/numpy.gcd.html).
    fn gcd(x: Array, y: Array);

    /// Least common multiple of integers.
    ///
    /// ```text
    /// lcm(x, y)
    /// ```
    ///
    /// Operands broadcast; one integer dtype.
    ///
    /// Also `x.lcm(..)`.
    ///
    /// NumPy: [`lcm`](https://numpy.org/doc/stable/reference/generated/numpy.lcm.html).
    fn lcm(x: Array, y: Array);

    /// Real part.
    ///
    /// ```text
    /// real(z)
    /// ```
    ///
    /// Shape as `z`; of c32 f32, of c64 f64, real numbers as they are.
    ///
    /// Also `z.real(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`real`](https://numpy.org/doc/stable/reference/generated/numpy.real.html).
    fn real(z: Array);

    /// Imaginary part; 0 for real numbers.
    ///
    /// ```text
    /// imag(z)
    /// ```
    ///
    /// Shape as `z`; of c32 f32, of c64 f64, of real numbers their dtype.
    ///
    /// Also `z.imag(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`imag`](https://numpy.org/doc/stable/reference/generated/numpy.imag.html).
    fn imag(z: Array);

    /// Complex conjugate; a real number itself.
    ///
    /// ```text
    /// conj(z)
    /// ```
    ///
    /// Shape and dtype as `z`.
    ///
    /// Also `z.conj(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`conj`](https://numpy.org/doc/stable/reference/generated/numpy.conj.html).
    fn conj(z: Array);

    /// Another name of [`conj`].
    ///
    /// Complex conjugate; a real number itself.
    ///
    /// ```text
    /// conjugate(z)
    /// ```
    ///
    /// Shape and dtype as `z`.
    ///
    /// Also `z.conjugate(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`conj`](https://numpy.org/doc/stable/reference/generated/numpy.conj.html).
    fn conjugate(z: Array);

    /// Angle in the complex plane, in radians; 0 or pi for real numbers.
    ///
    /// ```text
    /// angle(z)
    /// ```
    ///
    /// Shape as `z`; of c32 f32, of c64 f64, else as `sqrt`.
    ///
    /// Also `z.angle(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`angle`](https://numpy.org/doc/stable/reference/generated/numpy.angle.html).
    fn angle(z: Array);

    /// `minimum(maximum(x, min), max)`.
    ///
    /// ```text
    /// clip(x, min=None, max=None)
    /// ```
    ///
    /// Operands broadcast; one dtype.
    ///
    /// Also `x.clip(..)`.
    ///
    /// NumPy: [`clip`](https://numpy.org/doc/stable/reference/generated/numpy.clip.html).
    fn clip(x: Array, min: Array, max: Array);

    /// NaN and infinities replaced: by 0 and the largest and smallest finite numbers.
    ///
    /// ```text
    /// nan_to_num(x, nan=0.0, posinf=None, neginf=None)
    /// ```
    ///
    /// Shape and dtype as `x`.
    ///
    /// Also `x.nan_to_num(..)`.
    ///
    /// NumPy:
    /// [`nan_to_num`](https://numpy.org/doc/stable/reference/generated/numpy.nan_to_num.html).
    fn nan_to_num(x: Array, nan: Array, posinf: Array, neginf: Array);

    /// Differences of neighbours along an axis, n times: the axis gets shorter by n.
    ///
    /// ```text
    /// diff(x, n=1, axis=-1, prepend=None, append=None)
    /// ```
    ///
    /// `prepend` and `append` are put before and behind the axis first: arrays, or scalars for each
    /// row. The dtype of `x`; of bools whether they differ. An axis of a literal size below n gives
    /// none; the call fails if an axis of another size is shorter than n.
    ///
    /// Also `x.diff(..)`. Takes complex numbers, too.
    ///
    /// Unlike NumPy's: the size of an axis is at least n unless it is a literal: `N - n` is the
    /// size of the result; a literal that is prepended takes the dtype of the array.
    ///
    /// NumPy: [`diff`](https://numpy.org/doc/stable/reference/generated/numpy.diff.html).
    fn diff(x: Array, n: i64, axis: Axis, prepend: Array, append: Array);

    /// Central differences, one-sided at the ends; for several axes a tuple.
    ///
    /// ```text
    /// gradient(x, *spacing, axis=None, edge_order=1)
    /// ```
    ///
    /// `spacing` is one number for all axes, or for each axis a number or the coordinates of its
    /// samples. At the ends differences are of two samples, or with `edge_order=2` of three. Shape
    /// of `x`; its dtype if float or complex, else f64. The call fails if an axis has less elements
    /// than that.
    ///
    /// Also `x.gradient(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`gradient`](https://numpy.org/doc/stable/reference/generated/numpy.gradient.html).
    fn gradient(x: Array, spacing: Arrays, axis: Axis, edge_order: i64);
}
