//! A parameter without a type, and one without dimensions.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x, y: [f64]) -> f64 {
        sum(y)
    }
}

fn main() {}
