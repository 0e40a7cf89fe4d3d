//! Rust's constant generics and traits.

use array_fn::array_fn;

array_fn! {
    pub fn f<const N: usize>(x: [f64; N]) -> f64 {
        sum(x)
    }

    pub fn g<N, T: Copy + Into>(x: [T; N]) -> T {
        sum(x)
    }
}

fn main() {}
