//! NumPy names that are spelt otherwise.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> f64 {
        let a = ln(x);
        let b = asarray(x);
        let c = x.astype(f32);
        let d = arange(10);
        let e = PI * x;
        let g = linspace(0, 1, 5);
        x.size()
    }
}

fn main() {}
