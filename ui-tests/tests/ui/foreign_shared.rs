//! Shared blocks declare no foreign functions: paths of headers would begin in another package.

use array_fn::array_fn;

array_fn! {
    #![shared]

    unsafe extern "<math.h>" fn fdim(x: f64, y: f64) -> f64;

    pub fn f(x: f64) -> f64 { fdim(x, x) }
}

fn main() {}
