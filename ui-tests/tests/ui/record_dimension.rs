//! Names that a type leaves out are names of the function.

use array_fn::array_fn;

array_fn! {
    pub struct State<E, N> { rho: [f64; E, N], energy: [f64; E, N] }
    pub struct Gas<T: f32 | f64> { gamma: T, viscosity: T }

    pub fn f<E>(q: State) -> [f64; E] {
        q.rho[.., 0]
    }

    pub fn g<N>(x: [f64; N], gas: Gas) -> [f64; N] {
        gas.gamma * x
    }

    pub fn h<E, N, T: f16 | f32>(x: [T; N], q: State<E>, gas: Gas) -> [f64; N] {
        x
    }

    pub fn i<E, N>(q: State<f64, N>, gas: Gas<N>, other: Gas<f16>) -> [f64; N] {
        q.rho[0]
    }
}

fn main() {}
