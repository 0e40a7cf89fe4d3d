"""Statements, helpers, constants, updates in place, dimensions, and element-local chains."""

import numpy as np

from generate import Call, Random


def add(table):
    case = table.case
    r = Random("language")
    x, y = r.float(9), r.float(9)

    case(
        "let_chain",
        "<N>(x: [f64; N]) -> [f64; N] {\n    let a = x + 1;\n    let b = a * a;\n    let a = b - x;\n    a / (b + 1)\n}",
        lambda x: ((x + 1) ** 2 - x) / ((x + 1) ** 2 + 1),
        (x,),
        tolerance=8, reduces=True,
    )  # fmt: skip
    case(
        "let_typed",
        "<M, N>(x: [f64; M, N]) -> [f64; N, M] {\n    let y: [f64; N, M] = x.T;\n    let s: f64 = sum(y);\n    y / s\n}",
        lambda x: x.T / x.sum(),
        (r.float(2, 3, low=0.5),),
        tolerance=8,
    )
    case(
        "tuples",
        "<N>(x: [f64; N]) -> ([f64; N], f64) {\n    let (a, b) = (x * 2, sum(x));\n    let (b, a) = (a, b);\n    (b + a, a)\n}",
        lambda x: (x * 2 + x.sum(), x.sum()),
        (x,),
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        "block_expression",
        "<N>(x: [f64; N]) -> [f64; N] {\n    let y = { let a = x * x; a + 1 };\n    y * { 2 }\n}",
        lambda x: (x * x + 1) * 2,
        (x,),
        tolerance=2,
    )
    case(
        "one_tuple",
        "<N>(x: [f64; N]) -> ([f64; N],) {\n    (x + 1,)\n}",
        lambda x: x + 1,
        (x,),
    )
    case(
        "helpers",
        "<N>(x: [f64; N], y: [f64; N]) -> ([f64; N], f64) {\n"
        "    let (m, d) = helpers_mean_and_difference(x, y);\n    (helpers_square(m) - d, helpers_total(d))\n}",
        lambda x, y: (((x + y) / 2) ** 2 - (x - y), (x - y).sum()),
        (x, y),
        tolerance=16, reduces=True,
        before="fn helpers_square<N>(x: [f64; N]) -> [f64; N] { x * x }\n"
        "fn helpers_total<K>(x: [f64; K]) -> f64 { sum(x) }\n"
        "fn helpers_mean_and_difference<N>(a: [f64; N], b: [f64; N]) -> ([f64; N], [f64; N]) {\n"
        "    ((a + b) / 2, a - b)\n}",
    )  # fmt: skip
    case(
        "helper_of_helper",
        "<M, N>(x: [f64; M, N], s: f64) -> [f64; M, N] {\n    helper_shifted(x, s) + helper_shifted(x, 2.0)\n}",
        lambda x, s: (x + s) * s + (x + 2) * 2,
        (r.float(3, 4), np.float64(0.5)),
        tolerance=8, reduces=True,
        before="fn helper_scaled<A, B>(x: [f64; A, B], s: f64) -> [f64; A, B] { x * s }\n"
        "fn helper_shifted<A, B>(x: [f64; A, B], s: f64) -> [f64; A, B] { helper_scaled(x + s, s) }",
    )  # fmt: skip
    case(
        "public_calls_public",
        "<N>(x: [f64; N]) -> [f64; N] {\n    let_chain_twin(x) + 1\n}",
        lambda x: x * 3 + 1,
        (x,),
        tolerance=2, reduces=True,
        before="pub fn let_chain_twin<N>(x: [f64; N]) -> [f64; N] { x * 3 }",
    )  # fmt: skip
    case(
        "constants",
        "<N>(x: [f64; N]) -> ([f64; N], f64, [f64; 3]) {\n"
        "    (CONSTANTS_G * x, CONSTANTS_W[1] * CONSTANTS_M[1, 0], CONSTANTS_W * (CONSTANTS_K as f64))\n}",
        lambda x: (9.81 * x, 0.5 * -2.0, np.array([0.25, 0.5, 0.25]) * 3),
        (x,),
        before="const CONSTANTS_G: f64 = 9.81;\nconst CONSTANTS_K: i64 = 3;\n"
        "const CONSTANTS_W: [f64; 3] = [0.25, 0.5, 0.25];\n"
        "const CONSTANTS_M: [f64; 2, 2] = [[1.0, 2.0], [-2.0, 4.0]];",
    )
    case(
        "for_accumulates",
        "<N>(x: [f64; N]) -> [f64; N] {\n    let mut s = x * 0;\n    for k in 0..4 {\n        s = s + x ** k;\n    }\n    s\n}",
        lambda x: sum(x**k for k in range(4)),
        (x,),
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        "for_indexes_constants",
        "<N>(x: [f64; N]) -> [f64; N] {\n    let mut s = zeros([f64; N]);\n"
        "    for k in 0..3 {\n        s += FOR_C[k] * x;\n    }\n    s\n}",
        lambda x: 0.1 * x + 0.2 * x - 0.7 * x,
        (x,),
        tolerance=8, reduces=True,
        before="const FOR_C: [f64; 3] = [0.1, 0.2, -0.7];",
    )  # fmt: skip
    case(
        "for_nested",
        "(x: [f64; 3]) -> [f64; 3] {\n    let mut s = x;\n    for i in 0..3 {\n        for j in i..3 {\n"
        "            s = s + x[i] * x[j];\n        }\n    }\n    s\n}",
        lambda x: x + sum(x[i] * x[j] for i in range(3) for j in range(i, 3)),
        (r.float(3),),
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        "for_empty",
        "<N>(x: [f64; N]) -> [f64; N] {\n    let mut s = x;\n    for k in 3..3 {\n        s = s * k;\n    }\n    s\n}",
        lambda x: x,
        (x,),
    )

    case(
        "literal_forms",
        "<N>(n: [i64; N], x: [f32; N]) -> ([i64; N], [f32; N], [u32; N], [f64; N]) {\n"
        "    (n + 0x1f + 1_000, x * 1e-3 + 2.5f32, (n * 0) as u32 + 7u32, (n as f64) * 1e2f64)\n}",
        lambda n, x: (n + 0x1F + 1000, x * np.float32(1e-3) + np.float32(2.5), np.full(9, 7, "u4"), n * 1e2),
        (r.int(9), r.float(9, dtype="f4")),
        tolerance=2,
    )
    case(
        "array_fields",
        "<M, N>(x: [f64; M, N]) -> ([f64; N, M], i64, i64, i64) {\n    (x.T, x.size, x.ndim, x.shape[1] - x.shape[0])\n}",
        lambda x: (x.T, np.int64(x.size), np.int64(x.ndim), np.int64(x.shape[1] - x.shape[0])),
        (r.float(3, 5),),
    )
    case(
        "dtype_parameter",
        "<N>(x: [f32; N], y: [f64; N], n: [i32; N]) -> ([f32; N], [f64; N], [i32; N]) {\n"
        "    (generic_affine(x, 0.5), generic_affine(y, 0.1), generic_affine(n, 3))\n}",
        lambda x, y, n: (x * np.float32(0.5) + 1, y * 0.1 + 1, n * 3 + 1),
        (r.float(9, dtype="f4"), r.float(9), r.int(9, dtype="i4")),
        tolerance=2, reduces=True,
        before="fn generic_affine<N, T: f32 | f64 | i32>(x: [T; N], a: T) -> [T; N] { x * a + 1 }",
    )  # fmt: skip
    case(
        "constant_index_array",
        "<N>(x: [f64; N]) -> ([f64; 3], i64) {\n    (x[ORDER], sum(ORDER))\n}",
        lambda x: (x[[2, 0, -1]], np.int64(1)),
        (x,), (r.float(3),), Call(r.float(2), error="range"),
        before="const ORDER: [i64; 3] = [2, 0, -1];",
    )  # fmt: skip
    case(
        "constant_expressions",
        "<N>(x: [f64; N]) -> [f64; N] {\n    x * WAVE_SPEED ** 2 / TWO_PI\n}",
        lambda x: x * 1.5**2 / (2 * np.pi),
        (x,),
        tolerance=4,
        before=f"const PI: f64 = {np.pi!r};\nconst TWO_PI: f64 = 2 * PI;\nconst WAVE_SPEED: f64 = 3.0 / 2.0;",
    )
    case(
        "shadowing_and_blocks",
        "<N>(x: [f64; N], y: [f64; N]) -> [f64; N] {\n    let x = { let y = x + 1; y * y };\n    x + y\n}",
        lambda x, y: (x + 1) ** 2 + y,
        (x, y),
        tolerance=4, reduces=True,
    )  # fmt: skip
    case(
        "unused_parameters",
        "<N>(x: [f64; N], unused: [i32; N], s: f64) -> [f64; N] {\n    x + 1\n}",
        lambda x, unused, s: x + 1,
        (x, r.int(9, dtype="i4"), np.float64(2)),
    )
    case(
        "common_subexpressions",
        "<N>(x: [f64; N]) -> ([f64; N], [f64; N], f64) {\n"
        "    (exp(x) / (1 + exp(x)), 1 / (1 + exp(x)), sum(exp(x)) + sum(exp(x)))\n}",
        lambda x: (np.exp(x) / (1 + np.exp(x)), 1 / (1 + np.exp(x)), 2 * np.exp(x).sum()),
        (x,),
        tolerance=16,
    )

    # Updates in place.
    case(
        "update",
        "<N>(u: &mut [f64; N], r: [f64; N], dt: f64) {\n    u += dt * r;\n}",
        lambda u, r, dt: u + dt * r,
        (x, y, np.float64(0.1)), (np.zeros(0), np.zeros(0), np.float64(0.1)),
        tolerance=4, reduces=True,
    )  # fmt: skip
    case(
        "update_operators",
        "<N>(a: &mut [f64; N], b: &mut [i64; N], c: &mut [bool; N]) {\n"
        "    a -= 1;\n    a *= 2;\n    a /= 3;\n    b += 5;\n    b %= 4;\n    b <<= 2;\n    c &= b > 4;\n    c ^= true;\n}",
        lambda a, b, c: ((a - 1) * 2 / 3, (b2 := (b + 5) % 4 << 2), (c & (b2 > 4)) ^ True),
        (x, r.int(9), r.bool(9)),
        tolerance=2,
    )
    case(
        "update_and_results",
        "<N>(u: &mut [f64; N], v: [f64; N]) -> (f64, [f64; N]) {\n    let old = u * 1;\n    u = u + v;\n    (sum(u), old - u)\n}",
        lambda u, v: ((u + v).sum(), u - (u + v), u + v),
        (x, y),
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        "update_gathers_itself",
        "<N>(u: &mut [f64; N], i: [index<N>; N]) {\n    u = u[i] - u;\n}",
        lambda u, i: u[i] - u,
        (x, r.index(9, bound=9)),
    )
    case(
        "update_shifts_itself",
        "<N>(u: &mut [f64; N]) {\n    u = concatenate((u[1..], u[..1]));\n}",
        lambda u: np.roll(u, -1),
        (x,), (r.float(2),),
    )  # fmt: skip
    case(
        "update_reverses",
        "<M, N>(u: &mut [f32; M, N], v: &mut [f32; M, N]) {\n    let t = u * 1;\n    u = v[..;-1];\n    v = t[.., ..;-1];\n}",
        lambda u, v: (v[::-1], u[:, ::-1]),
        (r.float(3, 4, dtype="f4"), r.float(3, 4, dtype="f4")),
    )
    case(
        "update_swaps",
        "<N>(u: &mut [f64; N], v: &mut [f64; N]) {\n    let t = u;\n    u = v;\n    v = t;\n}",
        lambda u, v: (v, u),
        (x, y), (r.float(1), r.float(1)),
    )  # fmt: skip
    case(
        "update_twice",
        "<N>(u: &mut [f64; N], i: [index<N>; N]) -> [f64; N] {\n    u = u + u[i];\n    let w = u[i];\n    u = u + w;\n    w\n}",
        lambda u, i: ((v := u + u[i])[i], v + v[i]),
        (x, r.index(9, bound=9)),
        tolerance=4, reduces=True,
    )  # fmt: skip
    case(
        "update_scaled_by_own_sum",
        "<N>(u: &mut [f64; N]) -> f64 {\n    let total = sum(u);\n    u /= total;\n    total\n}",
        lambda u: (u.sum(), u / u.sum()),
        (r.float(9, low=0.5),),
        tolerance=16,
    )
    case(
        "update_matrix_product",
        "<M, N>(u: &mut [f64; M, N], a: [f64; M, M]) {\n    u = a @ u;\n}",
        lambda u, a: a @ u,
        (r.float(3, 4), r.float(3, 3)),
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        "update_unused",
        "<N>(u: &mut [f64; N], v: [f64; N]) -> f64 {\n    sum(u * v)\n}",
        lambda u, v: ((u * v).sum(), u),
        (x, y),
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        "update_in_loop",
        "<N>(u: &mut [f64; N], k: &mut [f64; N], dt: f64) {\n    for s in 0..5 {\n"
        "        k = LSRK_A[s] * k - dt * u;\n        u += LSRK_B[s] * k;\n    }\n}",
        lambda u, k, dt: lsrk(u, k, dt),
        (x, np.zeros(9), np.float64(0.1)),
        tolerance=32, reduces=True,
        before=f"const LSRK_A: [f64; 5] = {LSRK_A};\nconst LSRK_B: [f64; 5] = {LSRK_B};",
    )  # fmt: skip
    case(
        "update_broadcasts",
        "<M, N>(u: &mut [f64; M, N], v: [f64; N]) {\n    u = v;\n    u += 1;\n}",
        lambda u, v: np.broadcast_to(v, u.shape) + 1,
        (r.float(3, 4), r.float(4)),
    )
    case(
        "update_by_helper",
        "<N>(u: &mut [f64; N], v: [f64; N]) {\n    helper_axpy(u, v, 0.5);\n    helper_axpy(u, u * v, -1.0);\n}",
        lambda u, v: (u + 0.5 * v) - (u + 0.5 * v) * v,
        (x, y),
        tolerance=8, reduces=True,
        before="fn helper_axpy<N>(y: &mut [f64; N], x: [f64; N], a: f64) {\n    y += a * x;\n}",
    )  # fmt: skip
    case(
        "update_integers",
        "<N>(n: &mut [i32; N], k: [index<N>; N]) -> i64 {\n    n += 1;\n    n = n[k] * 2;\n    sum(n)\n}",
        lambda n, k: ((m := (n + 1)[k] * 2).sum(), m),
        (r.int(9, dtype="i4"), r.index(9, bound=9)),
    )

    # Dimensions.
    case(
        "pinned",
        "<E, N>(d: [f64; N, N], u: [f64; E, N]) -> [f64; E, N]\n"
        "where N: 3 | 4 | _,\n{\n    einsum(\"ij,ej->ei\", d, u)\n}",
        lambda d, u: u @ d.T,
        *[(r.float(n, n), r.float(e, n)) for n, e in [(3, 5), (4, 7), (5, 2), (4, 0), (1, 3)]],
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        "pinned_only",
        "<E, N>(u: [f64; E, N]) -> [f64; E]\nwhere N: 2 | 3,\n{\n    sum(u * u, axis=1)\n}",
        lambda u: (u * u).sum(1),
        (r.float(5, 2),), (r.float(4, 3),), Call(r.float(4, 4), error="no variant"),
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        "pinned_pairs",
        "<E, N, M>(a: [f64; M, N], u: [f64; E, N]) -> [f64; E, M]\n"
        "where (N, M): (3, 2) | (4, 6) | _,\n{\n    einsum(\"mn,en->em\", a, u)\n}",
        lambda a, u: u @ a.T,
        *[(r.float(m, n), r.float(5, n)) for n, m in [(3, 2), (4, 6), (3, 6), (1, 1)]],
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        "literal_dimension",
        "<E>(g: [f64; 3, 3, E]) -> [f64; E] {\n"
        "    g[0, 0] * (g[1, 1] * g[2, 2] - g[1, 2] * g[2, 1])\n"
        "        - g[0, 1] * (g[1, 0] * g[2, 2] - g[1, 2] * g[2, 0])\n"
        "        + g[0, 2] * (g[1, 0] * g[2, 1] - g[1, 1] * g[2, 0])\n}",
        lambda g: np.linalg.det(g.transpose(2, 0, 1)),
        (r.float(3, 3, 7),),
        tolerance=64, reduces=True,
    )  # fmt: skip
    case(
        "arithmetic_dimensions",
        "<N>(x: [f64; 2 * N + 1], y: [f64; N]) -> ([f64; N + 1], [f64; 3 * N + 1]) {\n"
        "    (x[..N + 1], concatenate((x, y)))\n}",
        lambda x, y: (x[: len(y) + 1], np.concatenate((x, y))),
        (r.float(9), r.float(4)), (r.float(3), r.float(1)), Call(r.float(9), r.float(3), error="has shape"),
    )  # fmt: skip
    case(
        "derived_dimension",
        "<N>(x: [f64; 3 * N + 2]) -> [f64; N + N] {\n    x[..2 * N] + N\n}",
        lambda x: x[: 2 * (len(x) - 2) // 3] + (len(x) - 2) // 3,
        (r.float(8),), (r.float(2),), Call(r.float(9), error="N"),
    )  # fmt: skip
    case(
        "explicit_dimension",
        "<N, K>(x: [f64; N]) -> ([f64; K, N], [i64; K]) {\n    (broadcast_to(x, (K, N)), from_fn(|k: K| k * N))\n}",
        lambda x, K: (np.broadcast_to(x, (K, len(x))), np.arange(K) * len(x)),
        Call(r.float(3), dims={"K": 4}), Call(r.float(3), dims={"K": 0}), Call(r.float(0), dims={"K": 2}),
    )  # fmt: skip
    case(
        "dimension_in_body",
        "<E, N>(u: [f64; E, N]) -> f64 {\n    sum(u) / (E * N) + N ** 2 - floor_div(E, 2)\n}",
        lambda u: u.mean() + u.shape[1] ** 2 - u.shape[0] // 2,
        (r.float(3, 4),),
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        "same_dimension_twice",
        "<N>(a: [f64; N, N], x: [f64; N]) -> [f64; N] {\n    (a - a.T) @ x\n}",
        lambda a, x: (a - a.T) @ x,
        (r.float(4, 4), r.float(4)), Call(r.float(4, 3), r.float(4), error="has shape"),
        tolerance=16, reduces=True,
    )  # fmt: skip

    # Element-local chains: what a DG operator consists of.
    n, f = 4, 3
    for pin in ["", "\nwhere (N, K): (4, 3) | _,\n"]:
        name = "pinned" if pin else "generic"
        case(
            f"dg_gradient_{name}",
            f"<E, N, K>(d: [f64; 3, N, N], g: [f64; 3, 3, E], u: [f64; E, N], k: [f64; K]) -> [f64; 3, E, N]{pin or ' '}{{\n"
            "    let r = einsum(\"rij,ej->rei\", d, u);\n    einsum(\"xre,rei->xei\", g, r) * sum(k)\n}",
            lambda d, g, u, k: np.einsum("xre,rij,ej->xei", g, d, u) * k.sum(),
            (r.float(3, n, n), r.float(3, 3, 7), r.float(7, n), r.float(f)),
            (r.float(3, n, n), r.float(3, 3, 0), r.float(0, n), r.float(f)),
            tolerance=64, reduces=True,
        )  # fmt: skip
        case(
            f"dg_advection_{name}",
            f"<E, N, K>(d: [f64; 3, N, N], lift: [f64; N, 4 * K], rx: [f64; 3, E], normal: [f64; 4, E], scale: [f64; 4, E],\n"
            "    minus: [index<E * N>; E, 4, K], plus: [index<E * N>; E, 4, K], u: [f64; E, N]) -> [f64; E, N]"
            f"{pin or ' '}{{\n"
            "    let volume = einsum(\"re,rij,ej->ei\", rx, d, u);\n"
            "    let flat = u.reshape(E * N);\n"
            "    let jump = flat[plus] - flat[minus];\n"
            "    let a = normal.T[.., .., newaxis];\n"
            "    let flux = 0.5 * (a - abs(a)) * jump * scale.T[.., .., newaxis];\n"
            "    einsum(\"ij,ej->ei\", lift, flux.reshape(E, 4 * K)) - volume\n}",
            advection,
            (r.float(3, n, n), r.float(n, 4 * f), r.float(3, 6), r.float(4, 6), r.float(4, 6),
             r.index(6, 4, f, bound=6 * n), r.index(6, 4, f, bound=6 * n), r.float(6, n)),
            tolerance=64, reduces=True,
        )  # fmt: skip
    case(
        "dg_step",
        "<E, N>(d: [f64; N, N], neighbour: [index<E>; E], u: &mut [f64; E, N], k: &mut [f64; E, N], dt: f64) {\n"
        "    for s in 0..5 {\n"
        "        let right = u[neighbour, 0];\n"
        "        let jump = right - u[.., -1];\n"
        "        let rhs = einsum(\"ij,ej->ei\", d, u) + jump[.., newaxis] * d[.., 0];\n"
        "        k = STEP_A[s] * k + dt * rhs;\n"
        "        u += STEP_B[s] * k;\n"
        "    }\n}",
        step,
        (r.float(4, 4, low=-0.5, high=0.5), r.index(6, bound=6), r.float(6, 4), np.zeros((6, 4)), np.float64(0.1)),
        tolerance=256, reduces=True,
        before=f"const STEP_A: [f64; 5] = {LSRK_A};\nconst STEP_B: [f64; 5] = {LSRK_B};",
    )  # fmt: skip
    case(
        "dg_wave_like",
        "<E, N>(d: [f64; 2, N, N], g: [f64; 2, 2, E], p: [f64; E, N], v: [f64; 2, E, N], m: [index<E>; E])\n"
        "    -> ([f64; E, N], [f64; 2, E, N])\nwhere N: 3 | _,\n{\n"
        "    let gp = einsum(\"xre,rij,ej->xei\", g, d, p);\n"
        "    let dv = einsum(\"xre,rij,xej->ei\", g, d, v);\n"
        "    let q = where(isnan(p[m]), -p, p[m]) - p;\n"
        "    (dv + 0.5 * q, gp - 0.25 * q[newaxis])\n}",
        wave_like,
        (r.float(2, 3, 3), r.float(2, 2, 5), with_nans(r.float(5, 3)), r.float(2, 5, 3), r.index(5, bound=5)),
        (r.float(2, 2, 2), r.float(2, 2, 5), r.float(5, 2), r.float(2, 5, 2), r.index(5, bound=5)),
        tolerance=64, reduces=True,
    )  # fmt: skip


LSRK_A = [0.0, -0.4178904745, -1.1921516946, -1.6977846925, -1.5141834443]
LSRK_B = [0.1496590219993, 0.3792103129999, 0.8229550293869, 0.6994504559488, 0.1530572479681]


def lsrk(u, k, dt):
    for a, b in zip(LSRK_A, LSRK_B):
        k = a * k - dt * u
        u = u + b * k
    return u, k


def advection(d, lift, rx, normal, scale, minus, plus, u):
    volume = np.einsum("re,rij,ej->ei", rx, d, u)
    jump = u.ravel()[plus] - u.ravel()[minus]
    a = normal.T[:, :, None]
    flux = 0.5 * (a - np.abs(a)) * jump * scale.T[:, :, None]
    return flux.reshape(len(u), -1) @ lift.T - volume


def step(d, neighbour, u, k, dt):
    for a, b in zip(LSRK_A, LSRK_B):
        jump = u[neighbour, 0] - u[:, -1]
        rhs = u @ d.T + jump[:, None] * d[:, 0]
        k = a * k + dt * rhs
        u = u + b * k
    return u, k


def with_nans(x):
    x[1, 0] = np.nan
    return x


def wave_like(d, g, p, v, m):
    gp = np.einsum("xre,rij,ej->xei", g, d, p)
    dv = np.einsum("xre,rij,xej->ei", g, d, v)
    q = np.where(np.isnan(p[m]), -p, p[m]) - p
    return dv + 0.5 * q, gp - 0.25 * q[None]
