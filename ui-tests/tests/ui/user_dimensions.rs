//! Misspelt and undeclared dimensions.

use array_fn::array_fn;

array_fn! {
    pub fn case<Nx>(u: [f64; NX]) -> [f64; Nx] { u }
    pub fn none(u: [f64; N]) -> [f64; N] { u }
    pub fn lower<n>(u: [f64; n]) -> [f64; m] { u }
    pub fn literal(u: [f64; 3]) -> [f64; 4] { u }
    pub fn half<N>(u: [f64; N]) -> [f64; N / 2] { u[..;2] }
}

fn main() {}
