// Written by `BLESS=1 cargo test -p array-fn-compiler --test dictionary`: do not edit.

use super::*;

functions! {
    /// Sum over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced
    /// axes stay with size 1.
    ///
    /// ```text
    /// sum(x, axis=None, keepdims=false, dtype=None)
    /// ```
    ///
    /// `sum(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// The dtype of `x`; bools and integers become 64 bits wide.
    ///
    /// Also `x.sum(..)`. Takes complex numbers, too.
    ///
    /// Unlike NumPy's: summed in an order that does not depend on the number of threads, but is not
    /// NumPy's pairwise one.
    ///
    /// NumPy: [`sum`](https://numpy.org/doc/stable/reference/generated/numpy.sum.html).
    fn sum(x: Array, axis: Axis, keepdims: bool, dtype: Dtype);

    /// Product over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true`
    /// reduced axes stay with size 1.
    ///
    /// ```text
    /// prod(x, axis=None, keepdims=false, dtype=None)
    /// ```
    ///
    /// `prod(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// The dtype of `x`; bools and integers become 64 bits wide.
    ///
    /// Also `x.prod(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`prod`](https://numpy.org/doc/stable/reference/generated/numpy.prod.html).
    fn prod(x: Array, axis: Axis, keepdims: bool, dtype: Dtype);

    /// Smallest element (NaN if any is NaN; an error if there is none) over all axes, one
    /// (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// ```text
    /// min(x, axis=None, keepdims=false)
    /// ```
    ///
    /// `min(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.min(..)`.
    ///
    /// NumPy: [`min`](https://numpy.org/doc/stable/reference/generated/numpy.min.html).
    fn min(x: Array, axis: Axis, keepdims: bool);

    /// Another name of [`min`].
    ///
    /// Smallest element (NaN if any is NaN; an error if there is none) over all axes, one
    /// (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// ```text
    /// amin(x, axis=None, keepdims=false)
    /// ```
    ///
    /// `min(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.amin(..)`.
    ///
    /// NumPy: [`min`](https://numpy.org/doc/stable/reference/generated/numpy.min.html).
    fn amin(x: Array, axis: Axis, keepdims: bool);

    /// Largest element (NaN if any is NaN; an error if there is none) over all axes, one (`axis=1`)
    /// or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// ```text
    /// max(x, axis=None, keepdims=false)
    /// ```
    ///
    /// `max(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.max(..)`.
    ///
    /// NumPy: [`max`](https://numpy.org/doc/stable/reference/generated/numpy.max.html).
    fn max(x: Array, axis: Axis, keepdims: bool);

    /// Another name of [`max`].
    ///
    /// Largest element (NaN if any is NaN; an error if there is none) over all axes, one (`axis=1`)
    /// or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// ```text
    /// amax(x, axis=None, keepdims=false)
    /// ```
    ///
    /// `max(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.amax(..)`.
    ///
    /// NumPy: [`max`](https://numpy.org/doc/stable/reference/generated/numpy.max.html).
    fn amax(x: Array, axis: Axis, keepdims: bool);

    /// Arithmetic mean over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with
    /// `keepdims=true` reduced axes stay with size 1.
    ///
    /// ```text
    /// mean(x, axis=None, keepdims=false, dtype=None)
    /// ```
    ///
    /// The dtype of `x` if float, else f64.
    ///
    /// Also `x.mean(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`mean`](https://numpy.org/doc/stable/reference/generated/numpy.mean.html).
    fn mean(x: Array, axis: Axis, keepdims: bool, dtype: Dtype);

    /// Whether all elements are true (nonzero) over all axes, one (`axis=1`) or several (`axis=(0,
    /// 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// ```text
    /// all(x, axis=None, keepdims=false)
    /// ```
    ///
    /// `all(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// bool.
    ///
    /// Also `x.all(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`all`](https://numpy.org/doc/stable/reference/generated/numpy.all.html).
    fn all(x: Array, axis: Axis, keepdims: bool);

    /// Whether any element is true (nonzero) over all axes, one (`axis=1`) or several (`axis=(0,
    /// 2)`); with `keepdims=true` reduced axes stay with size 1.
    ///
    /// ```text
    /// any(x, axis=None, keepdims=false)
    /// ```
    ///
    /// `any(|k: N| ...)` reduces an expression over the index `k` instead.
    ///
    /// bool.
    ///
    /// Also `x.any(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`any`](https://numpy.org/doc/stable/reference/generated/numpy.any.html).
    fn any(x: Array, axis: Axis, keepdims: bool);

    /// Variance along the axes, over `count - ddof`; integers give f64.
    ///
    /// ```text
    /// var(x, axis=None, ddof=0, keepdims=false, dtype=None, correction=0)
    /// ```
    ///
    /// The dtype of `x` if float, else f64.
    ///
    /// Also `x.var(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`var`](https://numpy.org/doc/stable/reference/generated/numpy.var.html).
    fn var(x: Array, axis: Axis, ddof: f64, keepdims: bool, dtype: Dtype, correction: f64);

    /// Standard deviation along the axes: the square root of `var`.
    ///
    /// ```text
    /// std(x, axis=None, ddof=0, keepdims=false, dtype=None, correction=0)
    /// ```
    ///
    /// The dtype of `x` if float, else f64.
    ///
    /// Also `x.std(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`std`](https://numpy.org/doc/stable/reference/generated/numpy.std.html).
    fn std(x: Array, axis: Axis, ddof: f64, keepdims: bool, dtype: Dtype, correction: f64);

    /// Mean along the axes; with weights `sum(x * weights) / sum(weights)`.
    ///
    /// ```text
    /// average(x, axis=None, weights=None, keepdims=false)
    /// ```
    ///
    /// The dtype of `x` if float, else f64.
    ///
    /// Also `x.average(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`average`](https://numpy.org/doc/stable/reference/generated/numpy.average.html).
    fn average(x: Array, axis: Axis, weights: Array, keepdims: bool);

    /// Largest minus smallest element along the axes.
    ///
    /// ```text
    /// ptp(x, axis=None, keepdims=false)
    /// ```
    ///
    /// The dtype of `x` (a number); an error if there are no elements.
    ///
    /// Also `x.ptp(..)`.
    ///
    /// NumPy: [`ptp`](https://numpy.org/doc/stable/reference/generated/numpy.ptp.html).
    fn ptp(x: Array, axis: Axis, keepdims: bool);

    /// How many elements along the axes are not zero, in i64.
    ///
    /// ```text
    /// count_nonzero(x, axis=None, keepdims=false)
    /// ```
    ///
    /// i64.
    ///
    /// Also `x.count_nonzero(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`count_nonzero`](https://numpy.org/doc/stable/reference/generated/numpy.count_nonzero.html).
    fn count_nonzero(x: Array, axis: Axis, keepdims: bool);

    /// `log(sum(exp(x)))` along the axes, without overflow.
    ///
    /// ```text
    /// logsumexp(x, axis=None, keepdims=false)
    /// ```
    ///
    /// The dtype of `x` if float, else f64.
    ///
    /// Also `x.logsumexp(..)`.
    ///
    /// SciPy:
    /// [`scipy.special.logsumexp`](https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.logsumexp.html).
    fn logsumexp(x: Array, axis: Axis, keepdims: bool);

    /// `exp(x) / sum(exp(x))` along the axes, without overflow.
    ///
    /// ```text
    /// softmax(x, axis=None)
    /// ```
    ///
    /// Shape of `x`; its dtype if float, else f64.
    ///
    /// Also `x.softmax(..)`.
    ///
    /// SciPy:
    /// [`scipy.special.softmax`](https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.softmax.html).
    fn softmax(x: Array, axis: Axis);

    /// `log(softmax(x))`, precise where the softmax is small.
    ///
    /// ```text
    /// log_softmax(x, axis=None)
    /// ```
    ///
    /// Shape of `x`; its dtype if float, else f64.
    ///
    /// Also `x.log_softmax(..)`.
    ///
    /// SciPy:
    /// [`scipy.special.log_softmax`](https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.log_softmax.html).
    fn log_softmax(x: Array, axis: Axis);

    /// Sum of what is not NaN.
    ///
    /// ```text
    /// nansum(x, axis=None, keepdims=false)
    /// ```
    ///
    /// The dtype of `x`; small integers widen as in `sum`.
    ///
    /// Also `x.nansum(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`nansum`](https://numpy.org/doc/stable/reference/generated/numpy.nansum.html).
    fn nansum(x: Array, axis: Axis, keepdims: bool);

    /// Product of what is not NaN.
    ///
    /// ```text
    /// nanprod(x, axis=None, keepdims=false)
    /// ```
    ///
    /// The dtype of `x`; small integers widen as in `prod`.
    ///
    /// Also `x.nanprod(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`nanprod`](https://numpy.org/doc/stable/reference/generated/numpy.nanprod.html).
    fn nanprod(x: Array, axis: Axis, keepdims: bool);

    /// Smallest element that is not NaN; NaN if all are.
    ///
    /// ```text
    /// nanmin(x, axis=None, keepdims=false)
    /// ```
    ///
    /// The dtype of `x`; an error if there are no elements.
    ///
    /// Also `x.nanmin(..)`.
    ///
    /// NumPy: [`nanmin`](https://numpy.org/doc/stable/reference/generated/numpy.nanmin.html).
    fn nanmin(x: Array, axis: Axis, keepdims: bool);

    /// Largest element that is not NaN; NaN if all are.
    ///
    /// ```text
    /// nanmax(x, axis=None, keepdims=false)
    /// ```
    ///
    /// The dtype of `x`; an error if there are no elements.
    ///
    /// Also `x.nanmax(..)`.
    ///
    /// NumPy: [`nanmax`](https://numpy.org/doc/stable/reference/generated/numpy.nanmax.html).
    fn nanmax(x: Array, axis: Axis, keepdims: bool);

    /// Mean of what is not NaN.
    ///
    /// ```text
    /// nanmean(x, axis=None, keepdims=false)
    /// ```
    ///
    /// The dtype of `x` if float, else f64.
    ///
    /// Also `x.nanmean(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`nanmean`](https://numpy.org/doc/stable/reference/generated/numpy.nanmean.html).
    fn nanmean(x: Array, axis: Axis, keepdims: bool);

    /// Variance of what is not NaN; NaN where there are not more than `ddof`.
    ///
    /// ```text
    /// nanvar(x, axis=None, ddof=0, keepdims=false)
    /// ```
    ///
    /// The dtype of `x` if float, else f64.
    ///
    /// Also `x.nanvar(..)`.
    ///
    /// NumPy: [`nanvar`](https://numpy.org/doc/stable/reference/generated/numpy.nanvar.html).
    fn nanvar(x: Array, axis: Axis, ddof: f64, keepdims: bool);

    /// Standard deviation of what is not NaN: the square root of `nanvar`.
    ///
    /// ```text
    /// nanstd(x, axis=None, ddof=0, keepdims=false)
    /// ```
    ///
    /// The dtype of `x` if float, else f64.
    ///
    /// Also `x.nanstd(..)`.
    ///
    /// NumPy: [`nanstd`](https://numpy.org/doc/stable/reference/generated/numpy.nanstd.html).
    fn nanstd(x: Array, axis: Axis, ddof: f64, keepdims: bool);

    /// Position of the first smallest element (of the first NaN, if any) along one axis, or among
    /// all elements.
    ///
    /// ```text
    /// argmin(x, axis=None, keepdims=false)
    /// ```
    ///
    /// i64, in range for the axis, so that it indexes without a check; an error if there are no
    /// elements.
    ///
    /// Also `x.argmin(..)`.
    ///
    /// NumPy: [`argmin`](https://numpy.org/doc/stable/reference/generated/numpy.argmin.html).
    fn argmin(x: Array, axis: Axis, keepdims: bool);

    /// Position of the first largest element (of the first NaN, if any) along one axis, or among
    /// all elements.
    ///
    /// ```text
    /// argmax(x, axis=None, keepdims=false)
    /// ```
    ///
    /// i64, in range for the axis, so that it indexes without a check; an error if there are no
    /// elements.
    ///
    /// Also `x.argmax(..)`.
    ///
    /// NumPy: [`argmax`](https://numpy.org/doc/stable/reference/generated/numpy.argmax.html).
    fn argmax(x: Array, axis: Axis, keepdims: bool);

    /// Integral along an axis by the trapezoidal rule, of samples at x, or dx apart.
    ///
    /// ```text
    /// trapezoid(y, x=None, dx=1.0, axis=-1)
    /// ```
    ///
    /// The dtype of the samples if float, else f64; an error if there are none.
    ///
    /// Also `y.trapezoid(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`trapezoid`](https://numpy.org/doc/stable/reference/generated/numpy.trapezoid.html).
    fn trapezoid(y: Array, x: Array, dx: Array, axis: Axis);

    /// Another name of [`trapezoid`].
    ///
    /// Integral along an axis by the trapezoidal rule, of samples at x, or dx apart.
    ///
    /// ```text
    /// trapz(y, x=None, dx=1.0, axis=-1)
    /// ```
    ///
    /// The dtype of the samples if float, else f64; an error if there are none.
    ///
    /// Also `y.trapz(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`trapezoid`](https://numpy.org/doc/stable/reference/generated/numpy.trapezoid.html).
    fn trapz(y: Array, x: Array, dx: Array, axis: Axis);

    /// Sums of the elements up to and including each one, from left to right along `axis`; without
    /// one, of all elements in row-major order.
    ///
    /// ```text
    /// cumsum(x, axis=None, dtype=None)
    /// ```
    ///
    /// Shape as `x` (one axis of all elements without `axis`). The dtype is `dtype`, or that of
    /// `sum`: bool and i32 become i64, u32 becomes u64. NaN from the first NaN on.
    ///
    /// Also `x.cumsum(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`cumsum`](https://numpy.org/doc/stable/reference/generated/numpy.cumsum.html).
    fn cumsum(x: Array, axis: Axis, dtype: Dtype);

    /// Products of the elements up to and including each one, from left to right along `axis`;
    /// without one, of all elements in row-major order.
    ///
    /// ```text
    /// cumprod(x, axis=None, dtype=None)
    /// ```
    ///
    /// Shape as `x` (one axis of all elements without `axis`). The dtype is `dtype`, or that of
    /// `prod`.
    ///
    /// Also `x.cumprod(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`cumprod`](https://numpy.org/doc/stable/reference/generated/numpy.cumprod.html).
    fn cumprod(x: Array, axis: Axis, dtype: Dtype);

    /// [`cumsum`] along `axis`, which only an array of one axis may leave out; with
    /// `include_initial=true` a 0 comes first.
    ///
    /// ```text
    /// cumulative_sum(x, axis=None, dtype=None, include_initial=false)
    /// ```
    ///
    /// Shape as `x`; the axis is longer by 1 with `include_initial`.
    ///
    /// Also `x.cumulative_sum(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`cumulative_sum`](https://numpy.org/doc/stable/reference/generated/numpy.cumulative_sum.html).
    fn cumulative_sum(x: Array, axis: Axis, dtype: Dtype, include_initial: bool);

    /// [`cumprod`] along `axis`, which only an array of one axis may leave out; with
    /// `include_initial=true` a 1 comes first.
    ///
    /// ```text
    /// cumulative_prod(x, axis=None, dtype=None, include_initial=false)
    /// ```
    ///
    /// Shape as `x`; the axis is longer by 1 with `include_initial`.
    ///
    /// Also `x.cumulative_prod(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`cumulative_prod`](https://numpy.org/doc/stable/reference/generated/numpy.cumulative_prod.html).
    fn cumulative_prod(x: Array, axis: Axis, dtype: Dtype, include_initial: bool);

    /// The smallest of the elements up to and including each one, along the first axis unless
    /// `axis` says otherwise; NaN from the first NaN on.
    ///
    /// ```text
    /// cummin(x, axis=0)
    /// ```
    ///
    /// Shape and dtype as `x`.
    ///
    /// Also `x.cummin(..)`.
    ///
    /// NumPy:
    /// [`minimum.accumulate`](https://numpy.org/doc/stable/reference/generated/numpy.ufunc.accumulate.html).
    fn cummin(x: Array, axis: Axis);

    /// The largest of the elements up to and including each one, along the first axis unless `axis`
    /// says otherwise; NaN from the first NaN on.
    ///
    /// ```text
    /// cummax(x, axis=0)
    /// ```
    ///
    /// Shape and dtype as `x`.
    ///
    /// Also `x.cummax(..)`.
    ///
    /// NumPy:
    /// [`maximum.accumulate`](https://numpy.org/doc/stable/reference/generated/numpy.ufunc.accumulate.html).
    fn cummax(x: Array, axis: Axis);
}
