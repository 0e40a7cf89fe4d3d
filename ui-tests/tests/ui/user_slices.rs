//! Python slices.

use array_fn::array_fn;

array_fn! {
    pub fn colon<N>(x: [f64; N]) -> [f64; N - 1] { x[1:] }
    pub fn inclusive<N>(x: [f64; N]) -> [f64; N] { x[0..=N - 1] }
    pub fn none<N>(x: [f64; N]) -> [f64; 1, N] { x[None, :] }
    pub fn step<N>(x: [f64; N]) -> [f64; N] { x[::-1] }
    pub fn dotted<N>(x: [f64; N]) -> [f64; N, 1] { x[.., np.newaxis] }
}

fn main() {}
