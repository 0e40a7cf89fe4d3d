//! Python's words.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(a: [bool; N], b: [bool; N]) -> [bool; N] {
        let c = a and b;
        let d = not a;
        let e = True;
        a
    }
}

fn main() {}
