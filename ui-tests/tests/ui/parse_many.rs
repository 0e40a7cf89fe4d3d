//! Every error of a block is reported at once.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        let a = x x;
        let b = f(x, );
        let c = x[];
        let d = g(1 +, 2 *);
        return x;
    }

    pub fn g(x: ) -> f64 { 1 }

    fn h(x: f64) -> f64;
}

fn main() {}
