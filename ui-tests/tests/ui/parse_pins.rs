//! Clauses that pin dimensions.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> f64
    where
        N: Copy,
    {
        sum(x)
    }

    pub fn g<N, M>(x: [f64; N, M]) -> f64
    where
        (N, M): (1, 2) | (3, 4, 5),
    {
        sum(x)
    }
}

fn main() {}
