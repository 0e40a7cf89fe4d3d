"""inv, det, slogdet, solve, cholesky and singular values of matrices of any size against LAPACK, within the condition's
reach."""

import numpy as np

from generate import Call, Random


def add(table):
    r = Random("matrices")

    def condition(*calls):
        """The largest condition number of the matrices that are the first arguments."""
        numbers = [1.0]
        for first, *_ in calls:
            if first.size and first.ndim >= 2:
                c = np.linalg.cond(first.astype("f8"))
                numbers.append(np.max(c[np.isfinite(c)], initial=1.0))
        return float(max(numbers))

    def case(name, source, numpy, *calls, limit=1e5):
        c = condition(*[call.args if isinstance(call, Call) else call for call in calls])
        assert c < limit, (name, c)
        table.case(name, source, numpy, *calls, tolerance=16 * c, reduces=True)

    def regular(*shape):
        """Random matrices, but for those that are nearly singular."""
        while True:
            a = r.float(*shape)
            if a.size == 0 or np.max(np.linalg.cond(a)) < 1000:
                return a

    sizes = [0, 1, 2, 7, 8, 9, 16, 33, 64, 65, 100]
    single = [regular(n, n) for n in sizes]
    # Rows in an order that needs a swap in each step, and one with cycles.
    single.append(np.roll(np.eye(17), 5, axis=1) + 0.01 * r.float(17, 17))
    single.append(r.rng.permutation(np.eye(70)) * 3)
    right = [(a, r.float(len(a)), r.float(len(a), 2)) for a in single]
    case("solve", "<N>(a: [f64; N, N], b: [f64; N], c: [f64; N, 2]) -> ([f64; N], [f64; N, 2], [f64; N]) {\n    (solve(a, b), solve(a, c), linalg.inv(a) @ b)\n}",
         lambda a, b, c: (np.linalg.solve(a, b), np.linalg.solve(a, c), np.linalg.solve(a, b)), *right)  # fmt: skip
    small = [(a,) for a in single if len(a) < 34]
    case("inv", "<N>(a: [f64; N, N]) -> [f64; N, N] {\n    inv(a)\n}", np.linalg.inv, *small)
    case("det", "<N>(a: [f64; N, N]) -> f64 {\n    det(a)\n}", np.linalg.det, *small)
    case("slogdet", "<N>(a: [f64; N, N]) -> (f64, f64, f64) {\n    let (s, l) = slogdet(a);\n    (s, l, det(a) / exp(l))\n}",
         lambda a: (*(found := np.linalg.slogdet(a)), found[0]), *[(a,) for a in single if len(a) in (0, 1, 9, 33, 65, 70)])  # fmt: skip
    # Only one triangle counts.
    case("cholesky", "<N>(a: [f64; N, N]) -> ([f64; N, N], [f64; N, N]) {\n    (cholesky(a + 15.0 * eye(N)), cholesky(a + 15.0 * eye(N), upper=true))\n}",
         lambda a: (np.linalg.cholesky(a + 15 * np.eye(len(a))), np.linalg.cholesky(a + 15 * np.eye(len(a)), upper=True)),
         *[call for call in small if len(call[0]) < 20])  # fmt: skip
    case("cholesky_times", "<N>(a: [f64; N, N], b: [f64; N]) -> [f64; N] {\n    cholesky(a + 30.0 * eye(N)) @ b\n}",
         lambda a, b: np.linalg.cholesky(a + 30 * np.eye(len(a))) @ b, *[(a, b) for a, b, _ in right if len(b) in (0, 9, 65, 100)])  # fmt: skip

    for n, batches in [(0, (0, 3)), (9, (0, 1, 3)), (20, (2,))]:
        many = f"[f64; E, {n}, {n}]"
        arrays = [regular(e, n, n) for e in batches]
        case(f"literal_{n}", f"<E>(a: {many}, b: [f64; E, {n}, 3]) -> ({many}, [f64; E, {n}, 3]) {{\n    (inv(a), solve(a, b))\n}}",
             lambda a, b: (np.linalg.inv(a), np.linalg.solve(a, b)), *[(a, r.float(len(a), n, 3)) for a in arrays])  # fmt: skip
        case(f"literal_det_{n}", f"<E>(a: {many}) -> ([f64; E], [f64; E], [f64; E]) {{\n    let (s, l) = slogdet(a);\n    (det(a) / exp(l), s, l)\n}}",
             lambda a: (np.linalg.slogdet(a)[0], *np.linalg.slogdet(a)), *[(a,) for a in arrays])  # fmt: skip
    case("batches", "<E, F, N>(a: [f64; E, F, N, N]) -> ([f64; E, F, N, N], [f64; E, F]) {\n    (inv(a), a.det())\n}",
         lambda a: (np.linalg.inv(a), np.linalg.det(a)),
         (regular(2, 3, 3, 3),), (regular(1, 2, 10, 10),), (regular(0, 2, 3, 3),), (regular(20, 1, 4, 4),))  # fmt: skip
    case("solve_vector", "<E, N>(a: [f64; E, N, N], b: [f64; N]) -> [f64; E, N] {\n    solve(a, b)\n}", np.linalg.solve,
         (regular(4, 6, 6), r.float(6)), (regular(0, 6, 6), r.float(6)))  # fmt: skip
    case("solve_one_matrix", "<E, F, N, K>(a: [f64; N, N], b: [f64; E, F, N, K]) -> [f64; E, F, N, K] {\n    solve(a, b)\n}", np.linalg.solve,
         (regular(3, 3), r.float(4, 2, 3, 5)), (regular(12, 12), r.float(2, 1, 12, 0)), (regular(12, 12), r.float(2, 3, 12, 1)))  # fmt: skip
    case("solve_broadcast", "<E, F, N, K>(a: [f64; E, 1, N, N], b: [f64; F, N, K]) -> [f64; E, F, N, K] {\n    linalg.solve(a, b)\n}", np.linalg.solve,
         (regular(3, 1, 2, 2), r.float(4, 2, 3)), (regular(2, 1, 11, 11), r.float(3, 11, 2)))  # fmt: skip
    f32 = [(regular(2, n, n).astype("f4"), r.float(2, n, 1).astype("f4")) for n in (5, 20, 66)]
    case("f32", "<E, N>(a: [f32; E, N, N], b: [f32; E, N, 1]) -> [f32; E, N, 1] {\n    solve(a, b)\n}", np.linalg.solve, *f32)
    case("f32_factors", "<E, N>(a: [f32; E, N, N]) -> ([f32; E, N, N], [f32; E], [f32; E]) {\n    let (s, l) = slogdet(a);\n    (cholesky(a + 20.0 * eye(N, dtype=f32)), s, l)\n}",
         lambda a: (np.linalg.cholesky(a + 20 * np.eye(a.shape[-1], dtype="f4")), *np.linalg.slogdet(a)), (f32[0][0],), (f32[1][0],))  # fmt: skip
    case("integers", "<N>(a: [i32; N, N], b: [i32; N]) -> ([f64; N, N], f64, [f64; N]) {\n    (inv(a), det(a), solve(a, b))\n}",
         lambda a, b: (np.linalg.inv(a), np.linalg.det(a), np.linalg.solve(a, b)),
         (np.array([[0, 1, 2], [3, 4, 5], [6, 7, 9]], "i4"), np.array([1, -2, 3], "i4")))  # fmt: skip
    case("pinned", "<N>(a: [f64; N, N], b: [f64; N]) -> ([f64; N], [f64; N]) where N: 3 | 20 {\n    (solve(a, b), cholesky(a + 15.0 * eye(N)) @ b)\n}",
         lambda a, b: (np.linalg.solve(a, b), np.linalg.cholesky(a + 15 * np.eye(len(a))) @ b), *[(regular(n, n), r.float(n)) for n in (3, 20)])  # fmt: skip
    case("pinned_or_not", "<N>(a: [f64; N, N]) -> [f64; N, N] where N: 3 | _ {\n    inv(a)\n}", np.linalg.inv, *[(regular(n, n),) for n in (3, 4, 12)])
    case("negative_power", "<N>(a: [f64; N, N]) -> [f64; N, N] {\n    matrix_power(a, -2)\n}",
         lambda a: np.linalg.matrix_power(a, -2), (np.eye(10) * 2 + 0.1 * r.float(10, 10),), limit=10)  # fmt: skip
    case("in_place", "<N>(a: &mut [f64; N, N], b: &mut [f64; N]) {\n    b = solve(a, b);\n    a = inv(a);\n}",
         lambda a, b: (np.linalg.inv(a), np.linalg.solve(a, b)), (regular(12, 12), r.float(12)))  # fmt: skip
    case("of_expressions", "<E, N>(x: [f64; N, N, E], w: [f64; N]) -> ([f64; E, N], [f64; E]) {\n"
         "    let j = x.transpose(2, 0, 1) + 8.0 * eye(N);\n    let y = solve(j, w);\n    (y * y, sum(y, axis=1) * det(j / 8))\n}",
         lambda x, w: ((y := np.linalg.solve(j := x.transpose(2, 0, 1) + 8 * np.eye(len(w)), w)) ** 2, y.sum(axis=1) * np.linalg.det(j / 8)),
         (0.2 * r.float(11, 11, 3), r.float(11)))  # fmt: skip

    # Products of pivots that leave the range and come back.
    half = np.repeat([1e20, 1e-20], 17)[:, None]
    case("det_out_of_range", "<N>(a: [f64; N, N]) -> f64 {\n    det(a)\n}", np.linalg.det, (half * regular(34, 34),), (half[::-1] * regular(34, 34),), (np.diag(half[:, 0]),), limit=1e50)
    table.cases[-1].tolerance = 1e5
    case("det_out_of_range_f32", "<N>(a: [f32; N, N]) -> f32 {\n    det(a)\n}", np.linalg.det, (np.diag(np.repeat([1e5, 1e-5], 16)).astype("f4"),), limit=1e12)
    table.cases[-1].tolerance = 1e4
    n = 10
    hilbert = 1.0 / (1 + np.add.outer(np.arange(n), np.arange(n)))
    table.case("residual_of_hilbert", "<N>(a: [f64; N, N], b: [f64; N]) -> [f64; N] {\n    let x = solve(a, b);\n    1.0 + (a @ x - b) / max(abs(x))\n}",
               lambda a, b: np.ones(len(b)), (hilbert, r.float(n)), (np.vander(np.linspace(0, 1, 12)), r.float(12)), tolerance=64)  # fmt: skip

    def singular(n):
        last = np.tril(np.ones((n, n)))
        last[-1] = last[0]
        return np.stack([np.zeros((n, n)), np.ones((n, n)), np.diag(np.arange(float(n))), last])

    table.case("singular_det", "<E, N>(a: [f64; E, N, N]) -> ([f64; E], [f64; E], [f64; E]) {\n    let (s, l) = slogdet(a);\n    (det(a), s, l)\n}",
               lambda a: (np.linalg.det(a), *np.linalg.slogdet(a)), (singular(3),), (singular(20),), (singular(66)[3:],))  # fmt: skip
    table.case("singular_inv", "<E, N>(a: [f64; E, N, N], b: [f64; N]) -> ([bool; E], [bool; E]) {\n"
               "    (isfinite(inv(a)).all(axis=(1, 2)), isfinite(solve(a, b)).all(axis=1))\n}",
               lambda a, b: (np.zeros(len(a), bool),) * 2, (singular(3), r.float(3)), (singular(20), r.float(20)), (singular(66)[3:], r.float(66)))  # fmt: skip
    table.case("indefinite", "<E, N>(a: [f64; E, N, N]) -> [bool; E] {\n    isnan(cholesky(a)).any(axis=(1, 2))\n}", lambda a: np.array([True, False][: len(a)]),
               *[(np.stack([np.diag(np.arange(n) - n + 1.5), np.diag(np.arange(n) + 1.5)]),) for n in (2, 20)], (np.diag(np.arange(66) - 64.5)[None],))  # fmt: skip
    special = np.stack([np.full((9, 9), np.nan), np.diag([np.inf] + [0.0] * 8), np.diag([np.inf] + [1.0] * 8)])
    table.case("special_det", "<E, N>(a: [f64; E, N, N]) -> ([f64; E], [f64; E]) {\n    let (_, l) = slogdet(a);\n    (det(a), l)\n}",
               lambda a: (np.array([np.nan, 0, np.inf]), np.array([np.nan, -np.inf, np.inf])), (special,))  # fmt: skip

    tall, wide = r.float(12, 5), r.float(5, 12)
    thin = np.linalg.qr(r.float(20, 20))[0] @ np.diag(np.logspace(0, -12, 20)) @ np.linalg.qr(r.float(20, 20))[0]
    matrices = [tall, wide, single[4], single[7], thin, np.zeros((3, 4)), np.outer(np.arange(1.0, 7), np.ones(5)), 1e180 * wide, r.float(1, 1), r.float(1, 9)]
    table.case("norms", "<M, N>(a: [f64; M, N]) -> (f64, f64, f64, f64) {\n    (norm(a, 2), norm(a, \"nuc\"), linalg.norm(a, ord=-2), matrix_norm(a, ord=2))\n}",
               lambda a: (np.linalg.norm(a, 2), np.linalg.norm(a, "nuc"), np.linalg.norm(a, -2), np.linalg.matrix_norm(a, ord=2)),
               *[(a,) for a in matrices], tolerance=100, reduces=True)  # fmt: skip
    table.case("nuclear_of_nothing", "<M, N>(a: [f64; M, N]) -> f64 {\n    norm(a, \"nuc\")\n}", lambda a: np.linalg.norm(a, "nuc"),
               (np.zeros((0, 3)),), (np.zeros((3, 0)),))  # fmt: skip
    # Of no magnitudes the largest is 0, and there is no smallest.
    nothing = [(np.zeros(shape),) for shape in ((0, 0), (0, 3), (3, 0), (2, 2))]
    table.case("norms_of_nothing", "<M, N>(a: [f64; M, N]) -> (f64, f64, f64, f64, f64, [f64; M]) {\n"
               "    (norm(a, 2), norm(a, \"nuc\"), norm(a, 1), norm(a, inf), matrix_norm(a, ord=2), norm(a, inf, axis=1))\n}",
               lambda a: (np.linalg.norm(a, 2), np.linalg.norm(a, "nuc"), np.linalg.norm(a, 1), np.linalg.norm(a, np.inf),
                          np.linalg.matrix_norm(a, ord=2), np.linalg.norm(a, np.inf, axis=1)), *nothing)  # fmt: skip
    table.case("least_norms_of_nothing", "<M, N>(a: [f64; M, N]) -> f64 {\n    norm(a, -2)\n}", lambda a: np.linalg.norm(a, -2),
               Call(np.zeros((0, 3)), error="needs at least one element"), Call(np.zeros((3, 0)), error="needs at least one element"))  # fmt: skip
    table.case("infinite_norms_of_nothing", "<N>(x: [f64; N]) -> (f64, f64) {\n    (norm(x, inf), vector_norm(x, ord=inf))\n}",
               lambda x: (np.linalg.norm(x, np.inf), np.linalg.vector_norm(x, ord=np.inf)), (np.zeros(0),), (np.array([2.0, -3.0]),))  # fmt: skip
    table.case("norms_along_axes", "<E, M, N>(a: [f64; M, E, N]) -> ([f64; E], [f64; 1, E, 1], [f64; M], [f64; M, 1, 1]) {\n"
               "    (norm(a, 2, axis=(0, 2)), norm(a, \"nuc\", axis=(2, 0), keepdims=true), matrix_norm(a, ord=\"nuc\"), matrix_norm(a, ord=-2, keepdims=true))\n}",
               lambda a: (np.linalg.norm(a, 2, axis=(0, 2)), np.linalg.norm(a, "nuc", axis=(2, 0), keepdims=True),
                          np.linalg.matrix_norm(a, ord="nuc"), np.linalg.matrix_norm(a, ord=-2, keepdims=True)),
               (r.float(4, 3, 6),), (r.float(9, 2, 10),), tolerance=100, reduces=True)  # fmt: skip
    table.case("norms_f32", "<M, N>(a: [f32; M, N], i: [i64; M, N]) -> (f32, f32, f64) {\n    (norm(a, 2), norm(a, \"nuc\"), norm(i, 2))\n}",
               lambda a, i: (np.linalg.norm(a, 2), np.linalg.norm(a, "nuc"), np.linalg.norm(i.astype("f8"), 2)),
               (r.float(7, 9).astype("f4"), r.int(7, 9)), (r.float(40, 30).astype("f4"), r.int(40, 30)), tolerance=100, reduces=True)  # fmt: skip
    complexes = [r.float(m, n) + 1j * r.float(m, n) for m, n in ((3, 3), (4, 9), (9, 4))]
    table.case("norms_complex", "<M, N>(a: [c64; M, N]) -> (f64, f64, f64, [f64; 2]) {\n    (norm(a, 2), norm(a, \"nuc\"), norm(a, -2), svdvals(a[..2, ..2]))\n}",
               lambda a: (np.linalg.norm(a, 2), np.linalg.norm(a, "nuc"), np.linalg.norm(a, -2), np.linalg.svdvals(a[:2, :2])), *[(a,) for a in complexes],
               tolerance=100, reduces=True)  # fmt: skip
    table.case("svdvals", "<E, N>(a: [f64; E, N, N], b: [f64; N, 2], c: [f64; 2, N]) -> ([f64; E, N], [f64; 2], [f64; 2]) {\n    (svdvals(a), svdvals(b[..2]), linalg.svdvals(c[.., ..2]))\n}",
               lambda a, b, c: (np.linalg.svdvals(a), np.linalg.svdvals(b[:2]), np.linalg.svdvals(c[:, :2])),
               (r.float(3, 6, 6), r.float(6, 2), r.float(2, 6)), tolerance=100, reduces=True)  # fmt: skip
    table.case("svdvals_literal", "<E>(a: [f64; E, 5, 3], b: [f64; 3, 5]) -> ([f64; E, 3], [f64; 3]) {\n    (svdvals(a), svdvals(b))\n}",
               lambda a, b: (np.linalg.svdvals(a), np.linalg.svdvals(b)), (r.float(4, 5, 3), r.float(3, 5)), (r.float(0, 5, 3), r.float(3, 5)),
               tolerance=100, reduces=True)  # fmt: skip
    table.case("svdvals_of_nan", "<N>(a: [f64; N, N]) -> [f64; N] {\n    svdvals(a)\n}", lambda a: np.full(len(a), np.nan),
               (np.where(np.eye(4) > 0, np.nan, 1.0),), (np.where(np.eye(9) > 0, np.inf, 1.0),))  # fmt: skip
