//! Each axis once.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E, N, 3]) -> [f64; N, E, 3] {
        let a = transpose(u, (1, 0));
        transpose(u, (1, 1, 2))
    }
}

fn main() {}
