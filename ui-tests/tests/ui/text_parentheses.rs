//! Expressions are quoted with their parentheses.

use array_fn::array_fn;

array_fn! {
    pub fn masked<N>(x: [f64; N], k: [f32; N]) -> [f64; N] { x * (k > 1.0) + x * k }
    pub fn product<M, N>(x: [f64; N], y: [f64; M]) -> [f64; N] { (x - 1.0) * (y + 1.0) }
    pub fn power<M, N>(x: [f64; N], y: [f64; M]) -> [f64; N] { (-x) ** (y * 2.0) }
}

fn main() {}
