"""Attributes that tune: other kernels, the same results."""

import numpy as np

from generate import Random


def add(table):
    case = table.case
    r = Random("tuning")

    def calls(*shapes):
        return [(r.float(*s), r.float(s[1])) for s in shapes]

    shapes = [(37, 41), (3, 70), (70, 3), (1, 1), (0, 5), (5, 0)]
    case(
        "materialize",
        "<M, N>(x: [f64; M, N], y: [f64; N]) -> [f64; M, N] {\n"
        "    #[materialize]\n    let a = x * y;\n    #[materialize]\n    let b = x[..;-1];\n"
        "    #[materialize]\n    let c = [1.0, 2.0, 3.0];\n    a / (2 + abs(a)) + b * c[1]\n}",
        lambda x, y: x * y / (2 + abs(x * y)) + x[::-1] * 2,
        *calls(*shapes),
        tolerance=2,
    )
    case(
        "inline",
        "<M>(x: [f64; M, 3], l: [index<M>; M]) -> [f64; M] {\n"
        "    #[inline]\n    let s = x * x;\n    #[inline]\n    let a = sqrt(sum(s, axis=1));\n    a[l] - 2 * a\n}",
        lambda x, l: np.linalg.norm(x, axis=1)[l] - 2 * np.linalg.norm(x, axis=1),
        *[(r.float(n, 3), r.index(n, bound=n)) for n in (37, 1)],
        tolerance=8,
        reduces=True,
    )
    case(
        "no_fuse",
        "<M, N>(x: [f64; M, N], y: [f64; N]) -> ([f64; M, N], f64) {\n"
        "    let p = x + y;\n    #[no_fuse]\n    let a = p * 2;\n    #[no_fuse]\n    let s = sum(a);\n    (a - x, s)\n}",
        lambda x, y: ((x + y) * 2 - x, np.sum((x + y) * 2)),
        *calls(*shapes),
        tolerance=64,
        reduces=True,
    )
    case(
        "apart",
        "<M, N>(x: [f64; M, N], y: &mut [f64; N]) -> [f64; M] {\n"
        "    let a = x[.., ..;-1] * y;\n    y += 2 * y;\n    sum(a, axis=1)\n}",
        lambda x, y: (np.sum(x[:, ::-1] * y, axis=1), y + 2 * y),
        *calls(*shapes),
        tolerance=32,
        reduces=True,
        before="#[no_fuse]\n#[block(M = 2)]",
    )
    for name, attributes in (("first", "#[vectorize(M)]\n#[threads(64)]"), ("last", "#[vectorize(N)]\n#[threads(1024)]")):
        case(
            f"pointwise_{name}",
            "<M, N>(x: [f64; M, N], y: [f64; N]) -> ([f64; M, N], [f64; N, M]) {\n    (2 * x + y, x.T * 3)\n}",
            lambda x, y: (2 * x + y, x.T * 3),
            *calls(*shapes),
            tolerance=2,
            before=attributes,
        )
        case(
            f"sums_{name}",
            "<M, N>(x: [f64; M, N], y: [f64; N]) -> ([f64; M], [f64; N], [f64; M]) {\n"
            "    (sum(x * y, axis=1), sum(x, axis=0), sum(x * x, axis=1))\n}",
            lambda x, y: (np.sum(x * y, axis=1), np.sum(x, axis=0), np.sum(x * x, axis=1)),
            *calls(*shapes),
            tolerance=32,
            reduces=True,
            before=attributes,
        )
    # A pinned dimension, in lanes or not; local arrays in shared memory with another number of threads.
    for name, attributes in (("lanes", "#[vectorize(N)]\n#[threads(32)]"), ("points", "#[vectorize(M)]\n#[threads(512)]")):
        case(
            f"pinned_{name}",
            "<M, N>(x: [f64; M, N], d: [f64; N, N]) -> ([f64; M, N], [f64; M, N]) where N: 12 {\n"
            "    let y = einsum(\"ij,ej->ei\", d, x);\n    (2 * x + 1, einsum(\"ij,ej->ei\", d, y) + x)\n}",
            lambda x, d: (2 * x + 1, x @ d.T @ d.T + x),
            *[(r.float(n, 12), r.float(12, 12)) for n in (37, 1, 0)],
            tolerance=64,
            reduces=True,
            before=attributes,
        )
