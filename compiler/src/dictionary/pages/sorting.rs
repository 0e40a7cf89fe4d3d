//! What the pages of scans, sorting and searching say beside the table.

use super::Like::{NumPy, PyTorch};
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
];
