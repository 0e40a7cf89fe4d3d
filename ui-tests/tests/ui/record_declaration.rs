//! What can be wrong with the declaration of a record.

use array_fn::array_fn;

array_fn! {
    pub struct Space<E, N, F> {
        volume: [f64; E, K],
        normal: [f64; 3, E, 4],
        volume: [float; E],
    }

    struct Rates<T: f64 | f23, N> { k: [T; N], n: [T; N], k: T }
}

fn main() {}
