"""cumsum, cumprod, their array API forms, cummin and cummax: axes, dtypes, long rows, special values."""

import numpy as np

from generate import Call, Random

WIDE = {"bool": "i64", "i8": "i64", "i16": "i64", "u8": "u64", "u16": "u64", "i32": "i64", "i64": "i64", "u32": "u64", "u64": "u64", "f32": "f32", "f64": "f64"}
NUMPY = {"f64": "f8", "f32": "f4", "i32": "i4", "i64": "i8", "u32": "u4", "u64": "u8", "bool": "?", "i8": "i1", "i16": "i2", "u8": "u1", "u16": "u2"}
EXTREMES = {
    "i8": [127, 1, -128, -1, 5], "i16": [32767, 1, -32768, -1, 5], "u8": [255, 1, 7, 255, 0], "u16": [65535, 1, 7, 65535, 0],
    "i32": [2**31 - 1, 1, -(2**31), -1, 5], "i64": [2**63 - 1, 1, -(2**63), -1, 5],
    "u32": [2**32 - 1, 1, 7, 2**32 - 1, 0], "u64": [2**64 - 1, 1, 7, 2**64 - 1, 0],
}  # fmt: skip


def special(dtype):
    return np.array([-0.0, 1.5, np.inf, 2.0, np.nan, -np.inf, 3.0], dtype)


def add(table):
    case = table.case
    for dtype, code in NUMPY.items():
        r = Random("scans" + dtype)
        wide = WIDE[dtype]
        floats = dtype in ("f32", "f64")
        small = [(r.any(code, 3, 5),), (r.any(code, 1, 1),), (r.any(code, 0, 3),), (r.any(code, 3, 0),), (r.any(code, 2, 61),)]
        if dtype in EXTREMES:
            small.append((np.array(EXTREMES[dtype], code).reshape(1, 5),))
        if floats:
            small.append((special(code).reshape(1, 7),))
        for name, function, accumulate in [
            ("cumsum", np.cumsum, np.add.accumulate),
            ("cumprod", np.cumprod, np.multiply.accumulate),
        ]:
            # Products of uniform numbers decay: none overflows.
            case(
                f"{name}_{dtype}",
                f"<M, N>(x: [{dtype}; M, N]) -> ([{wide}; M * N], [{wide}; M, N], [{wide}; M, N]) {{\n"
                f"    ({name}(x), {name}(x, axis=0), x.{name}(axis=-1))\n}}",
                lambda x, f=function: (f(x), f(x, axis=0), f(x, axis=-1)),
                *small,
                tolerance=256 if floats else 0, reduces=True,
            )  # fmt: skip
        for name, function in [("cummin", np.minimum.accumulate), ("cummax", np.maximum.accumulate)]:
            case(
                f"{name}_{dtype}",
                f"<M, N>(x: [{dtype}; M, N]) -> ([{dtype}; M, N], [{dtype}; M, N]) {{\n"
                f"    ({name}(x), x.{name}(axis=1))\n}}",
                lambda x, f=function: (f(x), f(x, axis=1)),
                *small,
            )
    r = Random("scans")
    case(
        "axes",
        "<A, B, C>(x: [f64; A, B, C]) -> ([f64; A, B, C], [f64; A, B, C], [f64; A, B, C]) {\n"
        "    (cumsum(x, axis=0), cumsum(x, axis=1), cumsum(x, 2))\n}",
        lambda x: (x.cumsum(0), x.cumsum(1), x.cumsum(2)),
        (r.float(2, 3, 4),), (r.float(1, 5, 1),), (r.float(3, 0, 2),),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "dtype",
        "<N>(x: [i32; N], y: [f64; N]) -> ([f32; N], [i32; N], [i64; N]) {\n"
        "    (cumsum(x, dtype=f32), cumprod(x, dtype=i32), cumsum(y, dtype=i64))\n}",
        lambda x, y: (x.cumsum(dtype="f4"), x.cumprod(dtype="i4"), y.astype("i8").cumsum()),
        (r.int(9, dtype="i4"), r.float(9, low=-50, high=50)), (r.int(0, dtype="i4"), r.float(0)),
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        "initial",
        "<M, N>(x: [f64; M, N]) -> ([f64; M, N + 1], [f64; M + 1, N], [f64; M, N]) {\n"
        "    (cumulative_sum(x, axis=1, include_initial=true), cumulative_prod(x, axis=0, include_initial=true),\n"
        "     cumulative_sum(x, axis=-1))\n}",
        lambda x: (
            np.cumulative_sum(x, axis=1, include_initial=True),
            np.cumulative_prod(x, axis=0, include_initial=True),
            np.cumulative_sum(x, axis=-1),
        ),
        (r.float(3, 4),), (r.float(1, 1),), (r.float(2, 0),), (r.float(0, 2),), (np.array([[-0.0, np.nan, 1.0]]),),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "initial_integers",
        "<N>(x: [u32; N]) -> ([u64; N + 1], [u64; N + 1]) {\n"
        "    (cumulative_sum(x, include_initial=true), x.cumulative_prod(include_initial=true))\n}",
        lambda x: (np.cumulative_sum(x, include_initial=True), np.cumulative_prod(x, include_initial=True)),
        (r.int(7, low=0, dtype="u4"),), (r.int(0, dtype="u4"),), (r.int(1, low=0, dtype="u4"),),
    )  # fmt: skip
    for dtype in ["f64", "i64"]:
        case(
            f"long_{dtype}",
            f"<N>(x: [{dtype}; N]) -> [{dtype}; N] {{\n    cumsum(x)\n}}",
            np.cumsum,
            (r.any(NUMPY[dtype], 1024),), (r.any(NUMPY[dtype], 1025),), (r.any(NUMPY[dtype], 5003),),
            tolerance=4096 if dtype == "f64" else 0, reduces=True,
        )  # fmt: skip
    case(
        "many_rows",
        "<M, N>(x: [f32; M, N]) -> ([f32; M, N], [f32; M, N]) {\n    (cumsum(x, axis=1), cummax(x, axis=0))\n}",
        lambda x: (x.cumsum(1), np.maximum.accumulate(x, 0)),
        (r.float(500, 3, dtype="f4"),), (r.float(3, 500, dtype="f4"),),
        tolerance=1024, reduces=True,
    )  # fmt: skip
    # Operands that are computed, results that are computed with; the same scan twice.
    case(
        "between",
        "<M, N>(x: [f64; M, N], y: [f64; N]) -> [f64; M, N] {\n"
        "    let s = cumsum(2.0 * x + y, axis=1);\n    s / (1.0 + cumsum(x ** 2, axis=1)) + s[.., -1][.., newaxis]\n}",
        lambda x, y: (lambda s: s / (1 + (x**2).cumsum(1)) + s[:, -1:])((2 * x + y).cumsum(1)),
        (r.float(5, 9), r.float(9)), (r.float(1, 1), r.float(1)),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "in_place",
        "<N>(x: &mut [f64; N], y: &mut [f64; N]) {\n    x = cumsum(x);\n    y = cummax(x) - y;\n}",
        lambda x, y: (x.cumsum(), np.maximum.accumulate(x.cumsum()) - y),
        (r.float(300), r.float(300)), (r.float(1), r.float(1)),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "returned_twice",
        "<N>(x: [f64; N]) -> ([f64; N], [f64; N]) {\n    (cummin(x), cummin(x))\n}",
        lambda x: (np.minimum.accumulate(x), np.minimum.accumulate(x)),
        (r.float(70),), (r.float(0),),
    )  # fmt: skip
    case(
        "of_indices",
        "<N, S>(m: [index<S>; N]) -> [i64; N] {\n    cumsum(m)\n}",
        lambda m, S: m.cumsum(),
        Call(r.index(12, bound=5), dims={"S": 5}), Call(r.index(0, bound=3), dims={"S": 3}),
    )  # fmt: skip
    case(
        "constants",
        "<N>(x: [f64; N]) -> ([i64; 4], [f64; 2, 3], [f64; N]) {\n"
        "    (cumsum([3, 1, 4, 1]), cumprod([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], axis=1), cumsum(x[..;-1])[..;-1])\n}",
        lambda x: (np.cumsum([3, 1, 4, 1]), np.cumprod([[1.0, 2, 3], [4, 5, 6]], axis=1), x[::-1].cumsum()[::-1]),
        (r.float(6),), (r.float(1),),
        tolerance=16, reduces=True,
    )  # fmt: skip
