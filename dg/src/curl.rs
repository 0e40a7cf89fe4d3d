//! The curl of vector fields, such as the vorticity.

use crate::Discretisation;
use ndarray::{Array3, ArrayView3, Axis};

impl Discretisation {
    /// The curl of a nodal vector field `[3, E, N]`, element by element: `[3, E, N]`.
    ///
    /// # Panics
    /// When the field has another shape.
    pub fn curl(&self, field: ArrayView3<f64>) -> Array3<f64> {
        assert_eq!(field.dim(), self.nodes.dim(), "a vector at every node");
        let mut curl = Array3::zeros(field.dim());
        let reference = &self.reference.derivative;
        for e in 0..self.element_count() {
            // The derivatives along the reference coordinates, [r][component].
            let along: [[_; 3]; 3] = std::array::from_fn(|r| {
                let derivative = reference.index_axis(Axis(0), r);
                std::array::from_fn(|c| derivative.dot(&field.index_axis(Axis(0), c).row(e)))
            });
            for i in 0..reference.dim().1 {
                // d(component c)/dx_j
                let slope = |c: usize, j: usize| {
                    (0..3).map(|r| self.metric_at(r, j, e, i) * along[r][c][i]).sum::<f64>()
                };
                for d in 0..3 {
                    let (a, b) = ((d + 1) % 3, (d + 2) % 3);
                    curl[[d, e, i]] = slope(b, a) - slope(a, b);
                }
            }
        }
        curl
    }
}

#[cfg(test)]
#[path = "tests/curl.rs"]
mod tests;
