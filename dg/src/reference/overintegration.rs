//! Integration of products at more points than there are nodes.

use super::ReferenceElement;
use crate::Error;
use ndarray::{Array2, Array3, Axis, Ix2, s};

/// What integrates fluxes that are computed at the M nodes of a higher order, G of them on a face, against the
/// N basis functions of the own one, F on a face.
#[derive(Clone, Debug)]
pub struct Overintegration {
    /// Values at the M nodes from those at the N own ones, `[M, N]`.
    pub interpolation: Array2<f64>,
    /// The inverse mass matrix times integrals of the derivatives of the basis by r, s, t with what
    /// interpolates the flux, `[3, N, M]`.
    pub weak: Array3<f64>,
    /// Values at the G nodes of a face from those at the F own ones, `[G, F]`.
    pub face_interpolation: Array2<f64>,
    /// Lifting of what is given at the G nodes of each face, `[N, 4, G]`.
    pub lift: Array3<f64>,
}

impl Overintegration {
    /// With fluxes at the nodes of `more` orders above that of `element`.
    ///
    /// # Errors
    /// [`Error::Order`] when that is no order of a [`ReferenceElement`].
    pub fn new(element: &ReferenceElement, more: usize) -> Result<Self, Error> {
        let fine = ReferenceElement::new(element.order.saturating_add(more))?;
        let (n, m) = (element.node_count(), fine.node_count());
        let (f, g) = (element.face_node_count(), fine.face_node_count());
        let interpolation = element.interpolation(&fine.nodes);
        let inverse_mass = element.vandermonde.dot(&element.vandermonde.t());

        let mut weak = Array3::zeros((3, n, m));
        for r in 0..3 {
            // Slopes of the basis at the M nodes: polynomials, so that their products are exact.
            let slopes = interpolation.dot(&element.derivative.index_axis(Axis(0), r));
            let integrals = slopes.t().dot(&fine.mass);
            weak.index_axis_mut(Axis(0), r).assign(&inverse_mass.dot(&integrals));
        }

        // Nodes of faces are in the same order on all of them, so that the first stands for all. A polynomial on
        // a face is given by the nodes there.
        let face_interpolation = Array2::from_shape_fn((g, f), |(to, from)| {
            interpolation[[fine.face_nodes[[0, to]], element.face_nodes[[0, from]]]]
        });
        let mut lift = Array3::zeros((n, 4, g));
        for face in 0..4 {
            // The mass matrix of the face: what lifting multiplies with the inverse one of the element.
            let all = fine.mass.dot(&fine.lift.slice(s![.., face, ..]));
            let on_face: Vec<usize> = fine.face_nodes.row(face).to_vec();
            let mass = all.select(Axis(0), &on_face).into_dimensionality::<Ix2>();
            let integrals = face_interpolation.t().dot(&mass.expect("two axes"));
            let own: Vec<usize> = element.face_nodes.row(face).to_vec();
            let columns = inverse_mass.select(Axis(1), &own);
            lift.slice_mut(s![.., face, ..]).assign(&columns.dot(&integrals));
        }
        Ok(Overintegration { interpolation, weak, face_interpolation, lift })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array1;

    fn largest(values: impl IntoIterator<Item = f64>) -> f64 {
        values.into_iter().fold(0.0, |largest: f64, x| largest.max(x.abs()))
    }

    /// Of a polynomial of the own order: weak and strong forms agree, at more points as at the nodes.
    #[test]
    fn parts_are_integrated() {
        for order in 1..=5 {
            let element = ReferenceElement::new(order).unwrap();
            for more in 1..=2 {
                let o = Overintegration::new(&element, more).unwrap();
                let f = |[r, s, t]: [f64; 3]| {
                    (0.3 * r - 0.7 * s + 0.2 * t + 0.4).powi(order as i32) + 0.1 * r
                };
                let values: Array1<f64> = element.nodes.iter().map(|&x| f(x)).collect();
                let fine = o.interpolation.dot(&values);
                // Outward normals times surface over volume Jacobian, as DOFs of (r, s, t) see the faces.
                let normals = [[0., 0., -1.], [0., -1., 0.], [1., 1., 1.], [-1., 0., 0.]];
                for r in 0..3 {
                    let mut weak = -o.weak.index_axis(Axis(0), r).dot(&fine);
                    for (face, normal) in normals.iter().enumerate() {
                        let nodes = element.face_nodes.row(face);
                        let own: Array1<f64> = nodes.iter().map(|&i| values[i]).collect();
                        let trace = normal[r] * o.face_interpolation.dot(&own);
                        weak += &o.lift.slice(s![.., face, ..]).dot(&trace);
                    }
                    let strong = element.derivative.index_axis(Axis(0), r).dot(&values);
                    assert!(largest(&weak - &strong) < 1e-11, "order {order} + {more}, {r}");
                }
            }
        }
    }

    #[test]
    fn faces_are_alike() {
        let (element, fine) =
            (ReferenceElement::new(3).unwrap(), ReferenceElement::new(5).unwrap());
        let o = Overintegration::new(&element, 2).unwrap();
        for face in 0..4 {
            for (to, &node) in fine.face_nodes.row(face).iter().enumerate() {
                for (from, &own) in element.face_nodes.row(face).iter().enumerate() {
                    let gap = o.interpolation[[node, own]] - o.face_interpolation[[to, from]];
                    assert!(gap.abs() < 1e-12, "face {face}");
                }
            }
        }
    }

    #[test]
    fn orders_that_there_are_not() {
        let element = ReferenceElement::new(6).unwrap();
        assert!(matches!(Overintegration::new(&element, 2), Err(Error::Order { order: 8 })));
    }
}
