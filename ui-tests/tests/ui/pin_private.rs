//! Only public functions have variants.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> f64 {
        total(x)
    }

    fn total<N>(x: [f64; N]) -> f64
    where
        N: 4 | 10,
    {
        sum(x)
    }
}

fn main() {}
