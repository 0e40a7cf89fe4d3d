//! Rust's inclusive ranges.

use array_fn::array_fn;

array_fn! {
    pub fn head<N>(x: [f64; N]) -> [f64; 3] {
        x[0..=2]
    }
}

fn main() {}
