//! Only `&mut` parameters change.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: [f64; N]) -> [f64; N] {
        u += 1;
        u
    }
}

fn main() {}
