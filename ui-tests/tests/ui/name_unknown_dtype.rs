//! Dtypes have Rust's names.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [float; N], y: [double; N], z: [int; N]) -> f64 {
        1
    }
}

fn main() {}
