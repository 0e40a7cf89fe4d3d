//! Keyword arguments take `=`.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(x: [f64; E, N]) -> [f64; E] {
        sum(x, axis: 1)
    }
}

fn main() {}
