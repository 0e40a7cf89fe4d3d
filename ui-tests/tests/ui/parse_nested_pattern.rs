//! Patterns do not nest.

use array_fn::array_fn;

array_fn! {
    pub fn f(x: f64) -> f64 {
        let (a, (b, c)) = g(x);
        a
    }
}

fn main() {}
