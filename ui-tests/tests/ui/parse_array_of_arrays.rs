//! Dimensions stand in one pair of brackets.

use array_fn::array_fn;

array_fn! {
    pub fn f(x: [[f64; 3]; 4]) -> f64 {
        sum(x)
    }
}

fn main() {}
