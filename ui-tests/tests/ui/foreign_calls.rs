//! Arguments of foreign functions have the declared dtypes, and shapes that broadcast.

use array_fn::array_fn;

array_fn! {
    unsafe extern "<math.h>" fn fdim(x: f64, y: f64) -> f64;
    unsafe extern "<math.h>" fn ldexp(x: f64, n: i32) -> f64;

    pub fn shapes<M, N>(x: [f64; M], y: [f64; N]) -> [f64; N] { fdim(x, y) }

    pub fn dtypes<N>(x: [f32; N]) -> [f64; N] { fdim(x, 1.0) }

    pub fn literals<N>(x: [f64; N]) -> [f64; N] { ldexp(x, 1.5) }

    pub fn integers<N>(x: [f64; N], n: i64) -> [f64; N] { ldexp(x, n) }

    pub fn few<N>(x: [f64; N]) -> [f64; N] { fdim(x) }

    pub fn many<N>(x: [f64; N]) -> [f64; N] { fdim(x, x, x) }

    pub fn keywords<N>(x: [f64; N]) -> [f64; N] { fdim(x, z=1.0) }

    pub fn tuples<N>(x: [f64; N]) -> [f64; N] { fdim((x, x), x) }

    pub fn results<N>(x: [f64; N]) -> [f32; N] { fdim(x, x) }
}

fn main() {}
