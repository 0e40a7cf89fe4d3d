//! A record that the block does not have.

use array_fn::array_fn;

array_fn! {
    pub struct State<N> { rho: [f64; N] }

    pub fn f<N>(q: Stat) -> [f64; N] {
        q.rho
    }

    pub fn e<N>(x: [f64; N]) -> [f64; N] {
        x as State
    }

    pub fn g<N>(x: [f64; N]) -> State {
        Stat { rho: x }
    }

    pub fn h<N>(x: [f64; N]) -> [f64; N] {
        State + x
    }
}

fn main() {}
