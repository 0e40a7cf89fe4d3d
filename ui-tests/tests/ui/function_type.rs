//! The type of a function names its arguments.

use array_fn::array_fn;

array_fn! {
    struct Law { pressure: fn(q) }

    fn f<N>(x: [f64; N], g: fn([f64; N]) -> [f64; N]) -> [f64; N] { g(x) }
    fn h<N>(x: [f64; N], g: fn(x: f64)) -> [f64; N] { g(x) }
    fn i<N>(x: [f64; N], g: fn(x) -> f64) -> [f64; N] { g(x) }
    fn j<N>(x: [f64; N]) -> fn(x) { sqrt }
}

fn main() {}
