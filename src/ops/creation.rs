// Written by `BLESS=1 cargo test -p array-fn-compiler --test dictionary`: do not edit.

use super::*;

functions! {
    /// Ones on the diagonal k, zeros elsewhere: `eye(N)`, `eye([f32; N, M])`.
    ///
    /// ```text
    /// eye(N, M=None, k=0, dtype=f64)
    /// ```
    ///
    /// f64, or the dtype that is named.
    ///
    /// NumPy: [`eye`](https://numpy.org/doc/stable/reference/generated/numpy.eye.html).
    fn eye(N: Sizes, M: Sizes, k: i64, dtype: Dtype);

    /// `eye(n)`.
    ///
    /// ```text
    /// identity(n, dtype=f64)
    /// ```
    ///
    /// f64, or the dtype that is named.
    ///
    /// NumPy: [`identity`](https://numpy.org/doc/stable/reference/generated/numpy.identity.html).
    fn identity(n: Sizes, dtype: Dtype);

    /// Ones on and below the diagonal k, zeros above.
    ///
    /// ```text
    /// tri(N, M=None, k=0, dtype=f64)
    /// ```
    ///
    /// f64, or the dtype that is named.
    ///
    /// NumPy: [`tri`](https://numpy.org/doc/stable/reference/generated/numpy.tri.html).
    fn tri(N: Sizes, M: Sizes, k: i64, dtype: Dtype);

    /// The indices of a grid along each axis: `indices(N, M)[0][i, j]` is i.
    ///
    /// ```text
    /// indices(*dimensions)
    /// ```
    ///
    /// i64.
    ///
    /// NumPy: [`indices`](https://numpy.org/doc/stable/reference/generated/numpy.indices.html).
    fn indices(dimensions: Sizes);

    /// From start (or 0) in steps up to, without, stop: `arange(N)`, `arange(1, N, 2)`.
    ///
    /// ```text
    /// arange(start, stop=None, step=1, dtype=None)
    /// ```
    ///
    /// i64, or f64 where there are fractions, or the dtype that is named. Bounds and step are known
    /// when the block is compiled.
    ///
    /// NumPy: [`arange`](https://numpy.org/doc/stable/reference/generated/numpy.arange.html).
    fn arange(start: Array, stop: Array, step: Array, dtype: Dtype);

    /// So many numbers from start to stop, evenly spaced.
    ///
    /// ```text
    /// linspace(start, stop, num=50, endpoint=true, dtype=None)
    /// ```
    ///
    /// f64, or as start and stop if those are float or complex; start and stop are scalars.
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy: [`linspace`](https://numpy.org/doc/stable/reference/generated/numpy.linspace.html).
    fn linspace(start: Array, stop: Array, num: Sizes, endpoint: bool, dtype: Dtype);

    /// `base ** linspace(start, stop)`.
    ///
    /// ```text
    /// logspace(start, stop, num=50, endpoint=true, base=10.0, dtype=None)
    /// ```
    ///
    /// f64, or as start and stop if those are float; start and stop are scalars.
    ///
    /// NumPy: [`logspace`](https://numpy.org/doc/stable/reference/generated/numpy.logspace.html).
    fn logspace(start: Array, stop: Array, num: Sizes, endpoint: bool, base: Array, dtype: Dtype);

    /// So many numbers from start to stop, each the same multiple of the one before.
    ///
    /// ```text
    /// geomspace(start, stop, num=50, endpoint=true, dtype=None)
    /// ```
    ///
    /// f64, or as start and stop if those are float; start and stop are scalars, not zero.
    ///
    /// NumPy: [`geomspace`](https://numpy.org/doc/stable/reference/generated/numpy.geomspace.html).
    fn geomspace(start: Array, stop: Array, num: Sizes, endpoint: bool, dtype: Dtype);

    /// An array of zeros: `zeros([f64; E, N])`.
    ///
    /// ```text
    /// zeros(type)
    /// ```
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy: [`zeros`](https://numpy.org/doc/stable/reference/generated/numpy.zeros.html).
    fn zeros(array: Type);

    /// Another name of [`zeros`].
    ///
    /// An array of zeros: `zeros([f64; E, N])`.
    ///
    /// ```text
    /// empty(type)
    /// ```
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy: [`zeros`](https://numpy.org/doc/stable/reference/generated/numpy.zeros.html).
    fn empty(array: Type);

    /// An array of ones: `ones([f64; E, N])`.
    ///
    /// ```text
    /// ones(type)
    /// ```
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy: [`ones`](https://numpy.org/doc/stable/reference/generated/numpy.ones.html).
    fn ones(array: Type);

    /// An array with one value everywhere: `full([f64; E, N], value)`.
    ///
    /// ```text
    /// full(type, value)
    /// ```
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy: [`full`](https://numpy.org/doc/stable/reference/generated/numpy.full.html).
    fn full(array: Type, value: Array);

    /// Zeros of the shape and dtype of `x`.
    ///
    /// ```text
    /// zeros_like(x, dtype=None)
    /// ```
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`zeros_like`](https://numpy.org/doc/stable/reference/generated/numpy.zeros_like.html).
    fn zeros_like(x: Array, dtype: Dtype);

    /// Another name of [`zeros_like`].
    ///
    /// Zeros of the shape and dtype of `x`.
    ///
    /// ```text
    /// empty_like(x, dtype=None)
    /// ```
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`zeros_like`](https://numpy.org/doc/stable/reference/generated/numpy.zeros_like.html).
    fn empty_like(x: Array, dtype: Dtype);

    /// Ones of the shape and dtype of `x`.
    ///
    /// ```text
    /// ones_like(x, dtype=None)
    /// ```
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy: [`ones_like`](https://numpy.org/doc/stable/reference/generated/numpy.ones_like.html).
    fn ones_like(x: Array, dtype: Dtype);

    /// One value everywhere, with shape and dtype of `x`.
    ///
    /// ```text
    /// full_like(x, value, dtype=None)
    /// ```
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy: [`full_like`](https://numpy.org/doc/stable/reference/generated/numpy.full_like.html).
    fn full_like(x: Array, value: Array, dtype: Dtype);

    /// The array whose elements a function of the indices gives: `from_fn(|i: E, j: N| a[i] *
    /// b[j])`.
    ///
    /// ```text
    /// from_fn(closure)
    /// ```
    ///
    /// One axis per index, as long as its dimension.
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`fromfunction`](https://numpy.org/doc/stable/reference/generated/numpy.fromfunction.html).
    fn from_fn(closure: Closure);
}
