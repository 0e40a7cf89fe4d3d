//! Macros of Rust.

use array_fn::array_fn;

array_fn! {
    pub fn printed<N>(x: [f64; N]) -> [f64; N] { println!("{}", x); x }
    pub fn asserted<N>(x: [f64; N]) -> [f64; N] { assert!(x > 0.0); x }
    pub fn listed<N>(x: [f64; N]) -> [f64; 2] { vec![1.0, 2.0] }
    pub fn failing<N>(x: [f64; N]) -> [f64; N] { panic!("no") }
}

fn main() {}
