//! Only axes of size 1 stretch.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E, 3]) -> [f64; E, N] {
        broadcast_to(u, (E, N))
    }
}

fn main() {}
