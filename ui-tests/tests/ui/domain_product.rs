//! Indices into a flattened array.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N, F>(u: [f64; E, N], idx: [index<E * N>; E, F]) -> [f64; E, F] {
        u[idx]
    }
}

fn main() {}
