//! An index shifted out of its domain.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        from_fn(|i: N| x[i + 1] - x[i])
    }
}

fn main() {}
