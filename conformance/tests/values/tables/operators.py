"""Operators for each dtype, NEP 50, casts."""

import numpy as np

from generate import DTYPES, Call, Random

INTEGERS = {"i32": np.int32, "i64": np.int64, "u32": np.uint32, "u64": np.uint64}
FLOATS = {"f32": np.float32, "f64": np.float64}
NUMBERS = INTEGERS | FLOATS
NAMES = ["bool", "i32", "i64", "u32", "u64", "f32", "f64"]


def extremes(dtype):
    """Values at which integers wrap and floats are special."""
    if np.dtype(dtype).kind == "f":
        special = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 2.5, -7.5, 1e30, 1e-30]
        return np.array(special, dtype=dtype)
    info = np.iinfo(dtype)
    return np.array([0, 1, 2, 3, 7, info.max, info.max - 1, info.min, info.min + 1], dtype=dtype)


def pairs(dtype, extra=()):
    """Every extreme value against every other, and random ones."""
    values = np.concatenate([extremes(dtype), np.array(extra, dtype=dtype)])
    left, right = np.meshgrid(values, values)
    return left.ravel(), right.ravel()


def add(table):
    case = table.case
    for name, dtype in NUMBERS.items():
        r = Random(name)
        ordinary = (r.any(dtype, 33), r.any(dtype, 33))
        empty = (np.zeros(0, dtype), np.zeros(0, dtype))
        one = (r.any(dtype, 1), r.any(dtype, 1))
        case(
            f"arithmetic_{name}",
            f"<N>(a: [{name}; N], b: [{name}; N]) -> ([{name}; N], [{name}; N], [{name}; N], [{name}; N]) {{\n"
            "    (a + b, a - b, a * b, -a)\n}",
            lambda a, b: (a + b, a - b, a * b, -a),
            pairs(dtype), ordinary, empty, one,
        )  # fmt: skip
        quotient = name if dtype in FLOATS.values() else "f64"
        case(
            f"divide_{name}",
            f"<N>(a: [{name}; N], b: [{name}; N]) -> [{quotient}; N] {{\n    a / b\n}}",
            lambda a, b: a / b,
            pairs(dtype), ordinary,
        )  # fmt: skip
        case(
            f"floor_div_{name}",
            f"<N>(a: [{name}; N], b: [{name}; N]) -> ([{name}; N], [{name}; N]) {{\n"
            "    (floor_div(a, b), a % b)\n}",
            lambda a, b: (a // b, a % b),
            pairs(dtype, [-3, 5] if np.dtype(dtype).kind != "u" else [5]), ordinary,
        )  # fmt: skip
        case(
            f"compare_{name}",
            f"<N>(a: [{name}; N], b: [{name}; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {{\n"
            "    (a < b, a <= b, a > b, a >= b, a == b, a != b)\n}",
            lambda a, b: (a < b, a <= b, a > b, a >= b, a == b, a != b),
            pairs(dtype),
        )  # fmt: skip
        case(
            f"extrema_{name}",
            f"<N>(a: [{name}; N], b: [{name}; N]) -> ([{name}; N], [{name}; N]) {{\n"
            "    (minimum(a, b), maximum(a, b))\n}",
            # The sign of minimum(0.0, -0.0) depends on NumPy's instruction set.
            lambda a, b: (np.minimum(a, b), np.maximum(a, b)),
            pairs(dtype), ordinary,
            tolerance=1 if dtype in FLOATS.values() else 0,
        )  # fmt: skip

    for name, dtype in INTEGERS.items():
        r = Random("bits" + name)
        case(
            f"bits_{name}",
            f"<N>(a: [{name}; N], b: [{name}; N]) -> ([{name}; N], [{name}; N], [{name}; N], [{name}; N]) {{\n"
            "    (a & b, a | b, a ^ b, ~a)\n}",
            lambda a, b: (a & b, a | b, a ^ b, ~a),
            pairs(dtype),
        )  # fmt: skip
        counts = np.array([0, 1, 5, 31, 32, 33, 63, 64, 65], dtype)
        if np.dtype(dtype).kind == "i":
            counts = np.concatenate([counts, np.array([-1, -40], dtype)])
        values, shifts = np.meshgrid(extremes(dtype), counts)
        case(
            f"shift_{name}",
            f"<N>(a: [{name}; N], n: [{name}; N]) -> ([{name}; N], [{name}; N]) {{\n    (a << n, a >> n)\n}}",
            lambda a, n: (a << n, a >> n),
            (values.ravel(), shifts.ravel()),
        )  # fmt: skip
        exponents = r.int(9, low=0, high=70, dtype=dtype)
        error = [] if np.dtype(dtype).kind == "u" else [
            Call(extremes(dtype), np.full(9, -1, dtype), error="negative")
        ]  # fmt: skip
        case(
            f"power_{name}",
            f"<N>(a: [{name}; N], n: [{name}; N]) -> ([{name}; N], [{name}; N], [{name}; N], [{name}; N]) {{\n"
            "    (a ** n, a ** 0, a ** 2, a ** 5)\n}",
            lambda a, n: (a**n, a**0, a**2, a**5),
            (extremes(dtype), exponents), *error,
        )  # fmt: skip

    for name, dtype in FLOATS.items():
        r = Random("power" + name)
        case(
            f"power_{name}",
            f"<N>(a: [{name}; N], b: [{name}; N]) -> [{name}; N] {{\n    a ** b\n}}",
            lambda a, b: a**b,
            pairs(dtype, [2, 3, 0.5]), (r.float(31, dtype=dtype, low=0.1), r.float(31, dtype=dtype)),
            tolerance=4,
        )  # fmt: skip
        case(
            f"power_constant_{name}",
            f"<N>(a: [{name}; N]) -> ([{name}; N], [{name}; N], [{name}; N], [{name}; N], [{name}; N], [{name}; N]) {{\n"
            "    (a ** 0, a ** 2, a ** 3, a ** -1, a ** 0.5, pow(a, 7))\n}",
            lambda a: (a**0, a**2, a**3, a**-1, a**0.5, np.power(a, 7)),
            (extremes(dtype)[:9],), (r.float(31, dtype=dtype, low=0.5),),
            tolerance=4,
        )  # fmt: skip
        case(
            f"unary_plus_minus_{name}",
            f"<N>(a: [{name}; N]) -> ([{name}; N], [{name}; N]) {{\n    (-a, +a)\n}}",
            lambda a: (-a, +a),
            (extremes(dtype),),
        )

    booleans = (
        np.array([False, False, True, True]),
        np.array([False, True, False, True]),
    )  # fmt: skip
    case(
        "logic",
        "<N>(a: [bool; N], b: [bool; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {\n"
        "    (a & b, a | b, a ^ b, !a, a && !b || b)\n}",
        lambda a, b: (a & b, a | b, a ^ b, ~a, a & ~b | b),
        booleans,
    )
    case(
        "bool_arithmetic",
        "<N>(a: [bool; N], b: [bool; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [i64; N], [f64; N]) {\n"
        "    (a + b, a * b, a == b, a < b, a + 1, a * 0.5)\n}",
        lambda a, b: (a + b, a * b, a == b, a < b, a + 1, a * 0.5),
        booleans,
    )
    case(
        "bool_extrema",
        "<N>(a: [bool; N], b: [bool; N]) -> ([bool; N], [bool; N]) {\n    (minimum(a, b), maximum(a, b))\n}",
        lambda a, b: (np.minimum(a, b), np.maximum(a, b)),
        booleans,
    )

    # Casts: floats to integers only where the value fits (NumPy leaves the rest undefined).
    for name, dtype in zip(NAMES, DTYPES):
        kind = np.dtype(dtype).kind
        values = {
            "b": [True, False],
            "f": [0.0, 1.9, 2.5, 1000.75, 65535.0, 0.25, 3.0],
            "u": [0, 1, 77, 2**31 - 1, 2**32 - 1],
            "i": [0, 1, -1, 77, -77, 2**31 - 1, -(2**31)],
        }[kind]
        case(
            f"cast_{name}",
            f"<N>(a: [{name}; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {{\n"
            "    (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)\n}",
            lambda a: tuple(a.astype(d) for d in DTYPES),
            (np.array(values, dtype),),
        )
    case(
        "cast_negative_float",
        "<N>(a: [f64; N], b: [f32; N]) -> ([i32; N], [i64; N], [i32; N], [i64; N]) {\n"
        "    (a as i32, a as i64, b as i32, b as i64)\n}",
        lambda a, b: (a.astype("i4"), a.astype("i8"), b.astype("i4"), b.astype("i8")),
        (np.array([-0.9, -1.5, -2.0, -70000.25]), np.array([-0.9, -1.5, -2.0, -70000.25], "f4")),
    )

    # NEP 50: literals take the dtype of what they meet.
    r = Random("nep50")
    f32, i32, f64, u64 = (r.any(d, 5) for d in (np.float32, np.int32, np.float64, np.uint64))
    case(
        "literal_f32",
        "<N>(a: [f32; N]) -> ([f32; N], [f32; N], [f32; N], [f32; N]) {\n    (a + 1, 0.1 * a, 2 - a, a / 3)\n}",
        lambda a: (a + 1, 0.1 * a, 2 - a, a / 3),
        (f32,),
    )
    case(
        "literal_i32",
        "<N>(a: [i32; N]) -> ([i32; N], [i32; N], [f64; N], [f64; N], [f64; N], [bool; N]) {\n"
        "    (a + 1, 7 - 2 * a, a * 0.5, a / 2, a + 1.0, a > 2.5)\n}",
        lambda a: (a + 1, 7 - 2 * a, a * 0.5, a / 2, a + 1.0, a > 2.5),
        (i32,),
    )
    case(
        "literal_u64",
        "<N>(a: [u64; N]) -> ([u64; N], [u64; N], [f64; N]) {\n    (a + 18446744073709551615, floor_div(a, 2), a * 1.5)\n}",
        lambda a: (a + np.uint64(2**64 - 1), a // 2, a * 1.5),
        (u64,),
    )
    case(
        "literal_arithmetic",
        "<N>(a: [f64; N]) -> [f64; N] {\n    (2 ** 3 / 4 - 1) * a + 7 % 3 - floor_div(9, 2) * 1e-1\n}",
        lambda a: (2**3 / 4 - 1) * a + 7 % 3 - 9 // 2 * 1e-1,
        (f64,),
        tolerance=2, reduces=True,
    )  # fmt: skip
    case(
        "scalar_parameters",
        "<N>(a: [f64; N], s: f64, n: i64, c: bool) -> ([f64; N], f64, i64, [f64; N]) {\n"
        "    (a * s, s + 1, n * n - 1, where(c, a, s))\n}",
        lambda a, s, n, c: (a * s, s + 1, n * n - 1, np.where(c, a, s)),
        (f64, np.float64(2.5), np.int64(-3), np.bool_(True)),
        (f64, np.float64(-0.5), np.int64(4), np.bool_(False)),
    )
    case(
        "precedence",
        "<N>(a: [f64; N], b: [f64; N], c: [f64; N]) -> ([f64; N], [f64; N], [f64; N], [bool; N]) {\n"
        "    (a + b * c, -a ** 2, a - b - c, (a < b) & (b < c) | !(a == c))\n}",
        lambda a, b, c: (a + b * c, -(a**2), a - b - c, (a < b) & (b < c) | ~(a == c)),
        (r.float(9), r.float(9), r.float(9)),
        tolerance=4, reduces=True,
    )  # fmt: skip
    case(
        "compare_literal",
        "<N>(a: [i64; N], b: [f64; N]) -> ([bool; N], [bool; N], [bool; N]) {\n    (a >= 0, b < 1, (a != 3) & (0.5 <= b))\n}",
        lambda a, b: (a >= 0, b < 1, (a != 3) & (0.5 <= b)),
        (r.int(12), r.float(12)),
    )
    broadcast = (r.float(4, 3), r.float(3), r.float(4, 1), np.float64(0.5))
    case(
        "broadcast",
        "<M, N>(a: [f64; M, N], b: [f64; N], c: [f64; M, 1], s: f64) -> ([f64; M, N], [f64; M, N]) {\n"
        "    (a + b, b * c - s)\n}",
        lambda a, b, c, s: (a + b, b * c - s),
        broadcast, (r.float(0, 3), r.float(3), r.float(0, 1), np.float64(1)),
        tolerance=2, reduces=True,
    )  # fmt: skip
    case(
        "broadcast_literal_axes",
        "<N>(a: [f64; 3, 1, N], b: [f64; 2, 1]) -> [f64; 3, 2, N] {\n    a * b\n}",
        lambda a, b: a * b,
        (r.float(3, 1, 5), r.float(2, 1)),
    )
