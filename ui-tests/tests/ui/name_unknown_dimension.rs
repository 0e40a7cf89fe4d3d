//! A dimension that was not declared.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N, M]) -> [f64; N] {
        sum(x, axis=1)
    }
}

fn main() {}
