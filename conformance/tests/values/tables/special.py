"""Special functions, operators by name, and elementwise functions that choose."""

import numpy as np
from scipy import special

from generate import Random
from group import group

ALL = np.array([0.0, -0.0, 1.0, -1.0, 0.5, -0.5, np.inf, -np.inf, np.nan, 2.5, -2.5, 3.5, 30.0, -30.0, 1e-9])
INTEGERS = np.array([0, 1, -1, 7, -7, 12, 2**31 - 1, -(2**31), 60], "i4")


def both(f):
    """The same of f64 and of f32."""
    return [lambda x, y: f(x), lambda x, y: f(y)]


def add(table):
    r = Random("special")
    big = np.concatenate([ALL, r.float(30, low=-6, high=6), r.float(10, low=-60, high=60)])
    small = big.astype("f4")
    for name, numpy, tolerance in [
        ("erf", special.erf, 4), ("erfc", special.erfc, 16), ("gamma", special.gamma, 64), ("lgamma", special.gammaln, 32),
        ("expit", special.expit, 8), ("logit", special.logit, 8), ("sinc", np.sinc, 16),
        ("degrees", np.degrees, 2), ("radians", np.radians, 2), ("fabs", np.fabs, 0), ("rint", np.rint, 0),
        ("spacing", np.spacing, 0), ("signbit", np.signbit, 0), ("isposinf", np.isposinf, 0), ("isneginf", np.isneginf, 0),
        ("nan_to_num", np.nan_to_num, 0), ("negative", np.negative, 0), ("positive", np.positive, 0), ("fix", np.fix, 0),
    ]:  # fmt: skip
        x, y = big, small
        if name in ("gamma", "lgamma"):
            # Poles, and zeros of the logarithm, where a small error is a large one relative to it.
            x = np.concatenate([np.array([0.25, 1.0, 2.0, 3.0, 5.0, 10.0, 20.5, 100.0, 171.0, np.inf, np.nan, -0.5, -1.5, -2.25, 1e-5]),
                                r.float(20, low=3, high=60)])  # fmt: skip
            y = x.astype("f4")
        if name == "logit":
            x = np.concatenate([r.float(20, low=0, high=1), [0.0, 1.0, 2.0, np.nan, 0.5]])
            y = x.astype("f4")
        if name == "spacing":
            x = x[np.isfinite(x)]
            y = y[np.isfinite(y)]
        items = [(f"{name}(x)", "N", both(numpy)[0]), (f"y.{name}()", "N", both(numpy)[1])]
        group(table, name, "<N>(x: [f64; N], y: [f32; N])", items,
              (x, y), (np.zeros(0), np.zeros(0, "f4")), (np.ones(1) / 2, np.ones(1, "f4") / 2), tolerance=tolerance)  # fmt: skip
    group(table, "of_integers", "<N>(n: [i64; N], m: [u32; N], b: [bool; N])", [
        ("erf(n)", "N", lambda n, m, b: special.erf(n.astype("f8"))),
        ("gamma(m)", "N", lambda n, m, b: special.gamma(m.astype("f8"))),
        ("rint(n)", "N", lambda n, m, b: np.rint(n.astype("f8"))),
        ("degrees(m)", "N", lambda n, m, b: np.degrees(m.astype("f8"))),
        ("signbit(n)", "N", lambda n, m, b: np.signbit(n)),
        ("isposinf(n)", "N", lambda n, m, b: np.isposinf(n)),
        ("nan_to_num(n)", "N", lambda n, m, b: n),
        ("fabs(b)", "N", lambda n, m, b: np.fabs(b)),
        ("logaddexp(n, m as i64)", "N", lambda n, m, b: np.logaddexp(n, m)),
    ], (np.array([0, 1, -1, 5]), np.array([1, 2, 3, 10], "u4"), np.array([0, 1, 1, 0], "?")), tolerance=16)  # fmt: skip
    h = r.float(9, dtype="f2", low=0.1)
    group(table, "of_halves", "<N>(h: [f16; N], k: [f16; N])", [
        ("erf(h)", "N", lambda h, k: special.erf(h.astype("f4")).astype("f2")), ("gamma(h)", "N", lambda h, k: special.gamma(h.astype("f4")).astype("f2")),
        ("logaddexp(h, k)", "N", lambda h, k: np.logaddexp(h, k)), ("nan_to_num(k)", "N", lambda h, k: np.nan_to_num(k)),
        ("fmax(h, k)", "N", lambda h, k: np.fmax(h, k)), ("heaviside(k, 0.5)", "N", lambda h, k: np.heaviside(k, np.float16(0.5))),
        ("isclose(h, k)", "N", lambda h, k: np.isclose(h, k)), ("clip(k, min=0)", "N", lambda h, k: np.clip(k, 0, None)),
        ("argmax(k)", "", lambda h, k: np.argmax(k)), ("concatenate([h, k[..;-1]])", "2 * N", lambda h, k: np.concatenate([h, k[::-1]])),
        ("pad(k, 1, \"reflect\")", "N + 2", lambda h, k: np.pad(k, 1, "reflect")),
    ], (h, np.array([0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 2.5, 100], "f2")), (h[:1], h[1:2]), tolerance=4)  # fmt: skip
    group(table, "literals", "(x: f64)", [
        ("x + erf(1)", "", lambda x: x + special.erf(1.0)),
        ("x + gamma(5.0) + lgamma(3)", "", lambda x: x + 24.0 + special.gammaln(3.0)),
        ("x * sinc(0.25) + nextafter(1, 2)", "", lambda x: x * np.sinc(0.25) + np.nextafter(1.0, 2.0)),
        ("heaviside(-1, 0.5) + hypot(3, 4) * x", "", lambda x: 5.0 * x),
        ("degrees(pi) * x", "", lambda x: 180.0 * x),
        ("where(x < inf, e, nan)", "", lambda x: np.where(x < np.inf, np.e, np.nan)),
        ("x + gcd(12, 18) + lcm(4, 6)", "", lambda x: x + 18.0),
        ("x + clip(7, 0, 5) + add(1, 2) + round(2.567, 1)", "", lambda x: x + 8.0 + 2.6),
    ], (np.float64(0.25),), tolerance=8)  # fmt: skip
    left, right = (m.ravel() for m in np.meshgrid(ALL, ALL))
    for name, numpy, tolerance in [
        ("logaddexp", np.logaddexp, 8), ("logaddexp2", np.logaddexp2, 8), ("heaviside", np.heaviside, 0),
        ("nextafter", np.nextafter, 0), ("fmax", np.fmax, 0), ("fmin", np.fmin, 0), ("xlogy", special.xlogy, 8),
    ]:  # fmt: skip
        group(table, name, "<N>(a: [f64; N], b: [f64; N], c: [f32; N], d: [f32; N])", [
            (f"{name}(a, b)", "N", lambda a, b, c, d, f=numpy: f(a, b)),
            (f"c.{name}(d)", "N", lambda a, b, c, d, f=numpy: f(c, d)),
            (f"{name}(c, 0.5)", "N", lambda a, b, c, d, f=numpy: f(c, np.float32(0.5))),
        ], (left, right, left.astype("f4"), right.astype("f4")), tolerance=tolerance)  # fmt: skip
    n, m = (a.ravel() for a in np.meshgrid(INTEGERS, INTEGERS))
    u = np.array([0, 1, 6, 2**63, 2**64 - 1, 12], "u8")
    v, w = (a.ravel() for a in np.meshgrid(u, u))
    group(table, "divisors", "<N, M>(n: [i32; N], m: [i32; N], v: [u64; M], w: [u64; M])", [
        ("gcd(n, m)", "N", lambda n, m, v, w: np.gcd(n, m)),
        ("lcm(n, m)", "N", lambda n, m, v, w: np.lcm(n, m)),
        ("v.gcd(w)", "M", lambda n, m, v, w: np.gcd(v, w)),
        ("gcd(v, 12)", "M", lambda n, m, v, w: np.gcd(v, np.uint64(12))),
        ("lcm(n as i64, 6)", "N", lambda n, m, v, w: np.lcm(n.astype("i8"), 6)),
        ("fmax(n, m)", "N", lambda n, m, v, w: np.fmax(n, m)),
        ("v.fmin(w)", "M", lambda n, m, v, w: np.fmin(v, w)),
    ], (n, m, v, w))  # fmt: skip
    group(table, "operators", "<N>(x: [f64; N], y: [f64; N], n: [i32; N], m: [i32; N])", [
        ("add(x, y)", "N", lambda x, y, n, m: x + y),
        ("subtract(n, m)", "N", lambda x, y, n, m: n - m),
        ("multiply(n, 3)", "N", lambda x, y, n, m: n * 3),
        ("divide(n, m)", "N", lambda x, y, n, m: n / m),
        ("true_divide(x, y)", "N", lambda x, y, n, m: x / y),
        ("bitwise_and(n, m) + bitwise_or(n, m)", "N", lambda x, y, n, m: (n & m) + (n | m)),
        ("bitwise_xor(n, m) + invert(n)", "N", lambda x, y, n, m: (n ^ m) + ~n),
        ("left_shift(n, 3) + bitwise_right_shift(m, 2)", "N", lambda x, y, n, m: (n << 3) + (m >> 2)),
        ("float_power(n, m)", "N", lambda x, y, n, m: np.float_power(n, m)),
    ], (r.float(9), r.float(9), r.int(9, dtype="i4"), r.int(9, low=1, dtype="i4")), tolerance=4)  # fmt: skip
    group(table, "comparisons", "<N>(x: [f64; N], y: [f64; N])", [
        ("equal(x, y)", "N", lambda x, y: x == y), ("not_equal(x, y)", "N", lambda x, y: x != y),
        ("less(x, y)", "N", lambda x, y: x < y), ("less_equal(x, 0)", "N", lambda x, y: x <= 0),
        ("greater(x, y)", "N", lambda x, y: x > y), ("x.greater_equal(y)", "N", lambda x, y: x >= y),
        ("isclose(x, y)", "N", lambda x, y: np.isclose(x, y)),
        ("isclose(x, y, rtol=0.5, atol=0.25, equal_nan=true)", "N",
         lambda x, y: np.isclose(x, y, rtol=0.5, atol=0.25, equal_nan=True)),
        ("allclose(x, y)", "", lambda x, y: np.allclose(x, y)),
    ], (left, right), (ALL[:3], ALL[:3] + 1e-9), (np.zeros(0), np.zeros(0)))  # fmt: skip
    table.case(
        "pairs",
        "<N>(x: [f64; N], n: [i32; N]) -> ([f64; N], [f64; N], [i32; N], [i32; N], [f64; N]) {\n"
        "    let (f, w) = modf(x);\n    let (q, r) = divmod(n, -4);\n    (f, w, q, r, divmod(x, 0.75)[1])\n}",
        lambda x, n: (*np.modf(x), *np.divmod(n, -4), np.divmod(x, 0.75)[1]),
        (ALL, r.int(15, dtype="i4")),
    )
    group(table, "round_decimals", "<N>(x: [f64; N], y: [f32; N], n: [i32; N])", [
        ("round(x, 2)", "N", lambda x, y, n: np.round(x, 2)), ("around(x, decimals=-1)", "N", lambda x, y, n: np.round(x, -1)),
        ("round(y, 1)", "N", lambda x, y, n: np.round(y, 1)), ("round(n, 2)", "N", lambda x, y, n: n),
        ("round(n, -1)", "N", lambda x, y, n: np.round(n, -1)),
    ], (big, small, r.int(len(big), low=-300, high=300, dtype="i4")))  # fmt: skip
    group(table, "select", "<N>(x: [f64; N], n: [i64; N])", [
        ("select([x < 0, x < 1], [x * x, 2.0], -1)", "N", lambda x, n: np.select([x < 0, x < 1], [x * x, np.full(len(x), 2.0)], -1.0)),
        ("select([x > 0, n > 0, n < -3], [n, -n, 7])", "N", lambda x, n: np.select([x > 0, n > 0, n < -3], [n, -n, np.full(len(n), 7)])),
        ("select([isnan(x)], [0.0], x)", "N", lambda x, n: np.select([np.isnan(x)], [np.zeros(len(x))], x)),
        ("select([n[..., newaxis] > n], [x], 1)", "N, N",
         lambda x, n: np.select([n[:, None] > n], [np.broadcast_to(x, (len(n), len(n)))], 1.0)),
    ], (ALL, r.int(15)), (ALL[:1], r.int(1)))  # fmt: skip
    group(table, "clip_bounds", "<N>(x: [f64; N], n: [i32; N])", [
        ("clip(x, min=0)", "N", lambda x, n: np.clip(x, 0, None)), ("clip(x, max=0.5)", "N", lambda x, n: np.clip(x, None, 0.5)),
        ("clip(n, None, 3)", "N", lambda x, n: np.clip(n, None, 3)), ("clip(n, -2, max=2)", "N", lambda x, n: np.clip(n, -2, 2)),
        ("clip(x)", "N", lambda x, n: x),
        ("nan_to_num(x, nan=1.5, posinf=2, neginf=-3.0)", "N", lambda x, n: np.nan_to_num(x, nan=1.5, posinf=2, neginf=-3.0)),
        ("nan_to_num(x, 7)", "N", lambda x, n: np.nan_to_num(x, nan=7)),
    ], (ALL, r.int(15, dtype="i4")))  # fmt: skip
