"""sum, prod, min, max, mean, all, any: axes, keepdims, dtypes, empty input."""

import numpy as np

from generate import Call, Random

REDUCTIONS = {"sum": np.sum, "prod": np.prod, "min": np.min, "max": np.max, "mean": np.mean}
# NumPy widens sums and products of small integers; means are f64.
WIDE = {"bool": "i64", "i32": "i64", "i64": "i64", "u32": "u64", "u64": "u64", "f32": "f32", "f64": "f64"}


def add(table):
    case = table.case
    for name, function in REDUCTIONS.items():
        for dtype in ["f64", "f32", "i32", "i64", "u32", "u64", "bool"]:
            r = Random(name + dtype)
            numpy_dtype = {"f64": "f8", "f32": "f4", "i32": "i4", "i64": "i8", "u32": "u4", "u64": "u8", "bool": "?"}[dtype]
            if name in ("min", "max"):
                result = dtype
            elif name == "mean":
                result = "f32" if dtype == "f32" else "f64"
            else:
                result = WIDE[dtype]
            calls = [(r.any(numpy_dtype, 4, 7),), (r.any(numpy_dtype, 1, 1),)]
            if name in ("sum", "prod"):
                calls += [(r.any(numpy_dtype, 0, 3),), (r.any(numpy_dtype, 3, 0),)]
            if dtype == "f64":
                calls.append((np.array([[1.0, np.nan], [np.inf, -1.0]]),))
                calls.append((np.array([[-0.0, 2.0], [np.inf, -np.inf]]),))
            case(
                f"{name}_{dtype}",
                f"<M, N>(x: [{dtype}; M, N]) -> ({result}, [{result}; N], [{result}; M]) {{\n"
                f"    ({name}(x), {name}(x, axis=0), x.{name}(axis=-1))\n}}",
                lambda x, f=function: (f(x), f(x, axis=0), f(x, axis=-1)),
                *(calls if name != "mean" else [c for c in calls if c[0].size]),
                tolerance=64 if result in ("f32", "f64") and name not in ("min", "max") else 0,
                reduces=True,
            )
    r = Random("reductions")
    x, b = r.float(2, 3, 4), r.bool(4, 5)
    case(
        "sum_axes",
        "<A, B, C>(x: [f64; A, B, C]) -> ([f64; B], [f64; C], [f64; A], f64) {\n"
        "    (sum(x, axis=(0, 2)), x.sum(axis=(0, 1)), sum(x, axis=(-1, -2)), sum(x, axis=(0, 1, 2)))\n}",
        lambda x: (x.sum((0, 2)), x.sum((0, 1)), x.sum((-1, -2)), x.sum()),
        (x,), (r.float(2, 0, 3),),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "keepdims",
        "<A, B, C>(x: [f64; A, B, C]) -> ([f64; A, 1, C], [f64; 1, B, 1], [f64; 1, 1, 1], [f64; A, B, C]) {\n"
        "    (sum(x, axis=1, keepdims=true), x.max(axis=(0, 2), keepdims=true), min(x, keepdims=true),\n"
        "     x - x.mean(axis=2, keepdims=true))\n}",
        lambda x: (
            x.sum(1, keepdims=True), x.max((0, 2), keepdims=True), x.min(keepdims=True),
            x - x.mean(2, keepdims=True),
        ),
        (x,),
        tolerance=64, reduces=True,
    )  # fmt: skip
    for name, function in [("all", np.all), ("any", np.any)]:
        case(
            f"{name}_bool",
            f"<M, N>(x: [bool; M, N]) -> (bool, [bool; N], [bool; M], [bool; M, 1]) {{\n"
            f"    ({name}(x), {name}(x, axis=0), x.{name}(axis=1), {name}(x, axis=1, keepdims=true))\n}}",
            lambda x, f=function: (f(x), f(x, axis=0), f(x, axis=1), f(x, axis=1, keepdims=True)),
            (b,), (np.ones((2, 3), "?"),), (np.zeros((2, 3), "?"),), (np.zeros((0, 3), "?"),),
        )  # fmt: skip
        case(
            f"{name}_condition",
            f"<N>(x: [f64; N], n: [i32; N]) -> (bool, bool) {{\n    ({name}(x > 0), {name}(n != 3))\n}}",
            lambda x, n, f=function: (f(x > 0), f(n != 3)),
            (r.float(9), r.int(9, dtype="i4")), (np.ones(3), np.full(3, 3, "i4")), (np.zeros(0), np.zeros(0, "i4")),
        )  # fmt: skip
    case(
        "minimum_of_empty",
        "<N>(x: [f64; N]) -> (f64, f64) {\n    (min(x), max(x))\n}",
        lambda x: (x.min(), x.max()),
        (r.float(5),), Call(np.zeros(0), error="N"),
    )  # fmt: skip
    case(
        "extrema_of_extremes",
        "<N>(a: [i32; N], b: [u64; N], c: [f32; N]) -> (i32, u64, f32, i32, u64, f32) {\n"
        "    (min(a), min(b), min(c), max(a), max(b), max(c))\n}",
        lambda a, b, c: (a.min(), b.min(), c.min(), a.max(), b.max(), c.max()),
        (np.array([2**31 - 1], "i4"), np.array([2**64 - 1], "u8"), np.array([np.inf], "f4")),
        (np.array([-(2**31)], "i4"), np.array([0], "u8"), np.array([-np.inf], "f4")),
        (np.array([-5, 4], "i4"), np.array([2**63, 1], "u8"), np.array([np.nan, 1], "f4")),
    )
    case(
        "sum_wraps",
        "<N>(a: [i64; N], b: [u32; N], c: [i32; N]) -> (i64, u64, i64, i64) {\n    (sum(a), sum(b), sum(c), prod(a))\n}",
        lambda a, b, c: (a.sum(), b.sum(), c.sum(), a.prod()),
        (np.array([2**63 - 1, 5]), np.array([2**32 - 1, 7], "u4"), np.array([2**31 - 1] * 2, "i4")),
    )
    case(
        "normalise",
        "<M, N>(x: [f64; M, N]) -> [f64; M, N] {\n    let e = exp(x - max(x, axis=1, keepdims=true));\n    e / e.sum(axis=1, keepdims=true)\n}",
        lambda x: (e := np.exp(x - x.max(1, keepdims=True))) / e.sum(1, keepdims=True),
        (r.float(4, 6),), (r.float(0, 6),),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "norm",
        "<N>(x: [f64; N], y: [f32; N]) -> (f64, f32) {\n    (sqrt(sum(x * x)), sum(y ** 2) ** 0.5)\n}",
        lambda x, y: (np.sqrt((x * x).sum()), (y**2).sum() ** 0.5),
        (r.float(100), r.float(100, dtype="f4")),
        tolerance=64,
    )
    case(
        "variance",
        "<M, N>(x: [f64; M, N]) -> [f64; N] {\n    mean((x - mean(x, axis=0)) ** 2, axis=0)\n}",
        lambda x: x.var(axis=0),
        (r.float(12, 3),),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "count_condition",
        "<N>(x: [f64; N]) -> (i64, f64) {\n    (sum(x > 0), mean(x > 0))\n}",
        lambda x: ((x > 0).sum(), (x > 0).mean()),
        (r.float(31),),
        tolerance=4,
    )
    case(
        "closure_reductions",
        "<M, N>(x: [f64; M, N]) -> (f64, [f64; M], bool, f64) {\n"
        "    (sum(|i: M, j: N| x[i, j] * (i as f64)), from_fn(|i: M| max(|j: N| abs(x[i, j]))), any(|i: M| x[i, 0] > 1.9),\n"
        "     prod(|i: M| 1 + 0.1 * sum(|j: N| x[i, j])))\n}",
        lambda x: (
            (x * np.arange(len(x))[:, None]).sum(), np.abs(x).max(1), (x[:, 0] > 1.9).any(),
            (1 + 0.1 * x.sum(1)).prod(),
        ),
        (r.float(4, 5),),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "reduce_gathered",
        "<N, E, K>(x: [f64; N], i: [index<N>; E, K]) -> [f64; E] {\n    x[i].sum(axis=1) - max(x[i], axis=1)\n}",
        lambda x, i: x[i].sum(1) - x[i].max(1),
        (r.float(9), r.index(5, 3, bound=9)),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "reduce_slices",
        "<M, N>(x: [f64; M, N]) -> ([f64; M], f64) {\n    (sum(x[.., ..;2], axis=1), mean(x[1..-1, 1..-1]))\n}",
        lambda x: (x[:, ::2].sum(1), x[1:-1, 1:-1].mean()),
        (r.float(4, 7),),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "long_sum",
        "<N>(x: [f64; N], n: [i32; N]) -> (f64, i64, f64) {\n    (sum(x), sum(n), max(x))\n}",
        lambda x, n: (x.sum(), n.sum(), x.max()),
        (r.float(1025), r.int(1025, dtype="i4")),
        tolerance=512, reduces=True,
    )  # fmt: skip
