//! Array types with their brackets behind the dtype.

use array_fn::array_fn;

array_fn! {
    pub fn f<M, N>(x: f64[M, N], y: f64[2]) -> f64[N] { sum(x, axis=0) + sum(y) }
}

fn main() {}
