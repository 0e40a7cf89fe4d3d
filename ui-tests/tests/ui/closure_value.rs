//! Closures give scalars over named ranges.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E, N]) -> [f64; E] {
        let a = from_fn(|i: E| u[i]);
        let b = from_fn(|i| 2 * i);
        let c = from_fn(|i: E, i: N| u[i, i]);
        let d = from_fn(|| 1);
        let e = from_fn(u);
        sum(|k: N| u[.., k])
    }
}

fn main() {}
