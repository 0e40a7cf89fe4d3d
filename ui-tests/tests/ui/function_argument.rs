//! What is passed for a function is a function that takes as many arguments.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N], y: [f64; N]) -> [f64; N] {
        let a = twice(x, y, mean);
        let b = twice(x, y, x);
        let c = twice(x, y, maen);
        let d = twice(x, y, one);
        let e = twice(x, y, 2 * x);
        let g = twice(x, y);
        let h = mean + twice(x, y, wrong);
        twice(x, y, maximum) + applied(x, y, mean)
    }

    fn twice<N>(x: [f64; N], y: [f64; N], g: fn(left, right)) -> [f64; N] {
        g(x, y) + g(y, x)
    }

    fn mean<N>(x: [f64; N], y: [f64; N]) -> [f64; N] { (x + y) / 2 }
    fn one<N>(x: [f64; N]) -> [f64; N] { x }
    fn wrong<N>(x: [f64; N], y: [f64; N]) -> [f64; N] { x[.., newaxis] + y }

    fn applied<N>(x: [f64; N], y: [f64; N], g: fn(left, right)) -> [f64; N] {
        g + g(x, y, x) + sum(g)
    }
}

fn main() {}
