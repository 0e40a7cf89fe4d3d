//! As many letters as axes.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(a: [f64; N, N], b: [f64; N]) -> [f64; N] {
        einsum("ij,jk->ik", a, b)
    }
}

fn main() {}
