//! Dtypes of literals.

use array_fn::array_fn;

array_fn! {
    pub fn float<N>(k: [i64; N]) -> [i64; N] { k * 0.5 }
    pub fn byte<N>(k: [u8; N]) -> [u8; N] { k + 256 }
    pub fn negative<N>(k: [u8; N]) -> [u8; N] { k * -1 }
    pub fn divided<N>(k: [i64; N]) -> [i64; N] { k / 2 }
    pub fn suffix<N>(x: [f32; N]) -> [f32; N] { x * 2.0f64 }
    pub fn single<N>(x: [f32; N]) -> [f32; N] { x * 2.0f }
    pub fn point<N>(x: [f64; N]) -> [f64; N] { x * 1. + .5 }
}

fn main() {}
