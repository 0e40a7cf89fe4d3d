//! Arrays of different dtypes do not mix.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(a: [f32; N], b: [f64; N], i: [i64; N]) -> [f64; N] {
        a * b + i
    }
}

fn main() {}
