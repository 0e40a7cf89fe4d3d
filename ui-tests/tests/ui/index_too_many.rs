//! More indices than axes.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E, N]) -> f64 {
        u[0, 1, 2]
    }
}

fn main() {}
