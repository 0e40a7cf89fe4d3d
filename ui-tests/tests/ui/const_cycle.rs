//! Constants do not depend on themselves.

use array_fn::array_fn;

array_fn! {
    const A: f64 = B + 1;
    const B: f64 = 2 * A;

    pub fn f(x: f64) -> f64 {
        x * A
    }
}

fn main() {}
