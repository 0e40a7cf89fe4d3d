//! A size stands once.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> f64
    where
        N: 4 | 10 | 4,
    {
        sum(x)
    }
}

fn main() {}
