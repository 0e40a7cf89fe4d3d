//! A type with angle brackets that is no record.

use array_fn::array_fn;

array_fn! {
    pub struct State<N> { rho: [f64; N] }

    pub fn f<N>(q: Stat<N>) -> [f64; N] {
        q.rho
    }
}

fn main() {}
