// Written by `BLESS=1 cargo test -p array-fn-compiler --test dictionary`: do not edit.

use super::*;

functions! {
    /// The elements along `axis` (the last one by default) in ascending order, NaN last;
    /// `descending=true` is the opposite, NaN first.
    ///
    /// ```text
    /// sort(x, axis=-1, descending=false, stable=true)
    /// ```
    ///
    /// Shape and dtype as `x`. Always stable: equal elements (0 and -0, too) keep their order, also
    /// when descending.
    ///
    /// Also `x.sort(..)`.
    ///
    /// NumPy: [`sort`](https://numpy.org/doc/stable/reference/generated/numpy.sort.html).
    fn sort(x: Array, axis: Axis, descending: bool, stable: bool);

    /// The positions of the elements along `axis` (the last one by default) in ascending order:
    /// `x[argsort(x)]` is sorted.
    ///
    /// ```text
    /// argsort(x, axis=-1, descending=false, stable=true)
    /// ```
    ///
    /// Shape as `x`, i64, in range by construction. Always stable.
    ///
    /// Also `x.argsort(..)`.
    ///
    /// NumPy: [`argsort`](https://numpy.org/doc/stable/reference/generated/numpy.argsort.html).
    fn argsort(x: Array, axis: Axis, descending: bool, stable: bool);

    /// The `k` largest elements along `axis` (the last one by default) in descending order, and
    /// their positions; with `largest=false` the smallest in ascending order.
    ///
    /// ```text
    /// topk(x, k, axis=-1, largest=true)
    /// ```
    ///
    /// Two arrays, of the dtype of `x` and i64; `axis` has size `k`, which is made of dimensions.
    /// NaN counts as largest.
    ///
    /// Also `x.topk(..)`.
    ///
    /// PyTorch: [`topk`](https://docs.pytorch.org/docs/stable/generated/torch.topk.html).
    fn topk(x: Array, k: Sizes, axis: Axis, largest: bool);

    /// Where the values `v` belong in the ascending `a`: before equal elements, or after them with
    /// `side="right"`.
    ///
    /// ```text
    /// searchsorted(a, v, side="left")
    /// ```
    ///
    /// `a` has one axis, or the axes of `v` but the last: a row for each row of `v`. One dtype for
    /// both, NaN last. Shape as `v`, i64, in `0..=N` for rows of `N`.
    ///
    /// Also `a.searchsorted(..)`.
    ///
    /// NumPy:
    /// [`searchsorted`](https://numpy.org/doc/stable/reference/generated/numpy.searchsorted.html).
    fn searchsorted(a: Array, v: Array, side: Text);

    /// The bin of each element between edges: the number of edges at or before it, or with
    /// `right=true` before it. Where edges descend, the number of those above it, or with
    /// `right=true` at or above it.
    ///
    /// ```text
    /// digitize(x, bins, right=false)
    /// ```
    ///
    /// `bins` has one axis and the dtype of `x`; it is an error of the call if its elements both
    /// rise and fall. Shape as `x`, i64, in `0..=N` for `N` edges.
    ///
    /// Also `x.digitize(..)`.
    ///
    /// NumPy: [`digitize`](https://numpy.org/doc/stable/reference/generated/numpy.digitize.html).
    fn digitize(x: Array, bins: Array, right: bool);

    /// The middle of the elements in ascending order, or the mean of the middle two: over all axes,
    /// one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size
    /// 1.
    ///
    /// ```text
    /// median(x, axis=None, keepdims=false)
    /// ```
    ///
    /// The dtype of `x` if float, else f64. NaN if any element is, or if there is none.
    ///
    /// Also `x.median(..)`.
    ///
    /// NumPy: [`median`](https://numpy.org/doc/stable/reference/generated/numpy.median.html).
    fn median(x: Array, axis: Axis, keepdims: bool);

    /// How many elements are in each bin between ascending edges; a bin has its left edge, the last
    /// one both.
    ///
    /// ```text
    /// histogram(x, bins)
    /// ```
    ///
    /// `bins` has one axis and the dtype of `x`; edges that decrease are an error of the call. i64,
    /// one less than there are edges.
    ///
    /// Also `x.histogram(..)`.
    ///
    /// NumPy: [`histogram`](https://numpy.org/doc/stable/reference/generated/numpy.histogram.html)
    /// with explicit edges, its first result.
    fn histogram(x: Array, bins: Array);

    /// The positions of the elements in the order of several keys along `axis` (the last one by
    /// default): by the last key, among equal ones by the key before it, and so on.
    ///
    /// ```text
    /// lexsort(keys, axis=-1)
    /// ```
    ///
    /// `keys` is a list or a tuple of arrays of one shape, each of its own dtype; NaN last. Shape
    /// as the keys, i64, in range by construction. Always stable.
    ///
    /// NumPy: [`lexsort`](https://numpy.org/doc/stable/reference/generated/numpy.lexsort.html).
    fn lexsort(keys: Array, axis: Axis);

    /// The elements along `axis` (the last one by default) such that element `kth` is the one that
    /// a sort puts there, none before it is larger and none after it smaller.
    ///
    /// ```text
    /// partition(x, kth, axis=-1)
    /// ```
    ///
    /// Shape and dtype as `x`. `kth` is made of dimensions; a negative one counts from the end. The
    /// other elements are in ascending order, too, so every device gives the same array.
    ///
    /// Also `x.partition(..)`.
    ///
    /// NumPy: [`partition`](https://numpy.org/doc/stable/reference/generated/numpy.partition.html).
    fn partition(x: Array, kth: Array, axis: Axis);

    /// The positions that the elements of [`partition`] had.
    ///
    /// ```text
    /// argpartition(x, kth, axis=-1)
    /// ```
    ///
    /// Shape as `x`, i64, in range by construction. They are those of [`argsort`].
    ///
    /// Also `x.argpartition(..)`.
    ///
    /// NumPy:
    /// [`argpartition`](https://numpy.org/doc/stable/reference/generated/numpy.argpartition.html).
    fn argpartition(x: Array, kth: Array, axis: Axis);

    /// The parts of `x` along `axis` where `condition` holds, as many as there are, in `size`
    /// places, and their number: `let (values, count) = compress(mask, x, size=M);`. Without `axis`
    /// they are the elements of `x` in one row.
    ///
    /// ```text
    /// compress(condition, x, axis=None, size=None, fill_value=0)
    /// ```
    ///
    /// `condition` has one axis, of the size of that axis of `x`; numbers hold where they are not
    /// zero. The first `count` parts are NumPy's, in their order, and `fill_value` follows. `size`
    /// is made of dimensions, and more than `size` parts are an error of the call; `size=N` is
    /// enough for an axis of size N. `count` is a scalar, i64.
    ///
    /// Takes complex numbers, too.
    ///
    /// JAX:
    /// [`jax.numpy.compress`](https://docs.jax.dev/en/latest/_autosummary/jax.numpy.compress.html)
    /// that also returns the number, and has an error for too many.
    fn compress(condition: Array, x: Array, axis: Axis, size: Array, fill_value: Array);

    /// The positions of the elements that are not zero (or true), in row-major order, in `size`
    /// places, and their number: `let (i, count) = nonzero(x > 0, size=M);`. There is an array for
    /// each axis of `x`: `let (i, j, count) = nonzero(a, size=M);`.
    ///
    /// ```text
    /// nonzero(x, size=None, fill_value=0)
    /// ```
    ///
    /// Each array has shape `[size]`, i64: the first `count` places are NumPy's, and `fill_value`
    /// follows. More than `size` positions are an error of the call.
    ///
    /// Also `x.nonzero(..)`. Takes complex numbers, too.
    ///
    /// JAX:
    /// [`jax.numpy.nonzero`](https://docs.jax.dev/en/latest/_autosummary/jax.numpy.nonzero.html)
    /// that also returns the number, and has an error for too many.
    fn nonzero(x: Array, size: Array, fill_value: Array);

    /// The different elements of `x` in ascending order, in `size` places, and their number: `let
    /// (values, count) = unique(x, size=M);`.
    ///
    /// ```text
    /// unique(x, return_index=false, return_inverse=false, return_counts=false, size=None, fill_value=0)
    /// ```
    ///
    /// The results are, in this order: the values; with `return_index=true` the position in
    /// `ravel(x)` at which each occurs first; with `return_inverse=true` for each element of `x`
    /// the position of its value, so that `values[inverse]` is `x`; with `return_counts=true` how
    /// often each value occurs; and the number of values. Positions and counts are i64.
    ///
    /// All NaNs are one value, as are 0 and -0. `fill_value` follows the values, and 0 the
    /// positions and counts. More than `size` values are an error of the call.
    ///
    /// The inverse groups data of any keys: `segment_sum(x, inverse, num_segments=M)` are the sums
    /// of `x` for each value.
    ///
    /// Also `x.unique(..)`.
    ///
    /// JAX: [`jax.numpy.unique`](https://docs.jax.dev/en/latest/_autosummary/jax.numpy.unique.html)
    /// that also returns the number, has an error for too many, and fills with 0.
    fn unique(x: Array, return_index: Array, return_inverse: Array, return_counts: Array, size: Array, fill_value: Array);

    /// The pairs of positions at which `left` and `right` are equal, as many as there are, in
    /// `size` places, and their number: `let (i, j, count) = join(left, right, size=M);`. They are
    /// the positions of `left[:, newaxis] == right` that are true, so a key that occurs 2 times on
    /// the left and 3 times on the right gives 6 pairs.
    ///
    /// ```text
    /// join(left, right, size=None, fill_value=0)
    /// ```
    ///
    /// Both arrays have one axis and one dtype; NaN is equal to nothing. Pairs are in the order of
    /// the left positions, then of the right ones, and `fill_value` follows them. `i` and `j` have
    /// shape `[size]`, i64. More than `size` pairs are an error of the call. The right side is
    /// sorted, and each key of the left side is searched in it.
    fn join(left: Array, right: bool, size: Array, fill_value: Array);
}
