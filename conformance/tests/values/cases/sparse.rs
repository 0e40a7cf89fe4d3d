// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn sparse_matvec<M, N, Z>(data: [f64; Z], indices: [index<N>; Z], indptr: [i64; M + 1], x: [f64; N]) -> [f64; M] {
        csr_matvec(data, indices, indptr, x)
    }

    pub fn sparse_matvec_f32<M, N, Z>(data: [f32; Z], indices: [i32; Z], indptr: [i32; M + 1], x: [f32; N]) -> [f32; M] {
        2.0 * csr_matvec(data, indices, indptr, x) + 1.0
    }

    pub fn sparse_matmul<M, N, K, Z>(data: [f64; Z], indices: [index<N>; Z], indptr: [i64; M + 1], x: [f64; N, K]) -> [f64; M, K] {
        csr_matmul(data, indices, indptr, x)
    }

    pub fn sparse_matmul_columns<M, N, Z>(data: [f64; Z], indices: [index<N>; Z], indptr: [i64; M + 1], x: [f64; N, 4]) -> [f64; M, 4] {
        csr_matmul(data, indices, indptr, x)
    }

    pub fn sparse_integers<M, N, Z>(data: [i64; Z], indices: [index<N>; Z], indptr: [index<Z + 1>; M + 1], x: [i64; N]) -> [i64; M] {
        csr_matvec(data, indices, indptr, x)
    }

    pub fn sparse_power_iteration<N, Z>(data: [f64; Z], indices: [index<N>; Z], indptr: [i64; N + 1], x: &mut [f64; N]) {
        for k in 0..3 {
            let y = csr_matvec(data, indices, indptr, x);
            x = y / (1.0 + max(abs(y)));
        }
    }
}

functions! {
    sparse_matvec,
    sparse_matvec_f32,
    sparse_matmul,
    sparse_matmul_columns,
    sparse_integers,
    sparse_power_iteration,
}
