//! Single quotes around one letter.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> f64 {
        einsum('i', x)
    }
}

fn main() {}
