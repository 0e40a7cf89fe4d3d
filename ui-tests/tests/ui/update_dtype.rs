//! What is stored has the dtype of the array.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: &mut [i64; N], x: [f64; N]) {
        u = x;
        u /= 2;
    }
}

fn main() {}
