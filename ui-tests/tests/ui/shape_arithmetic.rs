//! Sizes are polynomials.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N + 1], y: [f64; N]) -> [f64; 2 * N] {
        let a = x[1..] + y;
        let b = x[..-2] + y;
        concatenate([x, y])
    }
}

fn main() {}
