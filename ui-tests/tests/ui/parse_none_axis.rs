//! NumPy's `None` for a new axis.

use array_fn::array_fn;

array_fn! {
    pub fn column<N>(x: [f64; N]) -> [f64; N, 1] {
        x[.., None]
    }
}

fn main() {}
