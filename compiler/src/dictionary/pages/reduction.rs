//! What the pages of reductions say beside the table.

use super::Like::{NumPy, SciPy};
use super::{Page, page};

pub(super) const PAGES: &[Page] = &[
    page(
        "sum",
        "Sum over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` \
          reduced axes stay with size 1.",
        "`sum(|k: N| ...)` reduces an expression over the index `k` instead. ¶ The dtype of `x`; \
          bools and integers become 64 bits wide.",
        NumPy("sum"),
    )
    .differs(
        "summed in an order that does not depend on the number of threads, but is not \
        NumPy's pairwise one",
    ),
    page(
        "prod",
        "Product over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` \
          reduced axes stay with size 1.",
        "`prod(|k: N| ...)` reduces an expression over the index `k` instead. ¶ The dtype of `x`; \
          bools and integers become 64 bits wide.",
        NumPy("prod"),
    ),
    page(
        "min",
        "Smallest element (NaN if any is NaN; an error if there is none) over all axes, one \
          (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size \
          1.",
        "`min(|k: N| ...)` reduces an expression over the index `k` instead. ¶ The dtype of `x`.",
        NumPy("min"),
    ),
    page(
        "max",
        "Largest element (NaN if any is NaN; an error if there is none) over all axes, one \
          (`axis=1`) or several (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size \
          1.",
        "`max(|k: N| ...)` reduces an expression over the index `k` instead. ¶ The dtype of `x`.",
        NumPy("max"),
    ),
    page(
        "mean",
        "Arithmetic mean over all axes, one (`axis=1`) or several (`axis=(0, 2)`); with \
          `keepdims=true` reduced axes stay with size 1.",
        "The dtype of `x` if float, else f64.",
        NumPy("mean"),
    ),
    page(
        "all",
        "Whether all elements are true (nonzero) over all axes, one (`axis=1`) or several \
          (`axis=(0, 2)`); with `keepdims=true` reduced axes stay with size 1.",
        "`all(|k: N| ...)` reduces an expression over the index `k` instead. ¶ bool.",
        NumPy("all"),
    ),
    page(
        "any",
        "Whether any element is true (nonzero) over all axes, one (`axis=1`) or several (`axis=(0, \
          2)`); with `keepdims=true` reduced axes stay with size 1.",
        "`any(|k: N| ...)` reduces an expression over the index `k` instead. ¶ bool.",
        NumPy("any"),
    ),
    page("var", "", "The dtype of `x` if float, else f64.", NumPy("var")),
    page("std", "", "The dtype of `x` if float, else f64.", NumPy("std")),
    page("average", "", "The dtype of `x` if float, else f64.", NumPy("average")),
    page(
        "ptp",
        "",
        "The dtype of `x` (a number); an error if there are no elements.",
        NumPy("ptp"),
    ),
    page("count_nonzero", "", "i64.", NumPy("count_nonzero")),
    page("logsumexp", "", "The dtype of `x` if float, else f64.", SciPy("scipy.special.logsumexp")),
    page(
        "softmax",
        "",
        "Shape of `x`; its dtype if float, else f64.",
        SciPy("scipy.special.softmax"),
    ),
    page(
        "log_softmax",
        "",
        "Shape of `x`; its dtype if float, else f64.",
        SciPy("scipy.special.log_softmax"),
    ),
    page("nansum", "", "The dtype of `x`; small integers widen as in `sum`.", NumPy("nansum")),
    page("nanprod", "", "The dtype of `x`; small integers widen as in `prod`.", NumPy("nanprod")),
    page("nanmin", "", "The dtype of `x`; an error if there are no elements.", NumPy("nanmin")),
    page("nanmax", "", "The dtype of `x`; an error if there are no elements.", NumPy("nanmax")),
    page("nanmean", "", "The dtype of `x` if float, else f64.", NumPy("nanmean")),
    page("nanvar", "", "The dtype of `x` if float, else f64.", NumPy("nanvar")),
    page("nanstd", "", "The dtype of `x` if float, else f64.", NumPy("nanstd")),
    page(
        "argmin",
        "",
        "i64, in range for the axis, so that it indexes without a check; an error if there are no \
          elements.",
        NumPy("argmin"),
    ),
    page(
        "argmax",
        "",
        "i64, in range for the axis, so that it indexes without a check; an error if there are no \
          elements.",
        NumPy("argmax"),
    ),
    page(
        "trapezoid",
        "",
        "The dtype of the samples if float, else f64; an error if there are none.",
        NumPy("trapezoid"),
    ),
    page(
        "cumsum",
        "Sums of the elements up to and including each one, from left to right along `axis`; \
          without one, of all elements in row-major order.",
        "Shape as `x` (one axis of all elements without `axis`). The dtype is `dtype`, or that of \
          `sum`: bool and i32 become i64, u32 becomes u64. NaN from the first NaN on.",
        NumPy("cumsum"),
    ),
    page(
        "cumprod",
        "Products of the elements up to and including each one, from left to right along `axis`; \
          without one, of all elements in row-major order.",
        "Shape as `x` (one axis of all elements without `axis`). The dtype is `dtype`, or that of \
          `prod`.",
        NumPy("cumprod"),
    ),
    page(
        "cumulative_sum",
        "[`cumsum`] along `axis`, which only an array of one axis may leave out; with \
          `include_initial=true` a 0 comes first.",
        "Shape as `x`; the axis is longer by 1 with `include_initial`.",
        NumPy("cumulative_sum"),
    ),
    page(
        "cumulative_prod",
        "[`cumprod`] along `axis`, which only an array of one axis may leave out; with \
          `include_initial=true` a 1 comes first.",
        "Shape as `x`; the axis is longer by 1 with `include_initial`.",
        NumPy("cumulative_prod"),
    ),
    page(
        "cummin",
        "The smallest of the elements up to and including each one, along the first axis unless \
          `axis` says otherwise; NaN from the first NaN on.",
        "Shape and dtype as `x`.",
        NumPy("minimum.accumulate"),
    ),
    page(
        "cummax",
        "The largest of the elements up to and including each one, along the first axis unless \
          `axis` says otherwise; NaN from the first NaN on.",
        "Shape and dtype as `x`.",
        NumPy("maximum.accumulate"),
    ),
];
