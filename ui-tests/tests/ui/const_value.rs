//! Constants have constant values of the declared shape.

use array_fn::array_fn;

array_fn! {
    const A: [f64; 3] = [1, 2];
    const B: f64 = x + 1;
    const C: [f64; N] = [1, 2];

    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        x
    }
}

fn main() {}
