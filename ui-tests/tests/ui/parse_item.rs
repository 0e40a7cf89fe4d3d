//! Items that a block does not hold.

use array_fn::array_fn;

array_fn! {
    struct State {
        u: f64,
    }

    use std::f64::consts::PI;

    pub fn f(x: f64) -> f64 {
        x
    }
}

fn main() {}
