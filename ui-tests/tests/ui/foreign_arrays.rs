//! Foreign functions of arrays: their declarations, and their arguments.

use array_fn::array_fn;

array_fn! {
    unsafe extern "<math.h>" fn of_any<N, T: f32 | f64>(x: [T; N]) -> [T; N];
    unsafe extern "<math.h>" fn of_complex<N>(x: [c64; N]) -> [f64; N];
    unsafe extern "<math.h>" fn of_indices<N>(x: [index<N>; N]) -> [f64; N];
    unsafe extern "<math.h>" fn updates<N>(x: &mut [f64; N]) -> f64;
    unsafe extern "<math.h>" fn two<N>(x: [f64; N]) -> ([f64; N], [c64; N]);
    unsafe extern "<math.h>" fn none<N>(x: [f64; N]);
    unsafe extern fn crate::in_rust<N>(x: [f64; N]) -> [f64; N];

    unsafe extern "<math.h>" fn filter<M, N>(x: [f64; M, N], weight: f64) -> [f64; M];
    unsafe extern "<math.h>" fn halves<N>(x: [f64; N]) -> ([f64; N], i64);

    pub fn rank<N>(x: [f64; N]) -> [f64; N] { filter(x, 1.0) }

    pub fn dtype<M, N>(x: [f32; M, N]) -> [f64; M] { filter(x, 1.0) }

    pub fn scalar<M, N>(x: [f64; M, N], y: [f64; M]) -> [f64; M] { filter(x, y) }

    pub fn result<M, N>(x: [f64; M, N]) -> [f64; N] { filter(x, 1.0) }

    pub fn tuple<N>(x: [f64; N]) -> [f64; N] { halves(x) }

    pub fn closure<M, N>(x: [f64; M, N]) -> [f64; M] { from_fn(|i: M| filter(x, x[i, 0])[i]) }
}

fn main() {}
