//! Unit tests of the module `nodes`.

use super::*;

#[test]
fn lobatto_points() {
    let expected = [-1.0, -(3f64 / 7.0).sqrt(), 0.0, (3f64 / 7.0).sqrt(), 1.0];
    for (x, e) in gauss_lobatto(4).into_iter().zip(expected) {
        assert!((x - e).abs() < 1e-15);
    }
}

/// The smallest distances between two nodes are those of an independent implementation, modepy.
#[test]
fn node_distances() {
    let expected = [2.0, 1.0, 0.552786, 0.345346, 0.234945, 0.169776, 0.128260];
    for (p, expected) in (1..).zip(expected) {
        let nodes = warp_and_blend(p);
        assert_eq!(nodes.len(), super::super::node_count(p));
        let mut least = f64::INFINITY;
        for (i, a) in nodes.iter().enumerate() {
            for b in &nodes[..i] {
                let d2: f64 = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum();
                least = least.min(d2.sqrt());
            }
        }
        assert!((least - expected).abs() < 1e-6, "p = {p}: {least}");
    }
}

#[test]
fn known_nodes_of_order_4() {
    let nodes = warp_and_blend(4);
    let has =
        |x: [f64; 3]| nodes.iter().any(|n| n.iter().zip(x).all(|(a, b)| (a - b).abs() < 1e-13));
    assert!(has([0.103167144181987, -1.0, -0.551583572090994]));
    assert!(has([-(3f64 / 7.0).sqrt(), -1.0, -1.0]));
    assert!(has([-1.0, -1.0, (3f64 / 7.0).sqrt()]));
    assert!(has([-0.5, -0.5, -0.5]), "the centroid is a node of order 4");
}
