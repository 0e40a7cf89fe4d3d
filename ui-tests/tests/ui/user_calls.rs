//! Calls of helpers with the wrong arguments.

use array_fn::array_fn;

array_fn! {
    fn scale<M, N>(a: [f64; M, N], s: f64) -> [f64; M, N] { a * s }
    pub fn rank<N>(x: [f64; N]) -> [f64; N] { scale(x, 2.0) }
    pub fn vector<M, N>(a: [f64; M, N], s: [f64; M]) -> [f64; M, N] { scale(a, s) }
    pub fn few<M, N>(a: [f64; M, N]) -> [f64; M, N] { scale(a) }
    pub fn many<M, N>(a: [f64; M, N]) -> [f64; M, N] { scale(a, 2.0, 3.0) }
    pub fn keyword<M, N>(a: [f64; M, N]) -> [f64; M, N] { scale(a, factor=2.0) }
    pub fn single<M, N>(a: [f32; M, N]) -> [f32; M, N] { scale(a, 2.0) }
}

fn main() {}
