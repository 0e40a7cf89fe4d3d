//! What is unknown is said once; a name declared twice has no other errors.

use array_fn::array_fn;

array_fn! {
    pub fn unknown<N>(x: [f64; N]) -> [f64; N] { x * y + y / (y - 1.0) }
    pub fn twice<N, M>(x: [f64; N], x: [f64; M]) -> [f64; N] { x + 1.0 }
    pub fn dimension<N>(N: [f64; N]) -> f64 { sum(N) }
    pub fn undeclared<N>(x: [f64; M, N], y: [f64; M]) -> [f64; M] { x[.., 0] + y }
}

fn main() {}
