//! A function without `pub` is none of Rust.

use array_fn::array_fn;

array_fn! {
    pub fn twice<N>(x: [f64; N]) -> [f64; N] {
        scale(x, 2)
    }

    fn scale<N>(x: [f64; N], by: f64) -> [f64; N] {
        x * by
    }
}

fn main() {
    let _ = twice(&[1.0]);
    let _ = scale(&[1.0], 2.0);
}
