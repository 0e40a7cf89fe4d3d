//! Loops have known bounds.

use array_fn::array_fn;

array_fn! {
    pub fn f(x: f64) -> f64 {
        while x > 1 { x = x / 2; }
        x
    }
}

fn main() {}
