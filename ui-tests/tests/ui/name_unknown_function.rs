//! Misspelt and foreign functions.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        sqtr(x) + np.abs(x) + x.tranpose() + len(x)
    }
}

fn main() {}
