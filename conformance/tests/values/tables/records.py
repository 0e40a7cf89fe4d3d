"""Records: as parameters and results, in each other, updated in place, in helpers and loops."""

import numpy as np

from generate import Call, Random


def add(table):
    case = table.case
    r = Random("records")
    x, y, z = r.float(3, 4), r.float(3, 4), r.float(2, 3, 4)

    case(
        "parameters",
        "<E, N>(q: ParametersState, dt: f64, k: ParametersState<E, N>) -> [f64; E, N] {\n"
        "    let ParametersState { rho, .. } = k;\n    (q.rho + dt * rho) * sum(q.momentum * k.momentum, axis=0)\n}",
        lambda a, b, dt, c, d: (a + dt * c) * (b * d).sum(axis=0),
        (x, z, np.float64(0.5), y, z + 1),
        Call(x, z, np.float64(0.5), y, r.float(2, 3, 5), error="`k.momentum"),
        tolerance=8, reduces=True,
        before="pub struct ParametersState<E, N> { rho: [f64; E, N], momentum: [f64; 2, E, N] }",
    )  # fmt: skip
    case(
        "results",
        "<E, N>(x: [f64; E, N]) -> ([f64; E], ResultsBoth, f64) {\n"
        "    (x[.., 0], ResultsBoth { last: x[.., -1], sums: ResultsSums { rows: sum(x, axis=1), all: sum(x) } }, 2.0)\n}",
        lambda x: (x[:, 0], x[:, -1], x.sum(axis=1), x.sum(), np.float64(2)),
        (x,),
        tolerance=8, reduces=True,
        before="pub struct ResultsSums<E> { rows: [f64; E], all: f64 }\n"
        "pub struct ResultsBoth<E> { last: [f64; E], sums: ResultsSums }",
    )  # fmt: skip
    case(
        "in_place",
        "<E, N>(q: &mut InPlaceState, k: InPlaceState, dt: f64) -> [f64; E] {\n"
        "    let old = q;\n    q.rho += dt * k.rho;\n    q.momentum[1, .., 0] = 0;\n"
        "    q = InPlaceState { rho: q.rho * 2, ..q };\n    sum(old.rho, axis=1)\n}",
        lambda a, b, c, d, dt: (a.sum(axis=1), (a + dt * c) * 2, zeroed(b)),
        (x, z, y, z, np.float64(0.25)),
        tolerance=8, reduces=True,
        before="pub struct InPlaceState<E, N> { rho: [f64; E, N], momentum: [f64; 2, E, N] }",
    )  # fmt: skip
    case(
        "nested",
        "<E, N, F>(u: [f64; E, N], space: NestedSpace<E, N, F>) -> [f64; E, F] {\n"
        "    let NestedSpace { faces, scale } = space;\n    nested_traces(u, faces) * scale[.., newaxis]\n}",
        lambda u, at, w, s: u.reshape(-1)[at] * w * s[:, None],
        (x, r.index(3, 2, bound=12), r.float(3, 2), r.float(3)),
        tolerance=2,
        before="pub struct NestedFaces<E, N, F> { at: [index<E * N>; E, F], weight: [f64; E, F] }\n"
        "pub struct NestedSpace<A, B, C> { faces: NestedFaces<A, B, C>, scale: [f64; A] }\n"
        "fn nested_traces<E, N, F>(u: [f64; E, N], faces: NestedFaces) -> [f64; E, F] {\n"
        "    u.ravel()[faces.at] * faces.weight\n}",
    )
    case(
        "helpers",
        "<N>(q: HelpersPair) -> HelpersPair {\n"
        "    let mut p = q;\n    for k in 0..3 {\n        helpers_step(p, k);\n        p.a += 1;\n    }\n    helpers_swapped(p)\n}",
        lambda a, b: helpers(a, b),
        (r.float(5), r.float(5)),
        tolerance=32, reduces=True,
        before="pub struct HelpersPair<N> { a: [f64; N], b: [f64; N] }\n"
        "fn helpers_step<N>(p: &mut HelpersPair, k: f64) {\n"
        "    let old = p.a;\n    p.a = p.b * k;\n    p.b = old + p.a;\n}\n"
        "fn helpers_swapped<N>(p: HelpersPair) -> HelpersPair { HelpersPair { a: p.b, b: p.a } }",
    )  # fmt: skip
    case(
        "dtypes",
        "<N>(m: DtypesMixed<N, f32>) -> (DtypesMixed<N, f32>, [f64; N]) {\n"
        "    let DtypesMixed { flag, z: w, h, x, k } = m;\n"
        "    (DtypesMixed { x: where(flag, x, -x) * 2, flag: !flag, z: w * 1j, h: h + 1, k: k + 1 }, where(m.flag, real(m.z), 0) + (k as f64))\n}",
        lambda f, w, h, x, k: (
            ~f, w * 1j, h + np.float16(1), np.where(f, x, -x) * np.float32(2), k + 1, np.where(f, w.real, 0) + k,
        ),
        (r.bool(4), r.float(4) + 1j * r.float(4), r.float(4, dtype="f2"), r.float(4, dtype="f4"), np.int64(7)),
        tolerance=2,
        before="pub struct DtypesMixed<N, T: f32 | f64> { flag: [bool; N], z: [c64; N], h: [f16; N], x: [T; N], k: i64 }",
    )  # fmt: skip
    case(
        "sizes",
        "<K>(p: SizesPair<2 * K, K>, n: SizesCount<K>) -> [f64; 2 * K] {\n    p.long * p.short[0] + n.count[0] + K\n}",
        lambda a, b, n: a * b[0] + n[0] + 3,
        (r.float(6), r.float(4), r.float(3)),
        Call(r.float(5), r.float(4), r.float(3), error="`p.long"),
        tolerance=4, reduces=True,
        before="pub struct SizesPair<M, N> { long: [f64; M], short: [f64; N + 1] }\npub struct SizesCount<N> { count: [f64; N] }",
    )  # fmt: skip
    case(
        "functions",
        "<E>(l: FunctionsState, r: FunctionsState) -> ([f64; E], [f64; E], [f64; E], [f64; E]) {\n"
        "    let mut q = l.a;\n    functions_apply(q, functions_double);\n"
        "    (functions_flux(l, r, functions_left), functions_flux(l, r, f=functions_mean), functions_pair(l.a, r.a, maximum), q)\n}",
        lambda a, b, c, d: (a + 2 * c + 1, (a * b + c * d) * 1.5 + 1, np.maximum(a, c), a * 4),
        (r.float(5), r.float(5), r.float(5), r.float(5)),
        tolerance=8, reduces=True,
        before="pub struct FunctionsState<E> { a: [f64; E], b: [f64; E] }\n"
        "fn functions_flux<E>(l: FunctionsState, r: FunctionsState, f: fn(left, right)) -> [f64; E] {\n"
        "    functions_twice(l, r, f) + 1\n}\n"
        "fn functions_twice<E>(l: FunctionsState, r: FunctionsState, g: fn(_, _)) -> [f64; E] { g(l, r) + g(r, l) * 2 }\n"
        "fn functions_left<E>(l: FunctionsState, r: FunctionsState) -> [f64; E] { l.a + 0 * r.a }\n"
        "fn functions_mean<E>(l: FunctionsState, r: FunctionsState) -> [f64; E] { (l.a * l.b + r.a * r.b) / 2 }\n"
        "fn functions_pair<E>(x: [f64; E], y: [f64; E], f: fn(x, y)) -> [f64; E] { let g = f; g(x, y) }\n"
        "fn functions_double<E>(x: &mut [f64; E]) { x *= 2; }\n"
        "fn functions_apply<E>(x: &mut [f64; E], f: fn(x)) { f(x); f(x); }",
    )  # fmt: skip
    case(
        "closures",
        "<E, N>(q: ClosuresState<E, N>) -> [f64; E, E] {\n    from_fn(|i: E, j: E| sum(|k: N| q.a[i, k] * q.b[j, k]) * q.s)\n}",
        lambda a, b, s: a @ b.T * s,
        (x, y, np.float64(1.5)),
        tolerance=16, reduces=True,
        before="pub struct ClosuresState<E, N> { a: [f64; E, N], b: [f64; E, N], s: f64 }",
    )  # fmt: skip


def zeroed(b):
    b[1, :, 0] = 0
    return b


def helpers(a, b):
    for k in range(3):
        old = a
        a = b * k
        b = old + a
        a = a + 1
    return b, a
