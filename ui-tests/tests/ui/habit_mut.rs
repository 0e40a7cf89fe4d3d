//! A name that can be changed is declared with `let`.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] { mut y = x; y += 1; y }
}

fn main() {}
