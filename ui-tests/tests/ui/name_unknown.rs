//! A misspelt name.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(velocity: [f64; N]) -> [f64; N] {
        2 * velocty
    }
}

fn main() {}
