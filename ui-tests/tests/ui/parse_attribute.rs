//! Attributes that are not supported.

use array_fn::array_fn;

array_fn! {
    #[cfg(test)]
    #[unfused(yes)]
    #[derive(Clone)]
    pub fn f(x: f64) -> f64 {
        x
    }
}

fn main() {}
