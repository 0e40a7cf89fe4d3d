//! Names that no shared block has: rustc says so, and where it looked.

mod gas {
    array_fn::array_fn! {
        #![shared]
        fn pressure<N>(energy: [f64; N]) -> [f64; N] { 0.4 * energy }
    }
}

mod secret {
    array_fn::array_fn! {
        fn viscosity<N>(t: [f64; N]) -> [f64; N] { sqrt(t) }
        pub fn f<N>(t: [f64; N]) -> [f64; N] { viscosity(t) }
    }
}

mod misspelled {
    array_fn::array_fn! {
        use super::gas::presure;
        pub fn f<N>(x: [f64; N]) -> [f64; N] { presure(x) }
    }
}

mod unshared {
    array_fn::array_fn! {
        use super::secret::viscosity;
        pub fn f<N>(x: [f64; N]) -> [f64; N] { viscosity(x) }
    }
}

fn main() {}
