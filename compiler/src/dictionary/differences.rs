//! The functions that differ from NumPy's, with the reasons.

/// Pairs of a function's name and its difference.
pub(super) const DIFFERENCES: &[(&str, &str)] = &[
    (
        "sum",
        "summed in an order that does not depend on the number of threads, but is not NumPy's pairwise one",
    ),
    ("where", "both sides are evaluated; it always has three arguments"),
    (
        "concatenate",
        "scalars are refused, as in NumPy; arrays of two dtypes, too; a list of literals, as `[[0.0], x]` has, \
         takes the dtype of the arrays: in NumPy it is an array of f64 or i64, and so is the result for an x of f32",
    ),
    (
        "diff",
        "the size of an axis is at least n unless it is a literal: `N - n` is the size of the result; a literal that \
         is prepended takes the dtype of the array",
    ),
    ("pow", "negative integer exponents of integers are an error of the call, as in NumPy"),
];
