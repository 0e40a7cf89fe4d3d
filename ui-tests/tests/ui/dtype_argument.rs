//! A helper's parameter of another dtype.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f32; N]) -> f64 {
        total(x)
    }

    fn total<N>(x: [f64; N]) -> f64 {
        sum(x)
    }
}

fn main() {}
