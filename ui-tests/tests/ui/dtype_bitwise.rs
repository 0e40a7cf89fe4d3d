//! Bitwise operators want integers or bools.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N], y: [f64; N]) -> [f64; N] {
        let a = !x;
        let b = x << 2;
        x & y
    }
}

fn main() {}
