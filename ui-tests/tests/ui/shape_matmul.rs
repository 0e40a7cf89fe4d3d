//! Inner sizes of a matrix product.

use array_fn::array_fn;

array_fn! {
    pub fn f<N, M>(a: [f64; N, M], b: [f64; N, M]) -> [f64; N, N] {
        a @ b
    }
}

fn main() {}
