//! The functions that are measured: a statement of each kind whose speed depends on how its kernels read memory, on how
//! many of its points fill vectors, or on an algorithm.

use array_fn::array_fn;

array_fn! {
    pub fn polynomial<N>(x: [f64; N]) -> [f64; N] { ((0.1 * x + 0.2) * x - 0.3) * x + 0.4 }
    pub fn exponential<N>(x: [f64; N]) -> [f64; N] { exp(-x) }
    pub fn gammas<N>(x: [f32; N]) -> [f32; N] { gamma(x) }
    pub fn log_gammas<N>(x: [f32; N]) -> [f32; N] { lgamma(x) }
    pub fn differences<N>(x: [i32; N], y: [i32; N]) -> [i32; N] { x - y }
    pub fn selected<N>(x: [f32; N], y: [f32; N]) -> [f32; N] { where(x > y, x - y, 0.0) }
    pub fn halved<N>(x: [f64; N]) -> [f32; N] { x as f32 }
    pub fn less<N>(x: [u8; N], y: [u8; N]) -> [bool; N] { x < y }
    pub fn count_true<N>(x: [u8; N]) -> i64 { sum(x > 100) }

    pub fn total<N>(x: [f64; N]) -> f64 { sum(x) }
    pub fn largest<N>(x: [u8; N]) -> u8 { max(x) }
    pub fn place<N>(x: [f64; N]) -> i64 { argmax(x) }
    pub fn is_any<N>(x: [f64; N]) -> bool { any(x > 2.0) }
    pub fn rows<M, N>(x: [f64; M, N]) -> [f64; M] { sum(x, axis=1) }
    pub fn columns<M, N>(x: [f64; M, N]) -> [f64; N] { sum(x, axis=0) }
    pub fn places<M, N>(x: [f32; M, N]) -> [i64; N] { argmax(x, axis=0) }
    pub fn products<M, N>(x: [f64; M, N], y: [f64; N]) -> [f64; M] { x @ y }
    pub fn weighted<M, N>(x: [f64; M, N], y: [f64; N], z: [f64; M]) -> [f64; M] { einsum("ij,j,i->i", x, y, z) }
    pub fn gram<N>(a: [f64; N, N]) -> [f64; N, N] { a.T @ a }
    pub fn few_terms<M, N>(a: [f32; M, N], x: [f32; N]) -> [f32; M] { a @ x }
    pub fn factor<N>(a: [f64; N, N]) -> [f64; N, N] { cholesky(a) }
    pub fn columns_of_3<M>(x: [f64; M, 3]) -> [f64; 3] { sum(x, axis=0) }
    pub fn weighted_columns<M, N>(a: [f32; M, N], x: [f32; M]) -> [f32; N] { a.T @ x }
    pub fn columns_of_32<M>(x: [f64; M, 32]) -> [f64; 32] { sum(x, axis=0) }
    pub fn distances<M, N>(x: [f64; M, 3], y: [f64; N, 3]) -> [f64; M] {
        min(sum((x[.., newaxis] - y[newaxis]) ** 2, axis=-1), axis=1)
    }

    pub fn affine<M, N>(x: [f64; M, N], r: [f64; N], c: [f64; M]) -> [f64; M, N] { x * r + c[.., newaxis] }
    pub fn centred<M, N>(x: [f64; M, N]) -> [f64; M, N] { x - mean(x, axis=1, keepdims=true) }
    pub fn softmax<M, N>(x: [f64; M, N]) -> [f64; M, N] {
        let e = exp(x - max(x, axis=1, keepdims=true));
        e / sum(e, axis=1, keepdims=true)
    }
    pub fn five_points<M, N>(u: [f64; M, N]) -> [f64; M - 2, N - 2] {
        u[..-2, 1..-1] + u[2.., 1..-1] + u[1..-1, ..-2] + u[1..-1, 2..] - 4 * u[1..-1, 1..-1]
    }
    pub fn inside<M, N>(u: [f64; M, N]) -> [f64; M - 2, N - 2] { u[1..-1, 1..-1] }
    pub fn even<M, N>(u: [f64; M, N]) -> [f64; M, floor_div(N + 1, 2)] { 2 * u[.., ..;2] }
    pub fn turned<M, N>(u: [f64; M, N]) -> [f64; N, M] { u.T }
    pub fn turned_pages<L, M, N>(u: [f32; L, M, N]) -> [f32; L, N, M] { swapaxes(u, 1, 2) }
    pub fn page_differences<L, M, N>(u: [f64; L, M, N]) -> [f64; L, M - 1, N] { u[.., 1..] - u[.., ..-1] }
    pub fn page_sums<L, M, N>(u: [f64; L, M, N]) -> [f64; L] { sum(u, axis=(1, 2)) }
    pub fn rolled<M, N>(u: [f32; M, N]) -> [f32; M, N] { roll(u, 1, axis=1) }
    pub fn joined<M, N>(u: [f64; M, N]) -> [f64; M, 2 * N] { concatenate((u, u), axis=1) }
    pub fn tiled<M, N>(u: [f32; M, N]) -> [f32; 2 * M, 2 * N] { tile(u, (2, 2)) }
    pub fn picked<M, N>(u: [f32; M, N], i: [index<N>; N]) -> [f32; M, N] { u[.., i] }
    pub fn gathered<N>(u: [f64; N], i: [index<N>; N]) -> [f64; N] { u[i] }

    pub fn running<N>(x: [f64; N]) -> [f64; N] { cumsum(x) }
    pub fn running_down<M, N>(x: [f64; M, N]) -> [f64; M, N] { cumsum(x, axis=0) }
    pub fn sorted<N>(x: [f64; N]) -> [f64; N] { sort(x) }
    pub fn least<N>(x: [f64; N]) -> [f64; 10] { sort(x)[..10] }
    pub fn order<N>(x: [f64; N]) -> [i64; N] { argsort(x) }
    pub fn found<N, K>(edges: [f64; K], x: [f64; N]) -> [i64; N] { searchsorted(edges, x) }
    pub fn segments<N, S>(x: [f64; N], i: [index<S>; N]) -> [f64; S] { segment_sum(x, i) }
    pub fn product<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] { a @ b }
    pub fn batched<B>(a: [f64; B, 3, 3], x: [f64; B, 3]) -> [f64; B, 3] { einsum("bij,bj->bi", a, x) }
}
