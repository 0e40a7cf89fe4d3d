//! Boolean masks have sizes that only the data know.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> f64 {
        sum(x[x > 0])
    }
}

fn main() {}
