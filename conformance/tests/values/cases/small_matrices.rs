// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn small_matrices_inv_1<E>(a: [f64; E, 1, 1]) -> [f64; E, 1, 1] {
        inv(a)
    }

    pub fn small_matrices_det_1<E>(a: [f64; E, 1, 1]) -> [f64; E] {
        det(a)
    }

    pub fn small_matrices_slogdet_1<E>(a: [f64; E, 1, 1]) -> ([f64; E], [f64; E]) {
        slogdet(a)
    }

    pub fn small_matrices_solve_1<E>(a: [f64; E, 1, 1], b: [f64; E, 1, 2]) -> [f64; E, 1, 2] {
        solve(a, b)
    }

    pub fn small_matrices_cholesky_1<E>(a: [f64; E, 1, 1]) -> [f64; E, 1, 1] {
        cholesky(a)
    }

    pub fn small_matrices_single_1(a: [f64; 1, 1], b: [f64; 1]) -> ([f64; 1, 1], f64, [f64; 1]) {
        (linalg.inv(a), det(a), solve(a, b))
    }

    pub fn small_matrices_inv_2<E>(a: [f64; E, 2, 2]) -> [f64; E, 2, 2] {
        inv(a)
    }

    pub fn small_matrices_det_2<E>(a: [f64; E, 2, 2]) -> [f64; E] {
        det(a)
    }

    pub fn small_matrices_slogdet_2<E>(a: [f64; E, 2, 2]) -> ([f64; E], [f64; E]) {
        slogdet(a)
    }

    pub fn small_matrices_solve_2<E>(a: [f64; E, 2, 2], b: [f64; E, 2, 2]) -> [f64; E, 2, 2] {
        solve(a, b)
    }

    pub fn small_matrices_cholesky_2<E>(a: [f64; E, 2, 2]) -> [f64; E, 2, 2] {
        cholesky(a)
    }

    pub fn small_matrices_single_2(a: [f64; 2, 2], b: [f64; 2]) -> ([f64; 2, 2], f64, [f64; 2]) {
        (linalg.inv(a), det(a), solve(a, b))
    }

    pub fn small_matrices_inv_3<E>(a: [f64; E, 3, 3]) -> [f64; E, 3, 3] {
        inv(a)
    }

    pub fn small_matrices_det_3<E>(a: [f64; E, 3, 3]) -> [f64; E] {
        det(a)
    }

    pub fn small_matrices_slogdet_3<E>(a: [f64; E, 3, 3]) -> ([f64; E], [f64; E]) {
        slogdet(a)
    }

    pub fn small_matrices_solve_3<E>(a: [f64; E, 3, 3], b: [f64; E, 3, 2]) -> [f64; E, 3, 2] {
        solve(a, b)
    }

    pub fn small_matrices_cholesky_3<E>(a: [f64; E, 3, 3]) -> [f64; E, 3, 3] {
        cholesky(a)
    }

    pub fn small_matrices_single_3(a: [f64; 3, 3], b: [f64; 3]) -> ([f64; 3, 3], f64, [f64; 3]) {
        (linalg.inv(a), det(a), solve(a, b))
    }

    pub fn small_matrices_inv_4<E>(a: [f64; E, 4, 4]) -> [f64; E, 4, 4] {
        inv(a)
    }

    pub fn small_matrices_det_4<E>(a: [f64; E, 4, 4]) -> [f64; E] {
        det(a)
    }

    pub fn small_matrices_slogdet_4<E>(a: [f64; E, 4, 4]) -> ([f64; E], [f64; E]) {
        slogdet(a)
    }

    pub fn small_matrices_solve_4<E>(a: [f64; E, 4, 4], b: [f64; E, 4, 2]) -> [f64; E, 4, 2] {
        solve(a, b)
    }

    pub fn small_matrices_cholesky_4<E>(a: [f64; E, 4, 4]) -> [f64; E, 4, 4] {
        cholesky(a)
    }

    pub fn small_matrices_single_4(a: [f64; 4, 4], b: [f64; 4]) -> ([f64; 4, 4], f64, [f64; 4]) {
        (linalg.inv(a), det(a), solve(a, b))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn small_matrices_inv_5<E>(a: [f64; E, 5, 5]) -> [f64; E, 5, 5] {
        inv(a)
    }

    pub fn small_matrices_det_5<E>(a: [f64; E, 5, 5]) -> [f64; E] {
        det(a)
    }

    pub fn small_matrices_slogdet_5<E>(a: [f64; E, 5, 5]) -> ([f64; E], [f64; E]) {
        slogdet(a)
    }

    pub fn small_matrices_solve_5<E>(a: [f64; E, 5, 5], b: [f64; E, 5, 2]) -> [f64; E, 5, 2] {
        solve(a, b)
    }

    pub fn small_matrices_cholesky_5<E>(a: [f64; E, 5, 5]) -> [f64; E, 5, 5] {
        cholesky(a)
    }

    pub fn small_matrices_single_5(a: [f64; 5, 5], b: [f64; 5]) -> ([f64; 5, 5], f64, [f64; 5]) {
        (linalg.inv(a), det(a), solve(a, b))
    }

    pub fn small_matrices_inv_8<E>(a: [f64; E, 8, 8]) -> [f64; E, 8, 8] {
        inv(a)
    }

    pub fn small_matrices_det_8<E>(a: [f64; E, 8, 8]) -> [f64; E] {
        det(a)
    }

    pub fn small_matrices_slogdet_8<E>(a: [f64; E, 8, 8]) -> ([f64; E], [f64; E]) {
        slogdet(a)
    }

    pub fn small_matrices_solve_8<E>(a: [f64; E, 8, 8], b: [f64; E, 8, 2]) -> [f64; E, 8, 2] {
        solve(a, b)
    }

    pub fn small_matrices_cholesky_8<E>(a: [f64; E, 8, 8]) -> [f64; E, 8, 8] {
        cholesky(a)
    }

    pub fn small_matrices_single_8(a: [f64; 8, 8], b: [f64; 8]) -> ([f64; 8, 8], f64, [f64; 8]) {
        (linalg.inv(a), det(a), solve(a, b))
    }

    pub fn small_matrices_batches<E, F>(a: [f64; E, F, 3, 3]) -> ([f64; E, F, 3, 3], [f64; E, F]) {
        (inv(a), a.det())
    }

    pub fn small_matrices_solve_vector<E>(a: [f64; E, 3, 3], b: [f64; 3]) -> [f64; E, 3] {
        solve(a, b)
    }

    pub fn small_matrices_solve_one_matrix<E, K>(a: [f64; 3, 3], b: [f64; E, 3, K]) -> [f64; E, 3, K] {
        solve(a, b)
    }

    pub fn small_matrices_solve_broadcast<E, F, K>(a: [f64; E, 1, 2, 2], b: [f64; F, 2, K]) -> [f64; E, F, 2, K] {
        linalg.solve(a, b)
    }

    pub fn small_matrices_f32<E>(a: [f32; E, 3, 3], b: [f32; E, 3, 1]) -> ([f32; E, 3, 3], [f32; E], [f32; E, 3, 1]) {
        (inv(a), det(a), solve(a, b))
    }

    pub fn small_matrices_f32_factors<E>(a: [f32; E, 3, 3]) -> ([f32; E, 3, 3], [f32; E], [f32; E]) {
        let (s, l) = slogdet(a);
        (cholesky(a), s, l)
    }

    pub fn small_matrices_integers_i64<E>(a: [i64; E, 3, 3], b: [i64; 3]) -> ([f64; E, 3, 3], [f64; E], [f64; E, 3]) {
        (inv(a), det(a), solve(a, b))
    }

    pub fn small_matrices_integers_i32<E>(a: [i32; E, 3, 3], b: [i32; 3]) -> ([f64; E, 3, 3], [f64; E], [f64; E, 3]) {
        (inv(a), det(a), solve(a, b))
    }

    pub fn small_matrices_cholesky_triangles<E>(a: [f64; E, 4, 4]) -> ([f64; E, 4, 4], [f64; E, 4, 4], [f64; E, 4, 4]) {
        (cholesky(a), cholesky(a, upper=true), linalg.cholesky(a, upper=false))
    }

    pub fn small_matrices_scales<E>(a: [f64; E, 3, 3], b: [f64; 3]) -> ([f64; E, 3], [f64; E]) {
        let (_, l) = slogdet(a);
        (solve(a, b) / abs(solve(a, b)).max(axis=1, keepdims=true), l)
    }

    pub fn small_matrices_thin<E>(a: [f64; E, 3, 3]) -> ([f64; E], [f64; E, 3, 3]) {
        (det(a) * 1e10, inv(a) * 1e-5)
    }

    pub fn small_matrices_hilbert(a: [f64; 4, 4]) -> ([f64; 4, 4], f64, [f64; 4, 4]) {
        (inv(a), det(a), cholesky(a))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn small_matrices_singular_det<E>(a: [f64; E, 3, 3]) -> ([f64; E], [f64; E], [f64; E]) {
        let (s, l) = slogdet(a);
        (det(a), s, l)
    }

    pub fn small_matrices_singular_inv<E>(a: [f64; E, 3, 3], b: [f64; 3]) -> ([bool; E], [bool; E], [bool; E]) {
        (isfinite(inv(a)).all(axis=(1, 2)), isfinite(solve(a, b)).all(axis=1), isfinite(cholesky(a)).all(axis=(1, 2)))
    }

    pub fn small_matrices_indefinite<E>(a: [f64; E, 2, 2]) -> [bool; E] {
        isnan(cholesky(a)).any(axis=(1, 2))
    }

    pub fn small_matrices_special_det<E>(a: [f64; E, 2, 2]) -> [f64; E] {
        det(a)
    }

    pub fn small_matrices_pinned<E, N>(a: [f64; E, N, N], b: [f64; E, N]) -> ([f64; E, N, N], [f64; E], [f64; E, N], [f64; E, N, N]) where N: 2 | 3 | 4 {
        (inv(a), det(a), einsum("eij,ej->ei", inv(a), b), cholesky(a))
    }

    pub fn small_matrices_pinned_solve<E, N, K>(a: [f64; E, N, N], b: [f64; N, K]) -> ([f64; E, N, K], [f64; E]) where N: 2 | 3 {
        let (s, l) = slogdet(a);
        (solve(a, b), s * l)
    }

    pub fn small_matrices_pinned_one<E, N>(a: [f64; E, N + 1, N + 1]) -> [f64; E] where N: 2 {
        det(a)
    }

    pub fn small_matrices_negative_power<E>(a: [f64; E, 3, 3]) -> [f64; E, 3, 3] {
        matrix_power(a, -2)
    }

    pub fn small_matrices_of_expressions<E>(x: [f64; 3, 3, E], w: [f64; 3]) -> ([f64; E], [f64; 3, 3, E]) {
        let j = x.transpose(2, 0, 1) + 4.0 * from_fn(|i: 3, k: 3| where(i == k, w[i] ** 2 + 1.0, 0.0));
        let g = inv(j);
        (abs(det(j)) / 6, g.transpose(1, 2, 0) * det(j))
    }

    pub fn small_matrices_inside_closure<E>(a: [f64; E, 2, 2], b: [f64; E, 2]) -> ([f64; E], [f64; E]) {
        (from_fn(|e: E| det(a[e]) * 2), from_fn(|e: E| solve(a[e], b[e])[1]))
    }
}

functions! {
    small_matrices_inv_1,
    small_matrices_det_1,
    small_matrices_slogdet_1,
    small_matrices_solve_1,
    small_matrices_cholesky_1,
    small_matrices_single_1,
    small_matrices_inv_2,
    small_matrices_det_2,
    small_matrices_slogdet_2,
    small_matrices_solve_2,
    small_matrices_cholesky_2,
    small_matrices_single_2,
    small_matrices_inv_3,
    small_matrices_det_3,
    small_matrices_slogdet_3,
    small_matrices_solve_3,
    small_matrices_cholesky_3,
    small_matrices_single_3,
    small_matrices_inv_4,
    small_matrices_det_4,
    small_matrices_slogdet_4,
    small_matrices_solve_4,
    small_matrices_cholesky_4,
    small_matrices_single_4,
    small_matrices_inv_5,
    small_matrices_det_5,
    small_matrices_slogdet_5,
    small_matrices_solve_5,
    small_matrices_cholesky_5,
    small_matrices_single_5,
    small_matrices_inv_8,
    small_matrices_det_8,
    small_matrices_slogdet_8,
    small_matrices_solve_8,
    small_matrices_cholesky_8,
    small_matrices_single_8,
    small_matrices_batches,
    small_matrices_solve_vector,
    small_matrices_solve_one_matrix,
    small_matrices_solve_broadcast,
    small_matrices_f32,
    small_matrices_f32_factors,
    small_matrices_integers_i64,
    small_matrices_integers_i32,
    small_matrices_cholesky_triangles,
    small_matrices_scales,
    small_matrices_thin,
    small_matrices_hilbert,
    small_matrices_singular_det,
    small_matrices_singular_inv,
    small_matrices_indefinite,
    small_matrices_special_det,
    small_matrices_pinned,
    small_matrices_pinned_solve,
    small_matrices_pinned_one,
    small_matrices_negative_power,
    small_matrices_of_expressions,
    small_matrices_inside_closure,
}
