//! Two literal sizes.

use array_fn::array_fn;

array_fn! {
    pub fn f(a: [f64; 3], b: [f64; 4]) -> [f64; 3] {
        a * b
    }
}

fn main() {}
