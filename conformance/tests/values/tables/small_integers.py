"""Integers of 8 and 16 bits: they wrap, widen and become floats as NumPy's do."""

import numpy as np

from generate import Call, Random

from .operators import extremes, pairs

SMALL = {"i8": np.int8, "i16": np.int16, "u8": np.uint8, "u16": np.uint16}
INTEGERS = SMALL | {"i32": np.int32, "i64": np.int64, "u32": np.uint32, "u64": np.uint64}
OTHERS = {"bool": np.bool_, "f32": np.float32, "f64": np.float64}
ALL = INTEGERS | OTHERS
# What functions of real numbers give.
FLOAT = {"i16": "f32", "u16": "f32"}


def results(*dtypes):
    return "(" + ", ".join(f"[{d}; N]" for d in dtypes) + ")"


def every(dtype):
    """All values of 8 bits, and as many of 16 bits around every power of two."""
    info = np.iinfo(dtype)
    if info.bits == 8:
        return np.arange(info.min, info.max + 1).astype(dtype)
    near = {s * 2**k + d for k in range(17) for d in (-1, 0, 1) for s in (-1, 1)}
    return np.array(sorted(v for v in near if info.min <= v <= info.max), dtype)


def add(table):
    case = table.case
    for name, dtype in SMALL.items():
        r = Random("small" + name)
        unsigned = np.dtype(dtype).kind == "u"
        limits = np.iinfo(dtype)

        def whole(*shape):
            return r.int(*shape, low=int(limits.min), high=int(limits.max) + 1, dtype=dtype)

        empty, one = np.zeros(0, dtype), whole(1)
        case(
            f"arithmetic_{name}",
            f"<N>(a: [{name}; N], b: [{name}; N]) -> {results(*[name] * 6)} {{\n"
            "    (a + b, a - b, a * b, -a, a * b + a - b * b, square(a))\n}",
            lambda a, b: (a + b, a - b, a * b, -a, a * b + a - b * b, np.square(a)),
            pairs(dtype), (whole(77), whole(77)), (empty, empty), (one, one),
        )  # fmt: skip
        case(
            f"division_{name}",
            f"<N>(a: [{name}; N], b: [{name}; N]) -> {results('f64', name, name, name)} {{\n"
            "    (a / b, floor_div(a, b), a % b, fmod(a, b))\n}",
            lambda a, b: (a / b, a // b, a % b, np.fmod(a, b)),
            pairs(dtype, [5] if unsigned else [-3, 5]), (whole(77), whole(77)),
        )  # fmt: skip
        case(
            f"order_{name}",
            f"<N>(a: [{name}; N], b: [{name}; N]) -> {results(*['bool'] * 6, name, name)} {{\n"
            "    (a < b, a <= b, a > b, a >= b, a == b, a != b, minimum(a, b), maximum(a, b))\n}",
            lambda a, b: (a < b, a <= b, a > b, a >= b, a == b, a != b, np.minimum(a, b), np.maximum(a, b)),
            pairs(dtype),
        )
        # Sums that leave the dtype must have wrapped before they are compared or divided.
        case(
            f"wraps_first_{name}",
            f"<N>(a: [{name}; N], b: [{name}; N]) -> {results('bool', 'bool', name, name, 'f64', 'i64')} {{\n"
            "    (a + b < a, a * b == 0, floor_div(a + b, 3), (a - b) >> 1, (a * b) / 2, !(a + b) as i64)\n}",
            lambda a, b: (
                a + b < a, a * b == 0, (a + b) // 3, (a - b) >> 1, (a * b) / 2, (~(a + b)).astype("i8"),
            ),
            pairs(dtype), (whole(77), whole(77)),
        )  # fmt: skip
        bits = limits.bits
        counts = np.array([0, 1, 5, bits - 1, bits, bits + 1, 100], dtype)
        if not unsigned:
            counts = np.concatenate([counts, np.array([-1, -40], dtype)])
        values, shifts = (m.ravel() for m in np.meshgrid(extremes(dtype), counts))
        case(
            f"bits_{name}",
            f"<N>(a: [{name}; N], n: [{name}; N]) -> {results(*[name] * 8)} {{\n"
            "    (a & n, a | n, a ^ n, ~a, a << n, a >> n, a << 3, a >> 2)\n}",
            lambda a, n: (a & n, a | n, a ^ n, ~a, a << n, a >> n, a << 3, a >> 2),
            (values, shifts), (whole(33), whole(33)),
        )  # fmt: skip
        error = [] if unsigned else [Call(extremes(dtype), np.full(9, -1, dtype), error="negative")]
        case(
            f"power_{name}",
            f"<N>(a: [{name}; N], n: [{name}; N]) -> {results(*[name] * 4)} {{\n    (a ** n, a ** 0, a ** 2, a ** 5)\n}}",
            lambda a, n: (a**n, a**0, a**2, a**5),
            (extremes(dtype), r.int(9, low=0, high=20, dtype=dtype)), *error,
        )  # fmt: skip
        case(
            f"unary_{name}",
            f"<N>(a: [{name}; N]) -> {results(name, name, name, name, 'bool', 'bool')} {{\n"
            "    (abs(a), sign(a), floor(a), round(a), isnan(a), isfinite(a))\n}",
            lambda a: (np.abs(a), np.sign(a), np.floor(a), np.round(a), np.isnan(a), np.isfinite(a)),
            (every(dtype),),
        )
        if name in FLOAT:
            f = FLOAT[name]
            case(
                f"float_functions_{name}",
                f"<N>(a: [{name}; N], b: [{name}; N]) -> {results(*[f] * 6, 'f64')} {{\n"
                "    (sqrt(a), exp(floor_div(a, 512)), atan2(a, b), hypot(a, b), copysign(a, b), hypot(a, 2), hypot(a, 0.5))\n}",
                lambda a, b: (
                    np.sqrt(a), np.exp(a // 512), np.arctan2(a, b), np.hypot(a, b), np.copysign(a, b),
                    np.hypot(a, 2), np.hypot(a, 0.5),
                ),
                pairs(dtype), (whole(21), whole(21)),
                tolerance=4,
            )  # fmt: skip
        case(
            f"casts_{name}",
            f"<N>(a: [{name}; N]) -> {results(*ALL)} {{\n    (" + ", ".join(f"a as {d}" for d in ALL) + ")\n}",
            lambda a: tuple(a.astype(d) for d in ALL.values()),
            (every(dtype),),
        )
        case(
            f"literals_{name}",
            f"<N>(a: [{name}; N]) -> {results(name, name, 'f64', 'f64', 'bool', name, name)} {{\n"
            f"    (a + 1, 100 - 2 * a, a * 0.5, a / 2, a > 2.5, where(a > 9, a, 7), clip(a, 3, 5{name}))\n}}",
            lambda a, d=dtype: (
                a + 1, 100 - 2 * a, a * 0.5, a / 2, a > 2.5, np.where(a > 9, a, d(7)), np.clip(a, d(3), d(5)),
            ),
            (every(dtype),),
        )  # fmt: skip
        wide = "u64" if unsigned else "i64"
        shape = f"([{wide}; N], {wide}, [{wide}; M], {name}, [{name}; N], f64, [f64; M], [bool; N])"
        case(
            f"reductions_{name}",
            f"<M, N>(x: [{name}; M, N]) -> {shape} {{\n"
            "    (sum(x, axis=0), prod(x), x.sum(axis=1), min(x), x.max(axis=0), mean(x), x.mean(axis=1), x.all(axis=0))\n}",
            lambda x: (
                x.sum(0), x.prod(), x.sum(1), x.min(), x.max(0), x.mean(), x.mean(1), x.all(0),
            ),
            (whole(5, 7),), (whole(1, 1),), (whole(3, 300),),
            tolerance=64, reduces=True,
        )  # fmt: skip
        case(
            f"contractions_{name}",
            f"<M, K, N>(a: [{name}; M, K], b: [{name}; K, N], s: {name}) -> ([{name}; M, N], [{name}; N, M], [{name}; M, K]) {{\n"
            "    (a @ b, einsum(\"ik,kj->ji\", a, b), s * a)\n}",
            lambda a, b, s: (a @ b, np.einsum("ik,kj->ji", a, b), s * a),
            (whole(3, 5), whole(5, 4), dtype(limits.max)), (whole(17, 33), whole(33, 9), dtype(7)),
            (whole(2, 0), whole(0, 3), dtype(1)),
        )  # fmt: skip
        case(
            f"moves_{name}",
            f"<N>(x: [{name}; N, 3], i: [{name}; 4], u: &mut [{name}; N, 3]) -> ([{name}; 3, N], [{name}; 2, N], [{name}; 4, 3], [{name}; N, 3]) {{\n"
            "    let old = u;\n    u += x * 3;\n"
            "    (x.T, stack([x[.., 0], x[.., 2]]), x[i], concatenate([old[1..], old[..1]]))\n}",
            lambda x, i, u, d=dtype: (
                x.T, np.stack([x[:, 0], x[:, 2]]), x[i], np.concatenate([u[1:], u[:1]]), u + x * d(3),
            ),
            (whole(9, 3), np.array([1, 0, 8, 3], dtype), whole(9, 3)),
            Call(whole(4, 3), np.array([1, 0, 4, 3], dtype), whole(4, 3), error="out of range"),
        )  # fmt: skip
    for name, dtype in (INTEGERS | OTHERS).items():
        kind = np.dtype(dtype).kind
        values = {
            "b": np.array([True, False]),
            "f": np.array([0.0, 1.9, 2.5, 100.75, 0.25, 3.0], dtype),
        }.get(kind)
        if values is None:
            values = np.concatenate([extremes(dtype), np.array([100, 77], dtype)])
        case(
            f"narrowing_{name}",
            f"<N>(a: [{name}; N]) -> {results(*SMALL)} {{\n    (a as i8, a as i16, a as u8, a as u16)\n}}",
            lambda a: tuple(a.astype(d) for d in SMALL.values()),
            (values,),
        )
    case(
        "from_fn",
        "<N>(a: [u8; N], b: [i16; N]) -> ([u8; N, N], i16, [i8; 3]) {\n"
        "    (from_fn(|i: N, j: N| a[i] * a[j] + i as u8), max(|k: N| b[k] - 1), [1i8, -128, 127])\n}",
        lambda a, b: (
            (a[:, None] * a[None] + np.arange(a.size, dtype="u1")[:, None]).astype("u1"),
            (b - np.int16(1)).max(), np.array([1, -128, 127], "i1"),
        ),
        (np.array([3, 250, 17, 99], "u1"), np.array([-32768, 5, 32767, 0], "i2")),
    )  # fmt: skip
