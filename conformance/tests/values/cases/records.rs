// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub struct ParametersState<E, N> { rho: [f64; E, N], momentum: [f64; 2, E, N] }
    pub fn records_parameters<E, N>(q: ParametersState, dt: f64, k: ParametersState<E, N>) -> [f64; E, N] {
        let ParametersState { rho, .. } = k;
        (q.rho + dt * rho) * sum(q.momentum * k.momentum, axis=0)
    }

    pub struct ResultsSums<E> { rows: [f64; E], all: f64 }
    pub struct ResultsBoth<E> { last: [f64; E], sums: ResultsSums }
    pub fn records_results<E, N>(x: [f64; E, N]) -> ([f64; E], ResultsBoth, f64) {
        (x[.., 0], ResultsBoth { last: x[.., -1], sums: ResultsSums { rows: sum(x, axis=1), all: sum(x) } }, 2.0)
    }

    pub struct InPlaceState<E, N> { rho: [f64; E, N], momentum: [f64; 2, E, N] }
    pub fn records_in_place<E, N>(q: &mut InPlaceState, k: InPlaceState, dt: f64) -> [f64; E] {
        let old = q;
        q.rho += dt * k.rho;
        q.momentum[1, .., 0] = 0;
        q = InPlaceState { rho: q.rho * 2, ..q };
        sum(old.rho, axis=1)
    }

    pub struct NestedFaces<E, N, F> { at: [index<E * N>; E, F], weight: [f64; E, F] }
    pub struct NestedSpace<A, B, C> { faces: NestedFaces<A, B, C>, scale: [f64; A] }
    fn nested_traces<E, N, F>(u: [f64; E, N], faces: NestedFaces) -> [f64; E, F] {
        u.ravel()[faces.at] * faces.weight
    }
    pub fn records_nested<E, N, F>(u: [f64; E, N], space: NestedSpace<E, N, F>) -> [f64; E, F] {
        let NestedSpace { faces, scale } = space;
        nested_traces(u, faces) * scale[.., newaxis]
    }

    pub struct HelpersPair<N> { a: [f64; N], b: [f64; N] }
    fn helpers_step<N>(p: &mut HelpersPair, k: f64) {
        let old = p.a;
        p.a = p.b * k;
        p.b = old + p.a;
    }
    fn helpers_swapped<N>(p: HelpersPair) -> HelpersPair { HelpersPair { a: p.b, b: p.a } }
    pub fn records_helpers<N>(q: HelpersPair) -> HelpersPair {
        let mut p = q;
        for k in 0..3 {
            helpers_step(p, k);
            p.a += 1;
        }
        helpers_swapped(p)
    }

    pub struct DtypesMixed<N, T: f32 | f64> { flag: [bool; N], z: [c64; N], h: [f16; N], x: [T; N], k: i64 }
    pub fn records_dtypes<N>(m: DtypesMixed<N, f32>) -> (DtypesMixed<N, f32>, [f64; N]) {
        let DtypesMixed { flag, z: w, h, x, k } = m;
        (DtypesMixed { x: where(flag, x, -x) * 2, flag: !flag, z: w * 1j, h: h + 1, k: k + 1 }, where(m.flag, real(m.z), 0) + (k as f64))
    }

    pub struct SizesPair<M, N> { long: [f64; M], short: [f64; N + 1] }
    pub struct SizesCount<N> { count: [f64; N] }
    pub fn records_sizes<K>(p: SizesPair<2 * K, K>, n: SizesCount<K>) -> [f64; 2 * K] {
        p.long * p.short[0] + n.count[0] + K
    }

    pub struct FunctionsState<E> { a: [f64; E], b: [f64; E] }
    fn functions_flux<E>(l: FunctionsState, r: FunctionsState, f: fn(left, right)) -> [f64; E] {
        functions_twice(l, r, f) + 1
    }
    fn functions_twice<E>(l: FunctionsState, r: FunctionsState, g: fn(_, _)) -> [f64; E] { g(l, r) + g(r, l) * 2 }
    fn functions_left<E>(l: FunctionsState, r: FunctionsState) -> [f64; E] { l.a + 0 * r.a }
    fn functions_mean<E>(l: FunctionsState, r: FunctionsState) -> [f64; E] { (l.a * l.b + r.a * r.b) / 2 }
    fn functions_pair<E>(x: [f64; E], y: [f64; E], f: fn(x, y)) -> [f64; E] { let g = f; g(x, y) }
    fn functions_double<E>(x: &mut [f64; E]) { x *= 2; }
    fn functions_apply<E>(x: &mut [f64; E], f: fn(x)) { f(x); f(x); }
    pub fn records_functions<E>(l: FunctionsState, r: FunctionsState) -> ([f64; E], [f64; E], [f64; E], [f64; E]) {
        let mut q = l.a;
        functions_apply(q, functions_double);
        (functions_flux(l, r, functions_left), functions_flux(l, r, f=functions_mean), functions_pair(l.a, r.a, maximum), q)
    }

    pub struct ClosuresState<E, N> { a: [f64; E, N], b: [f64; E, N], s: f64 }
    pub fn records_closures<E, N>(q: ClosuresState<E, N>) -> [f64; E, E] {
        from_fn(|i: E, j: E| sum(|k: N| q.a[i, k] * q.b[j, k]) * q.s)
    }
}

functions! {
    records_parameters,
    records_results,
    records_in_place,
    records_nested,
    records_helpers,
    records_dtypes,
    records_sizes,
    records_functions,
    records_closures,
}
