//! A record has a dimension more by its fields.

use array_fn::array_fn;

array_fn! {
    pub struct State<N> { rho: [f64; N], energy: [f64; N] }

    pub fn f<E, N>(q: [State; E]) -> [f64; E, N] {
        q.rho
    }
}

fn main() {}
