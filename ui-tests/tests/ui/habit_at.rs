//! Functional updates, as in JAX.

use array_fn::array_fn;

array_fn! {
    pub fn set<N>(x: [f64; N]) -> [f64; N] { x.at[0].set(1.0) }
    pub fn add<N>(x: [f64; N]) -> [f64; N] { x.at[1..].add(x[..-1]) }
    pub fn max<N>(x: [f64; N]) -> [f64; N] { x.at[0].max(0.0) }
}

fn main() {}
