//! The help for a slice is the slice that NumPy would take.

use array_fn::array_fn;

array_fn! {
    pub fn end(x: [f64; 3]) -> [f64; 2] { x[1..5] }
    pub fn start(x: [f64; 3]) -> [f64; 2] { x[-5..2] }
    pub fn steps(x: [f64; 3]) -> [f64; 2] { x[0..7;2] }
    pub fn backwards(x: [f64; 3]) -> [f64; 3] { x[0..2;-1] }
    pub fn far_back(x: [f64; 3]) -> [f64; 3] { x[5..0;-1] }
}

fn main() {}
