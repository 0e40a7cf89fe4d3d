//! Sizes follow from dimensions.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N], n: i64) -> [f64; N] {
        let a = zeros([f64; n]);
        let b = zeros([f64; N / 2]);
        let c = zeros([f64; -1]);
        x
    }
}

fn main() {}
