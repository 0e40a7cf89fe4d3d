//! Two dimensions that need not be equal.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(a: [f64; E, N], b: [f64; N, E]) -> [f64; E, N] {
        a + b
    }
}

fn main() {}
