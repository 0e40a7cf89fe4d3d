// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn complex_array_api_inverse_0_c32<N>(z: [c32; N]) -> ([c32; N], [c32; N], [c32; N], [c32; N]) {
        (arcsin(z), arccos(z), arctan(z), arcsinh(z))
    }

    pub fn complex_array_api_inverse_1_c32<N>(z: [c32; N]) -> ([c32; N], [c32; N], [c32; N], [c32; N]) {
        (arccosh(z), arctanh(z), expm1(z), log1p(z))
    }

    pub fn complex_array_api_orders_c32<M, N>(x: [c32; M, N]) -> ([c32; N, M], [c32; M, N], [c32; M, N], [c32; M, N], [c32; M, N], [c32; N, M]) {
        (x.mT, flip(x), flip(x, axis=1), roll(x, 1, axis=0), roll(x, -2), rot90(x))
    }

    pub fn complex_array_api_repetitions_c32<M, N>(x: [c32; M, N]) -> ([c32; M, 2 * N], [c32; 2 * M, 3 * N], [c32; M + 2, N + 2], [c32; M + 2, N]) {
        (repeat(x, 2, axis=1), tile(x, 2, 3), pad(x, 1), pad(x, ((1, 1), (0, 0)), mode="wrap"))
    }

    pub fn complex_array_api_joined_c32<N>(x: [c32; N], y: [c32; N]) -> ([c32; 2, N], [c32; 2 * N], [c32; N, 2], [c32; N + 1]) {
        (vstack([x, y]), hstack([x, y]), column_stack([x, y]), append(x, x[..1]))
    }

    pub fn complex_array_api_parted_c32<N>(x: [c32; 4, N]) -> ([c32; 2, N], [c32; N], [c32; 4, N], [c32; 4, N], [c32; 1, 4, N]) {
        let (upper, lower) = split(x, 2);
        let (a, b, c, d) = unstack(x);
        (upper + lower, a * c - b * d, triu(x), tril(x, k=-1), atleast_3d(x).reshape(1, 4, N))
    }

    pub fn complex_array_api_diagonals_c32<N>(x: [c32; N, N], v: [c32; N]) -> ([c32; N], [c32; N], [c32; N, N]) {
        (diag(x), diagonal(x), diag(v))
    }

    pub fn complex_array_api_taken_c32<M, N>(x: [c32; M, N], i: [i64; 3], j: [i64; M, 2]) -> ([c32; 3, N], [c32; M, 3], [c32; M, 2], [c32; M, N], [c32; M, N]) {
        let (a, b) = broadcast_arrays(x, x[0]);
        (take(x, i, axis=0), x.take(i % 2, axis=1), take_along_axis(x, j, axis=1), a, b)
    }

    pub fn complex_array_api_grids_c32<M, N>(x: [c32; M], y: [c32; N]) -> ([c32; N, M], [c32; N, M]) {
        meshgrid(x, y)
    }

    pub fn complex_array_api_scans_c32<M, N>(x: [c32; M, N]) -> ([c32; M * N], [c32; M, N], [c32; M, N], [c32; M, N + 1], [c32; M, N - 1], [c32; M - 1, N]) {
        (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1), cumulative_sum(x, axis=1, include_initial=true), diff(x), diff(x, axis=0))
    }

    pub fn complex_array_api_measures_c32<M, N>(x: [c32; M, N]) -> (f32, [f32; N], f32, [f32; M], [f32; M], [f32; M, 1], f32, f32) {
        (norm(x), norm(x, axis=0), var(x), std(x, axis=1), norm(x, ord=1, axis=1), var(x, axis=1, keepdims=true), vector_norm(x, ord=3), matrix_norm(x, ord=1))
    }

    pub fn complex_array_api_truth_c32<M, N>(x: [c32; M, N]) -> (i64, [i64; N], bool, [bool; M], [bool; N]) {
        (count_nonzero(x), count_nonzero(x, axis=0), any(x), all(x, axis=1), any(x, axis=0))
    }

    pub fn complex_array_api_products_c32<M, N>(a: [c32; M, N], b: [c32; M, N], s: [c32; N, N]) -> ([c32; M], c32, [c32; M, N], [c32; N, N], [c32; M, N]) {
        (vecdot(a, b), vdot(a, b), vecmat(a, s), matrix_power(s, 3), multi_dot([a, s, s]))
    }

    pub fn complex_array_api_inverse_0_c64<N>(z: [c64; N]) -> ([c64; N], [c64; N], [c64; N], [c64; N]) {
        (arcsin(z), arccos(z), arctan(z), arcsinh(z))
    }

    pub fn complex_array_api_inverse_1_c64<N>(z: [c64; N]) -> ([c64; N], [c64; N], [c64; N], [c64; N]) {
        (arccosh(z), arctanh(z), expm1(z), log1p(z))
    }

    pub fn complex_array_api_orders_c64<M, N>(x: [c64; M, N]) -> ([c64; N, M], [c64; M, N], [c64; M, N], [c64; M, N], [c64; M, N], [c64; N, M]) {
        (x.mT, flip(x), flip(x, axis=1), roll(x, 1, axis=0), roll(x, -2), rot90(x))
    }

    pub fn complex_array_api_repetitions_c64<M, N>(x: [c64; M, N]) -> ([c64; M, 2 * N], [c64; 2 * M, 3 * N], [c64; M + 2, N + 2], [c64; M + 2, N]) {
        (repeat(x, 2, axis=1), tile(x, 2, 3), pad(x, 1), pad(x, ((1, 1), (0, 0)), mode="wrap"))
    }

    pub fn complex_array_api_joined_c64<N>(x: [c64; N], y: [c64; N]) -> ([c64; 2, N], [c64; 2 * N], [c64; N, 2], [c64; N + 1]) {
        (vstack([x, y]), hstack([x, y]), column_stack([x, y]), append(x, x[..1]))
    }

    pub fn complex_array_api_parted_c64<N>(x: [c64; 4, N]) -> ([c64; 2, N], [c64; N], [c64; 4, N], [c64; 4, N], [c64; 1, 4, N]) {
        let (upper, lower) = split(x, 2);
        let (a, b, c, d) = unstack(x);
        (upper + lower, a * c - b * d, triu(x), tril(x, k=-1), atleast_3d(x).reshape(1, 4, N))
    }

    pub fn complex_array_api_diagonals_c64<N>(x: [c64; N, N], v: [c64; N]) -> ([c64; N], [c64; N], [c64; N, N]) {
        (diag(x), diagonal(x), diag(v))
    }

    pub fn complex_array_api_taken_c64<M, N>(x: [c64; M, N], i: [i64; 3], j: [i64; M, 2]) -> ([c64; 3, N], [c64; M, 3], [c64; M, 2], [c64; M, N], [c64; M, N]) {
        let (a, b) = broadcast_arrays(x, x[0]);
        (take(x, i, axis=0), x.take(i % 2, axis=1), take_along_axis(x, j, axis=1), a, b)
    }

    pub fn complex_array_api_grids_c64<M, N>(x: [c64; M], y: [c64; N]) -> ([c64; N, M], [c64; N, M]) {
        meshgrid(x, y)
    }

    pub fn complex_array_api_scans_c64<M, N>(x: [c64; M, N]) -> ([c64; M * N], [c64; M, N], [c64; M, N], [c64; M, N + 1], [c64; M, N - 1], [c64; M - 1, N]) {
        (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1), cumulative_sum(x, axis=1, include_initial=true), diff(x), diff(x, axis=0))
    }

    pub fn complex_array_api_measures_c64<M, N>(x: [c64; M, N]) -> (f64, [f64; N], f64, [f64; M], [f64; M], [f64; M, 1], f64, f64) {
        (norm(x), norm(x, axis=0), var(x), std(x, axis=1), norm(x, ord=1, axis=1), var(x, axis=1, keepdims=true), vector_norm(x, ord=3), matrix_norm(x, ord=1))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn complex_array_api_truth_c64<M, N>(x: [c64; M, N]) -> (i64, [i64; N], bool, [bool; M], [bool; N]) {
        (count_nonzero(x), count_nonzero(x, axis=0), any(x), all(x, axis=1), any(x, axis=0))
    }

    pub fn complex_array_api_products_c64<M, N>(a: [c64; M, N], b: [c64; M, N], s: [c64; N, N]) -> ([c64; M], c64, [c64; M, N], [c64; N, N], [c64; M, N]) {
        (vecdot(a, b), vdot(a, b), vecmat(a, s), matrix_power(s, 3), multi_dot([a, s, s]))
    }
}

functions! {
    complex_array_api_inverse_0_c32,
    complex_array_api_inverse_1_c32,
    complex_array_api_orders_c32,
    complex_array_api_repetitions_c32,
    complex_array_api_joined_c32,
    complex_array_api_parted_c32,
    complex_array_api_diagonals_c32,
    complex_array_api_taken_c32,
    complex_array_api_grids_c32,
    complex_array_api_scans_c32,
    complex_array_api_measures_c32,
    complex_array_api_truth_c32,
    complex_array_api_products_c32,
    complex_array_api_inverse_0_c64,
    complex_array_api_inverse_1_c64,
    complex_array_api_orders_c64,
    complex_array_api_repetitions_c64,
    complex_array_api_joined_c64,
    complex_array_api_parted_c64,
    complex_array_api_diagonals_c64,
    complex_array_api_taken_c64,
    complex_array_api_grids_c64,
    complex_array_api_scans_c64,
    complex_array_api_measures_c64,
    complex_array_api_truth_c64,
    complex_array_api_products_c64,
}
