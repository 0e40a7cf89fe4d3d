//! Modules of NumPy and its kin.

use array_fn::array_fn;

array_fn! {
    pub fn transformed<N>(x: [f64; N]) -> [f64; N] { fft.fft(x) }
    pub fn values<N>(a: [f64; N, N]) -> [f64; N] { linalg.eigvalsh(a) }
    pub fn misspelt<N>(a: [f64; N, N]) -> f64 { linalg.dett(a) }
    pub fn error<N>(x: [f64; N]) -> [f64; N] { special.erf(x) }
}

fn main() {}
