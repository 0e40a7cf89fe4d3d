"""f16 and bf16: every operation happens in f32 and is rounded, reductions are rounded once."""

import numpy as np

from generate import BF16, Call, Random

SPECIAL = [
    0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 2.5, -7.5, 65504.0, -65504.0, 65519.0, 65520.0, 6e-8, -3e-8, 2.9e-8,
    6.1e-5, 6.0e-5, 1e-5, 0.1, 1 / 3, 2049.0, 2051.0, 1e30, -1e30, 3.39e38, 3.4e38, 1e-38, 1e-40,
]  # fmt: skip
OTHERS = {
    "bool": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "u8": np.uint8,
    "u16": np.uint16, "u32": np.uint32, "u64": np.uint64, "f32": np.float32, "f64": np.float64,
}  # fmt: skip


def round_bf16(x):
    """f64 or an integer to bf16, as f32, rounded once: to odd first."""
    x = np.asarray(x)
    if x.dtype.kind != "f" or x.dtype == np.float32:
        return BF16(x.astype(np.float32))
    near = x.astype(np.float32)
    bits = near.view(np.uint32) - (np.abs(near.astype(np.float64)) > np.abs(x)).astype(np.uint32) | 1
    odd = np.where(np.isnan(x) | (near == x), near, bits.view(np.float32))
    return BF16(odd)


class F16:
    """NumPy's own halves."""

    name = "f16"

    @staticmethod
    def make(x):
        with np.errstate(over="ignore"):
            return np.asarray(x, dtype=np.float64).astype(np.float16)

    # The rounded result of arithmetic in f32.
    result = staticmethod(lambda x: np.asarray(x, dtype=np.float32).astype(np.float16))
    native = True


class Brain:
    name = "bf16"

    make = staticmethod(round_bf16)
    result = staticmethod(lambda x: BF16(np.asarray(x, dtype=np.float32)))
    native = False


def add(table):
    for half in (F16, Brain):
        add_half(table.case, half)
    r = Random("both")
    x = np.concatenate([np.array(SPECIAL), r.float(20)])
    table.case(
        "between",
        "<N>(a: [f16; N], b: [bf16; N]) -> ([bf16; N], [f16; N]) {\n    (a as bf16, b as f16)\n}",
        lambda a, b: (BF16(a.astype("f4")), b.astype("f2")),
        (F16.make(x), Brain.make(x)),
    )
    table.case(
        "small_integers",
        "<N>(a: [i8; N], b: [u8; N], c: [bool; N]) -> ([f16; N], [f16; N], [f16; N], [f16; N], [f64; N], [f16; N]) {\n"
        "    (sqrt(a), exp(floor_div(b, 32)), hypot(a, 3), sin(b), hypot(a, 0.5), cos(c))\n}",
        lambda a, b, c: (
            np.sqrt(a), np.exp(b // 32), np.hypot(a, 3), np.sin(b), np.hypot(a, 0.5), np.cos(c),
        ),
        (np.arange(-128, 128).astype("i1"), np.arange(256).astype("u1"), np.arange(256) % 2 == 0),
        tolerance=1,
    )  # fmt: skip


def add_half(case, half):
    name, make = half.name, half.make

    def narrow(f):
        """A function of f32, its results rounded."""
        return lambda *x: tuple(
            half.result(y) if np.asarray(y).dtype.kind == "f" else y for y in f(*(a.astype(np.float32) for a in x))
        )

    def results(*dtypes):
        return "(" + ", ".join(f"[{d}; N]" for d in dtypes) + ")"

    def step(x):
        """An intermediate result in f32."""
        x = half.result(x)
        return x.values if isinstance(x, BF16) else x.astype(np.float32)

    r = Random("half" + name)
    special = np.array(SPECIAL)
    left, right = (m.ravel() for m in np.meshgrid(special, special))
    pairs = (make(left), make(right))
    exponents = np.concatenate([s * 2.0**e * (1 + r.float(3, low=0, high=1)) for e in range(-26, 18) for s in (1, -1)])
    many = make(np.concatenate([special, exponents]))
    # Rust's `asinh` of an f32 is infinite from half of the largest number on.
    tame = make(np.concatenate([special[(np.abs(special) < 1e38) | ~np.isfinite(special)], exponents]))
    ordinary = (make(r.float(77)), make(r.float(77)))
    empty = (make(np.zeros(0)), make(np.zeros(0)))
    one = (make(r.float(1)), make(r.float(1)))
    case(
        f"arithmetic_{name}",
        f"<N>(a: [{name}; N], b: [{name}; N]) -> {results(*[name] * 8)} {{\n"
        "    (a + b, a - b, a * b, a / b, -a, a * b + a, a + b - a, square(a) / 3)\n}",
        narrow(lambda a, b: (
            a + b, a - b, a * b, a / b, -a, step(a * b) + a, step(a + b) - a, step(a * a) / np.float32(3),
        )),
        pairs, ordinary, empty, one,
    )  # fmt: skip
    if half.native:
        case(
            f"native_{name}",
            f"<N>(a: [{name}; N], b: [{name}; N]) -> {results(*[name] * 12, 'bool', 'bool')} {{\n"
            "    (a + b, a - b, a * b, a / b, a * b + a, floor_div(a, b), a % b, fmod(a, b), minimum(a, b), maximum(a, b),\n"
            "     copysign(a, b), abs(a), a < b, a == b)\n}",
            lambda a, b: (
                a + b, a - b, a * b, a / b, a * b + a, a // b, a % b, np.fmod(a, b), np.minimum(a, b), np.maximum(a, b),
                np.copysign(a, b), np.abs(a), a < b, a == b,
            ),
            pairs, ordinary,
        )  # fmt: skip
    case(
        f"order_{name}",
        f"<N>(a: [{name}; N], b: [{name}; N]) -> {results(*['bool'] * 9, name, name, name)} {{\n"
        "    (a < b, a <= b, a > b, a >= b, a == b, a != b, isnan(a), isinf(a), isfinite(b), minimum(a, b), maximum(a, b), sign(a))\n}",
        narrow(lambda a, b: (
            a < b, a <= b, a > b, a >= b, a == b, a != b, np.isnan(a), np.isinf(a), np.isfinite(b), np.minimum(a, b),
            np.maximum(a, b), np.sign(a),
        )),
        pairs,
    )  # fmt: skip
    functions = [
        "sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arcsin", "arccos",
        "arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "floor", "ceil", "trunc", "abs", "reciprocal",
    ]  # fmt: skip
    for part, names in enumerate((functions[:13], functions[13:])):
        case(
            f"functions_{part}_{name}",
            f"<N>(x: [{name}; N]) -> {results(*[name] * len(names))} {{\n    ("
            + ", ".join(f"{f}(x)" for f in names) + ")\n}",
            narrow(lambda x, names=names: tuple(getattr(np, f)(x) for f in names)),
            (tame,),
            tolerance=1,
        )  # fmt: skip
    case(
        f"round_{name}",
        f"<N>(x: [{name}; N], y: [{name}; N]) -> {results(*[name] * 5)} {{\n"
        "    (round(x), atan2(x, y), hypot(x, y), x ** y, floor_div(x, y))\n}",
        narrow(lambda x, y: (np.round(x), np.arctan2(x, y), np.hypot(x, y), x**y, x // y)),
        pairs, ordinary,
        tolerance=1,
    )  # fmt: skip
    case(
        f"powers_{name}",
        f"<N>(x: [{name}; N]) -> {results(*[name] * 6)} {{\n    (x ** 0, x ** 1, x ** 2, x ** 5, x ** -1, x ** 0.5)\n}}",
        narrow(lambda x: (x**0, x, x**2, x**5, 1 / x, np.sqrt(x))),
        (many,),
        tolerance=1,
    )
    case(
        f"literals_{name}",
        f"<N>(a: [{name}; N], s: {name}) -> {results(*[name] * 7, 'bool')} {{\n"
        f"    (a + 1, 0.1 * a, 2 - a, a / 3, where(a > 0.1, a, 0.3), s * a, clip(a, 0.1, 1.5{name}), a >= 0.1)\n}}",
        narrow(lambda a, s: (
            a + 1, step(0.1) * a, 2 - a, a / 3, np.where(a > step(0.1), a, step(0.3)), s * a, np.clip(a, step(0.1), 1.5),
            a >= step(0.1),
        )),
        (many, np.float16(0.7)), (make(special), np.float16(-3)),
    ) if half.native else case(
        f"literals_{name}",
        f"<N>(a: [{name}; N]) -> {results(*[name] * 6, 'bool')} {{\n"
        f"    (a + 1, 0.1 * a, 2 - a, a / 3, where(a > 0.1, a, 0.3), clip(a, 0.1, 1.5{name}), a >= 0.1)\n}}",
        narrow(lambda a: (
            a + 1, step(0.1) * a, 2 - a, a / 3, np.where(a > step(0.1), a, step(0.3)), np.clip(a, step(0.1), 1.5),
            a >= step(0.1),
        )),
        (many,),
    )  # fmt: skip
    fits = make(np.array([0.0, 1.0, 1.9, 2.5, 100.75, 0.25, 3.0, 127.0, -0.0]))
    case(
        f"cast_{name}",
        f"<N>(a: [{name}; N]) -> {results(*OTHERS)} {{\n    (" + ", ".join(f"a as {d}" for d in OTHERS) + ")\n}",
        lambda a: tuple(a.astype(d) for d in OTHERS.values()),
        (fits,),
    )
    case(
        f"widen_{name}",
        f"<N>(a: [{name}; N]) -> {results('f32', 'f64', 'bool', 'bool')} {{\n    (a as f32, a as f64, a as bool, !(a as bool))\n}}",
        lambda a: (a.astype("f4"), a.astype("f8"), a.astype("?"), ~a.astype("?")),
        (many,),
    )
    # Saturating, as Rust's `as`: NumPy leaves it undefined.
    case(
        f"saturate_{name}",
        f"<N>(a: [{name}; N]) -> {results('i8', 'u8', 'u32')} {{\n    (a as i8, a as u8, a as u32)\n}}",
        lambda a: (
            np.array([127, -128, 127, 0, -3], "i1"), np.array([255, 0, 255, 0, 0], "u1"),
            np.array([1000, 0, 2**32 - 1, 0, 0], "u4"),
        ),
        (make([1000.0, -1000.0, np.inf, np.nan, -3.5]),),
    )  # fmt: skip
    for other, dtype in OTHERS.items():
        kind = np.dtype(dtype).kind
        if kind == "f":
            # Halfway cases, and what rounding twice would get wrong.
            ties = (1 + 2.0**-11) * np.array([1, 1 + 2.0**-30, 1 - 2.0**-30, 2.0**-14, -(2.0**-3)])
            brain = (1 + 2.0**-8) * np.array([1, 1 + 2.0**-30, 1 - 2.0**-30, 2.0**-20, -(2.0**9)])
            values = np.concatenate([special, ties, brain, r.float(99), r.float(9) * 2.0**-24]).astype(dtype)
        elif kind == "b":
            values = np.array([True, False])
        else:
            info = np.iinfo(dtype)
            values = [0, 1, 2, 77, 257, 258, 259, 2049, 2051, 65504, 65519, 65520, 65535, 2**24 + 1, 2**31 - 1, info.max, info.min, -3]
            values = np.array([v for v in values if info.min <= v <= info.max], dtype)
        case(
            f"cast_{other}_to_{name}",
            f"<N>(a: [{other}; N]) -> [{name}; N] {{\n    a as {name}\n}}",
            (lambda a: a.astype(np.float16)) if half.native else round_bf16,
            (values,),
        )
    x = make(r.float(5, 7))
    big = make(np.full((3, 300), 300.0))

    def wide(f):
        return lambda x: tuple(half.result(y) for y in f(x.astype(np.float32)))

    case(
        f"reductions_{name}",
        f"<M, N>(x: [{name}; M, N]) -> ([{name}; N], {name}, [{name}; M], [{name}; M], {name}, [{name}; N], {name}) {{\n"
        "    (sum(x, axis=0), sum(x), x.mean(axis=1), prod(x, axis=1), min(x), x.max(axis=0), x.mean())\n}",
        wide(lambda x: (x.sum(0), x.sum(), x.mean(1), x.prod(1), x.min(), x.max(0), x.mean())),
        (x,), (big,), (make(r.float(1, 1)),), (make([[1.0, np.nan], [np.inf, 2.0]]),),
        tolerance=1, reduces=True,
    )  # fmt: skip
    case(
        f"empty_reductions_{name}",
        f"<M, N>(x: [{name}; M, N]) -> ([{name}; N], {name}, [bool; N]) {{\n    (sum(x, axis=0), prod(x), all(x, axis=0))\n}}",
        lambda x: (half.result(np.zeros(3)), half.result(1.0), np.ones(3, "?")),
        (make(np.zeros((0, 3))),),
    )
    case(
        f"contractions_{name}",
        f"<M, K, N>(a: [{name}; M, K], b: [{name}; K, N], c: [{name}; M]) -> ([{name}; M, N], [{name}; N, M], [{name}; M, K], {name}) {{\n"
        "    (a @ b, einsum(\"ik,kj->ji\", a, b), einsum(\"i,ij->ij\", c, a), sum(|i: M, k: K| a[i, k] * c[i]))\n}",
        lambda a, b, c: tuple(
            half.result(y)
            for y in (
                a.astype("f4") @ b.astype("f4"), (a.astype("f4") @ b.astype("f4")).T, c.astype("f4")[:, None] * a.astype("f4"),
                step(c.astype("f4")[:, None] * a.astype("f4")).sum(),
            )
        ),
        (make(r.float(3, 5)), make(r.float(5, 4)), make(r.float(3))), (make(r.float(17, 33)), make(r.float(33, 9)), make(r.float(17))),
        tolerance=1, reduces=True,
    )  # fmt: skip

    def moves(x, i, u):
        keep = lambda y: half.result(np.asarray(y, dtype=np.float32))
        x, u = x.astype(np.float32), u.astype(np.float32)
        return (
            keep(x.T), keep(np.stack([x[:, 0], x[:, 2]])), keep(x[i]), keep(np.concatenate([u[1:], u[:1]])),
            keep(np.where(x > 0, x, u)), keep(u + step(x * 3)),
        )  # fmt: skip

    case(
        f"moves_{name}",
        f"<N>(x: [{name}; N, 3], i: [i64; 4], u: &mut [{name}; N, 3]) -> ([{name}; 3, N], [{name}; 2, N], [{name}; 4, 3], [{name}; N, 3], [{name}; N, 3]) {{\n"
        "    let old = u;\n    u += x * 3;\n"
        "    (x.T, stack([x[.., 0], x[.., 2]]), x[i], concatenate([old[1..], old[..1]]), where(x > 0, x, old))\n}",
        moves,
        (make(r.float(9, 3)), np.array([1, 0, 8, 3]), make(r.float(9, 3))),
        Call(make(r.float(4, 3)), np.array([1, 0, 4, 3]), make(r.float(4, 3)), error="out of range"),
    )  # fmt: skip
    case(
        f"closures_{name}",
        f"<N>(a: [{name}; N], b: [{name}; N]) -> ([{name}; N, N], {name}, [{name}; 3], [{name}; N]) {{\n"
        f"    (from_fn(|i: N, j: N| a[i] * a[j] + b[i]), max(|k: N| a[k] - b[k]), [0.1{name}, -2, 3], full([{name}; N], 0.1))\n}}",
        lambda a, b: tuple(
            half.result(y)
            for y in (
                step(a.astype("f4")[:, None] * a.astype("f4")) + b.astype("f4")[:, None],
                step(a.astype("f4") - b.astype("f4")).max(), np.array([0.1, -2, 3]), np.full(a.shape, 0.1),
            )
        ),
        (make(r.float(6)), make(r.float(6))),
    )  # fmt: skip
