//! Subscripts of `einsum` that do not fit.

use array_fn::array_fn;

array_fn! {
    pub fn missing<M, N>(a: [f64; M, N], b: [f64; N]) -> [f64; M] { einsum("ij,k->i", a, b, b) }
    pub fn arrow<M, N>(a: [f64; M, N]) -> [f64; N, M] { einsum("ij-ji", a) }
    pub fn sizes<M, N>(a: [f64; M, N], b: [f64; M, N]) -> [f64; M, M] { einsum("ij,jk->ik", a, b) }
    pub fn spaces<M, N>(a: [f64; M, N]) -> [f64; M] { einsum("i1->i", a) }
}

fn main() {}
