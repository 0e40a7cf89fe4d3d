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
}
