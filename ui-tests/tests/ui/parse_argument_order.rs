//! Positional arguments come first, names once.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(x: [f64; E, N]) -> [f64; E] {
        let a = sum(axis=1, x);
        sum(x, axis=0, axis=1)
    }
}

fn main() {}
