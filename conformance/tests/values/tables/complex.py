"""c32 and c64: arithmetic by pairs, functions, reductions, contractions, moves, literals."""

import numpy as np

from generate import Call, Random

COMPLEX = {"c32": (np.complex64, "f32", np.float32), "c64": (np.complex128, "f64", np.float64)}


def results(*dtypes):
    return "(" + ", ".join(f"[{d}; N]" for d in dtypes) + ")"


def add(table):
    for name in COMPLEX:
        add_complex(table.case, name, *COMPLEX[name])
    case = table.case
    case(
        "casts",
        "<N>(a: [c32; N], b: [c64; N], x: [f64; N], y: [f32; N], n: [i32; N], m: [bool; N], h: [u8; N])"
        f" -> {results('c64', 'c32', 'c64', 'c32', 'c64', 'c32', 'c64', 'c64')} {{\n"
        "    (a as c64, b as c32, x as c64, y as c32, n as c64, m as c32, (a + (y as c32)) as c64 * b, h as c64)\n}",
        lambda a, b, x, y, n, m, h: (
            a.astype("c16"), b.astype("c8"), x.astype("c16"), y.astype("c8"), n.astype("c16"), m.astype("c8"),
            (a + y).astype("c16") * b, h.astype("c16"),
        ),
        (
            np.array([1 + 2j, np.inf - 0.5j, 0.1j], "c8"), np.array([1 / 3 + 2j, 1e300 - 1j, -0.0 + 0j]),
            np.array([0.1, -0.0, np.nan]), np.array([0.1, 2, -3], "f4"), np.array([1, -2, 7], "i4"),
            np.array([True, False, True]), np.array([0, 255, 3], "u1"),
        ),
        tolerance=4,
    )  # fmt: skip
    x, y, n = np.array([0.5, -2.0, 3.0]), np.array([0.5, -2.0, 3.0], "f4"), np.array([1, -2, 3])
    case(
        "literals_meet_real_arrays",
        f"<N>(x: [f64; N], y: [f32; N], n: [i64; N]) -> {results('c64', 'c32', 'c64', 'c64', 'c32', 'bool')} {{\n"
        "    (x * 1j, 2j + y, n - 0.5j, exp(2j * pi * x), where(y > 0, y as c32, 1j), x == 0j)\n}",
        lambda x, y, n: (
            x * 1j, 2j + y, n - 0.5j, np.exp(2j * np.pi * x), np.where(y > 0, y.astype("c8"), np.complex64(1j)), x == 0j,
        ),
        (x, y, n),
        tolerance=4, reduces=True,
    )  # fmt: skip
    case(
        "parts_of_real_arrays",
        f"<N>(x: [f64; N], y: [f32; N], n: [i64; N]) -> {results('f64', 'f32', 'i64', 'f64', 'i64', 'f32', 'f64')} {{\n"
        "    (real(x), imag(y), conj(n), angle(x), real(n), angle(y), angle(n))\n}",
        lambda x, y, n: (x.real, y.imag, np.conj(n), np.angle(x), n.real, np.angle(y), np.angle(n)),
        (x, y, n),
        tolerance=2,
    )
    case(
        "literal_arithmetic",
        "<N>(z: [c64; N]) -> ([c64; N], [c64; 3], c64, c64, [bool; N], [c64; N, 2]) {\n"
        "    let k = 1 + 2j;\n"
        "    (z * (k * k - 3 / 2 + 1j / 4), [1, 2j, 0.5 - 1j], -1j * 1j + sqrt(-1 + 0j), CONSTANT, z != 0, z[.., newaxis] * TABLE)\n}",
        lambda z: (
            z * ((1 + 2j) ** 2 - 1.5 + 0.25j), np.array([1, 2j, 0.5 - 1j]), np.complex128(1 + 1j), np.complex128(3 - 4j),
            z != 0, z[:, None] * np.array([1j, 2.0]),
        ),
        (np.array([1 - 1j, 0, 2.5j]),),
        before="const CONSTANT: c64 = 3 - 4j;\nconst TABLE: [c64; 2] = [1j, 2.0];",
        tolerance=2,
    )  # fmt: skip
    r = Random("complex helpers")

    def z(*shape):
        return r.float(*shape) + 1j * r.float(*shape)

    case(
        "helpers_and_loops",
        "<M, N>(a: [c64; M, N], u: &mut [c64; N], s: c64) -> ([c64; N], c64) {\n"
        "    let first = rotated(a[0], s);\n    for k in 0..3 {\n        u += 1j * u - k;\n    }\n    (first, s * conj(s) / (abs(s) as c64))\n}",
        lambda a, u, s: (a[0] * s / np.abs(s), s * np.conj(s) / np.abs(s), looped(u)),
        (z(3, 5), z(5), np.complex128(0.5 - 2j)), (z(2, 1), z(1), np.complex128(1j)),
        before="fn rotated<N>(z: [c64; N], by: c64) -> [c64; N] {\n    z * by / (abs(by) as c64)\n}",
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        "dft",
        "<N>(x: [f64; N]) -> ([c64; N], [f64; N], c64) {\n"
        "    let z = from_fn(|k: N| sum(|n: N| (x[n] as c64) * exp(-2j * pi * ((k * n) as f64 / N))));\n"
        "    let back = from_fn(|k: N| mean(|n: N| z[n] * exp(2j * pi * ((k * n) as f64 / N))));\n"
        "    (z, real(back), mean(z))\n}",
        lambda x: (np.fft.fft(x), x, np.fft.fft(x).mean()),
        (r.float(7),), (r.float(16),), (r.float(1),),
        tolerance=256, reduces=True,
    )  # fmt: skip


def looped(u):
    for k in range(3):
        u = u + (1j * u - k)
    return u


def add_complex(case, name, dtype, part, part_dtype):
    r = Random("complex" + name)

    def z(*shape, low=-2.0, high=2.0):
        return (r.float(*shape, low=low, high=high) + 1j * r.float(*shape, low=low, high=high)).astype(dtype)

    axis = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, np.inf, -np.inf, np.nan, 30.0]
    plane = np.array([complex(x, y) for x in axis for y in axis], dtype)
    # complex(x, y) keeps the signs of zeros; arithmetic would not.
    finite = plane[np.isfinite(plane)]
    left, right = (m.ravel() for m in np.meshgrid(plane[::3], plane[::11]))
    ordinary = (z(77), z(77))
    empty = (np.zeros(0, dtype), np.zeros(0, dtype))
    one = (z(1), z(1))
    big = (z(9, low=-1e30, high=1e30), z(9, low=-1e30, high=1e30))
    case(
        f"sums_{name}",
        f"<N>(a: [{name}; N], b: [{name}; N]) -> {results(*[name] * 4, 'bool', 'bool')} {{\n    (a + b, a - b, -a, +a, a == b, a != b)\n}}",
        lambda a, b: (a + b, a - b, -a, +a, a == b, a != b),
        (left, right), ordinary, empty, one,
    )
    case(
        f"products_{name}",
        f"<N>(a: [{name}; N], b: [{name}; N]) -> {results(*[name] * 4)} {{\n    (a * b, a / b, square(a), a * b + a)\n}}",
        lambda a, b: (a * b, a / b, np.square(a), a * b + a),
        ordinary, empty, one,
        tolerance=8, reduces=True,
    )  # fmt: skip
    case(
        f"division_{name}",
        f"<N>(a: [{name}; N], b: [{name}; N]) -> {results(name, name)} {{\n    (a / b, reciprocal(b))\n}}",
        lambda a, b: (a / b, np.reciprocal(b)),
        tuple(m.ravel() for m in np.meshgrid(finite[::2], finite[::3])), (big if name == "c64" else ordinary), one,
        tolerance=8,
    )  # fmt: skip
    case(
        f"special_products_{name}",
        f"<N>(a: [{name}; N], b: [{name}; N]) -> {results(name)[1:-1]} {{\n    a * b\n}}",
        lambda a, b: a * b,
        (left, right),
    )
    case(
        f"parts_{name}",
        f"<N>(z: [{name}; N]) -> {results(part, part, name, part, part, 'bool', 'bool', 'bool')} {{\n"
        "    (real(z), imag(z), conj(z), abs(z), angle(z), isnan(z), isinf(z), isfinite(z))\n}",
        lambda z: (z.real, z.imag, np.conj(z), np.abs(z), np.angle(z), np.isnan(z), np.isinf(z), np.isfinite(z)),
        (plane,), (z(33),), (np.zeros(0, dtype),),
        tolerance=2,
    )  # fmt: skip
    functions = ["exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "sign", "log2", "log10"]
    # Where both parts are small or moderate; and the corners that the C standard fixes.
    moderate = np.concatenate([finite[np.abs(finite) < 20], z(40), z(20, low=-8, high=8), z(20, low=-1e-3, high=1e-3)])
    for part_of, names in enumerate((functions[:6], functions[6:])):
        case(
            f"functions_{part_of}_{name}",
            f"<N>(z: [{name}; N]) -> {results(*[name] * 6)} {{\n    (" + ", ".join(f"{f}(z)" for f in names) + ")\n}",
            lambda z, names=names: tuple(getattr(np, f)(z) for f in names),
            (moderate,), (np.zeros(0, dtype),), (z(1),),
            tolerance=32,
        )  # fmt: skip
    case(
        f"far_{name}",
        f"<N>(z: [{name}; N]) -> {results(name, name, name, name)} {{\n    (sqrt(z), log(z), tanh(z), tan(z))\n}}",
        lambda z: (np.sqrt(z), np.log(z), np.tanh(z), np.tan(z)),
        # No further for c32, where what is left of the tangents would have few digits.
        (np.concatenate([z(20, low=-30, high=30), 1e3 * z(9)]).astype(dtype),),
        tolerance=32,
    )
    case(
        f"corners_{name}",
        f"<N>(z: [{name}; N]) -> {results(name)[1:-1]} {{\n    sqrt(z)\n}}",
        lambda z: np.sqrt(z),
        (plane[~np.isnan(plane)],),
        tolerance=4,
    )
    case(
        f"powers_{name}",
        f"<N>(z: [{name}; N], w: [{name}; N]) -> {results(*[name] * 8)} {{\n"
        "    (z ** 0, z ** 1, z ** 2, z ** 5, z ** -2, z ** 0.5, z ** w, pow(z, 1j))\n}",
        lambda z, w: (z**0, z**1, z**2, z**5, z**-2, z**0.5, z**w, np.power(z, dtype(1j))),
        (z(33), z(33)), one,
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        f"powers_of_zero_{name}",
        f"<N>(z: [{name}; N], w: [{name}; N]) -> {results(name)[1:-1]} {{\n    z ** w\n}}",
        lambda z, w: z**w,
        (np.zeros(4, dtype), np.array([0, 1, 2.5, 3], dtype)),
    )
    case(
        f"literals_{name}",
        f"<N>(a: [{name}; N], s: {name}) -> {results(*[name] * 7)} {{\n"
        f"    (a + 1, 2.5 * a, a / 2, 1j * a, a - (1 + 2j), s * a, where(real(a) > 0, a, 1j))\n}}",
        lambda a, s: (
            a + 1, 2.5 * a, a / 2, 1j * a, a - (1 + 2j), s * a, np.where(a.real > 0, a, dtype(1j)),
        ),
        (z(21), dtype(0.5 - 2j)), (z(1), dtype(3)),
        tolerance=4, reduces=True,
    )  # fmt: skip
    shape = f"({name}, [{name}; N], [{name}; M], {name}, [{name}; 1, N], [{name}; M])"
    case(
        f"reductions_{name}",
        f"<M, N>(x: [{name}; M, N]) -> {shape} {{\n"
        "    (sum(x), sum(x, axis=0), x.mean(axis=1), mean(x), x.sum(axis=0, keepdims=true), sum(x, axis=-1))\n}",
        lambda x: (x.sum(), x.sum(0), x.mean(1), x.mean(), x.sum(0, keepdims=True), x.sum(-1)),
        (z(4, 7),), (z(1, 1),), (z(3, 500),), (np.array([[1 + 1j, np.inf], [complex(0, np.nan), 2]], dtype),),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        f"empty_sum_{name}",
        f"<M, N>(x: [{name}; M, N]) -> ([{name}; N], {name}) {{\n    (sum(x, axis=0), sum(x))\n}}",
        lambda x: (x.sum(0), x.sum()),
        (np.zeros((0, 3), dtype),), (np.zeros((3, 0), dtype),),
    )  # fmt: skip
    case(
        f"prod_{name}",
        f"<N>(x: [{name}; N, 3], y: [{name}; 2, 2]) -> ([{name}; N], {name}, [{name}; 1, 2]) {{\n"
        "    (prod(x, axis=1), prod(y), y.prod(axis=0, keepdims=true))\n}",
        lambda x, y: (x.prod(1), y.prod(), y.prod(0, keepdims=True)),
        (z(6, 3), z(2, 2)), (z(0, 3), z(2, 2)),
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        f"contractions_{name}",
        f"<M, K, N>(a: [{name}; M, K], b: [{name}; K, N], v: [{name}; K]) -> ([{name}; M, N], [{name}; N, M], [{name}; M], {name}, [{name}; M, K]) {{\n"
        "    (a @ b, einsum(\"ik,kj->ji\", a, b), a @ v, v @ v, einsum(\"ij,j->ij\", a, v))\n}",
        lambda a, b, v: (a @ b, np.einsum("ik,kj->ji", a, b), a @ v, v @ v, a * v),
        (z(3, 5), z(5, 4), z(5)), (z(17, 33), z(33, 9), z(33)), (z(2, 1), z(1, 2), z(1)), (z(2, 0), z(0, 2), z(0)),
        tolerance=64, reduces=True,
    )  # fmt: skip

    case(
        f"linear_{name}",
        f"<N>(a: [{name}; N, N], v: [{name}; N], w: [{name}; N]) -> ({name}, [{name}; N], [{name}; N, N], {name}, [{name}; N, N], {name}, [{name}; N * N], [{name}; N]) {{\n"
        "    (dot(v, v), dot(a, v), outer(w, v), inner(v, v), inner(a, a), trace(a), kron(w, v), tensordot(a, v, axes=1))\n}",
        lambda a, v, w: (
            np.dot(v, v), np.dot(a, v), np.outer(w, v), np.inner(v, v), np.inner(a, a), np.trace(a), np.kron(w, v),
            np.tensordot(a, v, axes=1),
        ),
        (z(3, 3), z(3), z(3)), (z(1, 1), z(1), z(1)),
        tolerance=32, reduces=True,
    )  # fmt: skip

    def moves(x, i, u):
        return (
            x.T, np.stack([x[:, 0], x[:, 2]], axis=1), x[i], np.concatenate([u[1:], u[:1]]), x[::-1, 1], x[:, i[:3] % 3],
            np.broadcast_to(x[:, None, :], (x.shape[0], 2, 3)), u + x * x,
        )  # fmt: skip

    case(
        f"moves_{name}",
        f"<N>(x: [{name}; N, 3], i: [i64; 4], u: &mut [{name}; N, 3]) -> ([{name}; 3, N], [{name}; N, 2], [{name}; 4, 3], [{name}; N, 3], [{name}; N], [{name}; N, 3], [{name}; N, 2, 3]) {{\n"
        "    let old = u;\n    u += x * x;\n"
        "    (x.T, stack([x[.., 0], x[.., 2]], axis=1), x[i], concatenate([old[1..], old[..1]]), x[..;-1, 1], x[.., i[..3] % 3],\n"
        "     broadcast_to(x[.., newaxis, ..], [N, 2, 3]))\n}",
        moves,
        (z(9, 3), np.array([1, 0, 8, 3]), z(9, 3)),
        Call(z(4, 3), np.array([1, 0, 4, 3]), z(4, 3), error="out of range"),
        tolerance=4, reduces=True,
    )  # fmt: skip
    case(
        f"shapes_{name}",
        f"<N>(x: [{name}; N, 2, 3]) -> ([{name}; N * 6], [{name}; 6, N], [{name}; 3, N, 2], {name}, [{name}; N, 1, 2, 3], [{part}; N, 2]) {{\n"
        "    (x.ravel(), x.reshape(6, N), moveaxis(x, 2, 0), x[0, 1, 2], expand_dims(x, 1), abs(x).sum(axis=2))\n}",
        lambda x: (
            x.ravel(), x.reshape(6, -1), np.moveaxis(x, 2, 0), x[0, 1, 2], x[:, None], np.abs(x).sum(2),
        ),
        (z(5, 2, 3),), (z(1, 2, 3),),
        tolerance=8, reduces=True,
    )  # fmt: skip
    case(
        f"creation_{name}",
        f"<M, N>(x: [{name}; M, N], v: {name}) -> ([{name}; M, N], [{name}; N], [{name}; M, N], [{name}; N, 2], [{name}; M, N], [{name}; 2]) {{\n"
        f"    (zeros_like(x) + ones_like(x), zeros([{name}; N]), full_like(x, 2 - 1j), full([{name}; N, 2], v), x + ones([{name}; M, N]), [v, 1])\n}}",
        lambda x, v: (
            np.ones_like(x), np.zeros(x.shape[1], dtype), np.full_like(x, 2 - 1j), np.full((x.shape[1], 2), v, dtype), x + 1,
            np.array([v, 1], dtype),
        ),
        (z(2, 3), dtype(1 + 1j)), (z(1, 1), dtype(-1j)),
    )  # fmt: skip
    case(
        f"closures_{name}",
        f"<N>(a: [{name}; N], b: [{name}; N]) -> ([{name}; N, N], {name}, [{name}; N], [{part}; N]) {{\n"
        "    (from_fn(|i: N, j: N| a[i] * conj(b[j]) + 1j), sum(|k: N| a[k] * b[k]), from_fn(|i: N| sum(|k: N| a[i] * b[k] - a[k])),\n"
        "     from_fn(|i: N| max(|k: N| abs(a[i] - b[k]))))\n}",
        lambda a, b: (
            a[:, None] * np.conj(b) + dtype(1j), (a * b).sum(), (a[:, None] * b - a).sum(1), np.abs(a[:, None] - b).max(1),
        ),
        (z(6), z(6)), (z(1), z(1)),
        tolerance=32, reduces=True,
    )  # fmt: skip
