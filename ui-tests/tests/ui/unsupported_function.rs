//! Functions that are still to come.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        let a = eigh(x);
        let b = x.unique();
        svd(x)
    }
}

fn main() {}
