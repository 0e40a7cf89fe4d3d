//! One letter, two sizes.

use array_fn::array_fn;

array_fn! {
    pub fn f<N, M>(a: [f64; N, M], b: [f64; N, M]) -> [f64; N, M] {
        einsum("ij,jk->ik", a, b)
    }
}

fn main() {}
