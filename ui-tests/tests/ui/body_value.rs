//! Values where none is declared, and the reverse.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: &mut [f64; N]) {
        u += 1;
        u
    }

    pub fn g<N>(u: &mut [f64; N]) {
        for s in 0..3 {
            u + s
        }
    }

    pub fn h<N>(x: [f64; N]) -> [f64; N] {
        let y = { let a = x; };
        x
    }
}

fn main() {}
