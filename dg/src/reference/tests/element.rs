//! Unit tests of the module `element`.

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
        let field = |f: &dyn Fn([f64; 3]) -> f64| Array1::from_iter(e.nodes.iter().map(|&x| f(x)));
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
