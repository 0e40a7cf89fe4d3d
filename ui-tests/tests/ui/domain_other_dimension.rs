//! Indices into another dimension.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E], idx: [index<N>; E]) -> [f64; E] {
        u[idx]
    }
}

fn main() {}
