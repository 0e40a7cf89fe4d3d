//! A function is not a value.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        sqrt * x
    }
}

fn main() {}
