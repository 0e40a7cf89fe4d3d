//! A slice that leaves a literal size.

use array_fn::array_fn;

array_fn! {
    pub fn f(x: [f64; 3]) -> f64 {
        sum(x[1..5]) + sum(x[2..1])
    }
}

fn main() {}
