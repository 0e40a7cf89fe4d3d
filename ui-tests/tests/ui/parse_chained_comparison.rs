//! Python chains comparisons; Rust and this language do not.

use array_fn::array_fn;

array_fn! {
    pub fn inside<N>(x: [f64; N]) -> [bool; N] {
        0 < x < 1
    }
}

fn main() {}
