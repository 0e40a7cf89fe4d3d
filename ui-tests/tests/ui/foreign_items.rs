//! Foreign functions are declared with `unsafe extern`, where their code is, a signature, and `;`.

use array_fn::array_fn;

array_fn! {
    pub unsafe extern "<math.h>" fn j0(x: f64) -> f64;

    extern "<math.h>" fn j1(x: f64) -> f64;

    #[strict]
    unsafe extern "<math.h>" fn y0(x: f64) -> f64;

    unsafe extern fn erf(x: f64) -> f64;

    unsafe extern "C" fn y1(x: f64) -> f64;

    unsafe extern "" fn gamma(x: f64) -> f64;

    unsafe extern fn super::gas::pressure(x: f64) -> f64;

    unsafe extern "<math.h>" fn std::cos(x: f64) -> f64;

    unsafe extern "<math.h>" fn lgamma(x: f64) -> f64 { x }

    unsafe extern "<math.h>" tgamma(x: f64) -> f64;

    unsafe fn old(x: f64) -> f64 { x }

    pub fn f(x: f64) -> f64 { x }
}

fn main() {}
