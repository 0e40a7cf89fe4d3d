//! A type is not a value.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        let a = zeros(f64);
        let b = zeros(N);
        x + [f64; N]
    }
}

fn main() {}
