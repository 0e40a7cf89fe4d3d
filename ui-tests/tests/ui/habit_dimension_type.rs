//! Dimensions declared with a type.

use array_fn::array_fn;

array_fn! {
    pub fn size<N: usize>(x: [f64; N]) -> [f64; N] { x }
}

fn main() {}
