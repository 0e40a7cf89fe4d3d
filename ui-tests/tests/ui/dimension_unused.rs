//! A dimension that nothing mentions.

use array_fn::array_fn;

array_fn! {
    pub fn f<N, M>(x: [f64; N]) -> f64 {
        sum(x)
    }
}

fn main() {}
