//! Python control flow.

use array_fn::array_fn;

array_fn! {
    pub fn ternary<N>(x: [f64; N]) -> [f64; N] { x if x > 0.0 else -x }
    pub fn rust<N>(x: [f64; N]) -> [f64; N] { if x > 0.0 { x } else { -x } }
    pub fn list<N>(x: [f64; N]) -> [f64; N] { [x[i] * 2.0 for i in 0..N] }
    pub fn loops<N>(x: [f64; N]) -> f64 { let s = 0.0; for i in 0..N { s += x[i]; } s }
    pub fn until<N>(x: &mut [f64; N]) { while any(x > 1.0) { x *= 0.5; } }
    pub fn early<N>(x: [f64; N]) -> [f64; N] { return x; }
    pub fn lambda<N>(x: [f64; N]) -> [f64; N] { from_fn(lambda i: x[i]) }
}

fn main() {}
