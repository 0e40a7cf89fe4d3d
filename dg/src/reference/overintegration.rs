//! Over-integration: products are integrated at more points than there are nodes.

use super::{Cubature, ReferenceElement};
use crate::Error;
use ndarray::{Array2, Array3, ArrayView1, Axis, s};

/// Matrices that integrate fluxes against the basis functions. Fluxes are computed at M points of an element and G
/// points of each face. There are N basis functions, F of them on a face.
#[derive(Clone, Debug)]
pub struct Overintegration {
    /// Maps values at the N nodes to values at the M points, `[M, N]`.
    pub interpolation: Array2<f64>,
    /// The inverse mass matrix, times the derivatives of the basis by r, s and t at the points, times the weights of
    /// the points: `[3, N, M]`.
    pub weak: Array3<f64>,
    /// Maps values at the F nodes of a face to values at its G points, `[G, F]`.
    pub face_interpolation: Array2<f64>,
    /// Lifting matrix for values at the G points of each face, `[N, 4, G]`.
    pub lift: Array3<f64>,
}

impl Overintegration {
    /// The highest order for which there are rules.
    pub const MAX_ORDER: usize = 5;

    /// The matrices for rules that are exact to degree 3p, where p is the order of `element`. These integrate products
    /// of three polynomials of order p exactly, as in convection at uniform density.
    ///
    /// # Errors
    /// [`Error::Overintegration`] for orders above [`Overintegration::MAX_ORDER`].
    pub fn new(element: &ReferenceElement) -> Result<Self, Error> {
        let order = element.order;
        let (Some(within), Some(on_face)) =
            (Cubature::tetrahedron(3 * order), Cubature::triangle(3 * order))
        else {
            return Err(Error::Overintegration { order });
        };
        let n = element.node_count();
        let interpolation = element.interpolation(&within.points);
        let inverse_mass = element.vandermonde.dot(&element.vandermonde.t());

        let mut weak = element.weighted_slopes(&interpolation, &within.weights);
        for mut integrals in weak.outer_iter_mut() {
            let product = inverse_mass.dot(&integrals);
            integrals.assign(&product);
        }

        // Nodes are in the same order on all faces, so the first face, `t = -1`, stands for all. The nodes of a face
        // determine a polynomial on it.
        let points: Vec<[f64; 3]> = on_face.points.iter().map(|&[r, s]| [r, s, -1.0]).collect();
        let nodes_of = |face: usize| element.face_nodes.row(face).to_vec();
        let face_interpolation = element.interpolation(&points).select(Axis(1), &nodes_of(0));
        let integrals = face_interpolation.t().to_owned() * ArrayView1::from(&on_face.weights);
        let mut lift = Array3::zeros((n, 4, points.len()));
        for face in 0..4 {
            let columns = inverse_mass.select(Axis(1), &nodes_of(face));
            lift.slice_mut(s![.., face, ..]).assign(&columns.dot(&integrals));
        }
        Ok(Overintegration { interpolation, weak, face_interpolation, lift })
    }
}

#[cfg(test)]
#[path = "tests/overintegration.rs"]
mod tests;
