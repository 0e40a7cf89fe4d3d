//! A closure's index that runs out of an axis.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: [f64; N]) -> [f64; 2 * N + 1] {
        from_fn(|i: 2 * N + 1| u[i])
    }
}

fn main() {}
