"""New arrays: ranges, identity matrices, and the shapes of others."""

import numpy as np

from generate import Call, Random
from group import group


def add(table):
    r = Random("creation")
    group(table, "arange", "<N>(x: [f64; N])", [
        ("arange(N)", "N", lambda x: np.arange(len(x))), ("arange(2, N + 5)", "N + 3", lambda x: np.arange(2, len(x) + 5)),
        ("arange(0, 10, 3)", "4", lambda x: np.arange(0, 10, 3)), ("arange(10, 0, -4)", "3", lambda x: np.arange(10, 0, -4)),
        ("arange(5, 0)", "0", lambda x: np.arange(5, 0)), ("arange(N, 2 * N, 2)", "floor_div(N + 1, 2)", lambda x: np.arange(len(x), 2 * len(x), 2)),
        ("arange(N, dtype=f32)", "N", lambda x: np.arange(len(x), dtype="f4")), ("arange(N, 0, -1, dtype=i32)", "N", lambda x: np.arange(len(x), 0, -1, dtype="i4")),
        ("arange(0.0, 1.0, 0.1)", "10", lambda x: np.arange(0.0, 1.0, 0.1)), ("arange(1.5, -1, step=-0.75)", "4", lambda x: np.arange(1.5, -1, -0.75)),
        ("arange(0.5, 3, dtype=f32)", "3", lambda x: np.arange(0.5, 3, dtype="f4")), ("x[arange(N)]", "N", lambda x: x),
    ], (r.float(6),), (r.float(1),), (r.float(0),), tolerance=2)  # fmt: skip
    group(table, "linspace", "<N>(x: [f64; N], a: f64, b: f32, k: i64)", [
        ("linspace(0, 1, N)", "N", lambda x, a, b, k: np.linspace(0, 1, len(x))), ("linspace(a, 3 * a, N, endpoint=false)", "N", lambda x, a, b, k: np.linspace(a, 3 * a, len(x), False)),
        ("linspace(b, 2 * b, 2 * N + 1)", "2 * N + 1", lambda x, a, b, k: np.linspace(b, np.float32(2) * b, 2 * len(x) + 1)), ("linspace(-1, 1)", "50", lambda x, a, b, k: np.linspace(-1, 1)),
        ("linspace(k, 10, 5)", "5", lambda x, a, b, k: np.linspace(k, 10, 5)), ("linspace(-2.5, 2.5, 8, dtype=i64)", "8", lambda x, a, b, k: np.linspace(-2.5, 2.5, 8, dtype="i8")),
        ("linspace(0, a, N, dtype=f32)", "N", lambda x, a, b, k: np.linspace(0, a, len(x), dtype="f4")), ("linspace(1, 2, 1)", "1", lambda x, a, b, k: np.linspace(1, 2, 1)),
    ], *[(r.float(n), np.float64(0.3), np.float32(-0.7), np.int64(2)) for n in [5, 1, 0, 33]], tolerance=8, reduces=True)  # fmt: skip
    group(table, "logspace", "<N>(x: [f64; N], a: f64)", [
        ("logspace(0, 3, N)", "N", lambda x, a: np.logspace(0, 3, len(x))), ("logspace(a, 2, 5, endpoint=false, base=2)", "5", lambda x, a: np.logspace(a, 2, 5, False, 2)),
        ("geomspace(1, 1000, N)", "N", lambda x, a: np.geomspace(1, 1000, len(x))), ("geomspace(a, 10, 7, endpoint=false)", "7", lambda x, a: np.geomspace(a, 10, 7, False)),
        ("geomspace(-2, -64, 6)", "6", lambda x, a: np.geomspace(-2, -64, 6)),
    ], *[(r.float(n), np.float64(0.25)) for n in [4, 1, 0, 9]], tolerance=64)  # fmt: skip
    group(table, "eye", "<M, N>(x: [f64; M, N])", [
        ("eye(N)", "N, N", lambda x: np.eye(x.shape[1])), ("eye(M, N, k=1)", "M, N", lambda x: np.eye(*x.shape, 1)), ("eye(M, N, -1, dtype=i32)", "M, N", lambda x: np.eye(*x.shape, -1, dtype="i4")),
        ("eye([f32; M, N])", "M, N", lambda x: np.eye(*x.shape, dtype="f4")), ("identity(3)", "3, 3", lambda x: np.identity(3)), ("identity(N, dtype=bool)", "N, N", lambda x: np.identity(x.shape[1], dtype="?")),
        ("tri(M, N)", "M, N", lambda x: np.tri(*x.shape)), ("tri(N, k=-1, dtype=i64)", "N, N", lambda x: np.tri(x.shape[1], k=-1, dtype="i8")), ("x @ eye(N)", "M, N", lambda x: x),
        ("indices(M, N)", "2, M, N", lambda x: np.indices(x.shape)), ("indices([N])", "1, N", lambda x: np.indices((x.shape[1],))),
    ], (r.float(3, 4),), (r.float(4, 2),), (r.float(1, 1),), (r.float(0, 2),))  # fmt: skip
    group(table, "like", "<N>(x: [f64; N], n: [i32; N])", [
        ("zeros_like(x, dtype=i64)", "N", lambda x, n: np.zeros_like(x, dtype="i8")), ("ones_like(n, dtype=f32)", "N", lambda x, n: np.ones_like(n, dtype="f4")),
        ("full_like(n, 2.5, dtype=f64)", "N", lambda x, n: np.full_like(n, 2.5, dtype="f8")), ("empty_like(x) * 0", "N", lambda x, n: x * 0),
        ("astype(x, i32)", "N", lambda x, n: x.astype("i4")), ("n.astype(f64)", "N", lambda x, n: n.astype("f8")),
        ("x.astype(dtype=bool)", "N", lambda x, n: x.astype("?")),
    ], (r.float(4), r.int(4, dtype="i4")), (r.float(0), r.int(0, dtype="i4")))  # fmt: skip
