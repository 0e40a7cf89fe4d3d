//! Lists have a dtype and one shape.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N], i: [i64; N]) -> [f64; 2, N] {
        let a = [];
        let b = [x, 1];
        let c = [x, i];
        [x, x[1..]]
    }
}

fn main() {}
