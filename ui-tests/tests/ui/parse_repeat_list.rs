//! Rust's repeated array.

use array_fn::array_fn;

array_fn! {
    pub fn f() -> [f64; 3] {
        [0.0; 3]
    }
}

fn main() {}
