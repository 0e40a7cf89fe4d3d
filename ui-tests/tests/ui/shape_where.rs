//! All three operands broadcast.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(c: [bool; E], x: [f64; E, N], y: [f64; E, N]) -> [f64; E, N] {
        where(c, x, y)
    }
}

fn main() {}
