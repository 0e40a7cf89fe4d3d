//! Unit tests of the module `discretisation`.

use super::*;
use crate::mesh::BoxMesh;

fn skewed_box() -> Mesh {
    let mut mesh = BoxMesh::bricks([2, 3, 2]).build();
    for x in &mut mesh.vertices {
        *x = [x[0] + 0.2 * x[1], x[1] - 0.1 * x[2], 1.3 * x[2] + 0.1 * x[0]];
    }
    mesh
}

#[test]
fn geometric_factors_differentiate_linear_functions() {
    let mesh = skewed_box();
    let d = Discretisation::new(&mesh, 3).unwrap();
    let f = d.sample(|x| 2.0 * x[0] - 3.0 * x[1] + 0.5 * x[2]);
    for e in 0..d.element_count() {
        for (j, expected) in [2.0, -3.0, 0.5].into_iter().enumerate() {
            let mut gradient = Array1::<f64>::zeros(f.ncols());
            for r in 0..3 {
                let along = d.reference.derivative.index_axis(ndarray::Axis(0), r).dot(&f.row(e));
                gradient += &(d.metric[[r, j, e]] * along);
            }
            assert!(gradient.iter().all(|g| (g - expected).abs() < 1e-12));
        }
    }
    assert!((d.jacobian.sum() * 4.0 / 3.0 - mesh.volume()).abs() < 1e-13);
}

/// The integral of the normal over each element's surface is zero.
#[test]
fn normals_close_each_element_and_are_opposite() {
    let d = Discretisation::new(&skewed_box(), 1).unwrap();
    for e in 0..d.element_count() {
        for j in 0..3 {
            let sum: f64 = (0..4).map(|f| d.normal[[j, e, f]] * d.fscale[[e, f]]).sum();
            assert!(sum.abs() < 1e-12 * d.max_fscale());
        }
        for f in 0..4 {
            if let Face::Neighbour { element, face } = d.connectivity.faces[e][f] {
                for j in 0..3 {
                    let other = d.normal[[j, element as usize, face as usize]];
                    assert!((d.normal[[j, e, f]] + other).abs() < 1e-13);
                }
            }
        }
    }
}

#[test]
fn exterior_nodes_coincide() {
    for order in 1..=5 {
        let mesh = BoxMesh::bricks([1, 2, 3]).periodic([true, true, false]).build();
        let d = Discretisation::new(&mesh, order).unwrap();
        let n = d.reference.node_count();
        let nf = d.reference.face_node_count();
        for e in 0..d.element_count() {
            for f in 0..4 {
                for k in 0..nf {
                    let own = d.reference.face_nodes[[f, k]];
                    let other = d.exterior_nodes[[e, f, k]] as usize;
                    for axis in 0..3 {
                        let gap = d.nodes[[axis, e, own]] - d.nodes[[axis, other / n, other % n]];
                        let gap = if axis < 2 { gap - gap.round() } else { gap };
                        assert!(gap.abs() < 1e-14, "{gap}");
                    }
                }
            }
        }
    }
}

fn warped_box(cells: usize, periodic: bool) -> Mesh {
    use std::f64::consts::TAU;
    let mesh = BoxMesh::cube(cells).periodic([periodic; 3]).build();
    mesh.curved(|[x, y, z]| {
        let s = |a: f64| 0.04 * (TAU * a).sin();
        [x + s(y) + s(z), y + s(z) * (TAU * x).cos(), z + s(x) - s(y)]
    })
}

#[test]
fn metric_identities() {
    for order in 1..=7 {
        let d = Discretisation::new(&warped_box(2, false), order).unwrap();
        let Some(c) = &d.curved else {
            assert_eq!(order, 1);
            continue;
        };
        let largest = c.metric.iter().fold(0.0f64, |m, x| m.max(x.abs()));
        for e in 0..d.element_count() {
            for j in 0..3 {
                let mut sum = Array1::<f64>::zeros(d.reference.node_count());
                for r in 0..3 {
                    let matrix = d.reference.derivative.index_axis(Axis(0), r);
                    sum += &matrix.dot(&c.metric.slice(ndarray::s![r, j, e, ..]));
                }
                assert!(sum.iter().all(|x| x.abs() < 1e-12 * largest), "order {order}: {sum}");
            }
        }
    }
}

/// Neighbours have the same surface Jacobian and opposite normals, also through periodic links.
#[test]
fn curved_faces_meet() {
    for order in [2, 3, 5] {
        let d = Discretisation::new(&warped_box(3, true), order).unwrap();
        let (c, n) = (d.curved.as_ref().unwrap(), d.reference.node_count());
        for ((e, face, k), &other) in d.exterior_nodes.indexed_iter() {
            let Face::Neighbour { element, face: across } = d.connectivity.faces[e][face] else {
                panic!("the box is periodic");
            };
            let (other, across) = (other as usize, across as usize);
            assert_eq!(other / n, element as usize);
            let row = d.reference.face_nodes.row(across);
            let l = row.iter().position(|&i| i == other % n).unwrap();
            let ratio = c.surface[[e, face, k]] / c.surface[[other / n, across, l]];
            assert!((ratio - 1.0).abs() < 1e-13, "{ratio}");
            for j in 0..3 {
                let sum = c.normal[[j, e, face, k]] + c.normal[[j, other / n, across, l]];
                assert!(sum.abs() < 1e-13, "{sum}");
                let own = d.nodes[[j, e, d.reference.face_nodes[[face, k]]]];
                let gap = own - d.nodes[[j, other / n, other % n]];
                assert!((gap - gap.round()).abs() < 1e-14, "{gap}");
            }
        }
    }
}

#[test]
fn straight_elements_of_second_order() {
    let flat = Discretisation::new(&skewed_box(), 3).unwrap();
    let d = Discretisation::new(&skewed_box().curved(|x| x), 3).unwrap();
    let c = d.curved.as_ref().unwrap();
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-13 * (1.0 + b.abs()), "{a} {b}");
    for ((e, i), &j) in c.jacobian.indexed_iter() {
        close(j, flat.jacobian[e]);
        for r in 0..3 {
            for x in 0..3 {
                close(c.metric[[r, x, e, i]], flat.jacobian[e] * flat.metric[[r, x, e]]);
            }
        }
    }
    for ((x, e, f, k), &normal) in c.normal.indexed_iter() {
        close(normal, flat.normal[[x, e, f]]);
        close(c.surface[[e, f, k]], flat.jacobian[e] * flat.fscale[[e, f]]);
    }
    close(d.max_fscale(), flat.max_fscale());
    let f = d.sample(|x| x[0] * x[1] - x[2]);
    close(d.norm_squared(f.view()), flat.norm_squared(f.view()));
    close(d.weights().sum(), skewed_box().volume());
}

#[test]
fn integrals_over_curved_elements() {
    let mesh = warped_box(3, false);
    for order in [2, 3, 4] {
        let d = Discretisation::new(&mesh, order).unwrap();
        let volume = mesh.volume();
        // The nodal rule of order 2 is not exact for Jacobians, which have degree 3.
        let tolerance = if order == 2 { 1e-4 } else { 1e-13 };
        assert!((d.weights().sum() - volume).abs() < tolerance, "{}", d.weights().sum());
        let one = d.sample(|_| 1.0);
        assert!((d.norm_squared(one.view()) - volume).abs() < 1e-3);
    }
}

#[test]
fn a_folded_element() {
    let mut mesh = BoxMesh::cube(1).build().curved(|x| x);
    let diagonal = mesh.edges.as_ref().unwrap().nodes.iter().position(|x| *x == [0.5; 3]);
    mesh.edges.as_mut().unwrap().nodes[diagonal.unwrap()] = [0.9, 0.1, 0.5];
    assert!(Discretisation::new(&mesh, 1).is_ok());
    let error = Discretisation::new(&mesh, 2).unwrap_err().to_string();
    assert!(error.contains("curved tetrahedron") && error.contains("\nhelp: "), "{error}");
}

#[test]
fn norm_is_exact_for_polynomials() {
    let d = Discretisation::new(&BoxMesh::cube(2).build(), 2).unwrap();
    let f = d.sample(|x| x[0] * x[1] + x[2]);
    // int (xy + z)^2 = 1/9 + 2/8 + 1/3
    let exact = 1.0 / 9.0 + 0.25 + 1.0 / 3.0;
    assert!((d.norm_squared(f.view()) - exact).abs() < 1e-14);
    assert!((d.inner_product(f.view(), f.view()) - exact).abs() < 1e-14);
}
