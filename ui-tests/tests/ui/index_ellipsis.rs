//! One `...` is enough.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E, N]) -> [f64; E, N] {
        u[..., ...]
    }
}

fn main() {}
