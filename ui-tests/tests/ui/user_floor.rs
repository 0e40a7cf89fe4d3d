//! `//` is a comment.

use array_fn::array_fn;

array_fn! {
    pub fn half<N>(k: [i64; N]) -> [i64; N] {
        let h = k // 2
        h + 1
    }
}

fn main() {}
