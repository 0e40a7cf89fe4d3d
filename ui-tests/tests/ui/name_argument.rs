//! Arguments that a function does not have.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(x: [f64; E, N]) -> [f64; E] {
        let a = sum(x, dim=1);
        let b = sqrt();
        let c = sqrt(x, x);
        let d = g(x);
        sum(x, 1)
    }

    fn g<E, N>(x: [f64; E, N], y: f64) -> f64 {
        sum(x) + y
    }
}

fn main() {}
