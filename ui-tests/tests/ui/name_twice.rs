//! Names are declared once.

use array_fn::array_fn;

array_fn! {
    const C: f64 = 1;
    const C: f64 = 2;

    pub fn f<N, N>(x: [f64; N], x: [f64; N]) -> [f64; N] {
        x
    }

    fn f(y: f64) -> f64 {
        y
    }
}

fn main() {}
