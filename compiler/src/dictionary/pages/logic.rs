//! What the pages of choices and comparisons say beside the table.

use super::Like::NumPy;
use super::{Page, page};

pub(super) const PAGES: &[Page] = &[
    page(
        "where",
        "`x` where the condition holds, `y` elsewhere.",
        "The condition is bool; all three broadcast; `x` and `y` have one dtype.",
        NumPy("where"),
    )
    .differs("both sides are evaluated; it always has three arguments"),
    page("isnan", "Whether `x` is NaN.", "Shape as `x`; bool.", NumPy("isnan")),
    page("isinf", "Whether `x` is infinite.", "Shape as `x`; bool.", NumPy("isinf")),
    page(
        "isfinite",
        "Whether `x` is neither infinite nor NaN.",
        "Shape as `x`; bool.",
        NumPy("isfinite"),
    ),
    page(
        "logical_and",
        "Whether both are true (nonzero).",
        "Operands broadcast; bool.",
        NumPy("logical_and"),
    ),
    page(
        "logical_or",
        "Whether either is true (nonzero).",
        "Operands broadcast; bool.",
        NumPy("logical_or"),
    ),
    page(
        "logical_xor",
        "Whether exactly one is true (nonzero).",
        "Operands broadcast; bool.",
        NumPy("logical_xor"),
    ),
    page(
        "logical_not",
        "Whether `x` is zero or false.",
        "Shape as `x`; bool.",
        NumPy("logical_not"),
    ),
    page("equal", "", "Operands broadcast; bool.", NumPy("equal")),
    page("not_equal", "", "Operands broadcast; bool.", NumPy("not_equal")),
    page("less", "", "Operands broadcast; bool.", NumPy("less")),
    page("less_equal", "", "Operands broadcast; bool.", NumPy("less_equal")),
    page("greater", "", "Operands broadcast; bool.", NumPy("greater")),
    page("greater_equal", "", "Operands broadcast; bool.", NumPy("greater_equal")),
    page("isposinf", "", "Shape as `x`; bool.", NumPy("isposinf")),
    page("isneginf", "", "Shape as `x`; bool.", NumPy("isneginf")),
    page(
        "select",
        "",
        "All broadcast; the conditions are bools; choices and default have one dtype.",
        NumPy("select"),
    ),
    page("isclose", "", "Operands broadcast; bool.", NumPy("isclose")),
    page("allclose", "", "A bool.", NumPy("allclose")),
];
