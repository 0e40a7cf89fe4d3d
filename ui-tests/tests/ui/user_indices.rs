//! Indices of other kinds than they should be.

use array_fn::array_fn;

array_fn! {
    pub fn float<N>(x: [f64; N], t: f64) -> f64 { x[t] }
    pub fn mask<N>(x: [f64; N]) -> [f64; N] { x[x > 0.0] }
    pub fn many<N>(x: [f64; N]) -> f64 { x[0][1] }
    pub fn text<N>(x: [f64; N]) -> f64 { x["a"] }
    pub fn nested<M, N>(x: [f64; M, N]) -> f64 { x[[0, 1]] }
    pub fn domain<M, N>(x: [f64; N], k: [index<M>; 4]) -> [f64; 4] { x[k] }
    pub fn offset<N>(x: [f64; N]) -> [f64; N] { from_fn(|i: N| x[i + 1] - x[i - 1]) }
    pub fn bracketless<N>(x: [f64; N]) -> f64 { x(0) }
}

fn main() {}
