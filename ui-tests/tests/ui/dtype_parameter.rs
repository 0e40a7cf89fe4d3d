//! A dtype parameter stands for one dtype at a time.

use array_fn::array_fn;

array_fn! {
    pub fn f<N, T: f32 | f64>(x: [T; N], y: [f64; N]) -> [T; N] {
        x + y
    }
}

fn main() {}
