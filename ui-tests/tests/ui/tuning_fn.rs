//! Attributes that tune a function.

use array_fn::array_fn;

array_fn! {
    #[thread(64)]
    pub fn a<N>(x: [f64; N]) -> [f64; N] { x }

    #[threads(100)] #[block(N = 0)]
    pub fn b<N>(x: [f64; N]) -> [f64; N] { x }

    #[threads] #[block(N)]
    pub fn c<N>(x: [f64; N]) -> [f64; N] { x }

    #[threads(64)] #[threads(128)] #[block(N = 2, N = 4)]
    pub fn d<N>(x: [f64; N]) -> [f64; N] { x }

    #[materialize]
    pub fn e<N>(x: [f64; N]) -> [f64; N] { x }

    #[threads(32)]
    const HALF: f64 = 0.5;

    #[threads(-1)] #[block(2 = N)] #[vectorize(N, N)] #[no_fuse(N)]
    pub fn f<N>(x: [f64; N]) -> [f64; N] { x }
}

fn main() {}
