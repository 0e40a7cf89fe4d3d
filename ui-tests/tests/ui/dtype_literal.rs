//! Literals that the dtype cannot hold.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(i: [u32; N], j: [i32; N]) -> [u32; N] {
        let a = i + -1;
        let b = j + 3000000000;
        let c = j + 0.5;
        i
    }
}

fn main() {}
