//! Small functions that are measured at many sizes.

use array_fn::array_fn;

array_fn! {
    /// `2.5 x + y`
    pub fn axpy<N>(x: [f64; N], y: [f64; N]) -> [f64; N] {
        2.5 * x + y
    }

    /// `exp(-x x)`
    pub fn gauss<N>(x: [f64; N]) -> [f64; N] {
        exp(-x * x)
    }

    /// The sum of all elements.
    pub fn sum_of<N>(x: [f64; N]) -> f64 {
        x.sum()
    }
}
