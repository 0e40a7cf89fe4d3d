//! The bounds of a `for` are integers.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: &mut [f64; N], k: i64, ks: [i64; N]) {
        for s in 0..2.5 {
            u += 1.0;
        }
        for s in 0..u {
            u += 1.0;
        }
        for s in ks..k {
            u += 1.0;
        }
        for s in 0..k {
            u += s;
        }
        for s in 0..k {
            s + 1
        }
    }
}

fn main() {}
