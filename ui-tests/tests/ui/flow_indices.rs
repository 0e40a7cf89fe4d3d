//! Indices that are known only while a loop runs.

use array_fn::array_fn;

array_fn! {
    pub fn computed<N>(x: [f64; N], k: [i64; N]) -> [f64; N] {
        let mut order = k;
        let mut y = x;
        while sum(y) > 0.0, at most 10 { y = 0.5 * y[order]; order = order + 1; }
        y
    }

    pub fn beyond<N>(x: [f64; N]) -> f64 {
        let mut y = 0.0;
        for s in 0..N { y += x[s + 1]; }
        y
    }

    pub fn slice<N>(x: [f64; N], n: i64) -> [f64; N] {
        let mut y = x;
        for s in 0..n { y[..s] = 0.0; }
        y
    }
}

fn main() {}
