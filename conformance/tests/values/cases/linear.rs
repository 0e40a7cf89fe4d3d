// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn linear_dot_vectors<N>(a: [f64; N], b: [f64; N]) -> f64 {
        dot(a, b)
    }

    pub fn linear_dot_matrices<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] {
        dot(a, b)
    }

    pub fn linear_dot_matrix_vector<M, N>(a: [f64; M, N], b: [f64; N]) -> [f64; M] {
        dot(a, b)
    }

    pub fn linear_dot_vector_matrix<M, N>(a: [f64; M], b: [f64; M, N]) -> [f64; N] {
        dot(a, b)
    }

    pub fn linear_dot_tensors<A, B, K, C, D>(a: [f64; A, B, K], b: [f64; C, K, D]) -> [f64; A, B, C, D] {
        dot(a, b)
    }

    pub fn linear_dot_tensor_vector<A, B, K>(a: [f64; A, B, K], b: [f64; K]) -> [f64; A, B] {
        dot(a, b)
    }

    pub fn linear_dot_scalars(a: f64, b: f64) -> f64 {
        dot(a, b)
    }

    pub fn linear_dot_scalar_matrix<M, N>(a: f64, b: [f64; M, N]) -> [f64; M, N] {
        dot(a, b)
    }

    pub fn linear_dot_one<N>(a: [f64; 1], b: [f64; 1, N]) -> [f64; N] {
        dot(a, b)
    }

    pub fn linear_dot_method<M, N>(a: [f64; M, N], b: [f64; N]) -> [f64; M] {
        a.dot(b)
    }

    pub fn linear_dot_literal<N>(a: [f32; N]) -> [f32; N] {
        dot(a, 2)
    }

    pub fn linear_dtype_f32<M, K, N>(a: [f32; M, K], b: [f32; K, N]) -> ([f32; M, N], [f32; M, M], [f32; 24, 8]) {
        let x: [f32; 3, 4] = a[..3, ..4];
        let y: [f32; 4, 2] = b[..4, ..2];
        (dot(a, b), inner(a, a), outer(x.reshape(12), y).reshape(12, 4, 2).reshape(24, 4).tensordot(full([f32; 4, 8], 1), axes=1))
    }

    pub fn linear_dtype_i32<M, K, N>(a: [i32; M, K], b: [i32; K, N]) -> ([i32; M, N], [i32; M, M], [i32; 24, 8]) {
        let x: [i32; 3, 4] = a[..3, ..4];
        let y: [i32; 4, 2] = b[..4, ..2];
        (dot(a, b), inner(a, a), outer(x.reshape(12), y).reshape(12, 4, 2).reshape(24, 4).tensordot(full([i32; 4, 8], 1), axes=1))
    }

    pub fn linear_dtype_i64<M, K, N>(a: [i64; M, K], b: [i64; K, N]) -> ([i64; M, N], [i64; M, M], [i64; 24, 8]) {
        let x: [i64; 3, 4] = a[..3, ..4];
        let y: [i64; 4, 2] = b[..4, ..2];
        (dot(a, b), inner(a, a), outer(x.reshape(12), y).reshape(12, 4, 2).reshape(24, 4).tensordot(full([i64; 4, 8], 1), axes=1))
    }

    pub fn linear_dtype_u32<M, K, N>(a: [u32; M, K], b: [u32; K, N]) -> ([u32; M, N], [u32; M, M], [u32; 24, 8]) {
        let x: [u32; 3, 4] = a[..3, ..4];
        let y: [u32; 4, 2] = b[..4, ..2];
        (dot(a, b), inner(a, a), outer(x.reshape(12), y).reshape(12, 4, 2).reshape(24, 4).tensordot(full([u32; 4, 8], 1), axes=1))
    }

    pub fn linear_dtype_u64<M, K, N>(a: [u64; M, K], b: [u64; K, N]) -> ([u64; M, N], [u64; M, M], [u64; 24, 8]) {
        let x: [u64; 3, 4] = a[..3, ..4];
        let y: [u64; 4, 2] = b[..4, ..2];
        (dot(a, b), inner(a, a), outer(x.reshape(12), y).reshape(12, 4, 2).reshape(24, 4).tensordot(full([u64; 4, 8], 1), axes=1))
    }

    pub fn linear_dtype_bool<M, K, N>(a: [bool; M, K], b: [bool; K, N]) -> ([bool; M, N], [bool; M, M], [bool; 24, 8]) {
        let x: [bool; 3, 4] = a[..3, ..4];
        let y: [bool; 4, 2] = b[..4, ..2];
        (dot(a, b), inner(a, a), outer(x.reshape(12), y).reshape(12, 4, 2).reshape(24, 4).tensordot(full([bool; 4, 8], 1), axes=1))
    }

    pub fn linear_dot_wraps<N>(a: [i32; N, N]) -> [i32; N, N] {
        dot(a, a)
    }

    pub fn linear_special_values<N>(a: [f64; N], b: [f64; N]) -> (f64, [f64; N, N], f64) {
        (dot(a, b), outer(a, b), vecdot(a, b))
    }

    pub fn linear_inner_vectors<N>(a: [f64; N], b: [f64; N]) -> f64 {
        inner(a, b)
    }

    pub fn linear_inner_tensors<A, B, C, K>(a: [f64; A, B, K], b: [f64; C, K]) -> [f64; A, B, C] {
        inner(a, b)
    }

    pub fn linear_inner_scalar<N>(a: [f64; N], b: f64) -> [f64; N] {
        inner(a, b)
    }

    pub fn linear_vdot<M, N>(a: [f64; M, N], b: [f64; M, N]) -> f64 {
        vdot(a, b)
    }

    pub fn linear_vdot_shapes<M, N>(a: [f64; M, N], b: [f64; N, M]) -> f64 {
        vdot(a, b)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn linear_outer<M, N>(a: [f64; M], b: [f64; N]) -> [f64; M, N] {
        linalg.outer(a, b)
    }

    pub fn linear_outer_ravels<M, N>(a: [f64; M, N], b: f64) -> [f64; M * N, 1] {
        outer(a, b)
    }

    pub fn linear_vecdot<E, N>(a: [f64; E, N], b: [f64; N]) -> [f64; E] {
        vecdot(a, b)
    }

    pub fn linear_vecdot_axis<D, E>(a: [f64; D, E], b: [f64; D, E]) -> ([f64; E], [f64; D]) {
        (vecdot(a, b, axis=0), linalg.vecdot(a, b, axis=-1))
    }

    pub fn linear_vecdot_broadcast<E, F, N>(a: [f64; E, 1, N], b: [f64; F, N]) -> [f64; E, F] {
        vecdot(a, b)
    }

    pub fn linear_matvec<E, M, N>(a: [f64; E, M, N], x: [f64; N], y: [f64; E, N]) -> ([f64; E, M], [f64; E, M]) {
        (matvec(a, x), a.matvec(y))
    }

    pub fn linear_vecmat<E, M, N>(a: [f64; E, M, N], x: [f64; M], y: [f64; E, M]) -> ([f64; E, N], [f64; E, N]) {
        (vecmat(x, a), vecmat(y, a))
    }

    pub fn linear_matvec_one_matrix<E, M, N>(a: [f64; M, N], x: [f64; E, N]) -> [f64; E, M] {
        matvec(a, x)
    }

    pub fn linear_tensordot_two<A, B, C, D>(a: [f64; A, B, C], b: [f64; B, C, D]) -> [f64; A, D] {
        tensordot(a, b)
    }

    pub fn linear_tensordot_zero<M, N>(a: [f64; M], b: [f64; N]) -> [f64; M, N] {
        tensordot(a, b, axes=0)
    }

    pub fn linear_tensordot_pairs<A, B, C, D>(a: [f64; A, B, C], b: [f64; B, C, D]) -> [f64; A, D] {
        linalg.tensordot(a, b, axes=([2, 1], [1, 0]))
    }

    pub fn linear_tensordot_pair<A, B, C, D>(a: [f64; A, B, C], b: [f64; B, C, D]) -> [f64; A, B, B, D] {
        tensordot(a, b, axes=(-1, 1))
    }

    pub fn linear_kron_matrices<A, B, C, D>(a: [f64; A, B], b: [f64; C, D]) -> [f64; A * C, B * D] {
        kron(a, b)
    }

    pub fn linear_kron_vectors<M, N>(a: [i64; M], b: [i64; N]) -> [i64; M * N] {
        kron(a, b)
    }

    pub fn linear_kron_ranks<A, B, C>(a: [f64; A], b: [f64; B, C]) -> [f64; B, A * C] {
        kron(a, b)
    }

    pub fn linear_trace<N>(a: [f64; N, N]) -> f64 {
        trace(a)
    }

    pub fn linear_trace_offsets<N>(a: [f64; N, N]) -> (f64, f64, f64) {
        (a.trace(offset=1), a.trace(offset=-2), a.trace(2))
    }

    pub fn linear_trace_axes<E, N>(a: [f64; N, E, N]) -> [f64; E] {
        linalg.trace(a, axis1=0, axis2=-1)
    }

    pub fn linear_trace_rectangle(a: [f64; 3, 5], b: [f64; 5, 2]) -> (f64, f64, f64, f64) {
        (trace(a), trace(a, 3), trace(b, -4), trace(b, 7))
    }

    pub fn linear_trace_integers<N>(a: [i32; N, N], b: [bool; N, N], c: [u32; N, N]) -> (i64, i64, u64) {
        (trace(a), trace(b), trace(c))
    }

    pub fn linear_cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
        cross(a, b)
    }

    pub fn linear_cross_rows<E>(a: [f64; E, 3], b: [f64; 3]) -> [f64; E, 3] {
        linalg.cross(a, b)
    }

    pub fn linear_cross_axis<E>(a: [f64; 3, E], b: [f64; 3, E]) -> [f64; 3, E] {
        cross(a, b, axis=0)
    }

    pub fn linear_cross_integers<E>(a: [i32; E, 3], b: [i32; E, 3]) -> [i32; E, 3] {
        a.cross(b)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn linear_matrix_power<N>(a: [f64; N, N]) -> ([f64; N, N], [f64; N, N], [f64; N, N], [f64; N, N], [f64; N, N], [f64; N, N], [f64; N, N]) {
        (matrix_power(a, 0), matrix_power(a, 1), matrix_power(a, 2), matrix_power(a, 3), matrix_power(a, 4), matrix_power(a, 7), matrix_power(a, 10))
    }

    pub fn linear_matrix_power_batch<E, N>(a: [i64; E, N, N]) -> [i64; E, N, N] {
        linalg.matrix_power(a, 5) + matrix_power(a, 0)
    }

    pub fn linear_multi_dot(a: [f64; 3, 5], b: [f64; 5, 4], c: [f64; 4, 2], d: [f64; 2]) -> ([f64; 3, 2], [f64; 3]) {
        (multi_dot([a, b, c]), linalg.multi_dot([a, b, c, d]))
    }

    pub fn linear_multi_dot_sizes<M, N>(x: [f64; M], a: [f64; M, N], y: [f64; N]) -> (f64, [f64; M]) {
        (multi_dot([x, a, y]), multi_dot([a, a.T, x]))
    }

    pub fn linear_of_expressions<N>(a: [f64; N, N], x: [f64; N]) -> f64 {
        let linalg = 2.0 * x;
        dot(linalg, a.T) @ (x + 1) + linalg.sum()
    }

    pub fn linear_inside_closure<E, N>(a: [f64; E, N], b: [f64; E, N]) -> [f64; E] {
        from_fn(|e: E| dot(a[e], b[e]) + outer(a[e], b[e]).trace())
    }

    pub fn linear_einsum_traces<E, N>(a: [f64; E, N, N], b: [f64; N, N]) -> ([f64; E], f64, [f64; N]) {
        (einsum("...ii", a), einsum("ii,jj", b, b), einsum("ij,ji->i", b, b))
    }

    pub fn linear_einsum_ellipsis<E, F, N>(a: [f64; E, F, N, N], x: [f64; F, N]) -> ([f64; E, F, N], [f64; E, F, N], [f64; N, E, F]) {
        (einsum("...ij,...j->...i", a, x), einsum("...ij,...j", a, x), einsum("...ii->i...", a))
    }
}

functions! {
    linear_dot_vectors,
    linear_dot_matrices,
    linear_dot_matrix_vector,
    linear_dot_vector_matrix,
    linear_dot_tensors,
    linear_dot_tensor_vector,
    linear_dot_scalars,
    linear_dot_scalar_matrix,
    linear_dot_one,
    linear_dot_method,
    linear_dot_literal,
    linear_dtype_f32,
    linear_dtype_i32,
    linear_dtype_i64,
    linear_dtype_u32,
    linear_dtype_u64,
    linear_dtype_bool,
    linear_dot_wraps,
    linear_special_values,
    linear_inner_vectors,
    linear_inner_tensors,
    linear_inner_scalar,
    linear_vdot,
    linear_vdot_shapes,
    linear_outer,
    linear_outer_ravels,
    linear_vecdot,
    linear_vecdot_axis,
    linear_vecdot_broadcast,
    linear_matvec,
    linear_vecmat,
    linear_matvec_one_matrix,
    linear_tensordot_two,
    linear_tensordot_zero,
    linear_tensordot_pairs,
    linear_tensordot_pair,
    linear_kron_matrices,
    linear_kron_vectors,
    linear_kron_ranks,
    linear_trace,
    linear_trace_offsets,
    linear_trace_axes,
    linear_trace_rectangle,
    linear_trace_integers,
    linear_cross,
    linear_cross_rows,
    linear_cross_axis,
    linear_cross_integers,
    linear_matrix_power,
    linear_matrix_power_batch,
    linear_multi_dot,
    linear_multi_dot_sizes,
    linear_of_expressions,
    linear_inside_closure,
    linear_einsum_traces,
    linear_einsum_ellipsis,
}
