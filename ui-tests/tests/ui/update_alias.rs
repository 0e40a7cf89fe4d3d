//! One array cannot be updated twice by one call.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: &mut [f64; N]) {
        both(u, u);
    }

    fn both<N>(a: &mut [f64; N], b: &mut [f64; N]) {
        a += 1;
        b += 2;
    }
}

fn main() {}
