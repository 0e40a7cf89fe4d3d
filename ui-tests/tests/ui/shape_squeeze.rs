//! Only axes of size 1 can go.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E, N]) -> [f64; E] {
        squeeze(u, axis=1)
    }
}

fn main() {}
