//! Operators without an operand on their right.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        let y = (x + ) * 2;
        x *
    }
}

fn main() {}
