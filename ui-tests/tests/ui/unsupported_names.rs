//! NumPy names that are spelt otherwise.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> f64 {
        let a = ln(x);
        let b = asarray(x);
        let c = len(x);
        let d = fromfunction(x);
        let e = PI * x;
        let g = x.float64();
        x.size()
    }
}

fn main() {}
