//! Python operators between conditions.

use array_fn::array_fn;

array_fn! {
    pub fn and<N>(x: [f64; N]) -> [bool; N] { x > 0.0 and x < 1.0 }
    pub fn or<N>(x: [f64; N]) -> [bool; N] { x < 0.0 or x > 1.0 }
    pub fn not<N>(x: [bool; N]) -> [bool; N] { not x }
    pub fn chain<N>(x: [f64; N]) -> [bool; N] { 0.0 < x < 1.0 }
    pub fn tight<N>(x: [f64; N]) -> [bool; N] { x > 0.0 & x < 1.0 }
    pub fn is<N>(x: [f64; N]) -> [bool; N] { x is nan }
    pub fn floats<N>(x: [f64; N], y: [f64; N]) -> [f64; N] { x & y }
}

fn main() {}
