//! Tuples are taken apart by `let` only.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        let (a, b, c) = pair(x);
        let (d, e) = x;
        let p = pair(x);
        p + 1
    }

    fn pair<N>(x: [f64; N]) -> ([f64; N], [f64; N]) {
        (x, 2 * x)
    }
}

fn main() {}
