//! Dtypes by NumPy names.

use array_fn::array_fn;

array_fn! {
    pub fn quoted<N>(x: [f64; N]) -> [f32; N] { x.astype("f32") }
    pub fn named<N>(x: [f64; N]) -> [f32; N] { x.astype(np.float32) }
    pub fn summed<N>(x: [f32; N]) -> f64 { sum(x, dtype="float64") }
    pub fn called<N>(x: [f64; N]) -> [f32; N] { float32(x) }
}

fn main() {}
