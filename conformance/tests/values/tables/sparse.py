"""csr_matvec and csr_matmul against SciPy: empty rows, no entries, what is wrong with `indptr`."""

import numpy as np
import scipy.sparse

from generate import Call, Index, Random


def sparse(r, m, n, density, dtype="f8"):
    """Entries, columns and beginnings of rows."""
    dense = r.float(m, n) * (r.rng.uniform(size=(m, n)) < density)
    matrix = scipy.sparse.csr_array(dense)
    return matrix.data.astype(dtype), matrix.indices.astype("i8"), matrix.indptr.astype("i8")


def product(data, indices, indptr, x):
    return scipy.sparse.csr_array((data, indices, indptr), shape=(len(indptr) - 1, len(x))) @ x


def add(table):
    case = table.case
    r = Random("sparse")
    shapes = [(5, 4, 0.5), (1, 1, 1.0), (20, 90, 0.1), (90, 20, 0.05), (3, 3, 0.0), (0, 4, 0.5)]

    def arguments(shape, *x, dtype="f8"):
        data, indices, indptr = sparse(r, *shape, dtype=dtype)
        return data, Index(indices, shape[1]), indptr, r.float(shape[1], *x, dtype=dtype)

    case(
        "matvec",
        "<M, N, Z>(data: [f64; Z], indices: [index<N>; Z], indptr: [i64; M + 1], x: [f64; N]) -> [f64; M] {\n"
        "    csr_matvec(data, indices, indptr, x)\n}",
        product,
        *[arguments(s) for s in shapes],
        Call(np.ones(2), Index([0, 0], 1), np.array([0, 2, 1]), np.ones(1), error="`indptr` of `csr_matvec` decreases, at position 1"),
        Call(np.ones(2), Index([0, 0], 1), np.array([0, 3]), np.ones(1), error="outside of 0..=Z, at position 1"),
        Call(np.ones(2), Index([0, 0], 1), np.array([-1, 2]), np.ones(1), error="outside of 0..=Z, at position 0"),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "matvec_f32",
        "<M, N, Z>(data: [f32; Z], indices: [i32; Z], indptr: [i32; M + 1], x: [f32; N]) -> [f32; M] {\n"
        "    2.0 * csr_matvec(data, indices, indptr, x) + 1.0\n}",
        lambda d, i, p, x: 2 * product(d, i, p, x) + np.float32(1),
        *[(d, i.values.astype("i4"), p.astype("i4"), x) for d, i, p, x in [arguments(s, dtype="f4") for s in shapes[:4]]],
        Call(np.ones(2, "f4"), np.array([0, 1], "i4"), np.array([0, 2], "i4"), np.ones(1, "f4"), error="out of range"),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "matmul",
        "<M, N, K, Z>(data: [f64; Z], indices: [index<N>; Z], indptr: [i64; M + 1], x: [f64; N, K]) -> [f64; M, K] {\n"
        "    csr_matmul(data, indices, indptr, x)\n}",
        product,
        *[arguments(s, k) for s, k in zip(shapes, [3, 1, 17, 9, 2, 3])], arguments((5, 4, 0.5), 0),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "matmul_columns",
        "<M, N, Z>(data: [f64; Z], indices: [index<N>; Z], indptr: [i64; M + 1], x: [f64; N, 4]) -> [f64; M, 4] {\n"
        "    csr_matmul(data, indices, indptr, x)\n}",
        product,
        *[arguments(s, 4) for s in shapes],
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "integers",
        "<M, N, Z>(data: [i64; Z], indices: [index<N>; Z], indptr: [index<Z + 1>; M + 1], x: [i64; N]) -> [i64; M] {\n"
        "    csr_matvec(data, indices, indptr, x)\n}",
        product,
        (r.int(4), Index([0, 2, 1, 1], 3), Index([0, 2, 2, 4], 5), r.int(3)),
    )  # fmt: skip
    case(
        "power_iteration",
        "<N, Z>(data: [f64; Z], indices: [index<N>; Z], indptr: [i64; N + 1], x: &mut [f64; N]) {\n"
        "    for k in 0..3 {\n        let y = csr_matvec(data, indices, indptr, x);\n        x = y / (1.0 + max(abs(y)));\n    }\n}",
        lambda d, i, p, x: [x := (lambda y: y / (1 + abs(y).max()))(product(d, i, p, x)) for _ in range(3)][-1],
        arguments((50, 50, 0.2)), arguments((1, 1, 1.0)),
        tolerance=64, reduces=True,
    )  # fmt: skip
