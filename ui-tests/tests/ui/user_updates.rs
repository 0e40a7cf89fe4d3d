//! Updates of what cannot be updated.

use array_fn::array_fn;

array_fn! {
    pub fn parameter<N>(x: [f64; N]) -> [f64; N] { x[0] = 1.0; x }
    pub fn scalar(x: f64) -> f64 { x += 1.0; x }
    pub fn expression<N>(x: &mut [f64; N]) { x + 1.0 = x; }
    fn halve<N>(x: &mut [f64; N]) { x *= 0.5; }
    pub fn passed<N>(x: [f64; N]) -> [f64; N] { halve(x); x }
    pub fn method<N>(x: &mut [f64; N]) { x.halve(); }
    pub fn temporary<N>(x: [f64; N]) -> [f64; N] { halve(x * 2.0); x }
    pub fn number<N>(x: &mut [f64; N], k: &mut i64) { k += 1; x = x * k; }
}

fn main() {}
