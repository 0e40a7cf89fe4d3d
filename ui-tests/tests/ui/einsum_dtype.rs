//! Operands of one dtype.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(a: [f32; N, N], b: [f64; N]) -> [f64; N] {
        einsum("ij,j->i", a, b)
    }
}

fn main() {}
