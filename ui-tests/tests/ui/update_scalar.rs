//! Only arrays are updated in place.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: &mut f64, v: &mut [index<N>; 3], x: [f64; N]) {
        u += 1;
    }
}

fn main() {}
