//! Functions of NumPy that are something else here, or nothing.

use array_fn::array_fn;

array_fn! {
    pub fn middle<N>(x: [f64; N]) -> f64 { percentile(x, 90) }
    pub fn quantiles<N>(x: [f64; N]) -> f64 { x.quantile(0.9) }
    pub fn mapped<N>(x: [f64; N]) -> [f64; N] { x.map(|v: N| v * 2.0) }
    pub fn member<N>(x: [i64; N], y: [i64; N]) -> [bool; N] { isin(x, y) }
    pub fn interpolated<N, M>(x: [f64; N], xp: [f64; M], fp: [f64; M]) -> [f64; N] { interp(x, xp, fp) }
    pub fn joined<N>(x: [f64; N]) -> [f64; 2 * N] { torch_cat(x, x) }
}

fn main() {}
