//! A `let` with another dtype.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        let y: [i64; N] = x + 1;
        x
    }
}

fn main() {}
