//! Floats cannot index.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N], i: [f64; 3]) -> [f64; 3] {
        x[i]
    }
}

fn main() {}
