//! Letters of the result.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(a: [f64; N, N]) -> [f64; N, N] {
        let b = einsum("ij->ii", a);
        einsum("ij->ik", a)
    }
}

fn main() {}
