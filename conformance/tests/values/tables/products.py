"""Contractions of the kind that libraries compute: odd sizes, empty ones, views, batches, several axes."""

import numpy as np

from generate import Random


def add(table):
    r = Random("products")

    def product(name, source, numpy, *calls):
        table.case(name, source, numpy, *calls, tolerance=64, reduces=True)

    sizes = [(1, 1, 1), (5, 0, 3), (0, 4, 3), (5, 4, 0), (1, 7, 3), (7, 1, 9), (9, 3, 1), (13, 17, 11), (33, 37, 41)]
    product(
        "sizes",
        "<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] {\n    a @ b\n}",
        lambda a, b: a @ b,
        *[(r.float(m, k), r.float(k, n)) for m, k, n in sizes],
    )
    product(
        "transposed",
        "<M, K, N>(a: [f32; K, M], b: [f32; N, K]) -> ([f32; M, N], [f32; N, M]) {\n    (a.T @ b.T, b @ a)\n}",
        lambda a, b: (a.T @ b.T, b @ a),
        *[(r.float(k, m, dtype="f4"), r.float(n, k, dtype="f4")) for m, k, n in [(9, 17, 5), (1, 2, 8), (3, 0, 2)]],
    )
    product(
        "with_itself",
        "<M, K>(a: [f64; M, K]) -> ([f64; M, M], [f64; K, K]) {\n    (a @ a.T, a.T @ a)\n}",
        lambda a: (a @ a.T, a.T @ a),
        (r.float(11, 6),), (r.float(1, 9),),
    )  # fmt: skip
    product(
        "slices",
        "<M, K, N>(a: [f64; 2 * M, K + 2], b: [f64; K, 3 * N]) -> [f64; M, N] {\n"
        "    a[1..;2, 1..-1] @ b[..;-1, ..;3]\n}",
        lambda a, b: a[1::2, 1:-1] @ b[::-1, ::3],
        (r.float(14, 11), r.float(9, 15)), (r.float(2, 3), r.float(1, 3)), (r.float(4, 2), r.float(0, 6)),
    )  # fmt: skip
    product(
        "batches",
        "<E, M, K, N>(a: [f64; E, M, K], b: [f64; E, K, N], c: [f64; K, N]) "
        "-> ([f64; E, M, N], [f64; E, M, N], [f64; E, M, M]) {\n"
        "    (a @ b, a @ c, einsum(\"emk,enk->enm\", a, a))\n}",
        lambda a, b, c: (a @ b, a @ c, np.einsum("emk,enk->enm", a, a)),
        *[(r.float(e, m, k), r.float(e, k, n), r.float(k, n)) for e, m, k, n in [(3, 7, 9, 5), (1, 8, 2, 3), (0, 2, 2, 2)]],
    )  # fmt: skip
    product(
        "broadcast_batches",
        "<E, F, M, K, N>(a: [f64; E, 1, M, K], b: [f64; F, K, N]) -> [f64; E, F, M, N] {\n    a @ b\n}",
        lambda a, b: a @ b,
        (r.float(2, 1, 5, 9), r.float(3, 9, 7)), (r.float(1, 1, 1, 1), r.float(4, 1, 6)),
    )  # fmt: skip
    product(
        "several_axes",
        "<A, B, C, D, F>(x: [f64; A, B, C, D], y: [f64; D, F, B]) -> ([f64; A, C, F], [f64; F, C, A]) {\n"
        "    (einsum(\"abcd,dfb->acf\", x, y), einsum(\"abcd,dfb->fca\", x, y))\n}",
        lambda x, y: (np.einsum("abcd,dfb->acf", x, y), np.einsum("abcd,dfb->fca", x, y)),
        (r.float(3, 4, 5, 6), r.float(6, 7, 4)), (r.float(2, 3, 1, 1), r.float(1, 2, 3)), (r.float(2, 0, 2, 2), r.float(2, 2, 0)),
    )  # fmt: skip
    product(
        "collapsed_axes",
        "<A, B, C, D, F>(x: [f64; A, B, C, D], y: [f64; C, D, F]) -> [f64; A, B, F] {\n"
        "    einsum(\"abcd,cdf->abf\", x, y)\n}",
        lambda x, y: np.einsum("abcd,cdf->abf", x, y),
        (r.float(3, 4, 5, 2), r.float(5, 2, 7)),
    )
    product(
        "reshaped",
        "<A, B, C, N>(x: [f64; A, B, C], w: [f64; B * C, N]) -> [f64; A, N] {\n    x.reshape(A, B * C) @ w\n}",
        lambda x, w: x.reshape(x.shape[0], -1) @ w,
        (r.float(5, 3, 4), r.float(12, 7)),
    )
    product(
        "diagonals",
        "<N, M>(a: [f64; N, N, M], b: [f64; N, M]) -> [f64; M, M] {\n    einsum(\"iim,in->mn\", a, b)\n}",
        lambda a, b: np.einsum("iim,in->mn", a, b),
        (r.float(6, 6, 5), r.float(6, 5)),
    )
    product(
        "constant_sizes",
        "<N>(a: [f64; 16, 24], b: [f64; 24, N]) -> ([f64; 16, N], [f64; 24, 24]) {\n    (a @ b, a.T @ a)\n}",
        lambda a, b: (a @ b, a.T @ a),
        (r.float(16, 24), r.float(24, 5)),
    )
    product(
        "fused_around",
        "<M, K, N>(a: [f64; M, K], b: [f64; K, N], v: [f64; N]) -> ([f64; M, N], [f64; N]) {\n"
        "    let c = (1 + a) @ b / 2 - v;\n    (tanh(c), sum(c, axis=0))\n}",
        lambda a, b, v: (np.tanh((1 + a) @ b / 2 - v), np.sum((1 + a) @ b / 2 - v, axis=0)),
        (r.float(9, 5), r.float(5, 8), r.float(8)), (r.float(3, 0), r.float(0, 2), r.float(2)),
    )  # fmt: skip
    product(
        "twice",
        "<N>(a: [f64; N, N], b: &mut [f64; N, N]) -> ([f64; N, N], [f64; N, N]) {\n"
        "    let c = a @ b;\n    b = c;\n    (c, c)\n}",
        lambda a, b: (a @ b, a @ b, a @ b),
        (r.float(9, 9), r.float(9, 9)),
    )

    def updates(a, b, y, s):
        y = y + a @ b
        s = a @ s
        s = s @ s.T
        return y, s

    product(
        "updates",
        "<N, K>(a: [f64; N, N], b: [f64; N, K], y: &mut [f64; N, K], s: &mut [f64; N, N]) {\n"
        "    y += a @ b;\n    s = a @ s;\n    s = s @ s.T;\n}",
        updates,
        (r.float(9, 9), r.float(9, 7), r.float(9, 7), r.float(9, 9)),
        (r.float(1, 1), r.float(1, 2), r.float(1, 2), r.float(1, 1)),
    )
    special = r.float(9, 10)
    special[2, 3], special[4, 1], special[5, 5], special[7, 2] = np.nan, np.inf, -np.inf, -0.0
    zeros = r.float(10, 9)
    zeros[1, 2] = zeros[5] = 0.0
    product(
        "special_values",
        "<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> ([f64; M, N], [f64; N, M]) {\n    (a @ b, b.T @ a.T)\n}",
        lambda a, b: (a @ b, b.T @ a.T),
        (special, zeros), (zeros, special), (np.full((9, 5), np.inf), np.zeros((5, 17))),
    )  # fmt: skip
    product(
        "overflow",
        "<M, K, N>(a: [f32; M, K], b: [f32; K, N]) -> [f32; M, N] {\n    a @ b\n}",
        lambda a, b: a @ b,
        (np.full((9, 10), 3e38, "f4"), np.full((10, 9), 3e38, "f4")),
        (np.full((9, 10), 3e38, "f4"), np.full((10, 9), -3e38, "f4")),
    )
