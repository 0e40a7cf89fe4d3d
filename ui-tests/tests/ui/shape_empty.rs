//! An empty array has no smallest element.

use array_fn::array_fn;

array_fn! {
    pub fn f() -> f64 {
        min(zeros([f64; 0]))
    }
}

fn main() {}
