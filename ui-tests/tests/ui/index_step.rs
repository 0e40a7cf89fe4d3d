//! Steps are literals other than zero.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N], k: i64) -> f64 {
        let a = x[..;0];
        sum(x[..;k])
    }
}

fn main() {}
