//! What to write instead of NumPy names that are spelt otherwise here, or not supported.

/// NumPy functions that are spelt otherwise here: name and replacement.
pub(crate) const SPELLINGS: &[(&str, &str)] = &[
    ("scatter", "it is `scatter_add(x, indices, values)`, or `scatter_max` and its kin"),
    ("at", "it is `scatter_add(x, indices, values)`, or `scatter_max` and its kin"),
    ("accumulate", "it is `cumsum(x)`, `cumprod(x)`, `cummin(x)` or `cummax(x)`"),
    ("array", "write the list itself: `[1.0, 2.0]`, or a `const` of the block"),
    ("asarray", "write the list itself: `[1.0, 2.0]`, or a `const` of the block"),
    ("delete", "join what stays: `concatenate([x[..k], x[k + 1..]])`"),
    ("insert", "join the parts: `concatenate([x[..k], y, x[k..]])`"),
    ("resize", "`reshape(x, shape)` keeps the elements, `tile(x, n)` repeats them"),
    ("newaxis", "it is an index: `x[.., newaxis]`"),
    ("fromfunction", "it is `from_fn(|i: N, j: M| ...)`"),
    ("choose", "write nested `where`s"),
    ("piecewise", "write nested `where`s"),
    ("cast", "write `x as f64`"),
    ("float", "write `x as f64`"),
    ("int", "write `x as i64`"),
    ("float64", "write `x as f64`"),
    ("float32", "write `x as f32`"),
    ("int32", "write `x as i32`"),
    ("int64", "write `x as i64`"),
    ("ln", "it is `log(x)`"),
    ("powf", "it is `pow(x, y)`, or `x ** y`"),
    ("powi", "it is `pow(x, y)`, or `x ** y`"),
    ("iff", "it is `where(condition, x, y)`"),
    ("len", "write the dimension's name, or `x.shape[0]`"),
    ("range", "loop over constants with `for k in 0..4`, over dimensions with `from_fn`"),
    ("shape", "it is a field: `x.shape`"),
    ("size", "it is a field: `x.size`"),
    ("ndim", "it is a field: `x.ndim`"),
    ("copy", "values never change: a copy is not needed"),
];

/// NumPy functions that do not exist here.
pub(crate) const UNSUPPORTED: &[&str] = &[
    "interp",
    "percentile",
    "quantile",
    "cov",
    "fft",
    "ifft",
    "eig",
    "eigh",
    "svd",
    "qr",
    "rand",
    "randn",
    "print",
    "lexsort",
    "partition",
    "put",
    "ldexp",
    "frexp",
    "map",
    "iter",
];

/// NumPy functions whose results have a size that only the data tell, and what keeps the shape.
const DATA_DEPENDENT: &[(&str, &str)] = &[
    ("nonzero", "`count_nonzero(x)` counts them; `where(x != 0, y, 0)` keeps the shape"),
    ("flatnonzero", "`count_nonzero(x)` counts them; `where(x != 0, y, 0)` keeps the shape"),
    ("argwhere", "`count_nonzero(x)` counts them; `where(x != 0, y, 0)` keeps the shape"),
    ("compress", "`where(mask, x, 0)` keeps the shape, `sum(where(mask, x, 0))` adds up"),
    ("extract", "`where(mask, x, 0)` keeps the shape, `sum(where(mask, x, 0))` adds up"),
    ("unique", "`sort(x)` keeps the shape; compare neighbours: `x[1..] != x[..-1]`"),
    ("unique_all", "`sort(x)` keeps the shape; compare neighbours: `x[1..] != x[..-1]`"),
    ("unique_counts", "`sort(x)` keeps the shape; compare neighbours: `x[1..] != x[..-1]`"),
    ("unique_inverse", "`sort(x)` keeps the shape; compare neighbours: `x[1..] != x[..-1]`"),
    ("unique_values", "`sort(x)` keeps the shape; compare neighbours: `x[1..] != x[..-1]`"),
    ("trim_zeros", "`where(mask, x, 0)` keeps the shape"),
    ("union1d", "`concatenate([a, b])` keeps duplicates"),
    ("intersect1d", "`any(a[.., newaxis] == b, axis=1)` tells which elements of `a` are in `b`"),
    ("setdiff1d", "`any(a[.., newaxis] == b, axis=1)` tells which elements of `a` are in `b`"),
];

/// The help for a function whose result would have a size that depends on data.
pub(crate) fn data_dependent(name: &str) -> Option<&'static str> {
    DATA_DEPENDENT.iter().find(|(n, _)| *n == name).map(|(_, text)| *text)
}

/// The help for an unknown function.
pub(crate) fn advice(name: &str) -> Option<&'static str> {
    SPELLINGS.iter().find(|(n, _)| *n == name).map(|(_, text)| *text)
}

/// Whether `name` is a NumPy function that does not exist here.
pub(crate) fn unsupported(name: &str) -> bool {
    UNSUPPORTED.contains(&name)
}

/// The help for an unknown name that is a constant elsewhere.
pub(crate) fn constant_advice(name: &str) -> Option<&'static str> {
    match name {
        "PI" => Some("it is `pi`"),
        "Inf" | "infinity" | "Infinity" | "INFINITY" => Some("it is `inf`"),
        "NAN" | "NaN" => Some("it is `nan`"),
        "np" | "numpy" => Some("functions have no prefix here: `sum(x)`"),
        "linalg" => Some("it stands before functions: `linalg.inv(a)`"),
        "random" => Some("it stands before functions: `random.uniform(key, [f64; N])`"),
        "None" | "none" => Some("a new axis is `newaxis`"),
        "True" => Some("write `true`"),
        "False" => Some("write `false`"),
        "self" | "Self" => Some("functions of a block have no `self`"),
        _ => None,
    }
}
