//! Complex numbers where only real ones go.

use array_fn::array_fn;

array_fn! {
    pub fn larger<N>(z: [c64; N]) -> [bool; N] { z > 0.0 }
    pub fn real<N>(z: [c64; N]) -> [f64; N] { z * 2.0 }
    pub fn unit<N>(x: [f64; N]) -> [c64; N] { x * 1i }
    pub fn rounded<N>(z: [c64; N]) -> [c64; N] { floor(z) }
    pub fn cast<N>(z: [c64; N]) -> [f64; N] { z as f64 }
}

fn main() {}
