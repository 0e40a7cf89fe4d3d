//! Unit tests of the module `kuhn`.

use super::*;

#[test]
fn six_tets_a_cell_of_equal_volume() {
    let mesh = BoxMesh::bricks([2, 3, 1]).between([-1.0, 0.0, 0.0], [1.0, 1.5, 1.0]).build();
    assert_eq!(mesh.tets.len(), 36);
    assert_eq!(mesh.triangles.len(), 2 * 2 * (2 * 3 + 3 + 2));
    for e in 0..36 {
        assert!((signed_volume(mesh.corners(e)) - 3.0 / 36.0).abs() < 1e-15);
    }
}
