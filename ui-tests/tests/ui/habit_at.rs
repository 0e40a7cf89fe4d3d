//! Functional updates, as in JAX.

use array_fn::array_fn;

array_fn! {
    pub fn set<N>(x: [f64; N]) -> [f64; N] { x.at[0].set(1.0) }
    pub fn add<N>(x: [f64; N]) -> [f64; N] { x.at[1..].add(x[..-1]) }
    pub fn repeated<N, K>(x: [f64; N], i: [index<N>; K], v: [f64; K]) -> [f64; N] { x.at[i].add(v) }
    pub fn less<N, K>(x: [f64; N], i: [i64; K], v: [f64; K]) -> [f64; N] { x.at[i].subtract(v + 1) }
    pub fn largest<M, N, K>(x: [f64; M, N], i: [i64; K], v: [f64; K]) -> [f64; M, N] { x.at[i, 0].max(v) }
    pub fn max<N>(x: [f64; N]) -> [f64; N] { x.at[0].max(0.0) }
}

fn main() {}
