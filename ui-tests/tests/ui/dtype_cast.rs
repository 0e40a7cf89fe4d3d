//! Casts name a dtype.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f32; N] {
        x as single
    }
}

fn main() {}
