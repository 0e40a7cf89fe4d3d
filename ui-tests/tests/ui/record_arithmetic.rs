//! Arithmetic is of arrays: of the fields of a record.

use array_fn::array_fn;

array_fn! {
    pub struct State<E, N> { rho: [f64; E, N], energy: [f64; E, N] }

    pub fn step<E, N>(q: &mut State, k: State, dt: f64) -> [f64; E] {
        q += k;
        q = q + dt * k;
        sum(k, axis=1)
    }

    pub fn one<E, N>(k: State) -> State {
        let part = k[0];
        State { rho: k, energy: k.energy }
    }
}

fn main() {}
