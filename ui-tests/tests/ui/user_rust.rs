//! Rust that is not NumPy.

use array_fn::array_fn;

array_fn! {
    pub fn reference<N>(x: [f64; N]) -> f64 { sum(&x) }
    pub fn turbofish<N>(x: [f64; N]) -> f64 { x.sum::<f64>() }
    pub fn path<N>(x: [f64; N]) -> [f64; N] { f64::sqrt(x) }
    pub fn question<N>(x: [f64; N]) -> f64 { sum(x)? }
    pub fn wrapped<N>(x: [f64; N]) -> f64 { Ok(sum(x)) }
    pub fn copied<N>(x: [f64; N]) -> [f64; N] { x.clone() }
    pub fn iterated<N>(x: [f64; N]) -> f64 { x.iter().map(|v| v * 2.0).sum() }
    pub fn powered<N>(x: [f64; N]) -> [f64; N] { x.powi(2) + x.abs().sqrt().ln() }
    pub fn constant<N>(x: [f64; N]) -> [f64; N] { x * std::f64::consts::PI }
    pub fn length<N>(x: [f64; N]) -> [f64; N] { x / x.len() }
}

fn main() {}
