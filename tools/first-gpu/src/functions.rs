//! Array functions of the trials.

use array_fn::array_fn;

array_fn! {
    /// A product of matrices, for cuBLAS.
    pub fn product<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] { a @ b }

    /// Each block keeps the new row, 64 000 bytes, until the old one is no longer read.
    pub fn mirror<E>(u: &mut [f64; E, 8000]) { u += flip(u, axis=1); }

    pub fn twice<N>(x: [f64; N]) -> [f64; N] { 2 * x }
}
