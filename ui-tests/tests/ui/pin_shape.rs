//! A shape that holds for one pinned size only.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N], y: [f64; 4]) -> [f64; N]
    where
        N: 4 | 10,
    {
        x + y
    }
}

fn main() {}
