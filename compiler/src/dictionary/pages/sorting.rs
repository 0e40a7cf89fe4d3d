//! What the pages of scans, sorting and searching say beside the table.

use super::Like::{Jax, Nothing, NumPy, PyTorch};
use super::{Page, page};

pub(super) const PAGES: &[Page] = &[
    page(
        "sort",
        "The elements along `axis` (the last one by default) in ascending order, NaN last; \
          `descending=true` is the opposite, NaN first.",
        "Shape and dtype as `x`. Always stable: equal elements (0 and -0, too) keep their order, \
          also when descending.",
        NumPy("sort"),
    ),
    page(
        "argsort",
        "The positions of the elements along `axis` (the last one by default) in ascending order: \
          `x[argsort(x)]` is sorted.",
        "Shape as `x`, i64, in range by construction. Always stable.",
        NumPy("argsort"),
    ),
    page(
        "topk",
        "The `k` largest elements along `axis` (the last one by default) in descending order, and \
          their positions; with `largest=false` the smallest in ascending order.",
        "Two arrays, of the dtype of `x` and i64; `axis` has size `k`, which is made of \
          dimensions. NaN counts as largest.",
        PyTorch("topk"),
    ),
    page(
        "searchsorted",
        "Where the values `v` belong in the ascending `a`: before equal elements, or after them \
          with `side=\"right\"`.",
        "`a` has one axis, or the axes of `v` but the last: a row for each row of `v`. One dtype \
          for both, NaN last. Shape as `v`, i64, in `0..=N` for rows of `N`.",
        NumPy("searchsorted"),
    ),
    page(
        "digitize",
        "The bin of each element between edges: the number of edges at or before it, or with \
          `right=true` before it. Where edges descend, the number of those above it, or with \
          `right=true` at or above it.",
        "`bins` has one axis and the dtype of `x`; it is an error of the call if its elements both \
          rise and fall. Shape as `x`, i64, in `0..=N` for `N` edges.",
        NumPy("digitize"),
    ),
    page(
        "median",
        "The middle of the elements in ascending order, or the mean of the middle two: over all \
          axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay \
          with size 1.",
        "The dtype of `x` if float, else f64. NaN if any element is, or if there is none.",
        NumPy("median"),
    ),
    page(
        "histogram",
        "How many elements are in each bin between ascending edges; a bin has its left edge, the \
          last one both.",
        "`bins` has one axis and the dtype of `x`; edges that decrease are an error of the call. \
          i64, one less than there are edges.",
        NumPy("histogram"),
    )
    .but("with explicit edges, its first result"),
    page(
        "lexsort",
        "The positions of the elements in the order of several keys along `axis` (the last one by \
          default): by the last key, among equal ones by the key before it, and so on.",
        "`keys` is a list or a tuple of arrays of one shape, each of its own dtype; NaN last. \
          Shape as the keys, i64, in range by construction. Always stable.",
        NumPy("lexsort"),
    ),
    page(
        "partition",
        "The elements along `axis` (the last one by default) such that element `kth` is the one \
          that a sort puts there, none before it is larger and none after it smaller.",
        "Shape and dtype as `x`. `kth` is made of dimensions; a negative one counts from the end. \
          The other elements are in ascending order, too, so every device gives the same array.",
        NumPy("partition"),
    ),
    page(
        "argpartition",
        "The positions that the elements of [`partition`] had.",
        "Shape as `x`, i64, in range by construction. They are those of [`argsort`].",
        NumPy("argpartition"),
    ),
    page(
        "compress",
        "The parts of `x` along `axis` where `condition` holds, as many as there are, in `size` \
          places, and their number: `let (values, count) = compress(mask, x, size=M);`. Without \
          `axis` they are the elements of `x` in one row.",
        "`condition` has one axis, of the size of that axis of `x`; numbers hold where they are not \
          zero. The first `count` parts are NumPy's, in their order, and `fill_value` follows. \
          `size` is made of dimensions, and more than `size` parts are an error of the call; \
          `size=N` is enough for an axis of size N. `count` is a scalar, i64.",
        Jax("jax.numpy.compress"),
    )
    .but("that also returns the number, and has an error for too many"),
    page(
        "nonzero",
        "The positions of the elements that are not zero (or true), in row-major order, in `size` \
          places, and their number: `let (i, count) = nonzero(x > 0, size=M);`. There is an array \
          for each axis of `x`: `let (i, j, count) = nonzero(a, size=M);`.",
        "Each array has shape `[size]`, i64: the first `count` places are NumPy's, and \
          `fill_value` follows. More than `size` positions are an error of the call.",
        Jax("jax.numpy.nonzero"),
    )
    .but("that also returns the number, and has an error for too many"),
    page(
        "unique",
        "The different elements of `x` in ascending order, in `size` places, and their number: \
          `let (values, count) = unique(x, size=M);`.",
        "The results are, in this order: the values; with `return_index=true` the position in \
          `ravel(x)` at which each occurs first; with `return_inverse=true` for each element of `x` \
          the position of its value, so that `values[inverse]` is `x`; with `return_counts=true` \
          how often each value occurs; and the number of values. Positions and counts are i64.¶All \
          NaNs are one value, as are 0 and -0. `fill_value` follows the values, and 0 the positions \
          and counts. More than `size` values are an error of the call.¶The inverse groups data of \
          any keys: `segment_sum(x, inverse, num_segments=M)` are the sums of `x` for each value.",
        Jax("jax.numpy.unique"),
    )
    .but("that also returns the number, has an error for too many, and fills with 0"),
    page(
        "join",
        "The pairs of positions at which `left` and `right` are equal, as many as there are, in \
          `size` places, and their number: `let (i, j, count) = join(left, right, size=M);`. They \
          are the positions of `left[:, newaxis] == right` that are true, so a key that occurs 2 \
          times on the left and 3 times on the right gives 6 pairs.",
        "Both arrays have one axis and one dtype; NaN is equal to nothing. Pairs are in the order \
          of the left positions, then of the right ones, and `fill_value` follows them. `i` and \
          `j` have shape `[size]`, i64. More than `size` pairs are an error of the call. The right \
          side is sorted, and each key of the left side is searched in it.",
        Nothing,
    ),
];
