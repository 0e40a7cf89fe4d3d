//! Functions of the block are no methods.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        x.twice() + x.where(x, x)
    }

    fn twice<N>(x: [f64; N]) -> [f64; N] {
        2 * x
    }
}

fn main() {}
