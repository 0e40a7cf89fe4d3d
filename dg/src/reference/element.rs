//! The reference element: the nodes and matrices of one polynomial order.

use super::basis::{degrees, gradient_vandermonde, vandermonde, vandermonde_2d};
use super::nodes::warp_and_blend;
use super::{face_node_count, node_count};
use crate::Error;
use crate::linear_algebra::inverse;
use ndarray::{Array2, Array3, ArrayView1};

/// Nodes and matrices of order `p` on the reference tetrahedron.
#[derive(Clone, Debug)]
pub struct ReferenceElement {
    /// Polynomial order p.
    pub order: usize,
    /// (r, s, t) of the `N = (p+1)(p+2)(p+3)/6` warp & blend nodes.
    pub nodes: Vec<[f64; 3]>,
    /// The orthonormal basis at the nodes, `[N, N]`.
    pub vandermonde: Array2<f64>,
    /// The inverse of `vandermonde`, which maps nodal values to modal coefficients.
    pub inverse_vandermonde: Array2<f64>,
    /// Mass matrix `(V V^T)^-1`, `[N, N]`.
    pub mass: Array2<f64>,
    /// Differentiation matrices along r, s, t: `[3, N, N]`.
    pub derivative: Array3<f64>,
    /// Lifting matrix `[N, 4, F]`: the inverse mass matrix times the mass matrices of the faces. `F = (p+1)(p+2)/2`.
    pub lift: Array3<f64>,
    /// Node numbers on each face, `[4, F]`.
    pub face_nodes: Array2<usize>,
}

impl ReferenceElement {
    /// The highest order.
    pub const MAX_ORDER: usize = 7;

    /// The reference element of order `order`.
    ///
    /// # Errors
    /// [`Error::Order`] unless `1 <= order <= 7`.
    pub fn new(order: usize) -> Result<Self, Error> {
        if !(1..=Self::MAX_ORDER).contains(&order) {
            return Err(Error::Order { order });
        }
        let nodes = warp_and_blend(order);
        let v = vandermonde(order, &nodes);
        let v_inv = inverse(&v);
        let (n, nf) = (node_count(order), face_node_count(order));

        let mut derivative = Array3::zeros((3, n, n));
        for (r, dv) in gradient_vandermonde(order, &nodes).iter().enumerate() {
            derivative.index_axis_mut(ndarray::Axis(0), r).assign(&dv.dot(&v_inv));
        }

        let mut face_nodes = Array2::zeros((4, nf));
        let mut face_mass = Array2::zeros((n, 4 * nf));
        for face in 0..4 {
            let on_face: Vec<usize> =
                (0..n).filter(|&i| face_coordinate(face, nodes[i]).abs() < 1e-7).collect();
            assert_eq!(on_face.len(), nf, "face {face} of order {order}");
            let points: Vec<[f64; 2]> =
                on_face.iter().map(|&i| face_parameters(face, nodes[i])).collect();
            let v2d = vandermonde_2d(order, &points);
            let mass = inverse(&v2d.dot(&v2d.t()));
            for (k, &node) in on_face.iter().enumerate() {
                face_nodes[[face, k]] = node;
                for m in 0..nf {
                    face_mass[[node, face * nf + m]] = mass[[k, m]];
                }
            }
        }
        let v_vt = v.dot(&v.t());
        let lift = v_vt.dot(&face_mass).into_shape_with_order((n, 4, nf)).expect("[N, 4F]");
        let mass = v_inv.t().dot(&v_inv);
        Ok(ReferenceElement {
            order,
            nodes,
            vandermonde: v,
            inverse_vandermonde: v_inv,
            mass,
            derivative,
            lift,
            face_nodes,
        })
    }

    /// The matrix that multiplies the part of degree d of a nodal polynomial by `share(d)`: `[N, N]`.
    pub fn filter(&self, share: impl Fn(usize) -> f64) -> Array2<f64> {
        let mut scaled = self.vandermonde.clone();
        for (mut mode, (i, j, k)) in scaled.columns_mut().into_iter().zip(degrees(self.order)) {
            mode *= share(i + j + k);
        }
        scaled.dot(&self.inverse_vandermonde)
    }

    /// The number of nodes, N.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The number of nodes of one face, F.
    pub fn face_node_count(&self) -> usize {
        self.face_nodes.ncols()
    }

    /// Derivatives of the nodal basis along r, s and t at the points of a rule, times the weights of the points:
    /// `[3, N, points]`. `interpolation` is [`ReferenceElement::interpolation`] at the points.
    pub(crate) fn weighted_slopes(
        &self,
        interpolation: &Array2<f64>,
        weights: &[f64],
    ) -> Array3<f64> {
        let (m, n) = interpolation.dim();
        let mut slopes = Array3::zeros((3, n, m));
        for (mut slopes, derivative) in slopes.outer_iter_mut().zip(self.derivative.outer_iter()) {
            let at_points = interpolation.dot(&derivative);
            slopes.assign(&(at_points.t().to_owned() * ArrayView1::from(weights)));
        }
        slopes
    }

    /// The matrix that evaluates nodal values at `points`: `[points, N]`.
    pub fn interpolation(&self, points: &[[f64; 3]]) -> Array2<f64> {
        vandermonde(self.order, points).dot(&self.inverse_vandermonde)
    }
}

/// The expression that vanishes on a face.
fn face_coordinate(face: usize, [r, s, t]: [f64; 3]) -> f64 {
    match face {
        0 => 1.0 + t,
        1 => 1.0 + s,
        2 => 1.0 + r + s + t,
        _ => 1.0 + r,
    }
}

/// Coordinates within a face. In them, the face is the reference triangle.
fn face_parameters(face: usize, [r, s, t]: [f64; 3]) -> [f64; 2] {
    match face {
        0 => [r, s],
        1 => [r, t],
        _ => [s, t],
    }
}

#[cfg(test)]
#[path = "tests/element.rs"]
mod tests;
