"""einsum and matrix products."""

import numpy as np

from generate import Call, Random


def add(table):
    case = table.case
    r = Random("contractions")
    a, b, v, w = r.float(3, 5), r.float(5, 4), r.float(5), r.float(3)

    def product(name, source, numpy, *calls):
        case(name, source, numpy, *calls, tolerance=64, reduces=True)

    ranks = [
        ("vector_vector", "<K>(a: [f64; K], b: [f64; K]) -> f64", (v, r.float(5))),
        ("matrix_vector", "<M, K>(a: [f64; M, K], b: [f64; K]) -> [f64; M]", (a, v)),
        ("vector_matrix", "<K, N>(a: [f64; K], b: [f64; K, N]) -> [f64; N]", (v, b)),
        ("matrix_matrix", "<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N]", (a, b)),
        ("batch_matrix", "<E, M, K, N>(a: [f64; E, M, K], b: [f64; K, N]) -> [f64; E, M, N]", (r.float(2, 3, 5), b)),
        ("matrix_batch", "<E, M, K, N>(a: [f64; M, K], b: [f64; E, K, N]) -> [f64; E, M, N]", (a, r.float(2, 5, 4))),
        ("batch_batch", "<E, M, K, N>(a: [f64; E, M, K], b: [f64; E, K, N]) -> [f64; E, M, N]",
         (r.float(2, 3, 5), r.float(2, 5, 4))),
        ("batch_vector", "<E, M, K>(a: [f64; E, M, K], b: [f64; K]) -> [f64; E, M]", (r.float(2, 3, 5), v)),
        ("vector_batch", "<E, K, N>(a: [f64; K], b: [f64; E, K, N]) -> [f64; E, N]", (v, r.float(2, 5, 4))),
        ("batch_broadcast", "<E, F, M, K, N>(a: [f64; E, 1, M, K], b: [f64; F, K, N]) -> [f64; E, F, M, N]",
         (r.float(2, 1, 3, 5), r.float(4, 5, 2))),
    ]  # fmt: skip
    for name, signature, args in ranks:
        product(f"matmul_{name}", f"{signature} {{\n    a @ b\n}}", lambda a, b: a @ b, args)
    product(
        "matmul_f32",
        "<M, K, N>(a: [f32; M, K], b: [f32; K, N]) -> [f32; M, N] {\n    a @ b\n}",
        lambda a, b: a @ b,
        (a.astype("f4"), b.astype("f4")),
    )
    product(
        "matmul_integers",
        "<M, K, N>(a: [i32; M, K], b: [i32; K, N], c: [u64; M, K]) -> ([i32; M, N], [u64; M, M]) {\n    (a @ b, c @ c.T)\n}",
        lambda a, b, c: (a @ b, c @ c.T),
        (r.int(3, 4, dtype="i4"), r.int(4, 2, dtype="i4"), r.int(3, 4, low=0, dtype="u8")),
    )
    product(
        "matmul_empty",
        "<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] {\n    a @ b + 1\n}",
        lambda a, b: a @ b + 1,
        (r.float(3, 0), r.float(0, 4)), (r.float(0, 5), r.float(5, 4)), (r.float(1, 1), r.float(1, 1)),
    )  # fmt: skip
    product(
        "matmul_chain",
        "<M, N>(a: [f64; M, N], x: [f64; N]) -> [f64; N] {\n    a.T @ (a @ x) - 2 * x\n}",
        lambda a, x: a.T @ (a @ x) - 2 * x,
        (a, v),
    )
    product(
        "matmul_functions",
        "<M, K, N>(a: [f64; M, K], b: [f64; K, N], v: [f64; K]) -> ([f64; M, N], [f64; M], f64, [f64; K, K]) {\n"
        "    (matmul(a, b), matmul(a, v), v.matmul(v), v[.., newaxis] * v)\n}",
        lambda a, b, v: (np.matmul(a, b), np.dot(a, v), np.dot(v, v), np.outer(v, v)),
        (a, b, v),
    )

    def einsum(name, text, source, *args):
        product(f"einsum_{name}", source.replace("EINSUM", f'einsum("{text}"'), lambda *x: np.einsum(text, *x), *args)

    einsum("product", "ik,kj->ij", "<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] {\n    EINSUM, a, b)\n}", (a, b))
    einsum("implicit", "ik,kj", "<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] {\n    EINSUM, a, b)\n}", (a, b))
    einsum("implicit_order", "ba", "<M, N>(a: [f64; M, N]) -> [f64; N, M] {\n    EINSUM, a)\n}", (a,))
    einsum("transpose", "ij->ji", "<M, N>(a: [f64; M, N]) -> [f64; N, M] {\n    EINSUM, a)\n}", (a,))
    einsum("trace", "ii->", "<N>(a: [f64; N, N]) -> f64 {\n    EINSUM, a)\n}", (r.float(4, 4),), (r.float(0, 0),))
    einsum("trace_implicit", "ii", "<N>(a: [f64; N, N]) -> f64 {\n    EINSUM, a)\n}", (r.float(4, 4),))
    einsum("diagonal", "ii->i", "<N>(a: [f64; N, N]) -> [f64; N] {\n    EINSUM, a)\n}", (r.float(4, 4),))
    einsum("diagonal_batch", "eii->ei", "<E, N>(a: [f64; E, N, N]) -> [f64; E, N] {\n    EINSUM, a)\n}", (r.float(3, 4, 4),))
    einsum("sum_all", "ijk->", "<A, B, C>(a: [f64; A, B, C]) -> f64 {\n    EINSUM, a)\n}", (r.float(2, 3, 4),))
    einsum("sum_one", "ij->j", "<A, B>(a: [f64; A, B]) -> [f64; B] {\n    EINSUM, a)\n}", (a,))
    einsum("inner", "i,i->", "<N>(a: [f64; N], b: [f64; N]) -> f64 {\n    EINSUM, a, b)\n}", (v, r.float(5)))
    einsum("outer", "i,j->ij", "<M, N>(a: [f64; M], b: [f64; N]) -> [f64; M, N] {\n    EINSUM, a, b)\n}", (w, v))
    einsum("outer_reversed", "i,j->ji", "<M, N>(a: [f64; M], b: [f64; N]) -> [f64; N, M] {\n    EINSUM, a, b)\n}", (w, v))
    einsum("hadamard", "ij,ij->ij", "<M, N>(a: [f64; M, N], b: [f64; M, N]) -> [f64; M, N] {\n    EINSUM, a, b)\n}", (a, r.float(3, 5)))
    einsum("bilinear", "i,ij,j->", "<M, N>(x: [f64; M], a: [f64; M, N], y: [f64; N]) -> f64 {\n    EINSUM, x, a, y)\n}", (w, a, v))
    einsum("three", "ab,bc,cd->ad",
           "<A, B, C, D>(x: [f64; A, B], y: [f64; B, C], z: [f64; C, D]) -> [f64; A, D] {\n    EINSUM, x, y, z)\n}",
           (r.float(2, 3), r.float(3, 4), r.float(4, 5)))  # fmt: skip
    einsum("four_scalars", "i,i,i,i->i",
           "<N>(x: [f64; N], y: [f64; N], z: [f64; N], t: [f64; N]) -> [f64; N] {\n    EINSUM, x, y, z, t)\n}",
           tuple(r.float(5) for _ in range(4)))  # fmt: skip
    einsum("differentiate", "rij,ej->rei", "<E, N>(d: [f64; 3, N, N], u: [f64; E, N]) -> [f64; 3, E, N] {\n    EINSUM, d, u)\n}",
           (r.float(3, 4, 4), r.float(6, 4)), (r.float(3, 4, 4), r.float(0, 4)))  # fmt: skip
    einsum("gradient", "xre,rij,ej->xei",
           "<E, N>(g: [f64; 3, 3, E], d: [f64; 3, N, N], u: [f64; E, N]) -> [f64; 3, E, N] {\n    EINSUM, g, d, u)\n}",
           (r.float(3, 3, 6), r.float(3, 4, 4), r.float(6, 4)))  # fmt: skip
    einsum("divergence", "xre,rij,xej->ei",
           "<E, N>(g: [f64; 3, 3, E], d: [f64; 3, N, N], u: [f64; 3, E, N]) -> [f64; E, N] {\n    EINSUM, g, d, u)\n}",
           (r.float(3, 3, 6), r.float(3, 4, 4), r.float(3, 6, 4)))  # fmt: skip
    einsum("lift", "ifj,fe,fej->ei",
           "<E, N, K>(l: [f64; N, 4, K], j: [f64; 4, E], f: [f64; 4, E, K]) -> [f64; E, N] {\n    EINSUM, l, j, f)\n}",
           (r.float(4, 4, 3), r.float(4, 6), r.float(4, 6, 3)))  # fmt: skip
    einsum("broadcast_one", "ij,ij->ij", "<M, N>(a: [f64; M, 1], b: [f64; M, N]) -> [f64; M, N] {\n    EINSUM, a, b)\n}",
           (r.float(3, 1), r.float(3, 4)))  # fmt: skip
    einsum("broadcast_one_summed", "ij,ij->i", "<M, N>(a: [f64; 1, N], b: [f64; M, N]) -> [f64; M] {\n    EINSUM, a, b)\n}",
           (r.float(1, 4), r.float(3, 4)))  # fmt: skip
    einsum("ellipsis", "...ij,...jk->...ik",
           "<E, M, K, N>(a: [f64; E, M, K], b: [f64; K, N]) -> [f64; E, M, N] {\n    EINSUM, a, b)\n}",
           (r.float(2, 3, 5), b))  # fmt: skip
    einsum("spaces", "i j, j -> i", "<M, N>(a: [f64; M, N], x: [f64; N]) -> [f64; M] {\n    EINSUM, a, x)\n}", (a, v))
    einsum("unsummed_partner", "ij,k->i", "<M, N, K>(a: [f64; M, N], b: [f64; K]) -> [f64; M] {\n    EINSUM, a, b)\n}", (a, w))
    einsum("f32", "ij,j->i", "<M, N>(a: [f32; M, N], x: [f32; N]) -> [f32; M] {\n    EINSUM, a, x)\n}",
           (a.astype("f4"), v.astype("f4")))  # fmt: skip
    einsum("integers", "ij,jk->ik", "<M, N, K>(a: [i64; M, N], b: [i64; N, K]) -> [i64; M, K] {\n    EINSUM, a, b)\n}",
           (r.int(3, 4), r.int(4, 2)))  # fmt: skip
    einsum("of_expressions", "ij,j->i",
           "<M, N>(a: [f64; M, N], x: [f64; N]) -> [f64; M] {\n    EINSUM, a, x)\n}", (a, v))  # fmt: skip
    product(
        "einsum_inside_expression",
        "<M, N>(a: [f64; M, N], x: [f64; N]) -> [f64; M] {\n    1 + 2 * einsum(\"ij,j->i\", exp(a), x + 1) ** 2\n}",
        lambda a, x: 1 + 2 * np.einsum("ij,j->i", np.exp(a), x + 1) ** 2,
        (a, v),
    )
    product(
        "einsum_checked_sizes",
        "<M, N>(a: [f64; M, N], x: [f64; N]) -> f64 {\n    einsum(\"ij,j->\", a, x)\n}",
        lambda a, x: np.einsum("ij,j->", a, x),
        (a, v), Call(a, w, error="has shape"),
    )  # fmt: skip
