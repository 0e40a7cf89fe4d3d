//! A `let` with another shape.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E, N]) -> [f64; E] {
        let s: [f64; N] = u.sum(axis=1);
        u.sum(axis=1)
    }
}

fn main() {}
