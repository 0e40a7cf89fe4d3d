//! Python's conditional expression.

use array_fn::array_fn;

array_fn! {
    pub fn relu<N>(x: [f64; N]) -> [f64; N] {
        x if x > 0 else 0
    }
}

fn main() {}
