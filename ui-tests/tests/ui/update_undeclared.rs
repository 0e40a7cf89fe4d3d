//! Only what exists can be assigned to.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        for s in 0..3 {
            y = x + s;
        }
        N = 3;
        y
    }
}

fn main() {}
