//! All other axes agree.

use array_fn::array_fn;

array_fn! {
    pub fn f<N, M>(a: [f64; N, 3], b: [f64; M, 4]) -> [f64; N + M, 3] {
        concatenate([a, b], axis=0)
    }
}

fn main() {}
