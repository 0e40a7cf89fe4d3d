//! A `let` without `;`, found on the next line.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        let y = x + 1
        let z = y * 2;
        z
    }
}

fn main() {}
