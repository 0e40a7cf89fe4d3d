"""segment_*, scatter_*, bincount: empty segments, repeated and negative indices, dtypes, long rows."""

import numpy as np

from generate import Call, Index, Random

NUMPY = {"f64": "f8", "f32": "f4", "i32": "i4", "i64": "i8", "u32": "u4", "u64": "u8", "i8": "i1", "u16": "u2"}
UFUNCS = {"sum": np.add, "prod": np.multiply, "min": np.minimum, "max": np.maximum}


def identity(name, dtype):
    dtype = np.dtype(dtype)
    if name in ("sum", "prod"):
        return dtype.type(name == "prod")
    if dtype.kind == "f":
        return dtype.type(np.inf if name == "min" else -np.inf)
    return np.iinfo(dtype).max if name == "min" else np.iinfo(dtype).min


def segment(name, data, ids, count):
    out = np.full((count,) + data.shape[1:], identity(name, data.dtype), data.dtype)
    UFUNCS[name].at(out, ids, data)
    return out


def add(table):
    case = table.case
    for dtype, code in NUMPY.items():
        floats = dtype in ("f32", "f64")
        for name in UFUNCS:
            r = Random("segments" + name + dtype)
            case(
                f"{name}_{dtype}",
                f"<N, S>(x: [{dtype}; N], m: [index<S>; N], all: [f64; S]) -> ([{dtype}; S], [f64; S]) {{\n"
                f"    (segment_{name}(x, m), all)\n}}",
                lambda x, m, all, f=name: (segment(f, x, m, len(all)), all),
                (r.any(code, 30), r.index(30, bound=7), np.zeros(7)),
                (r.any(code, 5), Index([3, 3, 0, 3, 0], 5), np.zeros(5)),
                (r.any(code, 0), r.index(0, bound=4), np.zeros(4)),
                (r.any(code, 1), r.index(1, bound=1), np.zeros(1)),
                (r.any(code, 90), r.index(90, bound=70), np.zeros(70)),
                *([(np.array([np.nan, 1, -0.0, np.inf, -np.inf], code), Index([0, 0, 1, 2, 2], 4), np.zeros(4))] if floats else []),
                tolerance=64 if floats and name in ("sum", "prod") else 0, reduces=True,
            )  # fmt: skip
    r = Random("segments")
    case(
        "rows",
        "<N, S, K>(x: [f64; N, K], m: [index<S>; N], w: [f64; S, K]) -> ([f64; S, K], [f64; S, K]) {\n"
        "    (segment_sum(x, m) + w, segment_max(2.0 * x, m))\n}",
        lambda x, m, w: (segment("sum", x, m, len(w)) + w, segment("max", 2 * x, m, len(w))),
        (r.float(40, 5), r.index(40, bound=6), r.float(6, 5)), (r.float(3, 0), r.index(3, bound=2), r.float(2, 0)),
        (r.float(0, 3), r.index(0, bound=2), r.float(2, 3)), (r.float(200, 33), r.index(200, bound=9), r.float(9, 33)),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "constant_rows",
        "<N, S>(x: [f64; N, 3, 2], m: [index<S>; N], w: [f64; S]) -> [f64; S, 3, 2] {\n"
        "    segment_sum(x, m) * w[.., newaxis, newaxis]\n}",
        lambda x, m, w: segment("sum", x, m, len(w)) * w[:, None, None],
        (r.float(40, 3, 2), r.index(40, bound=6), r.float(6)), (r.float(0, 3, 2), r.index(0, bound=1), r.float(1)),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "checked",
        "<N, S>(x: [f64; N], m: [i32; N], w: [f64; S]) -> [f64; S] {\n"
        "    segment_sum(x, m, num_segments=S) - w\n}",
        lambda x, m, w: segment("sum", x, m, len(w)) - w,
        (r.float(40), r.int(40, low=0, high=6, dtype="i4"), r.float(6)), (r.float(0), r.int(0, dtype="i4"), r.float(2)),
        Call(r.float(3), np.array([0, 2, 1], "i4"), r.float(2), error="`m` of `segment_sum` is outside of 0..S, at position 1"),
        Call(r.float(3), np.array([0, 1, -1], "i4"), r.float(2), error="outside of 0..S, at position 2"),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "more_segments",
        "<N, S>(x: [i64; N], m: [index<S>; N], big: [u64; N]) -> ([i64; S + 2], [i64; 4]) {\n"
        "    (segment_sum(x, m, num_segments=S + 2), segment_min(x, big, 4))\n}",
        lambda x, m, big, S: (segment("sum", x, m, S + 2), segment("min", x, big.astype("i8"), 4)),
        Call(r.int(9), r.index(9, bound=5), r.int(9, low=0, high=4, dtype="u8"), dims={"S": 5}),
        Call(r.int(2), r.index(2, bound=5), np.array([2**63, 0], "u8"), dims={"S": 5}, error="outside of 0..4, at position 0"),
    )  # fmt: skip
    case(
        "few_segments",
        "<N>(x: [f32; N]) -> ([f32; 3], [f32; 1]) {\n"
        "    (segment_sum(x, from_fn(|i: N| i % 3), 3), segment_max(x, from_fn(|i: N| 0 * i), 1))\n}",
        lambda x: (segment("sum", x, np.arange(len(x)) % 3, 3), segment("max", x, 0 * np.arange(len(x)), 1)),
        (r.float(1003, dtype="f4"),), (r.float(0, dtype="f4"),), (r.float(2, dtype="f4"),),
        tolerance=4096, reduces=True,
    )  # fmt: skip
    case(
        "long",
        "<N, S>(x: [f64; N], m: [index<S>; N], w: [f64; S]) -> ([f64; S], [i64; S]) {\n"
        "    (segment_sum(x, m) * w, bincount(m))\n}",
        lambda x, m, w: (segment("sum", x, m, len(w)) * w, np.bincount(m, minlength=len(w))),
        (r.float(3011), r.index(3011, bound=50), r.float(50)),
        (r.float(100), r.index(100, bound=700), r.float(700)),
        tolerance=256, reduces=True,
    )  # fmt: skip
    # Long enough for parts, and for tasks that share one; eighths, so that sums are exact in any order.
    for order, rule in [("mixed", "i * 7907 % S"), ("ascending", "minimum(floor_divide(i, 397), S - 1)")]:

        def parts(N, S, rule=rule):
            i = np.arange(N)
            m = i * 7907 % S if "%" in rule else np.minimum(i // 397, S - 1)
            x, k = i * 7919 % 501 / 8 - 31, (i * 31 % 7 - 3).astype("i1")
            return (
                segment("sum", x, m, S), segment("min", x, m, S), segment("prod", k, m, S),
                np.bincount(m, minlength=S), np.bincount(m, x, minlength=S).astype("f8"),
            )  # fmt: skip

        case(
            f"parts_{order}",
            "<N, S>() -> ([f64; S], [f64; S], [i8; S], [i64; S], [f64; S]) {\n"
            f"    let m = from_fn(|i: N| {rule});\n"
            "    let x = from_fn(|i: N| (i * 7919 % 501) / 8.0 - 31.0);\n"
            "    let k = from_fn(|i: N| i * 31 % 7 - 3) as i8;\n"
            "    (\n        segment_sum(x, m, num_segments=S),\n        segment_min(x, m, num_segments=S),\n"
            "        segment_prod(k, m, num_segments=S),\n        bincount(m, minlength=S),\n"
            "        bincount(m, x, minlength=S),\n    )\n}",
            parts,
            *(Call(dims={"N": n, "S": s}) for n, s in [(40_000, 101), (17_000, 1), (35_000, 5003), (0, 3)]),
        )  # fmt: skip
    for kind, code in [("i32", "i4"), ("u8", "u1"), ("u64", "u8")]:

        def rows(v, N, code=code):
            x, m = np.arange(3 * N, dtype="i4").reshape(N, 3), (np.arange(N) * 31 % 89).astype(code)
            total = segment("sum", x, m, len(v))
            return total, segment("max", x, m, len(v)), v + total

        case(
            f"parts_of_{kind}",
            f"<N, S>(v: [i32; S, 3]) -> ([i32; S, 3], [i32; S, 3], [i32; S, 3]) {{\n"
            f"    let m = from_fn(|i: N| i * 31 % 89) as {kind};\n"
            "    let x = from_fn(|i: N, j: 3| 3 * i + j) as i32;\n"
            "    (segment_sum(x, m, num_segments=S), segment_max(x, m, num_segments=S), scatter_add(v, m, x))\n}",
            rows,
            Call(np.ones((89, 3), "i4"), dims={"N": 7000}), Call(np.ones((100, 3), "i4"), dims={"N": 5}),
        )  # fmt: skip
    r = Random("segments of other values")
    case(
        "of_values",
        "<N, S>(x: [f16; N], b: [bool; N], z: [c64; N], m: [index<S>; N], w: [f64; S])"
        " -> ([f16; S], [f16; S], [bool; S], [bool; S], [c64; S], [f64; S]) {\n"
        "    (segment_sum(x, m), segment_max(x, m), segment_min(b, m), segment_max(b, m), segment_sum(z, m), w)\n}",
        lambda x, b, z, m, w: (
            segment("sum", x.astype("f4"), m, len(w)).astype("f2"), segment("max", x, m, len(w)),
            np.array([b[m == k].all() for k in range(len(w))], "?"), np.array([b[m == k].any() for k in range(len(w))], "?"),
            segment("sum", z, m, len(w)), w,
        ),
        ((np.arange(50) % 9 - 2).astype("f2"), np.arange(50) % 3 > 0, (np.arange(50) - 5j).astype("c16"), r.index(50, bound=9), np.zeros(9)),
        (np.zeros(0, "f2"), np.zeros(0, "?"), np.zeros(0, "c16"), r.index(0, bound=3), np.zeros(3)),
    )  # fmt: skip
    case(
        "in_closures",
        "<N, S, E>(x: [f64; N], m: [index<S>; N], w: [f64; E], s: [f64; S]) -> ([f64; E, S], [f64; S]) {\n"
        "    (from_fn(|e: E, k: S| segment_sum(x * w[e], m)[k]), s)\n}",
        lambda x, m, w, s: (np.array([segment("sum", x * f, m, len(s)) for f in w]).reshape(len(w), len(s)), s),
        (np.arange(30) / 8, r.index(30, bound=7), np.arange(3) + 1.0, np.zeros(7)),
        (np.zeros(0), r.index(0, bound=2), np.arange(3) + 1.0, np.zeros(2)),
    )  # fmt: skip
    case(
        "twice",
        "<N, S>(x: [f64; N], m: [index<S>; N], y: [f64; S]) -> [f64; N] {\n"
        "    let total = segment_sum(x, m) + y;\n    x / segment_sum(total[m], m)[m]\n}",
        lambda x, m, y: x / segment("sum", (segment("sum", x, m, len(y)) + y)[m], m, len(y))[m],
        (r.float(50), r.index(50, bound=8), r.float(8, low=40, high=50)),
        tolerance=64, reduces=True,
    )  # fmt: skip
    for name, ufunc in [("add", "sum"), ("mul", "prod"), ("min", "min"), ("max", "max")]:

        def at(x, m, v, u=UFUNCS[ufunc]):
            x = x.copy()
            u.at(x, m, v)
            return x

        r = Random("scatter" + name)
        case(
            f"scatter_{name}",
            f"<N, S>(x: [f64; S], m: [index<S>; N], v: [f64; N]) -> [f64; S] {{\n    scatter_{name}(x, m, v)\n}}",
            at,
            (r.float(7), r.index(30, bound=7), r.float(30)), (r.float(4), r.index(0, bound=4), r.float(0)),
            (r.float(1), r.index(1, bound=1), r.float(1)), (r.float(70), r.index(200, bound=70), r.float(200)),
            (np.array([1.0, np.nan, -0.0]), Index([0, 2, 2], 3), np.array([np.nan, 0.0, -0.0])),
            tolerance=64, reduces=True,
        )  # fmt: skip
        case(
            f"scatter_{name}_rows",
            f"<N, S, K>(x: [i32; S, K], m: [i64; N, 2], v: [i32; N, 2, K]) -> [i32; S, K] {{\n"
            f"    x.scatter_{name}(m, v)\n}}",
            at,
            (r.int(5, 3, dtype="i4"), r.int(8, 2, low=-5, high=5), r.int(8, 2, 3, dtype="i4")),
            (r.int(5, 0, dtype="i4"), r.int(8, 2, low=-5, high=5), r.int(8, 2, 0, dtype="i4")),
            Call(r.int(5, 3, dtype="i4"), np.array([[0, 5]]), r.int(1, 2, 3, dtype="i4"), error="out of range"),
        )  # fmt: skip
    r = Random("scatter")

    def added(x, m, v):
        x = x.copy()
        np.add.at(x, m, v)
        return x

    case(
        "scatter_broadcast",
        "<N, S, K>(x: &mut [f64; S, K], m: [index<S>; N], v: [f64; K]) {\n    x = scatter_add(x, m, v);\n}",
        added,
        (r.float(5, 3), r.index(9, bound=5), r.float(3)), (r.float(2, 1), r.index(0, bound=2), r.float(1)),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "scatter_scalar",
        "<N, S>(x: [i64; S], m: [index<S>; N], v: i64) -> ([i64; S], [i64; S]) {\n"
        "    (scatter_add(x, m, 1), scatter_max(x, m, v))\n}",
        lambda x, m, v: (added(x, m, 1), np.where(np.bincount(m, minlength=len(x)) > 0, np.maximum(x, v), x)),
        (r.int(5), r.index(9, bound=5), np.int64(2)),
    )  # fmt: skip
    case(
        "bincount",
        "<N, S>(m: [index<S>; N], w: [f32; N], k: [i32; N], all: [f64; S]) -> ([i64; S], [f64; S], [i64; 6], [f64; S]) {\n"
        "    (bincount(m), bincount(m, weights=w), bincount(k, minlength=6), all)\n}",
        lambda m, w, k, all: (
            np.bincount(m, minlength=len(all)), np.bincount(m, w, minlength=len(all)).astype("f8"), np.bincount(k, minlength=6), all,
        ),
        (r.index(30, bound=7), r.float(30, dtype="f4"), r.int(30, low=0, high=6, dtype="i4"), np.zeros(7)),
        (r.index(0, bound=7), r.float(0, dtype="f4"), r.int(0, dtype="i4"), np.zeros(7)),
        (r.index(3, bound=1), r.float(3, dtype="f4"), r.int(3, low=0, high=6, dtype="i4"), np.zeros(1)),
        Call(r.index(2, bound=2), r.float(2, dtype="f4"), np.array([1, 6], "i4"), np.zeros(2), error="`k` of `bincount`"),
        tolerance=64, reduces=True,
    )  # fmt: skip
