//! Suffixes of other languages.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f32; N]) -> [f32; N] {
        x * 2.5f + 3usize + 2.5i + 2x
    }
}

fn main() {}
