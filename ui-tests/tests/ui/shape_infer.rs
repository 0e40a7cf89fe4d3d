//! At most one size is left open.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; 3, N]) -> [f64; N, 3] {
        let a = reshape(x, (-1, -1));
        let b = reshape(x, (-1, 7));
        reshape(x, (N, 2))
    }
}

fn main() {}
