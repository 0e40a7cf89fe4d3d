//! A helper's dimensions come from its arguments.

use array_fn::array_fn;

array_fn! {
    pub fn f<N, M>(a: [f64; N], b: [f64; M]) -> f64 {
        dot_product(a, b)
    }

    fn dot_product<K>(x: [f64; K], y: [f64; K]) -> f64 {
        sum(x * y)
    }
}

fn main() {}
