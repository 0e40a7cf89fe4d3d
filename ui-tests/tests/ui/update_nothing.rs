//! A function without results and without effect.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) {
        let y = x + 1;
    }

    pub fn g<N>(x: [f64; N]) -> [f64; N] {
        x + 1;
        x
    }
}

fn main() {}
