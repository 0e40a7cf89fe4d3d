//! Integers to negative powers.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(i: [i64; N]) -> [i64; N] {
        i ** -2
    }
}

fn main() {}
