//! Results that are missing, too many, or in another order.

use array_fn::array_fn;

array_fn! {
    pub fn semicolon<N>(x: [f64; N]) -> [f64; N] { x + 1.0; }
    pub fn bound<N>(x: [f64; N]) -> [f64; N] { let y = x + 1.0; }
    pub fn more<N>(x: [f64; N]) -> [f64; N] { (x, x + 1.0) }
    pub fn fewer<N>(x: [f64; N]) -> ([f64; N], f64) { x }
    pub fn order<N>(x: [f64; N]) -> (f64, [f64; N]) { (x, sum(x)) }
    pub fn arrow<N>(x: [f64; N]) { x + 1.0 }
    pub fn one<N>(x: [f64; N]) -> ([f64; N],) { x }
}

fn main() {}
