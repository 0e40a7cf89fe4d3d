//! More than is compiled in reasonable time.

use array_fn::array_fn;

array_fn! {
    pub fn operations<N>(x: [f64; N]) -> [f64; N] {
        let mut y = x;
        for k in 0..20000 {
            y = sin(y * k) + exp(y / (k + 1)) - cos(x - y) * sqrt(y + k) + log(y + 2 * k) - x * y * (y - 1) - 2 * y;
        }
        y
    }
}

fn main() {}
