//! Stacked arrays have one shape.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(a: [f64; N], b: [f64; 3]) -> [f64; 2, N] {
        stack([a, b])
    }
}

fn main() {}
