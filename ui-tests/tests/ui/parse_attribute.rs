//! Attributes that are not supported.

use array_fn::array_fn;

array_fn! {
    #[cfg(test)]
    #[unfused(yes)]
    #[derive(Clone)]
    pub fn f(x: f64) -> f64 {
        x
    }

    #[strict]
    #[fast_math]
    pub fn g(x: f64) -> f64 {
        x
    }

    #[fast_math]
    fn helper(x: f64) -> f64 {
        x
    }

    #[strict]
    const TWO: f64 = 2;
}

fn main() {}
