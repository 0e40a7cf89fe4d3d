//! What the pages of shapes and elements rearranged say beside the table.

use super::Like::NumPy;
use super::{Page, page};

pub(super) const PAGES: &[Page] = &[
    page(
        "reshape",
        "The same elements in row-major order under another shape of the same size. One size may \
          be `-1`.",
        "",
        NumPy("reshape"),
    ),
    page("ravel", "All elements in row-major order, one axis.", "", NumPy("ravel")),
    page("transpose", "Axes in another order; reversed if none is given.", "", NumPy("transpose")),
    page("swapaxes", "", "", NumPy("swapaxes")),
    page("moveaxis", "An axis moved to another place.", "", NumPy("moveaxis")),
    page("expand_dims", "A new axis of size 1, as `x[newaxis]`.", "", NumPy("expand_dims")),
    page("squeeze", "Without axes of size 1: those named, or all.", "", NumPy("squeeze")),
    page(
        "broadcast_to",
        "Stretched to a shape: `broadcast_to(x, (E, N))`.",
        "",
        NumPy("broadcast_to"),
    ),
    page(
        "stack",
        "Arrays of one shape along a new axis: `stack([a, b], axis=-1)`.",
        "",
        NumPy("stack"),
    ),
    page(
        "concatenate",
        "Arrays joined along an existing axis: `concatenate([a, b], axis=0)`.",
        "",
        NumPy("concatenate"),
    )
    .differs(
        "scalars are refused, as in NumPy; arrays of two dtypes, too; a list of literals, as \
        `[[0.0], x]` has, takes the dtype of the arrays: in NumPy it is an array of f64 or i64, \
        and so is the result for an x of f32",
    ),
    page("vstack", "", "Dtype as the arrays, which agree.", NumPy("vstack")),
    page("hstack", "", "Dtype as the arrays, which agree.", NumPy("hstack")),
    page("dstack", "", "Dtype as the arrays, which agree.", NumPy("dstack")),
    page("column_stack", "", "Dtype as the arrays, which agree.", NumPy("column_stack")),
    page("append", "", "Dtype as the arrays, which agree.", NumPy("append")),
    page(
        "split",
        "",
        "Dtype as `x`. That the parts are equal is checked at the call if the sizes do not tell.",
        NumPy("split"),
    ),
    page("array_split", "", "Dtype as `x`.", NumPy("array_split")),
    page("vsplit", "", "The dtype of `x`.", NumPy("vsplit")),
    page("hsplit", "", "The dtype of `x`.", NumPy("hsplit")),
    page("dsplit", "", "The dtype of `x`.", NumPy("dsplit")),
    page("unstack", "", "Dtype as `x`.", NumPy("unstack")),
    page(
        "matrix_transpose",
        "",
        "The dtype of `x`, which has at least two axes.",
        NumPy("matrix_transpose"),
    ),
    page("flip", "", "The dtype of `x`.", NumPy("flip")),
    page("flipud", "", "The dtype of `x`.", NumPy("flipud")),
    page("fliplr", "", "The dtype of `x`.", NumPy("fliplr")),
    page("roll", "", "The dtype of `x`.", NumPy("roll")),
    page("rot90", "", "The dtype of `x`.", NumPy("rot90")),
    page("repeat", "", "Dtype as `x`; the number of times is a size.", NumPy("repeat")),
    page("tile", "", "Dtype as `x`; the numbers of times are sizes.", NumPy("tile")),
    page(
        "pad",
        "More elements before and behind: values, or by `edge`, `wrap`, `reflect`, `symmetric`, by \
          the `maximum`, `minimum`, `mean` or `median` of each row, or a `linear_ramp` to \
          `end_values`; by `empty` zeros.",
        "Dtype as `x`; `pad_width` is `n`, `(before, behind)` or a pair for each axis, and so are \
          `constant_values` and `end_values`: one axis is padded after the other, so in a corner \
          the value of the last axis stands. All modes but `constant` and `empty` need an \
          element.",
        NumPy("pad"),
    ),
    page(
        "take",
        "",
        "Dtype as `x`; the axis makes place for those of `indices`. What is out of range is an \
          error of the call, unless the mode says otherwise.",
        NumPy("take"),
    ),
    page(
        "take_along_axis",
        "",
        "Dtype as `x`. What is out of range is an error of the call.",
        NumPy("take_along_axis"),
    ),
    page("tril", "", "The dtype of `x`.", NumPy("tril")),
    page("triu", "", "The dtype of `x`.", NumPy("triu")),
    page("diag", "", "The dtype of `x`.", NumPy("diag")),
    page("diagonal", "", "The dtype of `x`.", NumPy("diagonal")),
    page("broadcast_arrays", "", "Each keeps its dtype.", NumPy("broadcast_arrays")),
    page("meshgrid", "", "Each keeps its dtype.", NumPy("meshgrid")),
    page("atleast_1d", "", "The dtype of `x`.", NumPy("atleast_1d")),
    page("atleast_2d", "", "The dtype of `x`.", NumPy("atleast_2d")),
    page("atleast_3d", "", "The dtype of `x`.", NumPy("atleast_3d")),
];
