//! Variants multiply.

use array_fn::array_fn;

array_fn! {
    pub fn f<A, B, C>(x: [f64; A, B, C]) -> f64
    where
        A: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9,
        B: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9,
        C: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9,
    {
        sum(x)
    }
}

fn main() {}
