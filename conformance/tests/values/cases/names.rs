// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn names_acos<N>(a: [f64; N]) -> [f64; N] {
        acos(a)
    }

    pub fn names_asin<N>(a: [f64; N]) -> [f64; N] {
        asin(a)
    }

    pub fn names_atan<N>(a: [f64; N]) -> [f64; N] {
        atan(a)
    }

    pub fn names_asinh<N>(a: [f64; N]) -> [f64; N] {
        asinh(a)
    }

    pub fn names_acosh<N>(a: [f64; N]) -> [f64; N] {
        acosh(a)
    }

    pub fn names_atanh<N>(a: [f64; N]) -> [f64; N] {
        atanh(a)
    }

    pub fn names_rad2deg<N>(a: [f64; N]) -> [f64; N] {
        rad2deg(a)
    }

    pub fn names_deg2rad<N>(a: [f64; N]) -> [f64; N] {
        deg2rad(a)
    }

    pub fn names_atan2<N>(a: [f64; N], b: [f64; N]) -> [f64; N] {
        atan2(a, b)
    }

    pub fn names_bitwise_invert<N>(a: [i64; N]) -> [i64; N] {
        bitwise_invert(a)
    }

    pub fn names_bitwise_not<N>(a: [i64; N]) -> [i64; N] {
        bitwise_not(a)
    }

    pub fn names_bitwise_left_shift<N>(a: [i64; N], b: [i64; N]) -> [i64; N] {
        bitwise_left_shift(a, b)
    }

    pub fn names_right_shift<N>(a: [i64; N], b: [i64; N]) -> [i64; N] {
        right_shift(a, b)
    }

    pub fn names_gammaln<N>(a: [f64; N]) -> [f64; N] {
        gammaln(a)
    }

    pub fn names_permute_dims<M, N>(x: [f64; M, N]) -> [f64; N, M] {
        permute_dims(x, [1, 0])
    }

    pub fn names_concat<M, N>(x: [f64; M, N]) -> [f64; 2 * M, N] {
        concat([x, x + 1], axis=0)
    }

    pub fn names_dsplit<M, N>(v: [f64; M, N, 4]) -> ([f64; M, N, 2], [f64; M, N, 2]) {
        dsplit(v, 2)
    }

    pub fn names_empty<N>(x: [f64; N]) -> [f64; N] {
        x + empty([f64; N])
    }

    pub fn names_conjugate<N>(z: [c64; N]) -> [c64; N] {
        conjugate(z)
    }

    pub fn names_matrix_norm_fro<B, M, N>(x: [f64; B, M, N]) -> ([f64; B], [f64; B, 1, 1]) {
        (matrix_norm(x, ord="fro"), linalg.matrix_norm(x, keepdims=true, ord="fro"))
    }

    pub fn names_matrix_norm_one<B, M, N>(x: [f64; B, M, N]) -> ([f64; B], [f64; B, 1, 1]) {
        (matrix_norm(x, ord=1), linalg.matrix_norm(x, keepdims=true, ord=1))
    }

    pub fn names_vector_norm_one<M, N>(x: [f64; M, N], y: [f32; N]) -> (f64, [f64; N], [f64; M, 1], f32) {
        (vector_norm(x, ord=1), vector_norm(x, axis=0, ord=1), vector_norm(x, axis=-1, keepdims=true, ord=1), vector_norm(y, ord=1))
    }

    pub fn names_matrix_norm_minus_one<B, M, N>(x: [f64; B, M, N]) -> ([f64; B], [f64; B, 1, 1]) {
        (matrix_norm(x, ord=-1), linalg.matrix_norm(x, keepdims=true, ord=-1))
    }

    pub fn names_vector_norm_minus_one<M, N>(x: [f64; M, N], y: [f32; N]) -> (f64, [f64; N], [f64; M, 1], f32) {
        (vector_norm(x, ord=-1), vector_norm(x, axis=0, ord=-1), vector_norm(x, axis=-1, keepdims=true, ord=-1), vector_norm(y, ord=-1))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn names_matrix_norm_inf<B, M, N>(x: [f64; B, M, N]) -> ([f64; B], [f64; B, 1, 1]) {
        (matrix_norm(x, ord=inf), linalg.matrix_norm(x, keepdims=true, ord=inf))
    }

    pub fn names_vector_norm_inf<M, N>(x: [f64; M, N], y: [f32; N]) -> (f64, [f64; N], [f64; M, 1], f32) {
        (vector_norm(x, ord=inf), vector_norm(x, axis=0, ord=inf), vector_norm(x, axis=-1, keepdims=true, ord=inf), vector_norm(y, ord=inf))
    }

    pub fn names_matrix_norm_minus_inf<B, M, N>(x: [f64; B, M, N]) -> ([f64; B], [f64; B, 1, 1]) {
        (matrix_norm(x, ord=-inf), linalg.matrix_norm(x, keepdims=true, ord=-inf))
    }

    pub fn names_vector_norm_minus_inf<M, N>(x: [f64; M, N], y: [f32; N]) -> (f64, [f64; N], [f64; M, 1], f32) {
        (vector_norm(x, ord=-inf), vector_norm(x, axis=0, ord=-inf), vector_norm(x, axis=-1, keepdims=true, ord=-inf), vector_norm(y, ord=-inf))
    }

    pub fn names_vector_norm<M, N>(x: [f64; M, N], n: [i64; N]) -> (f64, [f64; N], f64, f64) {
        (vector_norm(x), vector_norm(x, axis=0), vector_norm(n), linalg.vector_norm(x, ord=2.5))
    }
}

functions! {
    names_acos,
    names_asin,
    names_atan,
    names_asinh,
    names_acosh,
    names_atanh,
    names_rad2deg,
    names_deg2rad,
    names_atan2,
    names_bitwise_invert,
    names_bitwise_not,
    names_bitwise_left_shift,
    names_right_shift,
    names_gammaln,
    names_permute_dims,
    names_concat,
    names_dsplit,
    names_empty,
    names_conjugate,
    names_matrix_norm_fro,
    names_matrix_norm_one,
    names_vector_norm_one,
    names_matrix_norm_minus_one,
    names_vector_norm_minus_one,
    names_matrix_norm_inf,
    names_vector_norm_inf,
    names_matrix_norm_minus_inf,
    names_vector_norm_minus_inf,
    names_vector_norm,
}
