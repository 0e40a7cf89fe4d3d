//! Functions that are still to come.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        let a = cumsum(x);
        let b = x.unique();
        sort(x)
    }
}

fn main() {}
