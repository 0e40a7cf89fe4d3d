//! The rows of the dictionary that are syntax rather than functions.

/// NumPy's spelling, the one of array-fn, and the difference with its reason ("" if there is none).
pub(super) const ROWS: &[(&str, &str, &str)] = &[
    ("`a + b * 2 - c / d ** 2`", "the same", "a literal takes the dtype of what it meets"),
    (
        "`float32 + float64`",
        "`(a as f64) + b`",
        "dtypes of two arrays never mix silently: a slow or imprecise dtype should be seen",
    ),
    ("`a // b`", "`floor_div(a, b)`", "`//` starts a comment in Rust"),
    ("`~m`, `np.invert(m)`", "`!m`, `~m`", ""),
    ("`(a < b) & (b < c)`", "the same; also `&&`", "`a < b < c` is an error that says so"),
    ("`a @ b`", "the same", ""),
    ("`x[1:-1, ::2]`", "`x[1..-1, ..;2]`", "`:` means a type in Rust; ndarray's spelling of steps"),
    (
        "`x[0:100]` of a shorter axis",
        "an error",
        "a slice that NumPy clamps would have a size that depends on the call",
    ),
    ("`x[None, ..., i]`", "`x[newaxis, ..., i]`", ""),
    (
        "`x[idx]`, `x[:, idx]`",
        "`x[idx]`, `x[.., idx]`",
        "declare `idx: [index<N>; K]` and it is validated once; any other integer array is checked at each call",
    ),
    (
        "`x[-1]`",
        "the same",
        "negative ones count from the end, in integer arrays, too; those of `index<N>` are not negative",
    ),
    (
        "`x[mask]`",
        "`compress(mask, x, size=M)`, or `where(mask, x, 0)`",
        "the size of the result would depend on values, so it has a bound, and a count beside it",
    ),
    (
        "`u[..., 0] = x`",
        "`u[..., 0] = x;`",
        "`u` is a `&mut` parameter or a `let`; `let mut` is allowed, and means the same",
    ),
    ("`u[mask] = 0`", "`u[mask] = 0;`", ""),
    (
        "`u[idx] = x`, `u[i, j] = x`",
        "the same",
        "of repeated indices the last one counts, in row-major order of the index arrays, on every device",
    ),
    (
        "`u[idx] += x`",
        "the same",
        "`u[idx] = u[idx] + x`, as in NumPy: repeated indices do not add up, the last one counts",
    ),
    ("`np.add.at(u, idx, x)`", "`u = scatter_add(u, idx, x);`", "repeated indices add up"),
    (
        "`x.astype(np.float32)`",
        "`x as f32`",
        "Rust's `as`: floats to integers saturate, NaN gives 0",
    ),
    ("`x.T`, `x.mT`", "the same", ""),
    ("`x.shape[0]`", "`N`, the dimension's name; also `x.shape[0]`", ""),
    ("`np.zeros((E, N))`", "`zeros([f64; E, N])`", "the dtype stands with the shape"),
    ("`np.fromfunction(f, (E, N))`", "`from_fn(|i: E, j: N| ...)`", ""),
    (
        "`np.einsum('ij,ej->ei', d, u)`",
        "`einsum(\"ij,ej->ei\", d, u)`",
        "text stands in double quotes in Rust",
    ),
    ("`np.sum(a * b, axis=-1)`", "the same; also `sum(|k: N| a[i, k] * b[k])`", ""),
    ("`axis=(0, 1), keepdims=True`", "`axis=(0, 1), keepdims=true`", ""),
    ("`np.pi`, `np.inf`, `np.nan`, `np.e`", "`pi`, `inf`, `nan`, `e`", ""),
    ("`np.linalg.inv(a)`", "`inv(a)`, `linalg.inv(a)`", ""),
    (
        "`np.random.default_rng(seed).normal(size=n)`",
        "`random.normal(key, [f64; N])`",
        "counter-based: the key is a value, the same numbers on every device",
    ),
    (
        "`a if c else b`",
        "`if c { a } else { b }`; for each element `where(c, a, b)`",
        "both sides are evaluated",
    ),
    (
        "`if c: u = a`",
        "`if c { u = a; }`",
        "`c` is one `bool`; what is assigned keeps its shape and dtype",
    ),
    (
        "`while c: ...`",
        "`let passes = while c, at most 1000 { ... };`",
        "what is assigned keeps its shape and dtype; the largest number of passes is required",
    ),
    ("`while True: ... if c: break`", "`loop, at most 1000 { ... if c { break; } }`", ""),
    (
        "`for k in range(n):`",
        "`for k in 0..n { ... }`",
        "written out if the bounds are constants, else a loop on the device",
    ),
    (
        "`def f(x): ... return y`",
        "`fn f<N>(x: [f64; N]) -> [f64; N] { ...; y }`",
        "the last expression is the result",
    ),
    (
        "`@dataclass class State: ...`",
        "`struct State<E, N> { rho: [f64; E, N], ... }`",
        "a record: `State { rho, ... }`, `q.rho`, `let State { rho, .. } = q;`",
    ),
    (
        "`def g(f, x): return f(x)`",
        "`fn g<N>(f: fn(x), x: [f64; N]) -> [f64; N] { f(x) }`",
        "of functions without `pub`; which function it is, is known when the crate is built",
    ),
    ("`a, b = f(x)`", "`let (a, b) = f(x);`", ""),
    ("integer division by zero", "0", "as NumPy, without its warning"),
    ("integer overflow", "wraps", "as NumPy"),
    (
        "`u8 == 300`, `u8 < -1`",
        "the same",
        "a comparison with a literal or a size beyond the dtype is one of the numbers themselves",
    ),
    (
        "`bool & int64`",
        "the same",
        "bits of bools and integers mix; all else of two dtypes is converted by hand",
    ),
];
