//! Foreign functions have types that C has, and results.

use array_fn::array_fn;

array_fn! {
    unsafe extern "<math.h>" fn updates(x: &mut f64) -> f64;
    unsafe extern "<math.h>" fn of_half(x: f16) -> f64;
    unsafe extern "<math.h>" fn of_complex(x: f64) -> c64;
    unsafe extern "<math.h>" fn of_index<N>(x: index<N>) -> f64;
    unsafe extern "<math.h>" fn of_any<T: f32 | f64>(x: T) -> T;
    unsafe extern "<math.h>" fn without_result(x: f64);
    unsafe extern "<math.h>" fn two_results(x: f64) -> (f64, f16);
    unsafe extern "<math.h>" fn no_results(x: f64) -> ();
    unsafe extern "<math.h>" fn of_function(x: fn(y)) -> f64;
    unsafe extern "<math.h>" fn misspelt(x: double) -> f64;
    unsafe extern "missing.h" fn of_missing(x: f64) -> f64;
}

fn main() {}
