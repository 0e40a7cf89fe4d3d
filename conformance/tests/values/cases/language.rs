// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn language_let_chain<N>(x: [f64; N]) -> [f64; N] {
        let a = x + 1;
        let b = a * a;
        let a = b - x;
        a / (b + 1)
    }

    pub fn language_let_typed<M, N>(x: [f64; M, N]) -> [f64; N, M] {
        let y: [f64; N, M] = x.T;
        let s: f64 = sum(y);
        y / s
    }

    pub fn language_tuples<N>(x: [f64; N]) -> ([f64; N], f64) {
        let (a, b) = (x * 2, sum(x));
        let (b, a) = (a, b);
        (b + a, a)
    }

    pub fn language_block_expression<N>(x: [f64; N]) -> [f64; N] {
        let y = { let a = x * x; a + 1 };
        y * { 2 }
    }

    pub fn language_one_tuple<N>(x: [f64; N]) -> ([f64; N],) {
        (x + 1,)
    }

    fn helpers_square<N>(x: [f64; N]) -> [f64; N] { x * x }
    fn helpers_total<K>(x: [f64; K]) -> f64 { sum(x) }
    fn helpers_mean_and_difference<N>(a: [f64; N], b: [f64; N]) -> ([f64; N], [f64; N]) {
        ((a + b) / 2, a - b)
    }
    pub fn language_helpers<N>(x: [f64; N], y: [f64; N]) -> ([f64; N], f64) {
        let (m, d) = helpers_mean_and_difference(x, y);
        (helpers_square(m) - d, helpers_total(d))
    }

    fn helper_scaled<A, B>(x: [f64; A, B], s: f64) -> [f64; A, B] { x * s }
    fn helper_shifted<A, B>(x: [f64; A, B], s: f64) -> [f64; A, B] { helper_scaled(x + s, s) }
    pub fn language_helper_of_helper<M, N>(x: [f64; M, N], s: f64) -> [f64; M, N] {
        helper_shifted(x, s) + helper_shifted(x, 2.0)
    }

    pub fn let_chain_twin<N>(x: [f64; N]) -> [f64; N] { x * 3 }
    pub fn language_public_calls_public<N>(x: [f64; N]) -> [f64; N] {
        let_chain_twin(x) + 1
    }

    const CONSTANTS_G: f64 = 9.81;
    const CONSTANTS_K: i64 = 3;
    const CONSTANTS_W: [f64; 3] = [0.25, 0.5, 0.25];
    const CONSTANTS_M: [f64; 2, 2] = [[1.0, 2.0], [-2.0, 4.0]];
    pub fn language_constants<N>(x: [f64; N]) -> ([f64; N], f64, [f64; 3]) {
        (CONSTANTS_G * x, CONSTANTS_W[1] * CONSTANTS_M[1, 0], CONSTANTS_W * (CONSTANTS_K as f64))
    }

    pub fn language_for_accumulates<N>(x: [f64; N]) -> [f64; N] {
        let mut s = x * 0;
        for k in 0..4 {
            s = s + x ** k;
        }
        s
    }

    const FOR_C: [f64; 3] = [0.1, 0.2, -0.7];
    pub fn language_for_indexes_constants<N>(x: [f64; N]) -> [f64; N] {
        let mut s = zeros([f64; N]);
        for k in 0..3 {
            s += FOR_C[k] * x;
        }
        s
    }

    pub fn language_for_nested(x: [f64; 3]) -> [f64; 3] {
        let mut s = x;
        for i in 0..3 {
            for j in i..3 {
                s = s + x[i] * x[j];
            }
        }
        s
    }

    pub fn language_for_empty<N>(x: [f64; N]) -> [f64; N] {
        let mut s = x;
        for k in 3..3 {
            s = s * k;
        }
        s
    }

    pub fn language_literal_forms<N>(n: [i64; N], x: [f32; N]) -> ([i64; N], [f32; N], [u32; N], [f64; N]) {
        (n + 0x1f + 1_000, x * 1e-3 + 2.5f32, (n * 0) as u32 + 7u32, (n as f64) * 1e2f64)
    }

    pub fn language_array_fields<M, N>(x: [f64; M, N]) -> ([f64; N, M], i64, i64, i64) {
        (x.T, x.size, x.ndim, x.shape[1] - x.shape[0])
    }

    fn generic_affine<N, T: f32 | f64 | i32>(x: [T; N], a: T) -> [T; N] { x * a + 1 }
    pub fn language_dtype_parameter<N>(x: [f32; N], y: [f64; N], n: [i32; N]) -> ([f32; N], [f64; N], [i32; N]) {
        (generic_affine(x, 0.5), generic_affine(y, 0.1), generic_affine(n, 3))
    }

    const ORDER: [i64; 3] = [2, 0, -1];
    pub fn language_constant_index_array<N>(x: [f64; N]) -> ([f64; 3], i64) {
        (x[ORDER], sum(ORDER))
    }

    const PI: f64 = 3.141592653589793;
    const TWO_PI: f64 = 2 * PI;
    const WAVE_SPEED: f64 = 3.0 / 2.0;
    pub fn language_constant_expressions<N>(x: [f64; N]) -> [f64; N] {
        x * WAVE_SPEED ** 2 / TWO_PI
    }

    pub fn language_shadowing_and_blocks<N>(x: [f64; N], y: [f64; N]) -> [f64; N] {
        let x = { let y = x + 1; y * y };
        x + y
    }

    pub fn language_unused_parameters<N>(x: [f64; N], unused: [i32; N], s: f64) -> [f64; N] {
        x + 1
    }

    pub fn language_common_subexpressions<N>(x: [f64; N]) -> ([f64; N], [f64; N], f64) {
        (exp(x) / (1 + exp(x)), 1 / (1 + exp(x)), sum(exp(x)) + sum(exp(x)))
    }

    pub fn language_update<N>(u: &mut [f64; N], r: [f64; N], dt: f64) {
        u += dt * r;
    }

    pub fn language_update_operators<N>(a: &mut [f64; N], b: &mut [i64; N], c: &mut [bool; N]) {
        a -= 1;
        a *= 2;
        a /= 3;
        b += 5;
        b %= 4;
        b <<= 2;
        c &= b > 4;
        c ^= true;
    }

    pub fn language_update_and_results<N>(u: &mut [f64; N], v: [f64; N]) -> (f64, [f64; N]) {
        let old = u * 1;
        u = u + v;
        (sum(u), old - u)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn language_update_gathers_itself<N>(u: &mut [f64; N], i: [index<N>; N]) {
        u = u[i] - u;
    }

    pub fn language_update_shifts_itself<N>(u: &mut [f64; N]) {
        u = concatenate((u[1..], u[..1]));
    }

    pub fn language_update_reverses<M, N>(u: &mut [f32; M, N], v: &mut [f32; M, N]) {
        let t = u * 1;
        u = v[..;-1];
        v = t[.., ..;-1];
    }

    pub fn language_update_swaps<N>(u: &mut [f64; N], v: &mut [f64; N]) {
        let t = u;
        u = v;
        v = t;
    }

    pub fn language_update_twice<N>(u: &mut [f64; N], i: [index<N>; N]) -> [f64; N] {
        u = u + u[i];
        let w = u[i];
        u = u + w;
        w
    }

    pub fn language_update_scaled_by_own_sum<N>(u: &mut [f64; N]) -> f64 {
        let total = sum(u);
        u /= total;
        total
    }

    pub fn language_update_matrix_product<M, N>(u: &mut [f64; M, N], a: [f64; M, M]) {
        u = a @ u;
    }

    pub fn language_update_unused<N>(u: &mut [f64; N], v: [f64; N]) -> f64 {
        sum(u * v)
    }

    const LSRK_A: [f64; 5] = [0.0, -0.4178904745, -1.1921516946, -1.6977846925, -1.5141834443];
    const LSRK_B: [f64; 5] = [0.1496590219993, 0.3792103129999, 0.8229550293869, 0.6994504559488, 0.1530572479681];
    pub fn language_update_in_loop<N>(u: &mut [f64; N], k: &mut [f64; N], dt: f64) {
        for s in 0..5 {
            k = LSRK_A[s] * k - dt * u;
            u += LSRK_B[s] * k;
        }
    }

    pub fn language_update_broadcasts<M, N>(u: &mut [f64; M, N], v: [f64; N]) {
        u = v;
        u += 1;
    }

    fn helper_axpy<N>(y: &mut [f64; N], x: [f64; N], a: f64) {
        y += a * x;
    }
    pub fn language_update_by_helper<N>(u: &mut [f64; N], v: [f64; N]) {
        helper_axpy(u, v, 0.5);
        helper_axpy(u, u * v, -1.0);
    }

    pub fn language_update_integers<N>(n: &mut [i32; N], k: [index<N>; N]) -> i64 {
        n += 1;
        n = n[k] * 2;
        sum(n)
    }

    pub fn language_pinned<E, N>(d: [f64; N, N], u: [f64; E, N]) -> [f64; E, N]
    where N: 3 | 4 | _,
    {
        einsum("ij,ej->ei", d, u)
    }

    pub fn language_pinned_only<E, N>(u: [f64; E, N]) -> [f64; E]
    where N: 2 | 3,
    {
        sum(u * u, axis=1)
    }

    pub fn language_pinned_pairs<E, N, M>(a: [f64; M, N], u: [f64; E, N]) -> [f64; E, M]
    where (N, M): (3, 2) | (4, 6) | _,
    {
        einsum("mn,en->em", a, u)
    }

    pub fn language_literal_dimension<E>(g: [f64; 3, 3, E]) -> [f64; E] {
        g[0, 0] * (g[1, 1] * g[2, 2] - g[1, 2] * g[2, 1])
            - g[0, 1] * (g[1, 0] * g[2, 2] - g[1, 2] * g[2, 0])
            + g[0, 2] * (g[1, 0] * g[2, 1] - g[1, 1] * g[2, 0])
    }

    pub fn language_arithmetic_dimensions<N>(x: [f64; 2 * N + 1], y: [f64; N]) -> ([f64; N + 1], [f64; 3 * N + 1]) {
        (x[..N + 1], concatenate((x, y)))
    }

    pub fn language_derived_dimension<N>(x: [f64; 3 * N + 2]) -> [f64; N + N] {
        x[..2 * N] + N
    }

    pub fn language_explicit_dimension<N, K>(x: [f64; N]) -> ([f64; K, N], [i64; K]) {
        (broadcast_to(x, (K, N)), from_fn(|k: K| k * N))
    }

    pub fn language_dimension_in_body<E, N>(u: [f64; E, N]) -> f64 {
        sum(u) / (E * N) + N ** 2 - floor_div(E, 2)
    }

    pub fn language_same_dimension_twice<N>(a: [f64; N, N], x: [f64; N]) -> [f64; N] {
        (a - a.T) @ x
    }

    pub fn language_dg_gradient_generic<E, N, K>(d: [f64; 3, N, N], g: [f64; 3, 3, E], u: [f64; E, N], k: [f64; K]) -> [f64; 3, E, N] {
        let r = einsum("rij,ej->rei", d, u);
        einsum("xre,rei->xei", g, r) * sum(k)
    }

    pub fn language_dg_advection_generic<E, N, K>(d: [f64; 3, N, N], lift: [f64; N, 4 * K], rx: [f64; 3, E], normal: [f64; 4, E], scale: [f64; 4, E],
        minus: [index<E * N>; E, 4, K], plus: [index<E * N>; E, 4, K], u: [f64; E, N]) -> [f64; E, N] {
        let volume = einsum("re,rij,ej->ei", rx, d, u);
        let flat = u.reshape(E * N);
        let jump = flat[plus] - flat[minus];
        let a = normal.T[.., .., newaxis];
        let flux = 0.5 * (a - abs(a)) * jump * scale.T[.., .., newaxis];
        einsum("ij,ej->ei", lift, flux.reshape(E, 4 * K)) - volume
    }

    pub fn language_dg_gradient_pinned<E, N, K>(d: [f64; 3, N, N], g: [f64; 3, 3, E], u: [f64; E, N], k: [f64; K]) -> [f64; 3, E, N]
    where (N, K): (4, 3) | _,
    {
        let r = einsum("rij,ej->rei", d, u);
        einsum("xre,rei->xei", g, r) * sum(k)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn language_dg_advection_pinned<E, N, K>(d: [f64; 3, N, N], lift: [f64; N, 4 * K], rx: [f64; 3, E], normal: [f64; 4, E], scale: [f64; 4, E],
        minus: [index<E * N>; E, 4, K], plus: [index<E * N>; E, 4, K], u: [f64; E, N]) -> [f64; E, N]
    where (N, K): (4, 3) | _,
    {
        let volume = einsum("re,rij,ej->ei", rx, d, u);
        let flat = u.reshape(E * N);
        let jump = flat[plus] - flat[minus];
        let a = normal.T[.., .., newaxis];
        let flux = 0.5 * (a - abs(a)) * jump * scale.T[.., .., newaxis];
        einsum("ij,ej->ei", lift, flux.reshape(E, 4 * K)) - volume
    }

    const STEP_A: [f64; 5] = [0.0, -0.4178904745, -1.1921516946, -1.6977846925, -1.5141834443];
    const STEP_B: [f64; 5] = [0.1496590219993, 0.3792103129999, 0.8229550293869, 0.6994504559488, 0.1530572479681];
    pub fn language_dg_step<E, N>(d: [f64; N, N], neighbour: [index<E>; E], u: &mut [f64; E, N], k: &mut [f64; E, N], dt: f64) {
        for s in 0..5 {
            let right = u[neighbour, 0];
            let jump = right - u[.., -1];
            let rhs = einsum("ij,ej->ei", d, u) + jump[.., newaxis] * d[.., 0];
            k = STEP_A[s] * k + dt * rhs;
            u += STEP_B[s] * k;
        }
    }

    pub fn language_dg_wave_like<E, N>(d: [f64; 2, N, N], g: [f64; 2, 2, E], p: [f64; E, N], v: [f64; 2, E, N], m: [index<E>; E])
        -> ([f64; E, N], [f64; 2, E, N])
    where N: 3 | _,
    {
        let gp = einsum("xre,rij,ej->xei", g, d, p);
        let dv = einsum("xre,rij,xej->ei", g, d, v);
        let q = where(isnan(p[m]), -p, p[m]) - p;
        (dv + 0.5 * q, gp - 0.25 * q[newaxis])
    }
}

functions! {
    language_let_chain,
    language_let_typed,
    language_tuples,
    language_block_expression,
    language_one_tuple,
    language_helpers,
    language_helper_of_helper,
    language_public_calls_public,
    language_constants,
    language_for_accumulates,
    language_for_indexes_constants,
    language_for_nested,
    language_for_empty,
    language_literal_forms,
    language_array_fields,
    language_dtype_parameter,
    language_constant_index_array,
    language_constant_expressions,
    language_shadowing_and_blocks,
    language_unused_parameters,
    language_common_subexpressions,
    language_update,
    language_update_operators,
    language_update_and_results,
    language_update_gathers_itself,
    language_update_shifts_itself,
    language_update_reverses,
    language_update_swaps,
    language_update_twice,
    language_update_scaled_by_own_sum,
    language_update_matrix_product,
    language_update_unused,
    language_update_in_loop,
    language_update_broadcasts,
    language_update_by_helper,
    language_update_integers,
    language_pinned,
    language_pinned_only,
    language_pinned_pairs,
    language_literal_dimension,
    language_arithmetic_dimensions,
    language_derived_dimension,
    language_explicit_dimension,
    language_dimension_in_body,
    language_same_dimension_twice,
    language_dg_gradient_generic,
    language_dg_advection_generic,
    language_dg_gradient_pinned,
    language_dg_advection_pinned,
    language_dg_step,
    language_dg_wave_like,
}
