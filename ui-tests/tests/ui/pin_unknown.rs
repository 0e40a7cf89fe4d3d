//! Only dimensions can be pinned, once.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> f64
    where
        M: 4 | 10,
        N: 4 | 10,
        N: 20,
    {
        sum(x)
    }
}

fn main() {}
