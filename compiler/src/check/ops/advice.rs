//! What to write instead of NumPy names that are spelt otherwise here, or not supported.

/// NumPy functions that are spelt otherwise here: name and replacement.
pub(crate) const SPELLINGS: &[(&str, &str)] = &[
    ("array", "write the list itself: `[1.0, 2.0]`, or a `const` of the block"),
    ("asarray", "write the list itself: `[1.0, 2.0]`, or a `const` of the block"),
    ("arange", "write `from_fn(|i: N| i)`"),
    ("linspace", "write `from_fn(|i: N| a + (b - a) * (i as f64) / (N - 1))`"),
    ("eye", "write `from_fn(|i: N, j: N| where(i == j, 1.0, 0.0))`"),
    ("identity", "write `from_fn(|i: N, j: N| where(i == j, 1.0, 0.0))`"),
    ("fromfunction", "it is `from_fn(|i: N, j: M| ...)`"),
    ("indices", "write `from_fn(|i: N, j: M| i)`"),
    ("meshgrid", "write `from_fn(|i: N, j: M| x[j])`, or broadcast with `newaxis`"),
    ("tri", "write `from_fn(|i: N, j: N| where(j <= i, 1.0, 0.0))`"),
    ("tril", "write `from_fn(|i: N, j: N| where(j <= i, x[i, j], 0.0))`"),
    ("triu", "write `from_fn(|i: N, j: N| where(j >= i, x[i, j], 0.0))`"),
    ("diag", "write `from_fn(|i: N| x[i, i])`, or `einsum(\"ii->i\", x)`"),
    ("diagonal", "write `einsum(\"ii->i\", x)`"),
    ("empty", "write `zeros([f64; N])`: nothing here is uninitialised"),
    ("empty_like", "write `zeros_like(x)`"),
    ("take", "index the array: `x[idx]`, `x[.., idx]`"),
    ("take_along_axis", "write `from_fn(|i: N, j: M| x[i, idx[i, j]])`"),
    ("choose", "write nested `where`s"),
    ("piecewise", "write nested `where`s"),
    ("flip", "write a slice with step -1: `x[..;-1]`"),
    ("fliplr", "write a slice with step -1: `x[.., ..;-1]`"),
    ("flipud", "write a slice with step -1: `x[..;-1]`"),
    ("roll", "write `concatenate([x[-k..], x[..-k]])`, or `from_fn(|i: N| x[(i - k) % N])`"),
    ("vstack", "it is `concatenate([a, b], axis=0)`"),
    ("hstack", "it is `concatenate([a, b], axis=1)`"),
    ("dstack", "it is `concatenate([a, b], axis=2)`"),
    ("column_stack", "it is `stack([a, b], axis=1)`"),
    ("append", "it is `concatenate([a, b])`"),
    ("split", "slice it: `x[..k]`, `x[k..]`"),
    ("flatten", "it is `ravel(x)`"),
    ("tile", "write `broadcast_to(x[newaxis], [k, N]).reshape(k * N)`"),
    ("repeat", "write `broadcast_to(x[.., newaxis], [N, k]).reshape(N * k)`"),
    ("pad", "write `concatenate([zeros([f64; k]), x])`"),
    ("astype", "write `x as f64`"),
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
    "cumsum",
    "cumprod",
    "sort",
    "argsort",
    "searchsorted",
    "unique",
    "nonzero",
    "argwhere",
    "bincount",
    "histogram",
    "interp",
    "median",
    "percentile",
    "quantile",
    "cov",
    "fft",
    "ifft",
    "eig",
    "eigh",
    "svd",
    "qr",
    "conj",
    "real",
    "imag",
    "angle",
    "rand",
    "randn",
    "print",
    "lexsort",
    "partition",
    "segment_sum",
    "scatter",
    "at",
    "put",
    "ldexp",
    "frexp",
    "map",
    "iter",
];

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
