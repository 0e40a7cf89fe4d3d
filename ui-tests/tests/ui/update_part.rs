//! Parts of an array cannot be assigned to.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: &mut [f64; N]) {
        u[0] = 1;
    }
}

fn main() {}
