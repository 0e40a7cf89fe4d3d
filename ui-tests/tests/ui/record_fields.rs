//! All fields have a value, each one.

use array_fn::array_fn;

array_fn! {
    pub struct State<N> { rho: [f64; N], energy: [f64; N], entropy: [f64; N] }

    pub fn f<N>(x: [f64; N]) -> State {
        State { rho: x }
    }

    pub fn g<N>(x: [f64; N]) -> State {
        State { rho: x, energy: x, rho: x, entropy: x }
    }

    pub fn h<N>(x: [f64; N], q: State) -> State {
        State { rho: x, ..x }
    }
}

fn main() {}
