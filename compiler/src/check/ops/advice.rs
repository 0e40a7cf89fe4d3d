//! Advice for NumPy names that are spelt otherwise here, or not supported: what to write instead.

/// Names of NumPy and of similar libraries that are spelt otherwise here, each with its replacement.
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
    ("put", "it is an assignment: `x[i] = v;`"),
    ("set", "it is an assignment: `x[i] = v;`"),
    ("setitem", "it is an assignment: `x[i] = v;`"),
    ("Ok", "results are returned as they are, without `Ok`"),
    ("Some", "results are returned as they are, without `Some`"),
    ("push", "arrays keep their size: `append(x, v)` makes a longer one"),
    ("extend", "arrays keep their size: `concatenate([x, y])` makes a longer one"),
    ("item", "an element is `x[0]`"),
    ("tolist", "a function returns arrays: end the body in `x`"),
    ("fill", "it is `full_like(x, value)`"),
    ("clone", "values never change: a copy is not needed"),
    ("deepcopy", "values never change: a copy is not needed"),
    ("to_owned", "values never change: a copy is not needed"),
    ("ascontiguousarray", "leave it out: every array is contiguous where that is faster"),
    ("contiguous", "leave it out: every array is contiguous where that is faster"),
    ("block_until_ready", "leave it out: results are there when the call returns"),
    ("detach", "leave it out: there are no gradients here"),
    ("unsqueeze", "it is `expand_dims(x, axis)`"),
    ("permute", "it is `transpose(x, (1, 0))`"),
    ("rollaxis", "it is `moveaxis(x, source, destination)`"),
    ("cat", "it is `concatenate([x, y])`"),
    ("mm", "it is `a @ b`"),
    ("bmm", "it is `a @ b`"),
    ("mv", "it is `a @ x`"),
    ("clamp", "it is `clip(x, low, high)`"),
    ("masked_fill", "it is `where(mask, value, x)`"),
    ("expand", "it is `broadcast_to(x, [M, N])`"),
    ("view", "it is `reshape(x, [M, N])`"),
    ("relu", "it is `maximum(x, 0)`"),
    ("sigmoid", "it is `expit(x)`"),
    ("double", "write `x as f64`"),
    ("long", "write `x as i64`"),
    ("f64", "write `x as f64`"),
    ("f32", "write `x as f32`"),
    ("i64", "write `x as i64`"),
    ("i32", "write `x as i32`"),
    ("bool", "compare: `x != 0`"),
    ("isin", "it is `any(a[.., newaxis] == b, axis=1)`"),
    ("in1d", "it is `any(a[.., newaxis] == b, axis=1)`"),
    ("array_equal", "it is `all(a == b)`"),
    ("array_equiv", "it is `all(a == b)`"),
    ("count", "it is `count_nonzero(x)`"),
    ("ediff1d", "it is `diff(ravel(x))`"),
    ("vander", "it is `from_fn(|i: N, k: 4| x[i] ** (3 - k))`"),
    ("polyval", "write Horner's rule: `a + x * (b + x * c)`"),
    ("ix_", "index with both: `x[i[.., newaxis], j]`"),
    ("mgrid", "it is `indices(M, N)`"),
    ("ogrid", "it is `arange(M)[.., newaxis]` and `arange(N)`"),
    ("r_", "it is `concatenate([x, y])`"),
    ("c_", "it is `column_stack([x, y])`"),
    ("ldexp", "it is `x * 2.0 ** n`"),
    ("frexp", "the exponent is `floor(log2(abs(x))) + 1`"),
    ("map", "operations work on whole arrays: `sin(x)`; with indices `from_fn(|i: N| ...)`"),
    ("mapv", "operations work on whole arrays: `sin(x)`; with indices `from_fn(|i: N| ...)`"),
    ("iter", "operations work on whole arrays: `sin(x)`; with indices `from_fn(|i: N| ...)`"),
    ("into_iter", "operations work on whole arrays: `sin(x)`; with indices `from_fn(|i: N| ...)`"),
    ("collect", "operations work on whole arrays: `sin(x)`; with indices `from_fn(|i: N| ...)`"),
    ("zip", "operations work on whole arrays: `x * y`; with indices `from_fn(|i: N| ...)`"),
    ("enumerate", "an index is that of a closure: `from_fn(|i: N| x[i] * i)`"),
    ("fold", "`sum`, `prod`, `min`, `max`, `all`, `any` reduce; `cumsum` and its kin scan"),
    ("reduce", "`sum`, `prod`, `min`, `max`, `all`, `any` reduce; `cumsum` and its kin scan"),
    ("filter", "`where(mask, x, 0)` keeps the shape, `compress(mask, x, size=M)` closes the gaps"),
    ("vectorize", "operations work on whole arrays: write the function for arrays"),
    ("vmap", "operations work on whole arrays: write the function for arrays"),
    ("apply_along_axis", "operations work on whole arrays: `sum(x, axis=1)`"),
    ("unwrap", "values are there, no `Result` and no `Option`: leave it out"),
    ("sum_axis", "it is `sum(x, axis=0)`"),
    ("mean_axis", "it is `mean(x, axis=0)`"),
    ("index_axis", "it is `x[i]`"),
    ("dim", "it is a field: `x.shape`"),
    ("nrows", "it is `x.shape[0]`"),
    ("ncols", "it is `x.shape[1]`"),
    ("cond", "it is `norm(a, 2) * norm(inv(a), 2)`"),
    ("rand", "draw with a key: `random.uniform(key, [f64; N])`"),
    ("random_sample", "draw with a key: `random.uniform(key, [f64; N])`"),
    ("randn", "draw with a key: `random.normal(key, [f64; N])`"),
    ("standard_normal", "draw with a key: `random.normal(key, [f64; N])`"),
    ("randint", "draw with a key: `random.integers(key, [i64; N], low, high)`"),
    ("seed", "a key is an argument: `key: u64`, or `random.key(1)`"),
    ("default_rng", "a key is an argument: `key: u64`, or `random.key(1)`"),
    ("PRNGKey", "it is `random.key(1)`"),
    ("permutation", "order random numbers: `argsort(random.bits(key, [u64; N]))`"),
    ("shuffle", "order random numbers: `x[argsort(random.bits(key, [u64; N]))]`"),
];

const TRANSFORM: &str =
    "transform in Rust before the call or after it, for example with the crate `rustfft`";
const DECOMPOSE: &str = "there are `solve`, `inv`, `det`, `cholesky`, `svdvals`; decompose in Rust, for example with the crate `faer`";
const QUANTILE: &str =
    "it is an element of the sorted array: `sort(x)[floor_div(9 * (N - 1), 10)]` of 90 %";
const PRINT: &str = "a function computes its results alone: return the value, and print it in Rust";

/// The replacement of JAX's functional updates.
pub(crate) const AT: &str = "assign: `x[0] = 1.0;`, or `x[0] += 1.0;`";

/// NumPy functions that do not exist here, each with what to do instead.
pub(crate) const UNSUPPORTED: &[(&str, &str)] = &[
    ("fft", TRANSFORM),
    ("ifft", TRANSFORM),
    ("rfft", TRANSFORM),
    ("irfft", TRANSFORM),
    ("fft2", TRANSFORM),
    ("fftn", TRANSFORM),
    ("eig", DECOMPOSE),
    ("eigh", DECOMPOSE),
    ("eigvals", DECOMPOSE),
    ("eigvalsh", DECOMPOSE),
    ("svd", DECOMPOSE),
    ("qr", DECOMPOSE),
    ("lstsq", "solve the normal equations: `solve(a.T @ a, a.T @ b)`"),
    ("pinv", "for matrices of full rank it is `inv(a.T @ a) @ a.T`"),
    ("matrix_rank", DECOMPOSE),
    (
        "interp",
        "with `i = searchsorted(xp, x)` it is made of `fp[i - 1]`, `fp[i]`, `xp[i - 1]`, `xp[i]`",
    ),
    ("percentile", QUANTILE),
    ("quantile", QUANTILE),
    ("nanpercentile", QUANTILE),
    ("nanquantile", QUANTILE),
    ("nanmedian", "`median` is NaN if one element is; `nanmean` leaves them out"),
    ("cov", "with `d = x - mean(x, axis=1, keepdims=true)` it is `d @ d.T / (N - 1)`"),
    (
        "corrcoef",
        "with `d = x - mean(x, axis=1, keepdims=true)` it is made of `d @ d.T` and `std(x, axis=1)`",
    ),
    ("polyfit", "solve the normal equations of `from_fn(|i: N, k: 4| x[i] ** k)` with `solve`"),
    ("convolve2d", "`from_fn(|i: M - 2, j: N - 2| sum(|p: 3, q: 3| k[p, q] * x[i + p, j + q]))`"),
    ("grad", "derive by hand, or by differences: `gradient(x)`"),
    ("print", PRINT),
    ("load", "read the file in Rust, and pass the array as a parameter"),
    ("loadtxt", "read the file in Rust, and pass the array as a parameter"),
    ("save", "return the array, and write the file in Rust"),
    ("savetxt", "return the array, and write the file in Rust"),
];

/// Rust's macros, which a block does not know.
pub(crate) fn macro_advice(name: &str) -> &'static str {
    match name {
        "println" | "print" | "eprintln" | "eprint" | "dbg" => PRINT,
        "assert" | "assert_eq" | "assert_ne" | "debug_assert" => {
            "return the condition, `all(x > 0)`, and look at it in Rust"
        }
        "vec" | "array" => {
            "write the list itself: `[1.0, 2.0]`; `full([f64; N], value)` repeats a value"
        }
        "panic" | "todo" | "unimplemented" | "unreachable" => {
            "a function always has its result: choose one with `where(condition, a, b)`"
        }
        _ => "call it outside of the block, and pass its value as a parameter",
    }
}

/// NumPy functions whose results have a size that depends on data, each with a replacement that keeps the shape.
const DATA_DEPENDENT: &[(&str, &str)] = &[
    ("flatnonzero", "give a bound: `nonzero(ravel(x), size=M)`"),
    ("argwhere", "give a bound: `nonzero(x, size=M)` gives an array for each axis"),
    ("extract", "give a bound: `compress(ravel(mask), ravel(x), size=M)`"),
    ("unique_all", "give a bound: `unique(x, return_inverse=true, return_counts=true, size=M)`"),
    ("unique_counts", "give a bound: `unique(x, return_counts=true, size=M)`"),
    ("unique_inverse", "give a bound: `unique(x, return_inverse=true, size=M)`"),
    ("unique_values", "give a bound: `unique(x, size=M)`"),
    ("trim_zeros", "`where(mask, x, 0)` keeps the shape"),
    ("union1d", "give a bound: `unique(concatenate([a, b]), size=M)`"),
    ("intersect1d", "`any(a[.., newaxis] == b, axis=1)` tells which elements of `a` are in `b`"),
    ("setdiff1d", "`any(a[.., newaxis] == b, axis=1)` tells which elements of `a` are in `b`"),
];

/// The help for a function whose result would have a size that depends on data.
pub(crate) fn data_dependent(name: &str) -> Option<&'static str> {
    DATA_DEPENDENT.iter().find(|(n, _)| *n == name).map(|(_, text)| *text)
}

/// The help for an unknown function.
pub(crate) fn advice(name: &str) -> Option<String> {
    SPELLINGS.iter().find(|(n, _)| *n == name).map(|(_, text)| text.to_string())
}

/// The help for a NumPy function that does not exist here.
pub(crate) fn unsupported(name: &str) -> Option<&'static str> {
    UNSUPPORTED.iter().find(|(n, _)| *n == name).map(|(_, text)| *text)
}

/// Whether a name stands before functions in Python: `np.sum(x)`.
pub(crate) fn is_prefix(name: &str) -> bool {
    matches!(
        name,
        "np" | "numpy"
            | "jnp"
            | "jax"
            | "torch"
            | "scipy"
            | "sp"
            | "cp"
            | "cupy"
            | "math"
            | "cmath"
            | "fft"
            | "lax"
            | "nn"
            | "special"
    )
}

/// The help for an unknown name that is a constant elsewhere.
pub(crate) fn constant_advice(name: &str) -> Option<&'static str> {
    match name {
        "PI" => Some("it is `pi`"),
        "Inf" | "infinity" | "Infinity" | "INFINITY" => Some("it is `inf`"),
        "NAN" | "NaN" => Some("it is `nan`"),
        name if is_prefix(name) => Some("names have no prefix here: `sum(x)`"),
        "linalg" => Some("it stands before functions: `linalg.inv(a)`"),
        "random" => Some("it stands before functions: `random.uniform(key, [f64; N])`"),
        "None" | "none" => Some("a new axis is `newaxis`"),
        "True" => Some("write `true`"),
        "False" => Some("write `false`"),
        "self" | "Self" => Some("functions of a block have no `self`"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::ops::{find, function_table, module_of, names_in};

    /// There is no advice about functions that exist, because it would never be given.
    #[test]
    fn advice_is_about_what_does_not_exist() {
        let mut seen = std::collections::HashSet::new();
        for (name, help) in SPELLINGS.iter().chain(UNSUPPORTED).chain(DATA_DEPENDENT) {
            assert!(find(name).is_none(), "`{name}` is a function");
            assert!(seen.insert(*name), "`{name}` twice");
            assert!(!help.is_empty() && !help.ends_with('.'), "{name}: {help}");
        }
    }

    /// The functions that advice names exist.
    #[test]
    fn advice_names_what_exists() {
        for (name, help) in SPELLINGS.iter().chain(UNSUPPORTED).chain(DATA_DEPENDENT) {
            for (k, code) in help.split('`').enumerate() {
                if k % 2 == 0 {
                    continue;
                }
                let words: Vec<&str> =
                    code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).collect();
                let mut rest = code;
                for word in words {
                    let at = rest.find(word).map_or(0, |at| at + word.len());
                    rest = &rest[at..];
                    let call = !word.is_empty() && rest.starts_with('(');
                    let (module, own) = word.split_once('.').unwrap_or(("", word));
                    let known = match module {
                        "random" | "linalg" => names_in(module).contains(&own),
                        _ => find(word).is_some(),
                    };
                    let name_alone = word.starts_with(char::is_alphabetic);
                    assert!(!call || !name_alone || known, "{name}: {word} of {help}");
                }
            }
        }
        assert!(module_of("uniform").is_some() && !function_table().is_empty());
    }
}
