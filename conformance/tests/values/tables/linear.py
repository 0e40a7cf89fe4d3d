"""Products of vectors and matrices beyond `@`: dot, tensordot, cross, trace and their kin."""

import numpy as np

from generate import Random


def add(table):
    r = Random("linear")

    def case(name, source, numpy, *calls, tolerance=64):
        table.case(name, source, numpy, *calls, tolerance=tolerance, reduces=True)

    v, w, a, b = r.float(5), r.float(5), r.float(3, 5), r.float(5, 4)

    dots = [
        ("vectors", "<N>(a: [f64; N], b: [f64; N]) -> f64", (v, w), (r.float(0), r.float(0)), (r.float(1), r.float(1))),
        ("matrices", "<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N]", (a, b), (r.float(0, 5), b), (r.float(3, 0), r.float(0, 4))),
        ("matrix_vector", "<M, N>(a: [f64; M, N], b: [f64; N]) -> [f64; M]", (a, v)),
        ("vector_matrix", "<M, N>(a: [f64; M], b: [f64; M, N]) -> [f64; N]", (v, b)),
        ("tensors", "<A, B, K, C, D>(a: [f64; A, B, K], b: [f64; C, K, D]) -> [f64; A, B, C, D]", (r.float(2, 3, 5), r.float(3, 5, 2))),
        ("tensor_vector", "<A, B, K>(a: [f64; A, B, K], b: [f64; K]) -> [f64; A, B]", (r.float(2, 3, 5), v)),
        ("scalars", "(a: f64, b: f64) -> f64", (np.float64(2.5), np.float64(-3.0))),
        ("scalar_matrix", "<M, N>(a: f64, b: [f64; M, N]) -> [f64; M, N]", (np.float64(2.5), a)),
        ("one", "<N>(a: [f64; 1], b: [f64; 1, N]) -> [f64; N]", (r.float(1), r.float(1, 4))),
    ]  # fmt: skip
    for name, signature, *calls in dots:
        case(f"dot_{name}", f"{signature} {{\n    dot(a, b)\n}}", np.dot, *calls)
    case("dot_method", "<M, N>(a: [f64; M, N], b: [f64; N]) -> [f64; M] {\n    a.dot(b)\n}", lambda a, b: a.dot(b), (a, v))
    case("dot_literal", "<N>(a: [f32; N]) -> [f32; N] {\n    dot(a, 2)\n}", lambda a: np.dot(a, np.float32(2)), (v.astype("f4"),))
    for dtype, rust in [("f4", "f32"), ("i4", "i32"), ("i8", "i64"), ("u4", "u32"), ("u8", "u64"), ("?", "bool")]:
        x, y = r.any(dtype, 3, 4), r.any(dtype, 4, 2)
        case(
            f"dtype_{rust}",
            f"<M, K, N>(a: [{rust}; M, K], b: [{rust}; K, N]) -> ([{rust}; M, N], [{rust}; M, M], [{rust}; 24, 8]) {{\n"
            "    let x: [%s; 3, 4] = a[..3, ..4];\n    let y: [%s; 4, 2] = b[..4, ..2];\n"
            "    (dot(a, b), inner(a, a), outer(x.reshape(12), y).reshape(12, 4, 2).reshape(24, 4)"
            ".tensordot(full([%s; 4, 8], 1), axes=1))\n}" % (rust, rust, rust),
            lambda a, b: (
                np.dot(a, b),
                np.inner(a, a),
                np.tensordot(np.outer(a, b).reshape(24, 4), np.ones((4, 8), a.dtype), 1),
            ),
            (x, y),
            tolerance=64 if dtype == "f4" else 0,
        )
    wrap = r.rng.integers(-(2**31), 2**31, (3, 3)).astype("i4")
    case("dot_wraps", "<N>(a: [i32; N, N]) -> [i32; N, N] {\n    dot(a, a)\n}", lambda a: np.dot(a, a), (wrap,), tolerance=0)
    special = np.array([np.inf, -0.0, 1.0, np.nan])
    case(
        "special_values",
        "<N>(a: [f64; N], b: [f64; N]) -> (f64, [f64; N, N], f64) {\n    (dot(a, b), outer(a, b), vecdot(a, b))\n}",
        lambda a, b: (np.dot(a, b), np.outer(a, b), np.vecdot(a, b)),
        (special[:3], np.ones(3)), (special, np.ones(4)), (special[1:2], np.ones(1)), (special[:1], np.zeros(1)),
    )  # fmt: skip

    case("inner_vectors", "<N>(a: [f64; N], b: [f64; N]) -> f64 {\n    inner(a, b)\n}", np.inner, (v, w))
    case("inner_tensors", "<A, B, C, K>(a: [f64; A, B, K], b: [f64; C, K]) -> [f64; A, B, C] {\n    inner(a, b)\n}",
         np.inner, (r.float(2, 3, 4), r.float(5, 4)))  # fmt: skip
    case("inner_scalar", "<N>(a: [f64; N], b: f64) -> [f64; N] {\n    inner(a, b)\n}", np.inner, (v, np.float64(3)))
    case("vdot", "<M, N>(a: [f64; M, N], b: [f64; M, N]) -> f64 {\n    vdot(a, b)\n}", np.vdot, (a, r.float(3, 5)), (r.float(0, 2), r.float(0, 2)))
    case("vdot_shapes", "<M, N>(a: [f64; M, N], b: [f64; N, M]) -> f64 {\n    vdot(a, b)\n}", np.vdot, (a, r.float(5, 3)))
    case("outer", "<M, N>(a: [f64; M], b: [f64; N]) -> [f64; M, N] {\n    linalg.outer(a, b)\n}", np.outer, (v, r.float(3)), (r.float(0), v))
    case("outer_ravels", "<M, N>(a: [f64; M, N], b: f64) -> [f64; M * N, 1] {\n    outer(a, b)\n}", np.outer, (a, np.float64(2)))

    case("vecdot", "<E, N>(a: [f64; E, N], b: [f64; N]) -> [f64; E] {\n    vecdot(a, b)\n}", np.vecdot, (a, v), (r.float(0, 5), v))
    case(
        "vecdot_axis",
        "<D, E>(a: [f64; D, E], b: [f64; D, E]) -> ([f64; E], [f64; D]) {\n    (vecdot(a, b, axis=0), linalg.vecdot(a, b, axis=-1))\n}",
        lambda a, b: (np.vecdot(a, b, axis=0), np.vecdot(a, b, axis=-1)),
        (a, r.float(3, 5)),
    )
    case("vecdot_broadcast", "<E, F, N>(a: [f64; E, 1, N], b: [f64; F, N]) -> [f64; E, F] {\n    vecdot(a, b)\n}",
         np.vecdot, (r.float(3, 1, 4), r.float(2, 4)))  # fmt: skip
    case("matvec", "<E, M, N>(a: [f64; E, M, N], x: [f64; N], y: [f64; E, N]) -> ([f64; E, M], [f64; E, M]) {\n    (matvec(a, x), a.matvec(y))\n}",
         lambda a, x, y: (np.matvec(a, x), np.matvec(a, y)), (r.float(4, 3, 5), v, r.float(4, 5)))  # fmt: skip
    case("vecmat", "<E, M, N>(a: [f64; E, M, N], x: [f64; M], y: [f64; E, M]) -> ([f64; E, N], [f64; E, N]) {\n    (vecmat(x, a), vecmat(y, a))\n}",
         lambda a, x, y: (np.vecmat(x, a), np.vecmat(y, a)), (r.float(4, 3, 5), r.float(3), r.float(4, 3)))  # fmt: skip
    case("matvec_one_matrix", "<E, M, N>(a: [f64; M, N], x: [f64; E, N]) -> [f64; E, M] {\n    matvec(a, x)\n}", np.matvec, (a, r.float(7, 5)))

    x, y = r.float(2, 3, 4), r.float(3, 4, 5)
    shape = "<A, B, C, D>(a: [f64; A, B, C], b: [f64; B, C, D])"
    case("tensordot_two", f"{shape} -> [f64; A, D] {{\n    tensordot(a, b)\n}}", np.tensordot, (x, y))
    case("tensordot_zero", "<M, N>(a: [f64; M], b: [f64; N]) -> [f64; M, N] {\n    tensordot(a, b, axes=0)\n}",
         lambda a, b: np.tensordot(a, b, axes=0), (v, r.float(3)))  # fmt: skip
    case("tensordot_pairs", f"{shape} -> [f64; A, D] {{\n    linalg.tensordot(a, b, axes=([2, 1], [1, 0]))\n}}",
         lambda a, b: np.tensordot(a, b, axes=([2, 1], [1, 0])), (x, y))  # fmt: skip
    case("tensordot_pair", f"{shape} -> [f64; A, B, B, D] {{\n    tensordot(a, b, axes=(-1, 1))\n}}",
         lambda a, b: np.tensordot(a, b, axes=(-1, 1)), (x, y))  # fmt: skip

    case("kron_matrices", "<A, B, C, D>(a: [f64; A, B], b: [f64; C, D]) -> [f64; A * C, B * D] {\n    kron(a, b)\n}", np.kron,
         (r.float(2, 3), r.float(3, 2)), (r.float(1, 1), r.float(2, 2)), (r.float(0, 2), r.float(2, 2)))  # fmt: skip
    case("kron_vectors", "<M, N>(a: [i64; M], b: [i64; N]) -> [i64; M * N] {\n    kron(a, b)\n}", np.kron, (r.int(3), r.int(4)), tolerance=0)
    case("kron_ranks", "<A, B, C>(a: [f64; A], b: [f64; B, C]) -> [f64; B, A * C] {\n    kron(a, b)\n}", np.kron, (r.float(3), r.float(2, 2)))

    case("trace", "<N>(a: [f64; N, N]) -> f64 {\n    trace(a)\n}", np.trace, (r.float(4, 4),), (r.float(1, 1),), (r.float(0, 0),))
    case(
        "trace_offsets",
        "<N>(a: [f64; N, N]) -> (f64, f64, f64) {\n    (a.trace(offset=1), a.trace(offset=-2), a.trace(2))\n}",
        lambda a: (np.trace(a, 1), np.trace(a, -2), np.trace(a, 2)),
        (r.float(5, 5),), (r.float(2, 2),),
    )  # fmt: skip
    case("trace_axes", "<E, N>(a: [f64; N, E, N]) -> [f64; E] {\n    linalg.trace(a, axis1=0, axis2=-1)\n}",
         lambda a: np.trace(a, axis1=0, axis2=-1), (r.float(3, 4, 3),))  # fmt: skip
    case("trace_rectangle", "(a: [f64; 3, 5], b: [f64; 5, 2]) -> (f64, f64, f64, f64) {\n    (trace(a), trace(a, 3), trace(b, -4), trace(b, 7))\n}",
         lambda a, b: (np.trace(a), np.trace(a, 3), np.trace(b, -4), np.trace(b, 7)), (a, r.float(5, 2)))  # fmt: skip
    case("trace_integers", "<N>(a: [i32; N, N], b: [bool; N, N], c: [u32; N, N]) -> (i64, i64, u64) {\n    (trace(a), trace(b), trace(c))\n}",
         lambda a, b, c: (np.trace(a), np.trace(b), np.trace(c)),
         (r.rng.integers(2**30, 2**31, (4, 4)).astype("i4"), r.bool(4, 4), r.int(4, 4, low=0, dtype="u4")), tolerance=0)  # fmt: skip

    case("cross", "(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {\n    cross(a, b)\n}", np.cross, (r.float(3), r.float(3)))
    case("cross_rows", "<E>(a: [f64; E, 3], b: [f64; 3]) -> [f64; E, 3] {\n    linalg.cross(a, b)\n}", np.cross, (r.float(5, 3), r.float(3)), (r.float(0, 3), r.float(3)))
    case("cross_axis", "<E>(a: [f64; 3, E], b: [f64; 3, E]) -> [f64; 3, E] {\n    cross(a, b, axis=0)\n}",
         lambda a, b: np.cross(a, b, axis=0), (r.float(3, 6), r.float(3, 6)))  # fmt: skip
    case("cross_integers", "<E>(a: [i32; E, 3], b: [i32; E, 3]) -> [i32; E, 3] {\n    a.cross(b)\n}", np.cross,
         (r.int(4, 3, dtype="i4"), r.int(4, 3, dtype="i4")), tolerance=0)  # fmt: skip

    powers = [0, 1, 2, 3, 4, 7, 10]
    case(
        "matrix_power",
        "<N>(a: [f64; N, N]) -> (" + ", ".join(["[f64; N, N]"] * len(powers)) + ") {\n    ("
        + ", ".join(f"matrix_power(a, {n})" for n in powers) + ")\n}",
        lambda a: tuple(np.linalg.matrix_power(a, n) for n in powers),
        (r.float(3, 3, low=-1, high=1),), (r.float(1, 1),),
        tolerance=512,
    )  # fmt: skip
    case("matrix_power_batch", "<E, N>(a: [i64; E, N, N]) -> [i64; E, N, N] {\n    linalg.matrix_power(a, 5) + matrix_power(a, 0)\n}",
         lambda a: np.linalg.matrix_power(a, 5) + np.linalg.matrix_power(a, 0), (r.int(4, 2, 2),), tolerance=0)  # fmt: skip
    case("multi_dot", "<N>(a: [f64; 3, 5], b: [f64; 5, 4], c: [f64; 4, 2], d: [f64; 2]) -> ([f64; 3, 2], [f64; 3]) {\n"
         "    (multi_dot([a, b, c]), linalg.multi_dot([a, b, c, d]))\n}".replace("<N>", ""),
         lambda a, b, c, d: (np.linalg.multi_dot([a, b, c]), np.linalg.multi_dot([a, b, c, d])),
         (a, b, r.float(4, 2), r.float(2)))  # fmt: skip
    case("multi_dot_sizes", "<M, N>(x: [f64; M], a: [f64; M, N], y: [f64; N]) -> (f64, [f64; M]) {\n"
         "    (multi_dot([x, a, y]), multi_dot([a, a.T, x]))\n}",
         lambda x, a, y: (np.linalg.multi_dot([x, a, y]), np.linalg.multi_dot([a, a.T, x])), (r.float(3), a, v))  # fmt: skip
    case("of_expressions", "<N>(a: [f64; N, N], x: [f64; N]) -> f64 {\n    let linalg = 2.0 * x;\n    dot(linalg, a.T) @ (x + 1) + linalg.sum()\n}",
         lambda a, x: np.dot(2 * x, a.T) @ (x + 1) + np.sum(2 * x), (r.float(4, 4), r.float(4)))  # fmt: skip
    case("inside_closure", "<E, N>(a: [f64; E, N], b: [f64; E, N]) -> [f64; E] {\n    from_fn(|e: E| dot(a[e], b[e]) + outer(a[e], b[e]).trace())\n}",
         lambda a, b: 2 * np.sum(a * b, axis=1), (r.float(3, 4), r.float(3, 4)))  # fmt: skip

    case("einsum_traces", "<E, N>(a: [f64; E, N, N], b: [f64; N, N]) -> ([f64; E], f64, [f64; N]) {\n"
         '    (einsum("...ii", a), einsum("ii,jj", b, b), einsum("ij,ji->i", b, b))\n}',
         lambda a, b: (np.einsum("...ii", a), np.einsum("ii,jj", b, b), np.einsum("ij,ji->i", b, b)),
         (r.float(3, 4, 4), r.float(4, 4)))  # fmt: skip
    case("einsum_ellipsis", "<E, F, N>(a: [f64; E, F, N, N], x: [f64; F, N]) -> ([f64; E, F, N], [f64; E, F, N], [f64; N, E, F]) {\n"
         '    (einsum("...ij,...j->...i", a, x), einsum("...ij,...j", a, x), einsum("...ii->i...", a))\n}',
         lambda a, x: (np.einsum("...ij,...j->...i", a, x), np.einsum("...ij,...j", a, x), np.einsum("...ii->i...", a)),
         (r.float(2, 3, 4, 4), r.float(3, 4)))  # fmt: skip
