"""Complex numbers through what rearranges, scans and measures arrays; inverse functions."""

import numpy as np

from generate import Call, Random

COMPLEX = {"c32": (np.complex64, "f32"), "c64": (np.complex128, "f64")}


def add(table):
    for name in COMPLEX:
        add_complex(table.case, name, *COMPLEX[name])


def add_complex(case, name, dtype, part):
    r = Random("complex array api" + name)

    def z(*shape, low=-2.0, high=2.0):
        return (r.float(*shape, low=low, high=high) + 1j * r.float(*shape, low=low, high=high)).astype(dtype)

    def array(*dims, of=name):
        return f"[{of}; {', '.join(str(d) for d in dims)}]"

    functions = ["arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh", "expm1", "log1p"]
    # The cuts lie on the axes: zeros of both signs are on either side of them.
    axis = [0.5, -0.5, 2.0, -2.0, 3.5]
    cuts = [complex(x, s) for x in axis for s in (0.0, -0.0)] + [complex(s, x) for x in axis for s in (0.0, -0.0)]
    for k, names in enumerate((functions[:4], functions[4:])):
        case(
            f"inverse_{k}_{name}",
            f"<N>(z: {array('N')}) -> ({', '.join([array('N')] * 4)}) {{\n    ({', '.join(f'{f}(z)' for f in names)})\n}}",
            lambda z, names=names: tuple(getattr(np, f)(z) for f in names),
            (np.array(cuts, dtype),), (z(40),), (z(20, low=-8, high=8),), (z(1),), (np.zeros(0, dtype),),
            tolerance=32,
        )  # fmt: skip
    case(
        f"orders_{name}",
        f"<M, N>(x: {array('M', 'N')}) -> ({array('N', 'M')}, {array('M', 'N')}, {array('M', 'N')}, {array('M', 'N')}, {array('M', 'N')}, {array('N', 'M')}) {{\n"
        "    (x.mT, flip(x), flip(x, axis=1), roll(x, 1, axis=0), roll(x, -2), rot90(x))\n}",
        lambda x: (x.T, np.flip(x), np.flip(x, 1), np.roll(x, 1, 0), np.roll(x, -2), np.rot90(x)),
        (z(3, 5),), (z(1, 1),), (z(0, 3),),
    )  # fmt: skip
    case(
        f"repetitions_{name}",
        f"<M, N>(x: {array('M', 'N')}) -> ({array('M', '2 * N')}, {array('2 * M', '3 * N')}, {array('M + 2', 'N + 2')}, {array('M + 2', 'N')}) {{\n"
        "    (repeat(x, 2, axis=1), tile(x, 2, 3), pad(x, 1), pad(x, ((1, 1), (0, 0)), mode=\"wrap\"))\n}",
        lambda x: (np.repeat(x, 2, 1), np.tile(x, (2, 3)), np.pad(x, 1), np.pad(x, ((1, 1), (0, 0)), mode="wrap")),
        (z(3, 5),), (z(1, 1),),
    )  # fmt: skip
    case(
        f"joined_{name}",
        f"<N>(x: {array('N')}, y: {array('N')}) -> ({array(2, 'N')}, {array('2 * N')}, {array('N', 2)}, {array('N + 1')}) {{\n"
        "    (vstack([x, y]), hstack([x, y]), column_stack([x, y]), append(x, x[..1]))\n}",
        lambda x, y: (np.vstack([x, y]), np.hstack([x, y]), np.column_stack([x, y]), np.append(x, x[:1])),
        (z(4), z(4)), (z(1), z(1)),
    )
    case(
        f"parted_{name}",
        f"<N>(x: {array(4, 'N')}) -> ({array(2, 'N')}, {array('N')}, {array(4, 'N')}, {array(4, 'N')}, {array(1, 4, 'N')}) {{\n"
        "    let (upper, lower) = split(x, 2);\n    let (a, b, c, d) = unstack(x);\n"
        "    (upper + lower, a * c - b * d, triu(x), tril(x, k=-1), atleast_3d(x).reshape(1, 4, N))\n}",
        lambda x: (x[:2] + x[2:], x[0] * x[2] - x[1] * x[3], np.triu(x), np.tril(x, -1), x[None]),
        (z(4, 3),), (z(4, 1),), (z(4, 0),),
        tolerance=4, reduces=True,
    )  # fmt: skip
    case(
        f"diagonals_{name}",
        f"<N>(x: {array('N', 'N')}, v: {array('N')}) -> ({array('N')}, {array('N')}, {array('N', 'N')}) {{\n"
        "    (diag(x), diagonal(x), diag(v))\n}",
        lambda x, v: (np.diag(x), np.diagonal(x), np.diag(v)),
        (z(3, 3), z(3)), (z(1, 1), z(1)),
    )
    case(
        f"taken_{name}",
        f"<M, N>(x: {array('M', 'N')}, i: [i64; 3], j: [i64; M, 2]) -> ({array(3, 'N')}, {array('M', 3)}, {array('M', 2)}, {array('M', 'N')}, {array('M', 'N')}) {{\n"
        "    let (a, b) = broadcast_arrays(x, x[0]);\n"
        "    (take(x, i, axis=0), x.take(i % 2, axis=1), take_along_axis(x, j, axis=1), a, b)\n}",
        lambda x, i, j: (
            np.take(x, i, 0), np.take(x, i % 2, 1), np.take_along_axis(x, j, 1), x, np.broadcast_to(x[0], x.shape),
        ),
        (z(4, 3), np.array([3, 0, 1]), np.array([[0, 2], [1, 1], [2, 0], [0, 0]])),
        Call(z(2, 3), np.array([0, 1, 2]), np.array([[0, 2], [1, 1]]), error="out of range"),
    )  # fmt: skip
    case(
        f"grids_{name}",
        f"<M, N>(x: {array('M')}, y: {array('N')}) -> ({array('N', 'M')}, {array('N', 'M')}) {{\n    meshgrid(x, y)\n}}",
        lambda x, y: tuple(np.meshgrid(x, y)),
        (z(3), z(2)), (z(1), z(1)),
    )  # fmt: skip
    case(
        f"scans_{name}",
        f"<M, N>(x: {array('M', 'N')}) -> ({array('M * N')}, {array('M', 'N')}, {array('M', 'N')}, {array('M', 'N + 1')}, {array('M', 'N - 1')}, {array('M - 1', 'N')}) {{\n"
        "    (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1), cumulative_sum(x, axis=1, include_initial=true), diff(x), diff(x, axis=0))\n}",
        lambda x: (
            np.cumsum(x), np.cumsum(x, 0), np.cumsum(x, 1), np.cumulative_sum(x, axis=1, include_initial=True),
            np.diff(x), np.diff(x, axis=0),
        ),
        (z(3, 5),), (z(1, 1),), (z(2, 70),),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        f"measures_{name}",
        f"<M, N>(x: {array('M', 'N')}) -> ({part}, {array('N', of=part)}, {part}, {array('M', of=part)}, {array('M', of=part)}, {array('M', 1, of=part)}, {part}, {part}) {{\n"
        "    (norm(x), norm(x, axis=0), var(x), std(x, axis=1), norm(x, ord=1, axis=1), var(x, axis=1, keepdims=true), vector_norm(x, ord=3), matrix_norm(x, ord=1))\n}",
        lambda x: (
            np.linalg.norm(x), np.linalg.norm(x, axis=0), x.var(), x.std(1), np.linalg.norm(x, 1, 1), x.var(1, keepdims=True),
            np.linalg.vector_norm(x, ord=3), np.linalg.matrix_norm(x, ord=1),
        ),
        (z(3, 5),), (z(1, 1),), (z(4, 33),),
        tolerance=64, reduces=True,
    )  # fmt: skip
    zeros = np.array([[0, 1j, 0], [1, 0, complex(-0.0, -0.0)], [complex(np.nan, 0), complex(0, np.nan), 2 + 1j]], dtype)
    case(
        f"truth_{name}",
        f"<M, N>(x: {array('M', 'N')}) -> (i64, [i64; N], bool, [bool; M], [bool; N]) {{\n"
        "    (count_nonzero(x), count_nonzero(x, axis=0), any(x), all(x, axis=1), any(x, axis=0))\n}",
        lambda x: (np.int64(np.count_nonzero(x)), np.count_nonzero(x, 0), x.any(), x.all(1), x.any(0)),
        (zeros,), (np.zeros((2, 3), dtype),), (np.zeros((0, 3), dtype),),
    )
    case(
        f"products_{name}",
        f"<M, N>(a: {array('M', 'N')}, b: {array('M', 'N')}, s: {array('N', 'N')}) -> ({array('M')}, {name}, {array('M', 'N')}, {array('N', 'N')}, {array('M', 'N')}) {{\n"
        "    (vecdot(a, b), vdot(a, b), vecmat(a, s), matrix_power(s, 3), multi_dot([a, s, s]))\n}",
        lambda a, b, s: (
            np.vecdot(a, b), np.vdot(a, b), np.vecmat(a, s), np.linalg.matrix_power(s, 3), a @ s @ s,
        ),
        (z(3, 4), z(3, 4), z(4, 4)), (z(1, 1), z(1, 1), z(1, 1)),
        tolerance=128, reduces=True,
    )  # fmt: skip
