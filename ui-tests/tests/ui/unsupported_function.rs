//! Functions that do not exist here.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        let a = fft(x);
        let b = qr(x);
        x.put(x)
    }
}

fn main() {}
