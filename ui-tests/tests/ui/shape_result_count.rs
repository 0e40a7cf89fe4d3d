//! Another number of results than declared.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> ([f64; N], [f64; N]) {
        x
    }

    pub fn g<N>(x: [f64; N]) -> [f64; N] {
        (x, x)
    }

    pub fn h<N>(x: [f64; N]) -> [f64; N] {
        let y = x;
    }
}

fn main() {}
