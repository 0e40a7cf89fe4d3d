//! Keyword arguments.

use array_fn::array_fn;

array_fn! {
    pub fn colon<M, N>(x: [f64; M, N]) -> [f64; M] { sum(x, axis: 1) }
    pub fn named<M, N>(x: [f64; M, N]) -> [f64; M] { sum(x, dim=1) }
    pub fn truth<M, N>(x: [f64; M, N]) -> [f64; M, 1] { sum(x, axis=1, keepdims=True) }
    pub fn initial<N>(x: [f64; N]) -> f64 { sum(x, initial=1.0) }
    pub fn first<M, N>(x: [f64; M, N]) -> [f64; M] { sum(axis=1, x) }
}

fn main() {}
