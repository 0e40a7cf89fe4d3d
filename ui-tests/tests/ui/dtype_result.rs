//! The result has another dtype than declared.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f32; N] {
        x * 2
    }
}

fn main() {}
