//! Subscripts that are none.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(a: [f64; N, N]) -> [f64; N] {
        let b = einsum("i1->i", a);
        let c = einsum("ij-i", a);
        let d = einsum(a, "ij->i");
        einsum("...j->...", a)
    }
}

fn main() {}
