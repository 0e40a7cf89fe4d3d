//! Both choices have one dtype.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(c: [bool; N], x: [f64; N], i: [i64; N]) -> [f64; N] {
        where(c, x, i)
    }
}

fn main() {}
