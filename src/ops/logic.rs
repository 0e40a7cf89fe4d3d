// Written by `BLESS=1 cargo test -p array-fn-compiler --test dictionary`: do not edit.

use super::*;

functions! {
    /// `x` where the condition holds, `y` elsewhere.
    ///
    /// ```text
    /// where(condition, x, y)
    /// ```
    ///
    /// The condition is bool; all three broadcast; `x` and `y` have one dtype.
    ///
    /// Takes complex numbers, too.
    ///
    /// Unlike NumPy's: both sides are evaluated; it always has three arguments.
    ///
    /// NumPy: [`where`](https://numpy.org/doc/stable/reference/generated/numpy.where.html).
    fn r#where(condition: Array, x: Array, y: Array);

    /// Whether `x` is NaN.
    ///
    /// ```text
    /// isnan(x)
    /// ```
    ///
    /// Shape as `x`; bool.
    ///
    /// Also `x.isnan(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`isnan`](https://numpy.org/doc/stable/reference/generated/numpy.isnan.html).
    fn isnan(x: Array);

    /// Whether `x` is infinite.
    ///
    /// ```text
    /// isinf(x)
    /// ```
    ///
    /// Shape as `x`; bool.
    ///
    /// Also `x.isinf(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`isinf`](https://numpy.org/doc/stable/reference/generated/numpy.isinf.html).
    fn isinf(x: Array);

    /// Whether `x` is neither infinite nor NaN.
    ///
    /// ```text
    /// isfinite(x)
    /// ```
    ///
    /// Shape as `x`; bool.
    ///
    /// Also `x.isfinite(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`isfinite`](https://numpy.org/doc/stable/reference/generated/numpy.isfinite.html).
    fn isfinite(x: Array);

    /// Whether both are true (nonzero).
    ///
    /// ```text
    /// logical_and(x, y)
    /// ```
    ///
    /// Operands broadcast; bool.
    ///
    /// Also `x.logical_and(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`logical_and`](https://numpy.org/doc/stable/reference/generated/numpy.logical_and.html).
    fn logical_and(x: Array, y: Array);

    /// Whether either is true (nonzero).
    ///
    /// ```text
    /// logical_or(x, y)
    /// ```
    ///
    /// Operands broadcast; bool.
    ///
    /// Also `x.logical_or(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`logical_or`](https://numpy.org/doc/stable/reference/generated/numpy.logical_or.html).
    fn logical_or(x: Array, y: Array);

    /// Whether exactly one is true (nonzero).
    ///
    /// ```text
    /// logical_xor(x, y)
    /// ```
    ///
    /// Operands broadcast; bool.
    ///
    /// Also `x.logical_xor(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`logical_xor`](https://numpy.org/doc/stable/reference/generated/numpy.logical_xor.html).
    fn logical_xor(x: Array, y: Array);

    /// Whether `x` is zero or false.
    ///
    /// ```text
    /// logical_not(x)
    /// ```
    ///
    /// Shape as `x`; bool.
    ///
    /// Also `x.logical_not(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`logical_not`](https://numpy.org/doc/stable/reference/generated/numpy.logical_not.html).
    fn logical_not(x: Array);

    /// `x == y`.
    ///
    /// ```text
    /// equal(x, y)
    /// ```
    ///
    /// Operands broadcast; bool.
    ///
    /// Also `x.equal(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`equal`](https://numpy.org/doc/stable/reference/generated/numpy.equal.html).
    fn equal(x: Array, y: Array);

    /// `x != y`.
    ///
    /// ```text
    /// not_equal(x, y)
    /// ```
    ///
    /// Operands broadcast; bool.
    ///
    /// Also `x.not_equal(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`not_equal`](https://numpy.org/doc/stable/reference/generated/numpy.not_equal.html).
    fn not_equal(x: Array, y: Array);

    /// `x < y`.
    ///
    /// ```text
    /// less(x, y)
    /// ```
    ///
    /// Operands broadcast; bool.
    ///
    /// Also `x.less(..)`.
    ///
    /// NumPy: [`less`](https://numpy.org/doc/stable/reference/generated/numpy.less.html).
    fn less(x: Array, y: Array);

    /// `x <= y`.
    ///
    /// ```text
    /// less_equal(x, y)
    /// ```
    ///
    /// Operands broadcast; bool.
    ///
    /// Also `x.less_equal(..)`.
    ///
    /// NumPy:
    /// [`less_equal`](https://numpy.org/doc/stable/reference/generated/numpy.less_equal.html).
    fn less_equal(x: Array, y: Array);

    /// `x > y`.
    ///
    /// ```text
    /// greater(x, y)
    /// ```
    ///
    /// Operands broadcast; bool.
    ///
    /// Also `x.greater(..)`.
    ///
    /// NumPy: [`greater`](https://numpy.org/doc/stable/reference/generated/numpy.greater.html).
    fn greater(x: Array, y: Array);

    /// `x >= y`.
    ///
    /// ```text
    /// greater_equal(x, y)
    /// ```
    ///
    /// Operands broadcast; bool.
    ///
    /// Also `x.greater_equal(..)`.
    ///
    /// NumPy:
    /// [`greater_equal`](https://numpy.org/doc/stable/reference/generated/numpy.greater_equal.html).
    fn greater_equal(x: Array, y: Array);

    /// Whether x is plus infinity.
    ///
    /// ```text
    /// isposinf(x)
    /// ```
    ///
    /// Shape as `x`; bool.
    ///
    /// Also `x.isposinf(..)`.
    ///
    /// NumPy: [`isposinf`](https://numpy.org/doc/stable/reference/generated/numpy.isposinf.html).
    fn isposinf(x: Array);

    /// Whether x is minus infinity.
    ///
    /// ```text
    /// isneginf(x)
    /// ```
    ///
    /// Shape as `x`; bool.
    ///
    /// Also `x.isneginf(..)`.
    ///
    /// NumPy: [`isneginf`](https://numpy.org/doc/stable/reference/generated/numpy.isneginf.html).
    fn isneginf(x: Array);

    /// The choice whose condition is the first to hold, else the default.
    ///
    /// ```text
    /// select(condlist, choicelist, default=0)
    /// ```
    ///
    /// All broadcast; the conditions are bools; choices and default have one dtype.
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy: [`select`](https://numpy.org/doc/stable/reference/generated/numpy.select.html).
    fn select(condlist: Arrays, choicelist: Arrays, default: Array);

    /// Whether `abs(a - b) <= atol + rtol * abs(b)`.
    ///
    /// ```text
    /// isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=false)
    /// ```
    ///
    /// Operands broadcast; bool.
    ///
    /// Also `a.isclose(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`isclose`](https://numpy.org/doc/stable/reference/generated/numpy.isclose.html).
    fn isclose(a: Array, b: Array, rtol: Array, atol: Array, equal_nan: bool);

    /// Whether `isclose` holds for all elements.
    ///
    /// ```text
    /// allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=false)
    /// ```
    ///
    /// A bool.
    ///
    /// Also `a.allclose(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`allclose`](https://numpy.org/doc/stable/reference/generated/numpy.allclose.html).
    fn allclose(a: Array, b: Array, rtol: Array, atol: Array, equal_nan: bool);
}
