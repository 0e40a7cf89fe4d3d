//! A dtype parameter follows from the arguments.

use array_fn::array_fn;

array_fn! {
    pub fn f<N, T: f32 | f64>(n: [i64; N]) -> [T; N] {
        n as T
    }
}

fn main() {}
