//! A foreign function is unsafe code.

#![forbid(unsafe_code)]

use array_fn::array_fn;

array_fn! {
    unsafe extern fn crate::square(x: f64) -> f64;

    pub fn squares<N>(x: [f64; N]) -> [f64; N] { square(x) }
}

fn square(x: f64) -> f64 {
    x * x
}

fn main() {
    let _ = squares(&[1.0]);
}
