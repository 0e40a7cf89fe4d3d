//! A float that Rust's lexer takes for a field.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        x * 1.e3
    }
}

fn main() {}
