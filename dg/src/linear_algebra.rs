//! Dense linear algebra for matrices of at most a few hundred rows.

use ndarray::Array2;

/// The inverse of a square matrix, by Gauss-Jordan elimination with partial pivoting. The matrices of this crate
/// (Vandermonde, mass) are well conditioned by construction, so a zero pivot is a bug.
pub(crate) fn inverse(matrix: &Array2<f64>) -> Array2<f64> {
    let n = matrix.nrows();
    assert_eq!(n, matrix.ncols(), "only square matrices have an inverse");
    let mut a = matrix.clone();
    let mut inv = Array2::eye(n);
    for col in 0..n {
        let pivot = (col..n).max_by(|&i, &j| a[[i, col]].abs().total_cmp(&a[[j, col]].abs()));
        let pivot = pivot.expect("col < n");
        assert!(a[[pivot, col]] != 0.0, "singular matrix");
        for k in 0..n {
            a.swap([pivot, k], [col, k]);
            inv.swap([pivot, k], [col, k]);
        }
        let scale = 1.0 / a[[col, col]];
        for k in 0..n {
            a[[col, k]] *= scale;
            inv[[col, k]] *= scale;
        }
        for row in (0..n).filter(|&row| row != col) {
            let factor = a[[row, col]];
            if factor != 0.0 {
                for k in 0..n {
                    a[[row, k]] -= factor * a[[col, k]];
                    inv[[row, k]] -= factor * inv[[col, k]];
                }
            }
        }
    }
    inv
}

#[cfg(test)]
#[path = "tests/linear_algebra.rs"]
mod tests;
