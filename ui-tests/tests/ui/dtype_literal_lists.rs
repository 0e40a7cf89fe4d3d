//! Lists of literals take the dtype of the arrays they join, if it holds them.

use array_fn::array_fn;

array_fn! {
    pub fn fine<N>(x: [f32; N], n: [u8; N]) -> ([f32; N + 1], [u8; N + 1]) {
        (concatenate([[0.1], x]), append(n, [255]))
    }

    pub fn fraction<N>(n: [i32; N]) -> [i32; N + 1] {
        concatenate([[0.5], n])
    }

    pub fn large<N>(n: [u8; N]) -> [u8; N + 1] {
        append(n, [256])
    }

    pub fn number<N>(m: [bool; N]) -> [bool; N + 1] {
        concatenate([m, [1]])
    }

    pub fn named<N>(x: [f32; N]) -> [f32; N + 1] {
        let zero = [0.0];
        concatenate([zero, x])
    }
}

fn main() {}
