//! NumPy's slices.

use array_fn::array_fn;

array_fn! {
    pub fn inner<N>(x: [f64; N]) -> [f64; N - 2] {
        let left = x[:-2];
        let every_other = x[::2];
        x[1:-1]
    }
}

fn main() {}
