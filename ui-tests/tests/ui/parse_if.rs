//! Rust's conditional expression.

use array_fn::array_fn;

array_fn! {
    pub fn relu<N>(x: [f64; N]) -> [f64; N] {
        if x > 0 { x } else { 0 }
    }
}

fn main() {}
