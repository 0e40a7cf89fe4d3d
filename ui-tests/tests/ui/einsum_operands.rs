//! As many operands as subscripts.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(a: [f64; N, N]) -> [f64; N, N] {
        einsum("ij,jk->ik", a)
    }
}

fn main() {}
