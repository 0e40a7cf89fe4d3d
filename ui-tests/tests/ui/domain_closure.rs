//! A closure's index and another dimension.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E]) -> [f64; N] {
        from_fn(|i: N| u[i])
    }
}

fn main() {}
