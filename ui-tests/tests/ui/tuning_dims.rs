//! Dimensions that attributes name, and functions that have no kernels.

use array_fn::array_fn;

array_fn! {
    #[vectorize(Elements)]
    fn helper<N>(x: [f64; N]) -> [f64; N] { x + 1 }

    #[block(Element = 32, K = 4)]
    #[vectorize(K)]
    pub fn f<Elements, N>(x: [f64; Elements, N]) -> [f64; Elements, N] { 2 * x }

    pub fn g<N>(x: [f64; N]) -> [f64; N] { helper(x) }
}

fn main() {}
