//! Unit tests of the module `linear_algebra`.

use super::*;

#[test]
fn inverse_needs_pivoting() {
    let a = ndarray::array![[0.0, 2.0, 1.0], [1.0, 0.0, 3.0], [4.0, 5.0, 0.0]];
    let product = a.dot(&inverse(&a));
    let error = (&product - &Array2::<f64>::eye(3)).mapv(f64::abs).sum();
    assert!(error < 1e-14, "{product}");
}
