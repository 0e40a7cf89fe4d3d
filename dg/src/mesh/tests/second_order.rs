//! Unit tests of the module `second_order`.

use crate::mesh::BoxMesh;

/// A map of degree 2 moves a mesh of second order exactly.
#[test]
fn maps_of_second_degree_are_exact() {
    let map = |[x, y, z]: [f64; 3]| {
        [x + 0.2 * y * z, y - 0.1 * x * x + 0.05 * z, z + 0.1 * x * y - 0.1 * y * y]
    };
    let straight = BoxMesh::cube(1).build();
    let curved = straight.clone().curved(map);
    let flat = straight.clone().curved(|x| x);
    for e in 0..straight.tets.len() {
        let (own, before) = (curved.shape(e).unwrap(), flat.shape(e).unwrap());
        for r in [[-0.5, -0.5, -0.5], [-1.0, -0.2, -0.6], [0.1, -0.9, -0.5]] {
            let expected = map(before.point(r));
            assert!((0..3).all(|d| (own.point(r)[d] - expected[d]).abs() < 1e-14));
            for (i, tangent) in own.tangents(r).into_iter().enumerate() {
                let [mut up, mut down] = [r; 2];
                up[i] += 0.25;
                down[i] -= 0.25;
                let (above, below) = (own.point(up), own.point(down));
                for (d, tangent) in tangent.into_iter().enumerate() {
                    // Central differences are exact for polynomials of degree 2.
                    let slope = 2.0 * (above[d] - below[d]);
                    assert!((tangent - slope).abs() < 1e-13);
                }
            }
        }
    }
}

/// Elements on both sides of a face share its shape, so volumes of elements add up to the volume inside of the
/// boundary.
#[test]
fn volumes() {
    // A warp that leaves the boundary in place.
    let bump = |x: [f64; 3]| x.map(|x| x * (1.0 - x)).iter().product::<f64>();
    let mesh = BoxMesh::cube(2).build().curved(|x| x.map(|c| c + 2.0 * bump(x)));
    assert!((mesh.volume() - 1.0).abs() < 1e-14, "{}", mesh.volume());
    // The mesh is a ball, and the error of its volume falls with the fourth power of the edge length.
    let error = |cells: usize| {
        let mesh = BoxMesh::cube(cells).between([-1.0; 3], [1.0; 3]).build();
        let ball = mesh.curved(|x| {
            // Nowell's map from the cube, which is smooth.
            let [a, b, c] = x.map(|x| x * x);
            [
                x[0] * (1.0 - b / 2.0 - c / 2.0 + b * c / 3.0).sqrt(),
                x[1] * (1.0 - c / 2.0 - a / 2.0 + c * a / 3.0).sqrt(),
                x[2] * (1.0 - a / 2.0 - b / 2.0 + a * b / 3.0).sqrt(),
            ]
        });
        (ball.volume() / (4.0 / 3.0 * std::f64::consts::PI) - 1.0).abs()
    };
    let (coarse, fine) = (error(4), error(8));
    assert!(fine < 1e-3 && (coarse / fine).log2() > 3.5, "{coarse} {fine}");
}
