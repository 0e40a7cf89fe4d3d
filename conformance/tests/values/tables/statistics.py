"""Reductions beyond sums: dtypes, variances, norms, positions, missing elements; neighbours."""

import numpy as np
from scipy import special

from generate import Call, Random
from group import group

NAN = np.nan


def add(table):
    r = Random("statistics")
    x, y, n, b = r.float(4, 5), r.float(4, 5, dtype="f4"), r.int(4, 5, dtype="i4"), r.bool(4, 5)
    cube = r.float(2, 3, 4)
    one = (r.float(1, 1), r.float(1, 1, dtype="f4"), r.int(1, 1, dtype="i4"), r.bool(1, 1))
    ARGS = "<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N], b: [bool; M, N])"

    def four(expression, shape, f):
        return (expression, shape, lambda x, y, n, b: f(x=x, y=y, n=n, b=b))

    group(table, "dtypes", ARGS, [
        four("sum(n, dtype=f64)", "", lambda **a: a["n"].sum(dtype="f8")),
        four("sum(y, axis=0, dtype=f64)", "N", lambda **a: a["y"].sum(0, dtype="f8")),
        four("prod(b, dtype=i32)", "", lambda **a: a["b"].prod(dtype="i4")),
        four("n.sum(axis=1, dtype=i32)", "M", lambda **a: a["n"].sum(1, dtype="i4")),
        four("mean(n, axis=0, dtype=f32)", "N", lambda **a: a["n"].mean(0, dtype="f4")),
        four("sum(b, dtype=bool)", "", lambda **a: a["b"].sum(dtype="?")),
        four("amin(x)", "", lambda **a: a["x"].min()), four("amax(n, axis=-1)", "M", lambda **a: a["n"].max(-1)),
    ], (x, y, n, b), one, tolerance=32, reduces=True)  # fmt: skip
    for name, f in [("var", np.var), ("std", np.std)]:
        group(table, name, ARGS, [
            four(f"{name}(x)", "", lambda f=f, **a: f(a["x"])),
            four(f"{name}(x, axis=0)", "N", lambda f=f, **a: f(a["x"], 0)),
            four(f"y.{name}(axis=1)", "M", lambda f=f, **a: f(a["y"], 1)),
            four(f"{name}(n, axis=-1, keepdims=true)", "M, 1", lambda f=f, **a: f(a["n"], -1, keepdims=True)),
            four(f"{name}(x, axis=0, ddof=1)", "N", lambda f=f, **a: f(a["x"], 0, ddof=1)),
            four(f"{name}(y, correction=1)", "", lambda f=f, **a: f(a["y"], ddof=1)),
            four(f"{name}(x, axis=1, ddof=1.5)", "M", lambda f=f, **a: f(a["x"], 1, ddof=1.5)),
            four(f"{name}(b, axis=(0, 1), keepdims=true)", "1, 1", lambda f=f, **a: f(a["b"], (0, 1), keepdims=True)),
            four(f"{name}(n, dtype=f32)", "", lambda f=f, **a: f(a["n"], dtype="f4")),
        ], (x, y, n, b), one, tolerance=64, reduces=True)  # fmt: skip
    group(table, "average", "<M, N>(x: [f64; M, N], w: [f64; N], v: [f64; M, N], n: [i32; M, N], u: [f32; M], y: [f32; M, N])", [
        ("average(x)", "", lambda x, w, v, n, u, y: np.average(x)),
        ("average(n, axis=0)", "N", lambda x, w, v, n, u, y: np.average(n, 0)),
        ("average(x, axis=1, weights=w)", "M", lambda x, w, v, n, u, y: np.average(x, 1, w)),
        ("x.average(weights=v)", "", lambda x, w, v, n, u, y: np.average(x, weights=v)),
        ("average(y, axis=0, weights=u, keepdims=true)", "1, N", lambda x, w, v, n, u, y: np.average(y, 0, u, keepdims=True)),
        ("average(x, axis=(0, 1), weights=v)", "", lambda x, w, v, n, u, y: np.average(x, (0, 1), v)),
    ], (x, r.float(5, low=0.1), r.float(4, 5, low=0.1), n, r.float(4, low=0.1, dtype="f4"), y), tolerance=64, reduces=True)  # fmt: skip
    holes = x.copy()
    holes[0, 1:3], holes[3, :], holes[2, 4] = NAN, NAN, np.inf
    group(table, "counts", ARGS, [
        four("ptp(x)", "", lambda **a: np.ptp(a["x"])), four("n.ptp(axis=0)", "N", lambda **a: np.ptp(a["n"], 0)),
        four("ptp(y, axis=1, keepdims=true)", "M, 1", lambda **a: np.ptp(a["y"], 1, keepdims=True)),
        four("count_nonzero(x)", "", lambda **a: np.asarray(np.count_nonzero(a["x"]))),
        four("count_nonzero(n, axis=0)", "N", lambda **a: np.count_nonzero(a["n"], axis=0)),
        four("count_nonzero(b, axis=1, keepdims=true)", "M, 1", lambda **a: np.count_nonzero(a["b"], axis=1, keepdims=True)),
        four("count_nonzero(x > 0.5)", "", lambda **a: np.asarray(np.count_nonzero(a["x"] > 0.5))),
    ], (x, y, n, b), (holes, y, n, b), one)  # fmt: skip
    group(table, "exponentials", "<M, N>(x: [f64; M, N], y: [f32; M, N])", [
        ("logsumexp(x)", "", lambda x, y: special.logsumexp(x)),
        ("logsumexp(x, axis=0)", "N", lambda x, y: special.logsumexp(x, 0)),
        ("y.logsumexp(axis=1, keepdims=true)", "M, 1", lambda x, y: special.logsumexp(y, 1, keepdims=True)),
        ("softmax(x, axis=-1)", "M, N", lambda x, y: special.softmax(x, -1)),
        ("softmax(y)", "M, N", lambda x, y: special.softmax(y)),
        ("log_softmax(x, axis=0)", "M, N", lambda x, y: special.log_softmax(x, 0)),
    ], (x, y), (x * 300, y * 30), (x[:1, :1], y[:1, :1]), tolerance=64)  # fmt: skip
    group(table, "logsumexp_of_infinity", "<M, N>(x: [f64; M, N])", [
        ("logsumexp(x, axis=1)", "M", lambda x: special.logsumexp(x, 1)),
    ], (np.array([[-np.inf, -np.inf], [np.inf, 1.0], [-np.inf, 2.0], [NAN, 1.0]]),), tolerance=8)  # fmt: skip
    L = np.linalg.norm
    group(table, "norm", "<A, B, C>(x: [f64; A, B, C], m: [f64; B, C], v: [f64; C], n: [i32; C], w: [f32; C])", [
        ("norm(x)", "", lambda x, m, v, n, w: L(x)), ("norm(v)", "", lambda x, m, v, n, w: L(v)),
        ("norm(n, 1)", "", lambda x, m, v, n, w: L(n, 1)), ("w.norm(ord=3)", "", lambda x, m, v, n, w: L(w, 3)),
        ("norm(v, inf)", "", lambda x, m, v, n, w: L(v, np.inf)), ("norm(v, -inf)", "", lambda x, m, v, n, w: L(v, -np.inf)),
        ("norm(n, 0)", "", lambda x, m, v, n, w: L(n, 0)), ("norm(v, 2)", "", lambda x, m, v, n, w: L(v, 2)),
        ("norm(v, 0.5)", "", lambda x, m, v, n, w: L(v, 0.5)),
        ("norm(x, axis=1)", "A, C", lambda x, m, v, n, w: L(x, axis=1)),
        ("norm(x, 1, axis=-1, keepdims=true)", "A, B, 1", lambda x, m, v, n, w: L(x, 1, -1, True)),
    ], (cube, r.float(3, 4), r.float(4), r.int(4, dtype="i4"), r.float(4, dtype="f4")), tolerance=64)  # fmt: skip
    group(table, "matrix_norm", "<A, B, C>(x: [f64; A, B, C], m: [f64; B, C])", [
        ("norm(m, \"fro\")", "", lambda x, m: L(m, "fro")), ("norm(m, 1)", "", lambda x, m: L(m, 1)),
        ("norm(m, -1)", "", lambda x, m: L(m, -1)), ("norm(m, inf)", "", lambda x, m: L(m, np.inf)),
        ("norm(m, -inf)", "", lambda x, m: L(m, -np.inf)),
        ("norm(x, axis=(0, 2))", "B", lambda x, m: L(x, axis=(0, 2))),
        ("norm(x, inf, axis=(2, 0))", "B", lambda x, m: L(x, np.inf, axis=(2, 0))),
        ("norm(x, 1, axis=(-2, -1), keepdims=true)", "A, 1, 1", lambda x, m: L(x, 1, (-2, -1), True)),
    ], (cube, r.float(3, 4)), (r.float(1, 1, 1), r.float(1, 1)), tolerance=64)  # fmt: skip
    ties = np.array([[1.0, 3.0, 3.0, 2.0], [5.0, -1.0, 5.0, -1.0], [0.0, -0.0, 0.0, -0.0]])
    for name, f in [("argmin", np.argmin), ("argmax", np.argmax)]:
        group(table, name, "<M, N>(x: [f64; M, N], n: [i32; M, N], b: [bool; M, N], u: [u64; M, N])", [
            (f"{name}(x)", "", lambda x, n, b, u, f=f: f(x)), (f"{name}(x, axis=0)", "N", lambda x, n, b, u, f=f: f(x, 0)),
            (f"x.{name}(axis=-1)", "M", lambda x, n, b, u, f=f: f(x, -1)),
            (f"{name}(n, axis=1, keepdims=true)", "M, 1", lambda x, n, b, u, f=f: f(n, 1, keepdims=True)),
            (f"{name}(b, axis=0)", "N", lambda x, n, b, u, f=f: f(b, 0)), (f"{name}(u)", "", lambda x, n, b, u, f=f: f(u)),
            (f"{name}(n * n - 2 * n, axis=0) + 1", "N", lambda x, n, b, u, f=f: f(n * n - 2 * n, 0) + 1),
            (f"x[{name}(x, axis=0), 0]", "N", lambda x, n, b, u, f=f: x[f(x, 0), 0]),
            (f"from_fn(|i: M| x[i, {name}(x[i])])", "M", lambda x, n, b, u, f=f: np.array([row[f(row)] for row in x])),
        ], (ties, r.int(3, 4, low=0, high=3, dtype="i4"), r.bool(3, 4), r.int(3, 4, low=0, high=3, dtype="u8")),
            (holes, n, b, n.astype("u8")),
            (np.array([[-np.inf, np.inf]]), np.array([[-(2**31), 2**31 - 1]], "i4"), np.array([[False, True]]),
             np.array([[2**64 - 1, 0]], "u8")),
            (np.array([[NAN, 1.0], [2.0, NAN]]), np.zeros((2, 2), "i4"), np.zeros((2, 2), "?"), np.ones((2, 2), "u8")),
            Call(np.zeros((0, 3)), np.zeros((0, 3), "i4"), np.zeros((0, 3), "?"), np.zeros((0, 3), "u8"), error="M"))  # fmt: skip
    for name in ["nansum", "nanprod", "nanmin", "nanmax", "nanmean", "nanvar", "nanstd"]:
        f = getattr(np, name)
        group(table, name, "<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N])", [
            (f"{name}(x)", "", lambda x, y, n, f=f: f(x)), (f"{name}(x, axis=0)", "N", lambda x, y, n, f=f: f(x, 0)),
            (f"y.{name}(axis=1, keepdims=true)", "M, 1", lambda x, y, n, f=f: f(y, 1, keepdims=True)),
            (f"{name}(n, axis=0)", "N", lambda x, y, n, f=f: f(n, 0)),
        ], (holes, holes.astype("f4"), n), (x, y, n), (np.full((2, 2), NAN), np.full((2, 2), NAN, "f4"), np.ones((2, 2), "i4")),
            tolerance=64 if name not in ("nanmin", "nanmax") else 0, reduces=True)  # fmt: skip
    group(table, "nanvar_ddof", "<M, N>(x: [f64; M, N])", [
        ("nanvar(x, axis=1, ddof=1)", "M", lambda x: np.nanvar(x, 1, ddof=1)),
        ("nanstd(x, ddof=2)", "", lambda x: np.nanstd(x, ddof=2)),
    ], (np.where(np.isinf(holes), NAN, holes),), (np.array([[1.0, NAN], [NAN, NAN], [1.0, 2.0]]),), tolerance=64)  # fmt: skip
    group(table, "diff", "<M, N>(x: [f64; M, N], n: [i32; M], b: [bool; N])", [
        ("diff(x)", "M, N - 1", lambda x, n, b: np.diff(x)), ("diff(x, axis=0)", "M - 1, N", lambda x, n, b: np.diff(x, axis=0)),
        ("n.diff(n=2)", "M - 2", lambda x, n, b: np.diff(n, 2)), ("diff(b)", "N - 1", lambda x, n, b: np.diff(b)),
        ("diff(x, n=3, axis=0)", "M - 3, N", lambda x, n, b: np.diff(x, 3, 0)), ("diff(x, 0)", "M, N", lambda x, n, b: x),
    ], (x, r.int(4, dtype="i4"), r.bool(5)), (r.float(3, 1), r.int(3, dtype="i4"), r.bool(1)),
        Call(r.float(2, 1), r.int(2, dtype="i4"), r.bool(1), error="M >= 3"))  # fmt: skip
    group(table, "gradient", "<M, N>(x: [f64; M, N], y: [f32; N], n: [i64; N], h: f64)", [
        ("gradient(y)", "N", lambda x, y, n, h: np.gradient(y)), ("gradient(n)", "N", lambda x, y, n, h: np.gradient(n)),
        ("gradient(x, 0.5, axis=0)", "M, N", lambda x, y, n, h: np.gradient(x, 0.5, axis=0)),
        ("gradient(x)[1]", "M, N", lambda x, y, n, h: np.gradient(x)[1]),
        ("gradient(x, h, 2)[0]", "M, N", lambda x, y, n, h: np.gradient(x, h, 2)[0]),
    ], (x, y[0], n[0].astype("i8"), np.float64(0.3)), (x[:2, :2], y[0, :2], n[0, :2].astype("i8"), np.float64(3)),
        tolerance=8)  # fmt: skip
    group(table, "trapezoid", "<M, N>(y: [f64; M, N], x: [f64; N], n: [i32; N], z: [f64; M, N], w: [f32; N])", [
        ("trapezoid(y)", "M", lambda y, x, n, z, w: np.trapezoid(y)), ("trapz(n)", "", lambda y, x, n, z, w: np.trapezoid(n)),
        ("trapezoid(y, x)", "M", lambda y, x, n, z, w: np.trapezoid(y, x)),
        ("trapezoid(y, dx=0.25, axis=0)", "N", lambda y, x, n, z, w: np.trapezoid(y, dx=0.25, axis=0)),
        ("y.trapezoid(x=z, axis=0)", "N", lambda y, x, n, z, w: np.trapezoid(y, z, axis=0)),
        ("trapezoid(w, dx=2)", "", lambda y, x, n, z, w: np.trapezoid(w, dx=2)),
    ], (x, np.sort(r.float(5)), n[0], np.sort(r.float(4, 5), 0), y[0]), (x[:1, :1], r.float(1), n[0, :1], x[:1, :1], y[0, :1]),
        tolerance=64, reduces=True)  # fmt: skip
    group(table, "convolve", "<N, M>(a: [f64; N], v: [f64; M], n: [i32; N], k: [f64; 3], b: [bool; N])", [
        ("convolve(a, v)", "N + M - 1", lambda a, v, n, k, b: np.convolve(a, v)),
        ("convolve(a, v, \"same\")", "N", lambda a, v, n, k, b: np.convolve(a, v, "same")),
        ("convolve(a, v, mode=\"valid\")", "N - M + 1", lambda a, v, n, k, b: np.convolve(a, v, "valid")),
        ("convolve(v, a)", "N + M - 1", lambda a, v, n, k, b: np.convolve(v, a)),
        ("convolve(n, [1i32, -2, 1], \"same\")", "N", lambda a, v, n, k, b: np.convolve(n, np.array([1, -2, 1], "i4"), "same")),
        ("a.convolve(k, \"valid\")", "N - 2", lambda a, v, n, k, b: np.convolve(a, k, "valid")),
        ("correlate(a, v)", "N - M + 1", lambda a, v, n, k, b: np.correlate(a, v)),
        ("correlate(a, v, \"same\")", "N", lambda a, v, n, k, b: np.correlate(a, v, "same")),
        ("correlate(a, v, mode=\"full\")", "N + M - 1", lambda a, v, n, k, b: np.correlate(a, v, "full")),
        ("convolve(b, b)", "2 * N - 1", lambda a, v, n, k, b: np.convolve(b, b)),
    ], *[(r.float(s), r.float(t), r.int(s, dtype="i4"), r.float(3), r.bool(s)) for s, t in [(7, 3), (7, 4), (5, 5), (3, 1), (6, 2)]],
        Call(r.float(3), r.float(4), r.int(3, dtype="i4"), r.float(3), r.bool(3), error="at least as long"),
        tolerance=64, reduces=True)  # fmt: skip
