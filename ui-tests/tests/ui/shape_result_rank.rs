//! The result has another rank than declared.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E, N]) -> [f64; E, N] {
        sum(u)
    }
}

fn main() {}
