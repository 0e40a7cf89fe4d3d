//! Advised conversions lose nothing.

use array_fn::array_fn;

array_fn! {
    pub fn small<N>(a: [u8; N], b: [i8; N]) -> [i16; N] { a + b }
    pub fn mixed<N>(a: [i64; N], b: [f32; N]) -> [f64; N] { a * b }
    pub fn large<N>(a: [u64; N], b: [i64; N]) -> [f64; N] { a - b }
    fn halves<N>(a: [f16; N], b: [bf16; N]) -> [f32; N] { a + b }
    pub fn shorter<N>(a: [i32; N], b: [f64; N]) -> [f64; N] { where(b > 0.0, a, b) }
    pub fn stored<N>(u: &mut [i32; N], x: [f64; N]) { u = x; }
}

fn main() {}
