//! The result has another shape than declared.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E, N]) -> [f64; N] {
        sum(u, axis=1)
    }
}

fn main() {}
