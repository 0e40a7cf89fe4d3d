//! An update keeps the dtype.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: &mut [f32; N], r: [f64; N]) {
        u += r;
    }
}

fn main() {}
