//! Dtypes that are still to come.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(a: [f16; N], b: [c64; N], c: [u128; N]) -> f64 {
        1
    }
}

fn main() {}
