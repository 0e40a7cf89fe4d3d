//! Bounds of slices are known up to dimensions.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N], k: i64) -> f64 {
        sum(x[k..])
    }
}

fn main() {}
