//! Dtypes that do not exist.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(b: [c128; N], c: [u128; N]) -> f64 {
        1
    }
}

fn main() {}
