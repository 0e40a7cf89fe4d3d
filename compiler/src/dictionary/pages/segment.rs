//! What the pages of segments, scattering and sparse matrices say beside the table.

use super::Like::{Jax, NumPy};
use super::{Page, page};

pub(super) const PAGES: &[Page] = &[
    page(
        "segment_sum",
        "Sums of the rows of `data` that share an index: `out[s] = sum of data[k] where \
          segment_ids[k] == s`; 0 where there are none.",
        "`segment_ids` has one axis, the first one of `data`, in any order. Its domain `index<S>` is the first \
          axis of the result, or `num_segments` is; integers of no domain are checked at the call. \
          Dtype as `data`. Reproducible: rows meet in the order in which they stand.",
        Jax("jax.ops.segment_sum"),
    ),
    page(
        "segment_prod",
        "Products of the rows of `data` that share an index; 1 where there are none. See \
          [`segment_sum`].",
        "",
        Jax("jax.ops.segment_prod"),
    ),
    page(
        "segment_min",
        "Minima of the rows of `data` that share an index; infinity, or the largest integer, where \
          there are none. See [`segment_sum`].",
        "",
        Jax("jax.ops.segment_min"),
    ),
    page(
        "segment_max",
        "Maxima of the rows of `data` that share an index; minus infinity, or the smallest \
          integer, where there are none. See [`segment_sum`].",
        "",
        Jax("jax.ops.segment_max"),
    ),
    page(
        "scatter_add",
        "`x` with `values` added to the rows that `indices` name, as often as they are named.",
        "`values` broadcast to the shape of `indices` followed by the axes of `x` but the first, \
          and have its dtype. Indices that may be out of range are checked at the call; negative \
          ones count from the end. Shape and dtype as `x`.",
        NumPy("add.at"),
    )
    .but("on a copy"),
    page(
        "scatter_mul",
        "`x` with the rows that `indices` name multiplied by `values`. See [`scatter_add`].",
        "",
        NumPy("multiply.at"),
    )
    .but("on a copy"),
    page(
        "scatter_min",
        "`x` with the minimum of its own and of `values` in the rows that `indices` name. See \
          [`scatter_add`].",
        "",
        NumPy("minimum.at"),
    )
    .but("on a copy"),
    page(
        "scatter_max",
        "`x` with the maximum of its own and of `values` in the rows that `indices` name. See \
          [`scatter_add`].",
        "",
        NumPy("maximum.at"),
    )
    .but("on a copy"),
    page(
        "bincount",
        "How often each index of the domain of `x` occurs, or the sums of the `weights` that \
          belong to it.",
        "The domain is that of `index<S>`, or `0..minlength`, in which integers of no domain are \
          checked to be (where NumPy makes the result longer). i64; f64 with weights.",
        NumPy("bincount"),
    ),
];
