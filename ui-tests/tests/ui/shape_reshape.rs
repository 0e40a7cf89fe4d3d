//! The number of elements stays.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E, N]) -> [f64; E, 2 * N] {
        reshape(u, (E, 2 * N))
    }
}

fn main() {}
