//! Bools are not numbers.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(m: [bool; N]) -> [bool; N] {
        let a = -m;
        m - m
    }
}

fn main() {}
