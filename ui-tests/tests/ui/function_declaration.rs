//! Where a function may be a parameter.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N], g: fn(x)) -> [f64; N] {
        g(x)
    }
}

fn main() {}
