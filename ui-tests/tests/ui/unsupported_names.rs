//! NumPy names that are spelt otherwise.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> f64 {
        let a = amax(x);
        let b = dot(x, x);
        let c = x.astype(f32);
        let d = arange(10);
        let e = pi * x;
        let g = linspace(0, 1, 5);
        x.size()
    }
}

fn main() {}
