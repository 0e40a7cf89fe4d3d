//! A `let` without `mut` does not change.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        let y = x;
        for s in 0..3 {
            y = y + 1;
        }
        y
    }
}

fn main() {}
