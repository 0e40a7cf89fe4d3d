//! Conditions are bool.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(c: [i64; N], x: [f64; N]) -> [f64; N] {
        where(c, x, 0)
    }
}

fn main() {}
