//! Arrays have few fields.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> f64 {
        let a = x.dtype;
        let b = x.sum;
        let c = x.real;
        x.len
    }
}

fn main() {}
