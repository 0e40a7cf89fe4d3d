// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn products_sizes<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] {
        a @ b
    }

    pub fn products_transposed<M, K, N>(a: [f32; K, M], b: [f32; N, K]) -> ([f32; M, N], [f32; N, M]) {
        (a.T @ b.T, b @ a)
    }

    pub fn products_with_itself<M, K>(a: [f64; M, K]) -> ([f64; M, M], [f64; K, K]) {
        (a @ a.T, a.T @ a)
    }

    pub fn products_slices<M, K, N>(a: [f64; 2 * M, K + 2], b: [f64; K, 3 * N]) -> [f64; M, N] {
        a[1..;2, 1..-1] @ b[..;-1, ..;3]
    }

    pub fn products_batches<E, M, K, N>(a: [f64; E, M, K], b: [f64; E, K, N], c: [f64; K, N]) -> ([f64; E, M, N], [f64; E, M, N], [f64; E, M, M]) {
        (a @ b, a @ c, einsum("emk,enk->enm", a, a))
    }

    pub fn products_broadcast_batches<E, F, M, K, N>(a: [f64; E, 1, M, K], b: [f64; F, K, N]) -> [f64; E, F, M, N] {
        a @ b
    }

    pub fn products_several_axes<A, B, C, D, F>(x: [f64; A, B, C, D], y: [f64; D, F, B]) -> ([f64; A, C, F], [f64; F, C, A]) {
        (einsum("abcd,dfb->acf", x, y), einsum("abcd,dfb->fca", x, y))
    }

    pub fn products_collapsed_axes<A, B, C, D, F>(x: [f64; A, B, C, D], y: [f64; C, D, F]) -> [f64; A, B, F] {
        einsum("abcd,cdf->abf", x, y)
    }

    pub fn products_reshaped<A, B, C, N>(x: [f64; A, B, C], w: [f64; B * C, N]) -> [f64; A, N] {
        x.reshape(A, B * C) @ w
    }

    pub fn products_diagonals<N, M>(a: [f64; N, N, M], b: [f64; N, M]) -> [f64; M, M] {
        einsum("iim,in->mn", a, b)
    }

    pub fn products_constant_sizes<N>(a: [f64; 16, 24], b: [f64; 24, N]) -> ([f64; 16, N], [f64; 24, 24]) {
        (a @ b, a.T @ a)
    }

    pub fn products_fused_around<M, K, N>(a: [f64; M, K], b: [f64; K, N], v: [f64; N]) -> ([f64; M, N], [f64; N]) {
        let c = (1 + a) @ b / 2 - v;
        (tanh(c), sum(c, axis=0))
    }

    pub fn products_twice<N>(a: [f64; N, N], b: &mut [f64; N, N]) -> ([f64; N, N], [f64; N, N]) {
        let c = a @ b;
        b = c;
        (c, c)
    }

    pub fn products_updates<N, K>(a: [f64; N, N], b: [f64; N, K], y: &mut [f64; N, K], s: &mut [f64; N, N]) {
        y += a @ b;
        s = a @ s;
        s = s @ s.T;
    }

    pub fn products_special_values<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> ([f64; M, N], [f64; N, M]) {
        (a @ b, b.T @ a.T)
    }

    pub fn products_overflow<M, K, N>(a: [f32; M, K], b: [f32; K, N]) -> [f32; M, N] {
        a @ b
    }
}

functions! {
    products_sizes,
    products_transposed,
    products_with_itself,
    products_slices,
    products_batches,
    products_broadcast_batches,
    products_several_axes,
    products_collapsed_axes,
    products_reshaped,
    products_diagonals,
    products_constant_sizes,
    products_fused_around,
    products_twice,
    products_updates,
    products_special_values,
    products_overflow,
}
