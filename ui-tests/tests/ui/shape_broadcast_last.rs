//! NumPy aligns at the last axis.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E, N], scale: [f64; E]) -> [f64; E, N] {
        u * scale
    }
}

fn main() {}
