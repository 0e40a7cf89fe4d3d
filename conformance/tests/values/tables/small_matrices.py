"""inv, det, slogdet, solve and cholesky of small matrices against LAPACK, within the condition's reach."""

import numpy as np

from generate import Random


def add(table):
    r = Random("small_matrices")

    def condition(*calls):
        """The largest condition number of the matrices that are the first arguments."""
        numbers = [1.0]
        for first, *_ in calls:
            if first.size and first.ndim >= 2:
                c = np.linalg.cond(first.astype("f8"))
                numbers.append(np.max(c[np.isfinite(c)], initial=1.0))
        return float(max(numbers))

    def case(name, source, numpy, *calls, limit=1e5):
        c = condition(*calls)
        assert c < limit, (name, c)
        table.case(name, source, numpy, *calls, tolerance=16 * c, reduces=True)

    def regular(*shape):
        """Random matrices, but for those that are nearly singular."""
        while True:
            a = r.float(*shape)
            if np.max(np.linalg.cond(a), initial=0) < 300:
                return a

    def definite(*shape):
        a = r.float(*shape)
        return a @ np.swapaxes(a, -1, -2) + np.eye(shape[-1])

    sizes = [1, 2, 3, 4, 5, 8]
    for n in sizes:
        single, many = f"[f64; {n}, {n}]", f"[f64; E, {n}, {n}]"
        matrices = regular(5, n, n)
        # Rows in every order: each needs other swaps.
        orders = np.stack([np.roll(np.eye(n), k, axis=1) + 0.01 * r.float(n, n) for k in range(n)])
        case(f"inv_{n}", f"<E>(a: {many}) -> {many} {{\n    inv(a)\n}}", np.linalg.inv, (matrices,), (orders,), (matrices[:0],), (matrices[:1],))
        case(f"det_{n}", f"<E>(a: {many}) -> [f64; E] {{\n    det(a)\n}}", np.linalg.det, (matrices,), (orders,), (matrices[:0],))
        case(f"slogdet_{n}", f"<E>(a: {many}) -> ([f64; E], [f64; E]) {{\n    slogdet(a)\n}}",
             lambda a: tuple(np.linalg.slogdet(a)), (matrices,), (orders,))  # fmt: skip
        case(f"solve_{n}", f"<E>(a: {many}, b: [f64; E, {n}, 2]) -> [f64; E, {n}, 2] {{\n    solve(a, b)\n}}", np.linalg.solve,
             (matrices, r.float(5, n, 2)), (orders, r.float(n, n, 2)))  # fmt: skip
        case(f"cholesky_{n}", f"<E>(a: {many}) -> {many} {{\n    cholesky(a)\n}}", np.linalg.cholesky, (definite(5, n, n),), (matrices[:0],))
        case(f"single_{n}", f"(a: {single}, b: [f64; {n}]) -> ({single}, f64, [f64; {n}]) {{\n    (linalg.inv(a), det(a), solve(a, b))\n}}",
             lambda a, b: (np.linalg.inv(a), np.linalg.det(a), np.linalg.solve(a, b)), (regular(n, n), r.float(n)))  # fmt: skip
    case("batches", "<E, F>(a: [f64; E, F, 3, 3]) -> ([f64; E, F, 3, 3], [f64; E, F]) {\n    (inv(a), a.det())\n}",
         lambda a: (np.linalg.inv(a), np.linalg.det(a)), (regular(2, 3, 3, 3),), (regular(1, 1, 3, 3),))  # fmt: skip
    case("solve_vector", "<E>(a: [f64; E, 3, 3], b: [f64; 3]) -> [f64; E, 3] {\n    solve(a, b)\n}", np.linalg.solve, (regular(4, 3, 3), r.float(3)))
    case("solve_one_matrix", "<E, K>(a: [f64; 3, 3], b: [f64; E, 3, K]) -> [f64; E, 3, K] {\n    solve(a, b)\n}", np.linalg.solve,
         (regular(3, 3), r.float(4, 3, 5)), (regular(3, 3), r.float(2, 3, 0)))  # fmt: skip
    case("solve_broadcast", "<E, F, K>(a: [f64; E, 1, 2, 2], b: [f64; F, 2, K]) -> [f64; E, F, 2, K] {\n    linalg.solve(a, b)\n}", np.linalg.solve,
         (regular(3, 1, 2, 2), r.float(4, 2, 3)))  # fmt: skip
    case("f32", "<E>(a: [f32; E, 3, 3], b: [f32; E, 3, 1]) -> ([f32; E, 3, 3], [f32; E], [f32; E, 3, 1]) {\n    (inv(a), det(a), solve(a, b))\n}",
         lambda a, b: (np.linalg.inv(a), np.linalg.det(a), np.linalg.solve(a, b)),
         (regular(4, 3, 3).astype("f4"), r.float(4, 3, 1).astype("f4")))  # fmt: skip
    case("f32_factors", "<E>(a: [f32; E, 3, 3]) -> ([f32; E, 3, 3], [f32; E], [f32; E]) {\n    let (s, l) = slogdet(a);\n    (cholesky(a), s, l)\n}",
         lambda a: (np.linalg.cholesky(a), *np.linalg.slogdet(a)), (definite(4, 3, 3).astype("f4"),))  # fmt: skip
    integers = np.array([[[2, 1, 0], [1, 3, 1], [0, 1, 4]], [[0, 1, 2], [3, 4, 5], [6, 7, 9]]])
    for rust, dtype in [("i64", "i8"), ("i32", "i4")]:
        case(f"integers_{rust}", f"<E>(a: [{rust}; E, 3, 3], b: [{rust}; 3]) -> ([f64; E, 3, 3], [f64; E], [f64; E, 3]) {{\n    (inv(a), det(a), solve(a, b))\n}}",
             lambda a, b: (np.linalg.inv(a), np.linalg.det(a), np.linalg.solve(a, b)), (integers.astype(dtype), np.array([1, -2, 3], dtype)))  # fmt: skip
    triangle = definite(3, 4, 4)
    case("cholesky_triangles", "<E>(a: [f64; E, 4, 4]) -> ([f64; E, 4, 4], [f64; E, 4, 4], [f64; E, 4, 4]) {\n"
         "    (cholesky(a), cholesky(a, upper=true), linalg.cholesky(a, upper=false))\n}",
         lambda a: (np.linalg.cholesky(a), np.linalg.cholesky(a, upper=True), np.linalg.cholesky(a)),
         (triangle + np.triu(np.ones((4, 4)), 1) * 0.1,))  # fmt: skip

    # Elements of very different sizes: no product of all of them is formed but for the determinant.
    scaled = regular(3, 3, 3) * np.array([1e-150, 1.0, 1e120]).reshape(3, 1, 1)
    case("scales", "<E>(a: [f64; E, 3, 3], b: [f64; 3]) -> ([f64; E, 3], [f64; E]) {\n    let (_, l) = slogdet(a);\n    (solve(a, b) / abs(solve(a, b)).max(axis=1, keepdims=true), l)\n}",
         lambda a, b: ((x := np.linalg.solve(a, b)) / np.abs(x).max(axis=1, keepdims=True), np.linalg.slogdet(a)[1]), (scaled, r.float(3)))  # fmt: skip
    # Thin cells: two singular values are small, where closed forms of 3 x 3 lose twice the digits.
    q, _ = np.linalg.qr(r.float(4, 3, 3))
    thin = q @ (np.array([1.0, 1e-5, 2e-5])[:, None] * np.swapaxes(np.linalg.qr(r.float(4, 3, 3))[0], -1, -2))
    case("thin", "<E>(a: [f64; E, 3, 3]) -> ([f64; E], [f64; E, 3, 3]) {\n    (det(a) * 1e10, inv(a) * 1e-5)\n}",
         lambda a: (np.linalg.det(a) * 1e10, np.linalg.inv(a) * 1e-5), (thin,), limit=1e6)  # fmt: skip
    hilbert = 1.0 / (1 + np.add.outer(np.arange(4), np.arange(4)))
    case("hilbert", "(a: [f64; 4, 4]) -> ([f64; 4, 4], f64, [f64; 4, 4]) {\n    (inv(a), det(a), cholesky(a))\n}",
         lambda a: (np.linalg.inv(a), np.linalg.det(a), np.linalg.cholesky(a)), (hilbert,))  # fmt: skip

    singular = np.stack([np.zeros((3, 3)), np.ones((3, 3)), np.diag([1.0, 0, 2]), np.array([[1.0, 2, 3], [2, 4, 6], [1, 0, 1]])])
    table.case("singular_det", "<E>(a: [f64; E, 3, 3]) -> ([f64; E], [f64; E], [f64; E]) {\n    let (s, l) = slogdet(a);\n    (det(a), s, l)\n}",
         lambda a: (np.linalg.det(a), *np.linalg.slogdet(a)), (singular,))  # fmt: skip
    table.case("singular_inv", "<E>(a: [f64; E, 3, 3], b: [f64; 3]) -> ([bool; E], [bool; E], [bool; E]) {\n"
         "    (isfinite(inv(a)).all(axis=(1, 2)), isfinite(solve(a, b)).all(axis=1), isfinite(cholesky(a)).all(axis=(1, 2)))\n}",
         lambda a, b: (np.zeros(4, bool),) * 3, (singular, r.float(3)))  # fmt: skip
    indefinite = np.stack([np.diag([1.0, -1.0]), -np.eye(2)])
    table.case("indefinite", "<E>(a: [f64; E, 2, 2]) -> [bool; E] {\n    isnan(cholesky(a)).any(axis=(1, 2))\n}", lambda a: np.ones(2, bool), (indefinite,))
    special = np.stack([np.full((2, 2), np.nan), np.diag([np.inf, 0.0])])
    table.case("special_det", "<E>(a: [f64; E, 2, 2]) -> [f64; E] {\n    det(a)\n}", lambda a: np.array([np.nan, 0.0]), (special,))

    pinned = "<E, N>(a: [f64; E, N, N], b: [f64; E, N]) -> ([f64; E, N, N], [f64; E], [f64; E, N], [f64; E, N, N]) where N: 2 | 3 | 4"
    spd = [definite(3, n, n) for n in (2, 3, 4)]
    case("pinned", pinned + " {\n    (inv(a), det(a), einsum(\"eij,ej->ei\", inv(a), b), cholesky(a))\n}",
         lambda a, b: (np.linalg.inv(a), np.linalg.det(a), np.linalg.solve(a, b[..., None])[..., 0], np.linalg.cholesky(a)),
         *[(a, r.float(3, a.shape[1])) for a in spd])  # fmt: skip
    case("pinned_solve", "<E, N, K>(a: [f64; E, N, N], b: [f64; N, K]) -> ([f64; E, N, K], [f64; E]) where N: 2 | 3 {\n"
         "    let (s, l) = slogdet(a);\n    (solve(a, b), s * l)\n}",
         lambda a, b: (np.linalg.solve(a, b), np.prod(np.linalg.slogdet(a), axis=0)), *[(regular(3, n, n), r.float(n, 2)) for n in (2, 3)])  # fmt: skip
    case("pinned_one", "<E, N>(a: [f64; E, N + 1, N + 1]) -> [f64; E] where N: 2 {\n    det(a)\n}", np.linalg.det, (regular(3, 3, 3),))
    case("negative_power", "<E>(a: [f64; E, 3, 3]) -> [f64; E, 3, 3] {\n    matrix_power(a, -2)\n}",
         lambda a: np.linalg.matrix_power(a, -2), (definite(3, 3, 3),), limit=1e3)  # fmt: skip
    table.cases[-1].tolerance **= 2
    case("of_expressions", "<E>(x: [f64; 3, 3, E], w: [f64; 3]) -> ([f64; E], [f64; 3, 3, E]) {\n"
         "    let j = x.transpose(2, 0, 1) + 4.0 * from_fn(|i: 3, k: 3| where(i == k, w[i] ** 2 + 1.0, 0.0));\n"
         "    let g = inv(j);\n    (abs(det(j)) / 6, g.transpose(1, 2, 0) * det(j))\n}",
         lambda x, w: (np.abs(np.linalg.det(j := x.transpose(2, 0, 1) + 4 * np.diag(w**2 + 1))) / 6,
                       np.linalg.inv(j).transpose(1, 2, 0) * np.linalg.det(j)), (r.float(3, 3, 5), r.float(3)))  # fmt: skip
    case("inside_closure", "<E>(a: [f64; E, 2, 2], b: [f64; E, 2]) -> ([f64; E], [f64; E]) {\n"
         "    (from_fn(|e: E| det(a[e]) * 2), from_fn(|e: E| solve(a[e], b[e])[1]))\n}",
         lambda a, b: (2 * np.linalg.det(a), np.linalg.solve(a, b[..., None])[:, 1, 0]), (regular(4, 2, 2), r.float(4, 2)))  # fmt: skip
