//! `^` as a power.

use array_fn::array_fn;

array_fn! {
    pub fn square<N>(x: [f64; N]) -> [f64; N] { x ^ 2 }
    pub fn sum_of_squares<N>(x: [f64; N], y: [f64; N]) -> [f64; N] { (x + y) ^ 2.0 }
}

fn main() {}
