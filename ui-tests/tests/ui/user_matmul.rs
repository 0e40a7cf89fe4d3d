//! Products whose operands are turned the wrong way.

use array_fn::array_fn;

array_fn! {
    pub fn transposed<M, N>(a: [f64; M, N], x: [f64; M]) -> [f64; N] { a @ x }
    pub fn weights<B, I, O>(x: [f64; B, I], w: [f64; O, I]) -> [f64; B, O] { x @ w }
    pub fn neither<M, N, K, L>(a: [f64; M, N], b: [f64; K, L]) -> [f64; M, L] { a @ b }
    pub fn starred<N>(a: [f64; N, N], b: [f64; N]) -> [f64; N] { a * b }
}

fn main() {}
