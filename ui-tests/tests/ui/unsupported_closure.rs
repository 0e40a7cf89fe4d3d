//! Closures stand where indices run.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        let g = |i: N| x[i];
        sqrt(|i: N| x[i])
    }
}

fn main() {}
