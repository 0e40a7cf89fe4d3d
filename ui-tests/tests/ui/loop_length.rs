//! Loops are unrolled.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: &mut [f64; N]) {
        for s in 0..100000 {
            u += s;
        }
    }
}

fn main() {}
