"""Mathematical functions, selection."""

import numpy as np

from generate import Random

ALL = np.array([0.0, -0.0, 1.0, -1.0, 0.5, -0.5, np.inf, -np.inf, np.nan, 2.5, -2.5, 3.5, 30.0, -30.0, 1e-9])

# (name here, NumPy's, exact, extra range)
UNARY = [
    ("abs", np.abs, True), ("sqrt", np.sqrt, True), ("cbrt", np.cbrt, False),
    ("exp", np.exp, False), ("exp2", np.exp2, False), ("expm1", np.expm1, False),
    ("log", np.log, False), ("log2", np.log2, False), ("log10", np.log10, False), ("log1p", np.log1p, False),
    ("sin", np.sin, False), ("cos", np.cos, False), ("tan", np.tan, False),
    ("arcsin", np.arcsin, False), ("arccos", np.arccos, False), ("arctan", np.arctan, False),
    ("sinh", np.sinh, False), ("cosh", np.cosh, False), ("tanh", np.tanh, False),
    ("arcsinh", np.arcsinh, False), ("arccosh", np.arccosh, False), ("arctanh", np.arctanh, False),
    ("sign", np.sign, True), ("floor", np.floor, True), ("ceil", np.ceil, True), ("trunc", np.trunc, True),
    ("square", np.square, True), ("reciprocal", np.reciprocal, True),
]  # fmt: skip


def add(table):
    case = table.case
    for name, function, exact in UNARY:
        r = Random(name)
        big = np.concatenate([ALL, r.float(20), r.float(10, low=-60, high=60)])
        small = big.astype(np.float32)
        case(
            f"math_{name}",
            f"<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {{\n    ({name}(x), {name}(y))\n}}",
            lambda x, y, function=function: (function(x), function(y)),
            (big, small),
            tolerance=0 if exact else 8,
        )
    r = Random("functions")
    halves = np.array([0.5, 1.5, 2.5, -0.5, -1.5, 0.4999, np.nan, np.inf, 7.0, -0.2])
    case(
        "math_round",
        "<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {\n    (round(x), y.round())\n}",
        lambda x, y: (np.round(x), np.round(y)),
        (halves, halves.astype("f4")),
    )
    case(
        "classify",
        "<N>(x: [f64; N], y: [f32; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {\n"
        "    (isnan(x), isinf(x), isfinite(x), isnan(y), isinf(y), isfinite(y))\n}",
        lambda x, y: (np.isnan(x), np.isinf(x), np.isfinite(x), np.isnan(y), np.isinf(y), np.isfinite(y)),
        (ALL, ALL.astype("f4")),
    )
    left, right = (m.ravel() for m in np.meshgrid(ALL, ALL))
    for name, function, exact in [
        ("arctan2", np.arctan2, False), ("hypot", np.hypot, False),
        ("copysign", np.copysign, True), ("fmod", np.fmod, True),
    ]:  # fmt: skip
        case(
            f"math_{name}",
            f"<N>(x: [f64; N], y: [f64; N], a: [f32; N], b: [f32; N]) -> ([f64; N], [f32; N]) {{\n"
            f"    ({name}(x, y), {name}(a, b))\n}}",
            lambda x, y, a, b, function=function: (function(x, y), function(a, b)),
            (left, right, left.astype("f4"), right.astype("f4")),
            tolerance=0 if exact else 8,
        )
    case(
        "math_of_integers",
        "<N>(a: [i32; N], b: [i64; N]) -> ([f64; N], [f64; N], [i32; N], [i64; N], [i32; N], [i64; N]) {\n"
        "    (sqrt(a), exp(b), abs(a), abs(b), sign(a), sign(b))\n}",
        lambda a, b: (np.sqrt(a), np.exp(b), np.abs(a), np.abs(b), np.sign(a), np.sign(b)),
        (np.array([0, 1, 2, 9, -4], "i4"), np.array([0, 1, -2, 5, -5])),
        (np.array([-(2**31), 2**31 - 1], "i4"), np.array([-(2**63), -1])),
        tolerance=4,
    )
    case(
        "math_of_unsigned",
        "<N>(a: [u32; N], b: [u64; N]) -> ([f64; N], [u32; N], [u64; N], [u32; N], [u64; N]) {\n"
        "    (sqrt(a), abs(a), sign(b), floor(a), b ** 2)\n}",
        lambda a, b: (np.sqrt(a), np.abs(a), np.sign(b), a, b**2),
        (np.array([0, 1, 2, 4294967295], "u4"), np.array([0, 1, 2**63, 12], "u8")),
        tolerance=2,
    )
    case(
        "math_of_scalars",
        "(x: f64, y: f32, n: i64) -> (f64, f32, f64) {\n    (exp(x) * sin(x), sqrt(y), log(n))\n}",
        lambda x, y, n: (np.exp(x) * np.sin(x), np.sqrt(y), np.log(n)),
        (np.float64(0.3), np.float32(2.0), np.int64(10)),
        tolerance=4,
    )
    case(
        "method_spelling",
        "<N>(x: [f64; N]) -> ([f64; N], [f64; N], [bool; N]) {\n    (x.abs().sqrt(), x.sin() + x.cos(), x.isnan())\n}",
        lambda x: (np.sqrt(np.abs(x)), np.sin(x) + np.cos(x), np.isnan(x)),
        (np.concatenate([ALL, r.float(9)]),),
        tolerance=8, reduces=True,
    )  # fmt: skip

    case(
        "logical",
        "<N>(a: [bool; N], x: [f64; N], n: [i32; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N]) {\n"
        "    (logical_and(a, x), logical_or(n, a), logical_xor(x, n), logical_not(n))\n}",
        lambda a, x, n: (np.logical_and(a, x), np.logical_or(n, a), np.logical_xor(x, n), np.logical_not(n)),
        (r.bool(15), ALL, r.int(15, low=-1, high=2, dtype="i4")),
    )
    case(
        "remainder_function",
        "<N>(a: [i32; N], x: [f32; N]) -> ([i32; N], [f32; N], [f32; N]) {\n"
        "    (remainder(a, -4), x.remainder(0.75), fmod(x, -0.75))\n}",
        lambda a, x: (np.remainder(a, -4), np.remainder(x, np.float32(0.75)), np.fmod(x, np.float32(-0.75))),
        (r.int(15, dtype="i4"), ALL.astype("f4")),
    )
    case(
        "numpy_aliases",
        "<N>(x: [f64; N]) -> ([f64; N], [f64; N], [f64; N], [f64; N]) {\n"
        "    (absolute(x), asin(x), power(x, 3), floor_divide(x, 2))\n}",
        lambda x: (np.absolute(x), np.arcsin(x), np.power(x, 3), np.floor_divide(x, 2)),
        (ALL,),
        tolerance=4,
    )

    a, b, c = r.float(17), r.float(17), r.bool(17)
    for name, dtype in [("f64", "f8"), ("f32", "f4"), ("i32", "i4"), ("u64", "u8"), ("bool", "?")]:
        case(
            f"where_{name}",
            f"<N>(c: [bool; N], a: [{name}; N], b: [{name}; N]) -> [{name}; N] {{\n    where(c, a, b)\n}}",
            np.where,
            (c, r.any(dtype, 17), r.any(dtype, 17)),
        )
    nans = a.copy()
    nans[::3] = np.nan
    case(
        "where_skips_nan",
        "<N>(a: [f64; N], b: [f64; N]) -> [f64; N] {\n    where(isnan(a), b, a) + 1\n}",
        lambda a, b: np.where(np.isnan(a), b, a) + 1,
        (nans, b), (np.zeros(0), np.zeros(0)),
    )  # fmt: skip
    case(
        "where_broadcasts",
        "<M, N>(c: [bool; M, 1], a: [f64; N], s: f64) -> [f64; M, N] {\n    where(c, a, s)\n}",
        np.where,
        (r.bool(4, 1), r.float(3), np.float64(7)),
    )
    case(
        "where_literals",
        "<N>(a: [f32; N]) -> ([f32; N], [f32; N], [i64; N]) {\n"
        "    (where(a > 0, a, 0), where(a > 0, 1.5, a), where(a > 0, 1, 2))\n}",
        lambda a: (
            np.where(a > 0, a, np.float32(0)),
            np.where(a > 0, np.float32(1.5), a),
            np.where(a > 0, 1, 2),
        ),
        (r.float(9, dtype="f4"),),
    )
    case(
        "extrema_literal",
        "<N>(a: [f64; N], n: [i32; N]) -> ([f64; N], [f64; N], [i32; N]) {\n"
        "    (maximum(a, 0), minimum(0.5, a), n.maximum(2))\n}",
        lambda a, n: (np.maximum(a, 0), np.minimum(0.5, a), np.maximum(n, 2)),
        (nans, r.int(17, dtype="i4")),
    )
    case(
        "clip",
        "<N>(a: [f64; N], low: [f64; N], n: [i64; N]) -> ([f64; N], [f64; N], [i64; N], [f64; N]) {\n"
        "    (clip(a, -0.5, 0.5), clip(a, low, low + 1), n.clip(-2, 3), clip(a, 1, -1))\n}",
        lambda a, low, n: (np.clip(a, -0.5, 0.5), np.clip(a, low, low + 1), np.clip(n, -2, 3), np.clip(a, 1, -1)),
        (nans, b, r.int(17)),
    )
    case(
        "floor_div_function",
        "<N>(a: [i64; N], b: [i64; N]) -> ([i64; N], [i64; N], [f64; N]) {\n"
        "    (a.floor_div(b), floor_div(a, -3), floor_div(a * 0.5, 2))\n}",
        lambda a, b: (a // b, a // -3, a * 0.5 // 2),
        (r.int(21), np.where((n := r.int(21)) == 0, 1, n)),
    )
    case(
        "polynomial",
        "<N>(x: [f64; N]) -> [f64; N] {\n    1 + x * (2 + x * (3 + x * (4 + 5 * x)))\n}",
        lambda x: 1 + x * (2 + x * (3 + x * (4 + 5 * x))),
        (r.float(33),),
        tolerance=8, reduces=True,
    )  # fmt: skip
    case(
        "gaussian_f32",
        "<N>(x: [f32; N], mean: f32, width: f32) -> [f32; N] {\n    exp(-0.5 * ((x - mean) / width) ** 2)\n}",
        lambda x, mean, width: np.exp(-0.5 * ((x - mean) / width) ** 2),
        (r.float(33, dtype="f4"), np.float32(0.25), np.float32(1.5)),
        tolerance=16, reduces=True,
    )  # fmt: skip
