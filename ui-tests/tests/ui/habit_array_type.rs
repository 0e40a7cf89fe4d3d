//! Array types of ndarray and Rust.

use array_fn::array_fn;

array_fn! {
    pub fn generic_complex<N>(z: [Complex<f64>; N]) -> [f64; N] { real(z) }
    pub fn one(x: Array<f64, 2>) -> f64 { sum(x) }
    pub fn view(x: ArrayView1<f64>, y: [f64; 3]) -> f64 { sum(y) }
    pub fn vector(x: Vec<f64>) -> Vec<f64> { x }
}

fn main() {}
