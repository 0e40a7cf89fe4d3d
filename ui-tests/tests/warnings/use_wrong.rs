//! What is wrong where a block uses another: the block that uses it has the error, or the helper, with the calls that lead
//! there.

mod gas {
    array_fn::array_fn! {
        #![shared]
        pub struct State<N> { rho: [f64; N], momentum: [f64; 3, N] }

        fn pressure<N>(q: State) -> [f64; N] { sum(q.momentum ** 2, axis=0) / q.rho }

        fn scaled<N>(f: fn(q), q: State) -> [f64; N] {
            2 * f(q)
        }

        struct Inside<N> { p: [f64; N] }
    }
}

/// Its error is told once.
mod wrong {
    array_fn::array_fn! {
        #![shared]
        fn broken<N>(x: [f64; N]) -> [f64; N] { y }
    }
}

mod user {
    array_fn::array_fn! {
        use super::gas::{State, pressure, scaled, pressure as p};
        use super::wrong::broken;

        pub fn a<N>(x: [f64; N]) -> [f64; N] { broken(x) }
    }
}

mod arguments {
    array_fn::array_fn! {
        use super::gas::{State, pressure, scaled};

        pub fn shape<N>(x: [f64; 2, N]) -> [f64; N] { pressure(State { rho: x[0], momentum: x }) }
        pub fn no_record<N>(x: [f64; N]) -> [f64; N] { pressure(x) }
        pub fn called<N>(q: State) -> [f64; N] { scaled(momentum, q) }
        pub fn misspelled<N>(q: State) -> [f64; N] { presure(q) }
        fn momentum<N>(q: State) -> [f64; 3, N] { q.momentum }
    }
}

mod twice {
    array_fn::array_fn! {
        use super::gas::{State, State as Other, pressure};
        const pressure: f64 = 1;
        pub fn f<N>(q: State) -> [f64; N] { q.rho }
    }
}

mod private {
    array_fn::array_fn! {
        use super::gas::Inside;
        pub fn f<N>(q: Inside) -> [f64; N] { q.p }
    }
}

fn main() {}
