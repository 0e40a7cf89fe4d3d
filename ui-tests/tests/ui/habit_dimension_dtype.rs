//! A dimension declared with a dtype.

use array_fn::array_fn;

array_fn! {
    pub fn integer<N: i64>(x: [f64; N]) -> [f64; N] { x }
}

fn main() {}
