//! Shapes that do not fit.

use array_fn::array_fn;

array_fn! {
    pub fn numbers<N>(x: [f64; N]) -> [f64; 2, N] { x.reshape(2, 2) }
    pub fn joined<M, N>(a: [f64; M], b: [f64; N]) -> [f64; M] { concatenate([a, b]) }
    pub fn stacked<M, N>(a: [f64; M], b: [f64; N]) -> [f64; 2, M] { stack([a, b]) }
    pub fn repeated<N>(x: [f64; N]) -> [f64; 3, N] { broadcast_to(x, [N, 3]) }
    pub fn squeezed<N>(x: [f64; N]) -> f64 { squeeze(x, axis=0) }
    pub fn grown<N>(x: [f64; N]) -> [f64; N] { append(x, 1.0) }
    pub fn created<N>() -> [f64; N] { zeros(N) }
    pub fn filled<N>(x: [f64; N]) -> [f64; N] { full(N, 1.0) }
}

fn main() {}
