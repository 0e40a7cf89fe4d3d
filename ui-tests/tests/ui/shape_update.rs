//! An update keeps the shape.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: &mut [f64; E], r: [f64; N, E]) {
        u += r;
    }
}

fn main() {}
