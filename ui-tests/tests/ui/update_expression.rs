//! Only a name can be assigned to.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: &mut [f64; N]) {
        u + 1 = u;
    }
}

fn main() {}
