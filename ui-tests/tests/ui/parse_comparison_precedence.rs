//! `&` binds tighter than `<` in Rust and in NumPy.

use array_fn::array_fn;

array_fn! {
    pub fn inside<N>(x: [f64; N], y: [f64; N]) -> [bool; N] {
        0 < x & y < 1
    }
}

fn main() {}
