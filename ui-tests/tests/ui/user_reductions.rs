//! Reductions and scans of what they do not take.

use array_fn::array_fn;

array_fn! {
    pub fn middle<N>(x: [bool; N]) -> f64 { var(x, dtype=i64) }
    pub fn closure<M, N>(x: [f64; M, N]) -> [f64; M] { sum(|j: N| x[.., j], axis=0) }
    pub fn position<N>(x: [f64; N]) -> f64 { x[argmax(x, axis=1)] }
    pub fn bins<N>(x: [f64; N]) -> [i64; 10] { histogram(x, 10) }
    pub fn segments<N>(x: [f64; N], k: [i64; N]) -> [f64; N] { segment_sum(x, k) }
    pub fn counts<N>(k: [f64; N]) -> [i64; 4] { bincount(k, minlength=4) }
    pub fn unique_values<N>(k: [i64; N]) -> [i64; N] { unique(k) }
}

fn main() {}
