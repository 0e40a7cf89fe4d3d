//! Loops are unrolled: their bounds are literals.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: &mut [f64; N], k: i64) {
        for s in 0..N {
            u += s;
        }
        for s in 0..k {
            u += s;
        }
    }
}

fn main() {}
