//! Functions whose results have a size that only the data tell.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N], m: [bool; N], n: [i64; N]) -> [f64; N] {
        let a = nonzero(x);
        let b = x.unique();
        let c = where(m);
        let d = repeat(x, n);
        let g = compress(m, x);
        let h = take(x, m);
        x
    }
}

fn main() {}
