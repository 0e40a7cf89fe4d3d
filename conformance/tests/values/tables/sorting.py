"""sort, argsort, topk, searchsorted, digitize, histogram: stability, NaN, duplicates, extremes."""

import numpy as np

from generate import Call, Random

NUMPY = {"f64": "f8", "f32": "f4", "i32": "i4", "i64": "i8", "u32": "u4", "u64": "u8", "bool": "?", "i8": "i1", "u16": "u2", "f16": "f2"}
EXTREMES = {
    "i8": [127, 1, -128, -1, 5], "u16": [65535, 1, 7, 65535, 0], "f16": [1, 2, 1, 0, -1],
    "i32": [2**31 - 1, 1, -(2**31), -1, 5], "i64": [2**63 - 1, 1, -(2**63), -1, 2**53 + 1],
    "u32": [2**32 - 1, 1, 7, 2**32 - 1, 0], "u64": [2**64 - 1, 1, 2**63, 2**64 - 1, 2**53 + 1],
}  # fmt: skip


def descending(x, axis=-1):
    """Positions in descending order, equal ones as they stand, NaN first."""
    n = x.shape[axis]
    return np.flip(n - 1 - np.argsort(np.flip(x, axis), axis=axis, kind="stable"), axis)


def special(code):
    return np.array([np.nan, 1.0, -0.0, np.inf, 0.0, -np.inf, np.nan, -0.0, 1.0, 0.0, -1.0], code)


def add(table):
    case = table.case
    for dtype, code in NUMPY.items():
        r = Random("sorting" + dtype)
        calls = [(r.any(code, 3, 5),), (r.any(code, 1, 1),), (r.any(code, 0, 3),), (r.any(code, 3, 0),), (r.any(code, 2, 67),)]
        if dtype in EXTREMES:
            calls.append((np.array(EXTREMES[dtype], code).reshape(1, 5),))
        if dtype in ("f16", "f32", "f64"):
            calls.append((special(code).reshape(1, 11),))
            calls.append((np.full((2, 3), np.nan, code),))
        case(
            f"sort_{dtype}",
            f"<M, N>(x: [{dtype}; M, N]) -> ([{dtype}; M, N], [{dtype}; M, N], [{dtype}; M * N]) {{\n"
            f"    (sort(x), x.sort(axis=0), sort(ravel(x)))\n}}",
            lambda x: (np.sort(x, kind="stable"), np.sort(x, axis=0, kind="stable"), np.sort(x, axis=None, kind="stable")),
            *calls,
        )
        case(
            f"argsort_{dtype}",
            f"<M, N>(x: [{dtype}; M, N]) -> ([i64; M, N], [i64; M, N], [i64; M * N]) {{\n"
            f"    (argsort(x), x.argsort(axis=0), argsort(ravel(x), stable=true))\n}}",
            lambda x: tuple(np.argsort(x, axis=a, kind="stable") for a in (-1, 0, None)),
            *calls,
        )
        case(
            f"descending_{dtype}",
            f"<M, N>(x: [{dtype}; M, N]) -> ([{dtype}; M, N], [i64; M, N]) {{\n"
            f"    (sort(x, axis=0, descending=true), argsort(x, descending=true))\n}}",
            lambda x: (np.take_along_axis(x, descending(x, 0), 0), descending(x)),
            *calls,
        )
        rows = [np.sort(c[0], axis=1) for c in calls]
        case(
            f"searchsorted_{dtype}",
            f"<M, N>(a: [{dtype}; M * N], v: [{dtype}; M, N]) -> ([i64; M, N], [i64; M, N]) {{\n"
            f'    (searchsorted(a, v), a.searchsorted(v, side="right"))\n}}',
            lambda a, v: (np.searchsorted(a, v), np.searchsorted(a, v, side="right")),
            *[(np.sort(v, axis=None), v) for (v,) in calls],
        )
        case(
            f"searchsorted_rows_{dtype}",
            f"<M, N, K>(a: [{dtype}; M, N], v: [{dtype}; M, K]) -> ([i64; M, K], [i64; M, K]) {{\n"
            f'    (searchsorted(a, v, side="left"), searchsorted(a, v, side="right"))\n}}',
            lambda a, v: tuple(
                np.array([np.searchsorted(x, y, side=s) for x, y in zip(a, v)], "i8").reshape(v.shape)
                for s in ("left", "right")
            ),
            *[(a, np.concatenate([a[:, ::-2], a[:, :1]], axis=1)) for a in rows if a.shape[1] > 0],
            (r.any(code, 3, 0), r.any(code, 3, 2)), (r.any(code, 2, 3), r.any(code, 2, 0)),
        )  # fmt: skip
    r = Random("sorting")
    case(
        "axes",
        "<A, B, C>(x: [f64; A, B, C]) -> ([f64; A, B, C], [f64; A, B, C], [i64; A, B, C]) {\n"
        "    (sort(x, 0), sort(x, axis=1), argsort(x, axis=-2))\n}",
        lambda x: (np.sort(x, 0), np.sort(x, 1), np.argsort(x, axis=1, kind="stable")),
        (r.float(2, 3, 4),), (r.float(1, 5, 1),), (r.float(3, 0, 2),),
    )  # fmt: skip
    case(
        "long_duplicates",
        "<N>(x: [i32; N]) -> [i64; N] {\n    argsort(x)\n}",
        lambda x: np.argsort(x, kind="stable"),
        (r.int(1000, low=0, high=3, dtype="i4"),), (r.int(5003, low=0, high=50, dtype="i4"),), (np.zeros(513, "i4"),), (np.arange(1025, 0, -1, dtype="i4"),),
    )  # fmt: skip
    case(
        "long_floats",
        "<N>(x: [f64; N]) -> [f64; N] {\n    sort(x)\n}",
        np.sort,
        (r.float(2048),), (r.float(2049),),
    )  # fmt: skip
    case(
        "many_rows",
        "<M, N>(x: [f32; M, N]) -> ([f32; M, N], [i64; M, N]) {\n    (sort(x), argsort(x, axis=0))\n}",
        lambda x: (np.sort(x), np.argsort(x, axis=0, kind="stable")),
        (r.float(500, 3, dtype="f4"),), (r.float(3, 500, dtype="f4"),),
    )  # fmt: skip
    case(
        "gather_by_order",
        "<N>(x: [f64; N], y: [i32; N]) -> ([i32; N], [f64; N], [i64; N]) {\n"
        "    let order = argsort(x);\n    (y[order], x[order][..;-1] * 2.0, argsort(order))\n}",
        lambda x, y: (
            y[np.argsort(x, kind="stable")], np.sort(x)[::-1] * 2,
            np.argsort(np.argsort(x, kind="stable"), kind="stable"),
        ),
        (r.float(40), r.int(40, dtype="i4")), (r.float(0), r.int(0, dtype="i4")), (r.float(1), r.int(1, dtype="i4")),
    )  # fmt: skip
    case(
        "in_place",
        "<N>(x: &mut [f64; N]) {\n    x = sort(x);\n}",
        np.sort,
        (r.float(77),), (r.float(0),),
    )  # fmt: skip
    case(
        "topk",
        "<M, N>(x: [f64; M, N]) -> ([f64; M, 2], [i64; M, 2], [f64; 1, N], [i64; 1, N]) {\n"
        "    let (values, at) = topk(x, 2);\n    let (least, where_) = topk(x, 1, axis=0, largest=false);\n"
        "    (values, at, least, where_)\n}",
        lambda x: (
            np.take_along_axis(x, descending(x), 1)[:, :2], descending(x)[:, :2],
            np.sort(x, 0)[:1], np.argsort(x, axis=0, kind="stable")[:1],
        ),
        (r.float(3, 5),), (r.float(1, 2),), (r.float(1, 2),), (np.array([[1.0, 3.0, 3.0, 2.0]]),),
        Call(r.float(2, 1), error="N >= 2"),
    )  # fmt: skip
    case(
        "search_scalar",
        "<N>(a: [f64; N], x: f64) -> (i64, i64, i64, [i64; 3]) {\n"
        '    (searchsorted(a, x), searchsorted(a, x, side="right"), searchsorted(a, 0.5), searchsorted([1, 3, 5], [0, 3, 9]))\n}',
        lambda a, x: (
            np.searchsorted(a, x), np.searchsorted(a, x, side="right"), np.searchsorted(a, 0.5),
            np.searchsorted([1, 3, 5], [0, 3, 9]),
        ),
        (np.sort(r.float(9)), np.float64(0.25)), (np.array([0.5, 0.5, 0.5]), np.float64(0.5)),
        (np.zeros(0), np.float64(1)), (np.array([1.0, np.nan]), np.float64(np.nan)),
    )  # fmt: skip
    case(
        "index_by_search",
        "<N, K>(a: [f64; N], y: [f64; N + 1], v: [f64; K]) -> [f64; K] {\n    y[searchsorted(a, v)]\n}",
        lambda a, y, v: y[np.searchsorted(a, v)],
        (np.sort(r.float(9)), r.float(10), r.float(20)), (r.float(0), r.float(1), r.float(3)),
    )  # fmt: skip
    bins = np.array([-1.0, 0.0, 0.5, 0.5, 2.0])
    x = np.concatenate([r.float(30, low=-2, high=3), bins, [np.nan, np.inf, -np.inf, -0.0]])
    case(
        "digitize",
        "<N, B>(x: [f64; N], bins: [f64; B]) -> ([i64; N], [i64; N]) {\n"
        "    (digitize(x, bins), digitize(x, bins, right=true))\n}",
        lambda x, bins: (np.digitize(x, bins), np.digitize(x, bins, right=True)),
        (x, bins), (x, np.array([0.25])), (r.float(0), bins),
    )  # fmt: skip
    case(
        "histogram",
        "<N, B>(x: [f64; N], bins: [f64; B]) -> [i64; B - 1] {\n    histogram(x, bins)\n}",
        lambda x, bins: np.histogram(x[~np.isnan(x)], bins)[0].astype("i8"),
        (x, bins), (r.float(500), np.linspace(-2, 2, 18)), (r.float(5), np.array([0.0])), (r.float(0), bins),
        (np.array([2.0, 2.0, -1.0]), bins),
        Call(r.float(4), np.array([0.0, 1.0, 0.5, 2.0]), error="decrease, at position 1"),
        Call(r.float(4), np.zeros(0), error="B >= 1"),
    )  # fmt: skip
    case(
        "histogram_long",
        "<N, B>(bins: [f32; B]) -> [i64; B - 1] {\n"
        "    histogram(from_fn(|i: N| (i * 7919 % 5003) as f32 / 64.0), bins)\n}",
        lambda bins, N: np.histogram(np.arange(N) * 7919 % 5003 / 64, bins)[0].astype("i8"),
        *(Call(np.array(b, "f4"), dims={"N": 20_000}) for b in (np.arange(0, 40, 0.5), [1, 1, 70], [0.25])),
    )  # fmt: skip
    case(
        "histogram_matrix",
        "<M, N>(x: [i64; M, N]) -> [i64; 4] {\n    histogram(x, [0, 2, 4, 4, 9])\n}",
        lambda x: np.histogram(x, [0, 2, 4, 4, 9])[0].astype("i8"),
        (r.int(6, 7, low=-2, high=12),), (r.int(0, 7),),
    )  # fmt: skip
    for dtype in ["f64", "f32", "f16", "i32", "i64", "u16"]:
        code = NUMPY[dtype]
        wide = dtype if dtype[0] == "f" else "f64"
        r = Random("median" + dtype)
        case(
            f"median_{dtype}",
            f"<M, N>(x: [{dtype}; M, N]) -> ({wide}, [{wide}; N], [{wide}; M, 1], [{wide}; 1, 1]) {{\n"
            f"    (median(x), x.median(axis=0), median(x, axis=-1, keepdims=true), median(x, keepdims=true))\n}}",
            lambda x: (
                np.median(x), np.median(x, axis=0), np.median(x, axis=1, keepdims=True), np.median(x, keepdims=True),
            ),
            *[(r.any(code, *shape),) for shape in [(3, 5), (4, 4), (1, 1), (2, 1), (1, 6)]],
            *([(np.array([[np.inf, 1.0, np.nan], [2.0, -np.inf, np.inf]], code),)] if dtype[0] == "f" else []),
        )  # fmt: skip
    case(
        "median_of_nothing",
        "<N>(x: [f64; N]) -> f64 {\n    median(x)\n}",
        np.median,
        (np.full(3, 1.7e308),), (np.zeros(0),),
    )  # fmt: skip
