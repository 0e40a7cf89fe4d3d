//! Unit tests of the module `overintegration`.

use super::*;
use ndarray::Array1;

fn largest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(0.0, |largest: f64, x| largest.max(x.abs()))
}

/// The weak and the strong form agree for polynomials of the order.
#[test]
fn parts_are_integrated() {
    for order in 1..=Overintegration::MAX_ORDER {
        let element = ReferenceElement::new(order).unwrap();
        let o = Overintegration::new(&element).unwrap();
        let f =
            |[r, s, t]: [f64; 3]| (0.3 * r - 0.7 * s + 0.2 * t + 0.4).powi(order as i32) + 0.1 * r;
        let values: Array1<f64> = element.nodes.iter().map(|&x| f(x)).collect();
        let fine = o.interpolation.dot(&values);
        // Outward normals times the surface Jacobian over the volume Jacobian, in the coordinates (r, s, t).
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
            assert!(largest(&weak - &strong) < 1e-11, "order {order}, {r}");
        }
    }
}

#[test]
fn orders_that_there_are_not() {
    let element = ReferenceElement::new(Overintegration::MAX_ORDER + 1).unwrap();
    let refused = Overintegration::new(&element);
    assert!(matches!(refused, Err(Error::Overintegration { order: 6 })));
}
