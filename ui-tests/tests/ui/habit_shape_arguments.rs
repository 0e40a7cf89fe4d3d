//! Shapes where types stand here.

use array_fn::array_fn;

array_fn! {
    pub fn number<N>(x: [f64; N]) -> [f64; N] { x + zeros(N) }
    pub fn tuple<M, N>(x: [f64; M, N]) -> [f64; M, N] { x + full((M, N), 2.0) }
    pub fn list<N>(x: [f64; N]) -> [f64; N] { x + ones([N]) }
    pub fn half<N>(x: [f64; N]) -> [f64; N] { x[..N / 2] }
}

fn main() {}
