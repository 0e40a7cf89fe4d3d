//! Python's floor division is a comment in Rust.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(i: [i64; N], j: [i64; N]) -> [i64; N] {
        let half = i // 2
            + 1;
        (half + 1) // j
    }
}

fn main() {}
