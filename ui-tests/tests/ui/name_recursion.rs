//! Functions do not call themselves.

use array_fn::array_fn;

array_fn! {
    pub fn f(x: f64) -> f64 {
        g(x) + 1
    }

    fn g(x: f64) -> f64 {
        f(x) * 2
    }
}

fn main() {}
