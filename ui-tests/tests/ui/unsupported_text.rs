//! Text is for einsum.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        x + "one"
    }
}

fn main() {}
