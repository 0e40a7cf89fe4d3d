//! Rust functions have the declared types.

use array_fn::array_fn;

array_fn! {
    unsafe extern fn crate::square(x: f64) -> f64;
    unsafe extern fn crate::inner::hidden(x: f64) -> f64;
    unsafe extern fn crate::gone(x: f64) -> f64;
    unsafe extern fn crate::cube(x: f64) -> f64;

    pub fn f<N>(x: [f64; N]) -> [f64; N] { square(x) + hidden(x) + gone(x) + cube(x) }
}

fn square(x: f32) -> f32 {
    x * x
}

mod inner {
    fn hidden(x: f64) -> f64 {
        x
    }
}

unsafe fn cube(x: f64) -> f64 {
    x * x * x
}

fn main() {}
