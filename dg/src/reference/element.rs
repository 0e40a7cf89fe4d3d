//! The reference element: the nodes and matrices of one polynomial order.

use super::basis::{degrees, gradient_vandermonde, vandermonde, vandermonde_2d};
use super::nodes::warp_and_blend;
use super::{face_node_count, node_count};
use crate::Error;
use crate::linear_algebra::inverse;
use ndarray::{Array2, Array3};

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
mod tests {
    use super::*;
    use ndarray::{Array1, Axis};

    fn elements() -> impl Iterator<Item = ReferenceElement> {
        (1..=ReferenceElement::MAX_ORDER).map(|p| ReferenceElement::new(p).unwrap())
    }

    #[test]
    fn orders_outside_the_range_are_refused() {
        for order in [0, 8] {
            let error = ReferenceElement::new(order).unwrap_err();
            assert!(matches!(error, Error::Order { order: o } if o == order));
        }
    }

    #[test]
    fn mass_sums_to_the_volume() {
        for e in elements() {
            assert!((e.mass.sum() - 4.0 / 3.0).abs() < 1e-12, "p = {}", e.order);
        }
    }

    #[test]
    fn derivatives_are_exact_for_polynomials() {
        for e in elements() {
            let p = e.order as i32;
            let field =
                |f: &dyn Fn([f64; 3]) -> f64| Array1::from_iter(e.nodes.iter().map(|&x| f(x)));
            let ones = field(&|_| 1.0);
            // The field has r^p, s^p, t^p and a mixed monomial of full degree.
            let f = field(&|[r, s, t]| r.powi(p) + 2.0 * s.powi(p) - t.powi(p) + r * t.powi(p - 1));
            let df = [
                field(&|[r, _, t]| p as f64 * r.powi(p - 1) + t.powi(p - 1)),
                field(&|[_, s, _]| 2.0 * p as f64 * s.powi(p - 1)),
                field(&|[r, _, t]| {
                    let inner = if p > 1 { (p - 1) as f64 * r * t.powi(p - 2) } else { 0.0 };
                    -p as f64 * t.powi(p - 1) + inner
                }),
            ];
            for (d, df) in e.derivative.axis_iter(Axis(0)).zip(df) {
                let of_one = d.dot(&ones).mapv(f64::abs).into_iter().fold(0.0, f64::max);
                assert!(of_one < 2e-13, "p = {p}: D 1 = {of_one}");
                let error = (d.dot(&f) - df).mapv(f64::abs).into_iter().fold(0.0, f64::max);
                assert!(error < 1e-11, "p = {p}: {error}");
            }
        }
    }

    /// Integration by parts for every pair of polynomials of order p:
    /// int phi dpsi/dr + int psi dphi/dr = sum over faces of n_r int phi psi.
    #[test]
    fn lift_and_derivative_satisfy_summation_by_parts() {
        // Normals in (r, s, t) scaled by the ratio of face area to that of the parameter triangle.
        let normals = [[0.0, 0.0, -1.0], [0.0, -1.0, 0.0], [1.0, 1.0, 1.0], [-1.0, 0.0, 0.0]];
        for e in elements() {
            let n = e.node_count();
            for r in 0..3 {
                let stiffness = e.mass.dot(&e.derivative.index_axis(Axis(0), r));
                let mut boundary = Array2::<f64>::zeros((n, n));
                for (face, normal) in normals.iter().enumerate() {
                    let face_mass = e.mass.dot(&e.lift.index_axis(Axis(1), face));
                    for (k, &node) in e.face_nodes.row(face).iter().enumerate() {
                        for i in 0..n {
                            boundary[[i, node]] += normal[r] * face_mass[[i, k]];
                        }
                    }
                }
                let defect = &stiffness + &stiffness.t() - &boundary;
                let worst = defect.mapv(f64::abs).into_iter().fold(0.0, f64::max);
                assert!(worst < 1e-12, "p = {}, r = {r}: {worst}", e.order);
            }
        }
    }

    /// The condition numbers of the Vandermonde matrix are those of an independent implementation.
    #[test]
    fn condition_of_vandermonde() {
        let expected = [2.236, 5.998, 10.505, 15.813, 19.030, 26.310, 37.224];
        for (e, expected) in elements().zip(expected) {
            // The extreme eigenvalues of the mass matrix and its inverse are found by power iteration.
            let largest = |a: &Array2<f64>| {
                let mut x = Array1::from_iter((0..a.nrows()).map(|i| 1.0 + (i as f64).sin()));
                let mut value = 0.0;
                for _ in 0..5_000 {
                    let y = a.dot(&x);
                    let before = std::mem::replace(&mut value, y.dot(&y).sqrt());
                    x = y / value;
                    if (value - before).abs() < 1e-9 * value {
                        break;
                    }
                }
                value
            };
            let v_vt = e.vandermonde.dot(&e.vandermonde.t());
            let condition = (largest(&v_vt) * largest(&e.mass)).sqrt();
            assert!((condition / expected - 1.0).abs() < 1e-4, "p = {}: {condition}", e.order);
        }
    }

    #[test]
    fn interpolation_reproduces_polynomials() {
        for e in elements() {
            let p = e.order as i32;
            let f = |[r, s, t]: [f64; 3]| (0.3 + r - 0.5 * s + 0.25 * t).powi(p);
            let points =
                [[-0.9, -0.8, 0.1], [-0.25, -0.5, -0.5], [-1.0, -1.0, 1.0], [-0.4, -0.3, -0.3]];
            let nodal = Array1::from_iter(e.nodes.iter().map(|&x| f(x)));
            for (value, x) in e.interpolation(&points).dot(&nodal).iter().zip(points) {
                assert!((value - f(x)).abs() < 1e-12, "p = {p}");
            }
        }
    }
}
