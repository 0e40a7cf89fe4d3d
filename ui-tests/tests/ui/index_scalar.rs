//! Scalars have no axes.

use array_fn::array_fn;

array_fn! {
    pub fn f(x: f64) -> f64 {
        x[0]
    }
}

fn main() {}
