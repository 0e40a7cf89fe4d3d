//! What is passed for a record is that record; its fields are no arguments by themselves.

use array_fn::array_fn;

array_fn! {
    struct State<E, N> { rho: [f64; E, N], momentum: [f64; 3, E, N] }
    struct Gas { gamma: f64, viscosity: f64 }

    pub fn f<E, N>(rho: [f64; E, N], momentum: [f64; 3, E, N]) -> [f64; E, N] {
        pressure(rho, 1.4)
    }

    pub fn g<E, N>(rho: [f64; E, N], momentum: [f64; 3, E, N]) -> [f64; E, N] {
        let q = State { rho, momentum };
        double(q) + pressure(Gas { gamma: 1.4, viscosity: 0 }, 1.4)
    }

    fn pressure<E, N>(q: State, gamma: f64) -> [f64; E, N] {
        (gamma - 1) * q.rho
    }

    fn double<E, N>(x: [f64; E, N]) -> [f64; E, N] {
        2 * x
    }
}

fn main() {}
