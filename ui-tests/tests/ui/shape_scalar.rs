//! Operations that need axes.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N], s: f64) -> f64 {
        let a = x @ s;
        let b = concatenate([s, s]);
        let c = stack(s);
        sum(s, axis=0)
    }
}

fn main() {}
