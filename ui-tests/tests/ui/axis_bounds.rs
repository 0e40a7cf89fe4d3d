//! Numbers of axes that are out of bounds.

use array_fn::array_fn;

array_fn! {
    pub fn summed<M, N>(a: [f64; M, N]) -> [f64; M] { sum(a * 2.0, axis=2) }
    pub fn expanded<M, N>(a: [f64; M, N]) -> [f64; 1, M, N] { expand_dims(a, -4) }
    pub fn stacked<M, N>(a: [f64; M, N]) -> [f64; M, N, 2] { stack([a, a], axis=3) }
    pub fn swapped<N>(a: [f64; N]) -> [f64; N] { swapaxes(a, 0, 1) }
    pub fn sorted(s: f64) -> f64 { sort(s) }
    pub fn contracted<M, N>(a: [f64; M, N], b: [f64; N]) -> [f64; M] { tensordot(a, b, axes=([1], [1])) }
    pub fn moved<M, N>(a: [f64; M, N]) -> [f64; N, M] { moveaxis(a, [0, -2], [1, 0]) }
}

fn main() {}
