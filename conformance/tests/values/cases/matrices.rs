// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn matrices_solve<N>(a: [f64; N, N], b: [f64; N], c: [f64; N, 2]) -> ([f64; N], [f64; N, 2], [f64; N]) {
        (solve(a, b), solve(a, c), linalg.inv(a) @ b)
    }

    pub fn matrices_inv<N>(a: [f64; N, N]) -> [f64; N, N] {
        inv(a)
    }

    pub fn matrices_det<N>(a: [f64; N, N]) -> f64 {
        det(a)
    }

    pub fn matrices_slogdet<N>(a: [f64; N, N]) -> (f64, f64, f64) {
        let (s, l) = slogdet(a);
        (s, l, det(a) / exp(l))
    }

    pub fn matrices_cholesky<N>(a: [f64; N, N]) -> ([f64; N, N], [f64; N, N]) {
        (cholesky(a + 15.0 * eye(N)), cholesky(a + 15.0 * eye(N), upper=true))
    }

    pub fn matrices_cholesky_times<N>(a: [f64; N, N], b: [f64; N]) -> [f64; N] {
        cholesky(a + 30.0 * eye(N)) @ b
    }

    pub fn matrices_literal_0<E>(a: [f64; E, 0, 0], b: [f64; E, 0, 3]) -> ([f64; E, 0, 0], [f64; E, 0, 3]) {
        (inv(a), solve(a, b))
    }

    pub fn matrices_literal_det_0<E>(a: [f64; E, 0, 0]) -> ([f64; E], [f64; E], [f64; E]) {
        let (s, l) = slogdet(a);
        (det(a) / exp(l), s, l)
    }

    pub fn matrices_literal_9<E>(a: [f64; E, 9, 9], b: [f64; E, 9, 3]) -> ([f64; E, 9, 9], [f64; E, 9, 3]) {
        (inv(a), solve(a, b))
    }

    pub fn matrices_literal_det_9<E>(a: [f64; E, 9, 9]) -> ([f64; E], [f64; E], [f64; E]) {
        let (s, l) = slogdet(a);
        (det(a) / exp(l), s, l)
    }

    pub fn matrices_literal_20<E>(a: [f64; E, 20, 20], b: [f64; E, 20, 3]) -> ([f64; E, 20, 20], [f64; E, 20, 3]) {
        (inv(a), solve(a, b))
    }

    pub fn matrices_literal_det_20<E>(a: [f64; E, 20, 20]) -> ([f64; E], [f64; E], [f64; E]) {
        let (s, l) = slogdet(a);
        (det(a) / exp(l), s, l)
    }

    pub fn matrices_batches<E, F, N>(a: [f64; E, F, N, N]) -> ([f64; E, F, N, N], [f64; E, F]) {
        (inv(a), a.det())
    }

    pub fn matrices_solve_vector<E, N>(a: [f64; E, N, N], b: [f64; N]) -> [f64; E, N] {
        solve(a, b)
    }

    pub fn matrices_solve_one_matrix<E, F, N, K>(a: [f64; N, N], b: [f64; E, F, N, K]) -> [f64; E, F, N, K] {
        solve(a, b)
    }

    pub fn matrices_solve_broadcast<E, F, N, K>(a: [f64; E, 1, N, N], b: [f64; F, N, K]) -> [f64; E, F, N, K] {
        linalg.solve(a, b)
    }

    pub fn matrices_f32<E, N>(a: [f32; E, N, N], b: [f32; E, N, 1]) -> [f32; E, N, 1] {
        solve(a, b)
    }

    pub fn matrices_f32_factors<E, N>(a: [f32; E, N, N]) -> ([f32; E, N, N], [f32; E], [f32; E]) {
        let (s, l) = slogdet(a);
        (cholesky(a + 20.0 * eye(N, dtype=f32)), s, l)
    }

    pub fn matrices_integers<N>(a: [i32; N, N], b: [i32; N]) -> ([f64; N, N], f64, [f64; N]) {
        (inv(a), det(a), solve(a, b))
    }

    pub fn matrices_pinned<N>(a: [f64; N, N], b: [f64; N]) -> ([f64; N], [f64; N]) where N: 3 | 20 {
        (solve(a, b), cholesky(a + 15.0 * eye(N)) @ b)
    }

    pub fn matrices_pinned_or_not<N>(a: [f64; N, N]) -> [f64; N, N] where N: 3 | _ {
        inv(a)
    }

    pub fn matrices_negative_power<N>(a: [f64; N, N]) -> [f64; N, N] {
        matrix_power(a, -2)
    }

    pub fn matrices_in_place<N>(a: &mut [f64; N, N], b: &mut [f64; N]) {
        b = solve(a, b);
        a = inv(a);
    }

    pub fn matrices_of_expressions<E, N>(x: [f64; N, N, E], w: [f64; N]) -> ([f64; E, N], [f64; E]) {
        let j = x.transpose(2, 0, 1) + 8.0 * eye(N);
        let y = solve(j, w);
        (y * y, sum(y, axis=1) * det(j / 8))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn matrices_det_out_of_range<N>(a: [f64; N, N]) -> f64 {
        det(a)
    }

    pub fn matrices_det_out_of_range_f32<N>(a: [f32; N, N]) -> f32 {
        det(a)
    }

    pub fn matrices_residual_of_hilbert<N>(a: [f64; N, N], b: [f64; N]) -> [f64; N] {
        let x = solve(a, b);
        1.0 + (a @ x - b) / max(abs(x))
    }

    pub fn matrices_singular_det<E, N>(a: [f64; E, N, N]) -> ([f64; E], [f64; E], [f64; E]) {
        let (s, l) = slogdet(a);
        (det(a), s, l)
    }

    pub fn matrices_singular_inv<E, N>(a: [f64; E, N, N], b: [f64; N]) -> ([bool; E], [bool; E]) {
        (isfinite(inv(a)).all(axis=(1, 2)), isfinite(solve(a, b)).all(axis=1))
    }

    pub fn matrices_indefinite<E, N>(a: [f64; E, N, N]) -> [bool; E] {
        isnan(cholesky(a)).any(axis=(1, 2))
    }

    pub fn matrices_special_det<E, N>(a: [f64; E, N, N]) -> ([f64; E], [f64; E]) {
        let (_, l) = slogdet(a);
        (det(a), l)
    }

    pub fn matrices_norms<M, N>(a: [f64; M, N]) -> (f64, f64, f64, f64) {
        (norm(a, 2), norm(a, "nuc"), linalg.norm(a, ord=-2), matrix_norm(a, ord=2))
    }

    pub fn matrices_nuclear_of_nothing<M, N>(a: [f64; M, N]) -> f64 {
        norm(a, "nuc")
    }

    pub fn matrices_norms_of_nothing<M, N>(a: [f64; M, N]) -> (f64, f64, f64, f64, f64, [f64; M]) {
        (norm(a, 2), norm(a, "nuc"), norm(a, 1), norm(a, inf), matrix_norm(a, ord=2), norm(a, inf, axis=1))
    }

    pub fn matrices_least_norms_of_nothing<M, N>(a: [f64; M, N]) -> f64 {
        norm(a, -2)
    }

    pub fn matrices_infinite_norms_of_nothing<N>(x: [f64; N]) -> (f64, f64) {
        (norm(x, inf), vector_norm(x, ord=inf))
    }

    pub fn matrices_norms_along_axes<E, M, N>(a: [f64; M, E, N]) -> ([f64; E], [f64; 1, E, 1], [f64; M], [f64; M, 1, 1]) {
        (norm(a, 2, axis=(0, 2)), norm(a, "nuc", axis=(2, 0), keepdims=true), matrix_norm(a, ord="nuc"), matrix_norm(a, ord=-2, keepdims=true))
    }

    pub fn matrices_norms_f32<M, N>(a: [f32; M, N], i: [i64; M, N]) -> (f32, f32, f64) {
        (norm(a, 2), norm(a, "nuc"), norm(i, 2))
    }

    pub fn matrices_norms_complex<M, N>(a: [c64; M, N]) -> (f64, f64, f64, [f64; 2]) {
        (norm(a, 2), norm(a, "nuc"), norm(a, -2), svdvals(a[..2, ..2]))
    }

    pub fn matrices_svdvals<E, N>(a: [f64; E, N, N], b: [f64; N, 2], c: [f64; 2, N]) -> ([f64; E, N], [f64; 2], [f64; 2]) {
        (svdvals(a), svdvals(b[..2]), linalg.svdvals(c[.., ..2]))
    }

    pub fn matrices_svdvals_literal<E>(a: [f64; E, 5, 3], b: [f64; 3, 5]) -> ([f64; E, 3], [f64; 3]) {
        (svdvals(a), svdvals(b))
    }

    pub fn matrices_svdvals_of_nan<N>(a: [f64; N, N]) -> [f64; N] {
        svdvals(a)
    }
}

functions! {
    matrices_solve,
    matrices_inv,
    matrices_det,
    matrices_slogdet,
    matrices_cholesky,
    matrices_cholesky_times,
    matrices_literal_0,
    matrices_literal_det_0,
    matrices_literal_9,
    matrices_literal_det_9,
    matrices_literal_20,
    matrices_literal_det_20,
    matrices_batches,
    matrices_solve_vector,
    matrices_solve_one_matrix,
    matrices_solve_broadcast,
    matrices_f32,
    matrices_f32_factors,
    matrices_integers,
    matrices_pinned,
    matrices_pinned_or_not,
    matrices_negative_power,
    matrices_in_place,
    matrices_of_expressions,
    matrices_det_out_of_range,
    matrices_det_out_of_range_f32,
    matrices_residual_of_hilbert,
    matrices_singular_det,
    matrices_singular_inv,
    matrices_indefinite,
    matrices_special_det,
    matrices_norms,
    matrices_nuclear_of_nothing,
    matrices_norms_of_nothing,
    matrices_least_norms_of_nothing,
    matrices_infinite_norms_of_nothing,
    matrices_norms_along_axes,
    matrices_norms_f32,
    matrices_norms_complex,
    matrices_svdvals,
    matrices_svdvals_literal,
    matrices_svdvals_of_nan,
}
