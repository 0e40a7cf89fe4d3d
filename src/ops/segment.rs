// Written by `BLESS=1 cargo test -p array-fn-compiler --test dictionary`: do not edit.

use super::*;

functions! {
    /// Sums of the rows of `data` that share an index: `out[s] = sum of data[k] where
    /// segment_ids[k] == s`; 0 where there are none.
    ///
    /// ```text
    /// segment_sum(data, segment_ids, num_segments=None)
    /// ```
    ///
    /// `segment_ids` has one axis, the first one of `data`, in any order. Its domain `index<S>` is
    /// the first axis of the result, or `num_segments` is; integers of no domain are checked at the
    /// call. Dtype as `data`. Reproducible: rows meet in the order in which they stand.
    ///
    /// Also `data.segment_sum(..)`. Takes complex numbers, too.
    ///
    /// JAX:
    /// [`jax.ops.segment_sum`](https://docs.jax.dev/en/latest/_autosummary/jax.ops.segment_sum.html).
    fn segment_sum(data: Array, segment_ids: Array, num_segments: Sizes);

    /// Products of the rows of `data` that share an index; 1 where there are none. See
    /// [`segment_sum`].
    ///
    /// ```text
    /// segment_prod(data, segment_ids, num_segments=None)
    /// ```
    ///
    /// Also `data.segment_prod(..)`.
    ///
    /// JAX:
    /// [`jax.ops.segment_prod`](https://docs.jax.dev/en/latest/_autosummary/jax.ops.segment_prod.html).
    fn segment_prod(data: Array, segment_ids: Array, num_segments: Sizes);

    /// Minima of the rows of `data` that share an index; infinity, or the largest integer, where
    /// there are none. See [`segment_sum`].
    ///
    /// ```text
    /// segment_min(data, segment_ids, num_segments=None)
    /// ```
    ///
    /// Also `data.segment_min(..)`.
    ///
    /// JAX:
    /// [`jax.ops.segment_min`](https://docs.jax.dev/en/latest/_autosummary/jax.ops.segment_min.html).
    fn segment_min(data: Array, segment_ids: Array, num_segments: Sizes);

    /// Maxima of the rows of `data` that share an index; minus infinity, or the smallest integer,
    /// where there are none. See [`segment_sum`].
    ///
    /// ```text
    /// segment_max(data, segment_ids, num_segments=None)
    /// ```
    ///
    /// Also `data.segment_max(..)`.
    ///
    /// JAX:
    /// [`jax.ops.segment_max`](https://docs.jax.dev/en/latest/_autosummary/jax.ops.segment_max.html).
    fn segment_max(data: Array, segment_ids: Array, num_segments: Sizes);

    /// `x` with `values` added to the rows that `indices` name, as often as they are named.
    ///
    /// ```text
    /// scatter_add(x, indices, values)
    /// ```
    ///
    /// `values` broadcast to the shape of `indices` followed by the axes of `x` but the first, and
    /// have its dtype. Indices that may be out of range are checked at the call; negative ones
    /// count from the end. Shape and dtype as `x`.
    ///
    /// Also `x.scatter_add(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`add.at`](https://numpy.org/doc/stable/reference/generated/numpy.ufunc.at.html) on a
    /// copy.
    fn scatter_add(x: Array, indices: Array, values: Array);

    /// `x` with the rows that `indices` name multiplied by `values`. See [`scatter_add`].
    ///
    /// ```text
    /// scatter_mul(x, indices, values)
    /// ```
    ///
    /// Also `x.scatter_mul(..)`.
    ///
    /// NumPy: [`multiply.at`](https://numpy.org/doc/stable/reference/generated/numpy.ufunc.at.html)
    /// on a copy.
    fn scatter_mul(x: Array, indices: Array, values: Array);

    /// `x` with the minimum of its own and of `values` in the rows that `indices` name. See
    /// [`scatter_add`].
    ///
    /// ```text
    /// scatter_min(x, indices, values)
    /// ```
    ///
    /// Also `x.scatter_min(..)`.
    ///
    /// NumPy: [`minimum.at`](https://numpy.org/doc/stable/reference/generated/numpy.ufunc.at.html)
    /// on a copy.
    fn scatter_min(x: Array, indices: Array, values: Array);

    /// `x` with the maximum of its own and of `values` in the rows that `indices` name. See
    /// [`scatter_add`].
    ///
    /// ```text
    /// scatter_max(x, indices, values)
    /// ```
    ///
    /// Also `x.scatter_max(..)`.
    ///
    /// NumPy: [`maximum.at`](https://numpy.org/doc/stable/reference/generated/numpy.ufunc.at.html)
    /// on a copy.
    fn scatter_max(x: Array, indices: Array, values: Array);

    /// How often each index of the domain of `x` occurs, or the sums of the `weights` that belong
    /// to it.
    ///
    /// ```text
    /// bincount(x, weights=None, minlength=None)
    /// ```
    ///
    /// The domain is that of `index<S>`, or `0..minlength`, in which integers of no domain are
    /// checked to be (where NumPy makes the result longer). i64; f64 with weights.
    ///
    /// Also `x.bincount(..)`.
    ///
    /// NumPy: [`bincount`](https://numpy.org/doc/stable/reference/generated/numpy.bincount.html).
    fn bincount(x: Array, weights: Array, minlength: Sizes);
}
