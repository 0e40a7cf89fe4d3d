//! A name is used before its `let`.

use array_fn::array_fn;

array_fn! {
    pub fn f(x: f64) -> f64 {
        let a = b + x;
        let b = x;
        a + b
    }
}

fn main() {}
