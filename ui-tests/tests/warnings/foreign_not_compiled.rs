//! C functions need a build script.

use array_fn::array_fn;

array_fn! {
    unsafe extern "<math.h>" fn fdim(x: f64, y: f64) -> f64;

    pub fn f<N>(x: [f64; N]) -> [f64; N] { fdim(x, 1.0) }
}

fn main() {
    let _ = f(&[1.0]);
}
