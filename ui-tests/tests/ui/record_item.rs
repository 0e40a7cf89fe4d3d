//! Records are declared as structs with named fields.

use array_fn::array_fn;

array_fn! {
    struct Pair([f64; 2], [f64; 2]);

    struct Empty {}

    struct Marked<N> { pub x: [f64; N] }

    struct Untyped<N> { x, y: [f64; N] }

    struct Borrowed<N> { x: &mut [f64; N] }

    #[strict]
    struct Rounded<N> { x: [f64; N] }

    #[derive(Clone)]
    pub fn f<N>(x: [f64; N]) -> [f64; N] { x }

    enum Choice { A, B }
}

fn main() {}
