//! A literal index out of range.

use array_fn::array_fn;

array_fn! {
    pub fn f(x: [f64; 3]) -> f64 {
        x[3] + x[-4]
    }
}

fn main() {}
