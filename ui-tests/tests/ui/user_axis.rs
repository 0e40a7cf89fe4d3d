//! A forgotten axis, and a forgotten `keepdims`.

use array_fn::array_fn;

array_fn! {
    pub fn centred<M, N>(x: [f64; M, N]) -> [f64; M, N] { x - mean(x, axis=1) }
    pub fn all<M, N>(x: [f64; M, N]) -> [f64; M] { sum(x) }
    pub fn outer<M, N>(x: [f64; M], y: [f64; N]) -> [f64; M, N] { x * y }
    pub fn row<M, N>(x: [f64; M, N]) -> [f64; N] { x[.., 0] }
}

fn main() {}
