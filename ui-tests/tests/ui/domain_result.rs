//! Numbers are not indices, unless they were checked.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(i: [i64; N]) -> [index<N>; N] {
        i
    }
}

fn main() {}
