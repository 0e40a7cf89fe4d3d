//! Values are indexed, functions are called.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> f64 {
        x(0)
    }
}

fn main() {}
