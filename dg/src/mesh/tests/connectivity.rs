//! Unit tests of the module `connectivity`.

use super::*;
use crate::mesh::BoxMesh;

fn boundary_faces(c: &Connectivity) -> usize {
    c.faces.iter().flatten().filter(|f| matches!(f, Face::Boundary { .. })).count()
}

#[test]
fn neighbours_are_mutual() {
    let mesh = BoxMesh::bricks([3, 2, 2]).periodic([true, false, true]).build();
    let c = Connectivity::new(&mesh).unwrap();
    for (e, row) in c.faces.iter().enumerate() {
        for (f, side) in row.iter().enumerate() {
            if let &Face::Neighbour { element, face } = side {
                let back = c.faces[element as usize][face as usize];
                assert_eq!(back, Face::Neighbour { element: e as u32, face: f as u8 });
            }
        }
    }
    assert_eq!(boundary_faces(&c), 2 * 2 * 3 * 2);
    assert_eq!(c.periodic_faces, 2 * 2 * (2 * 2 + 3 * 2));
}

/// In a box one cell wide, every vertex is an image of every other.
#[test]
fn periodic_boxes_of_any_width() {
    for cells in [[1, 1, 1], [1, 2, 3], [2, 2, 2], [3, 3, 3]] {
        let mesh = BoxMesh::bricks(cells).periodic([true; 3]).build();
        let c = Connectivity::new(&mesh).unwrap();
        assert_eq!(boundary_faces(&c), 0, "{cells:?}");
    }
}

#[test]
fn boundary_groups() {
    let mesh = BoxMesh::cube(2).build();
    let c = Connectivity::new(&mesh).unwrap();
    for (e, row) in c.faces.iter().enumerate() {
        for (f, side) in row.iter().enumerate() {
            if let &Face::Boundary { group } = side {
                let (axis, upper) = (group as usize / 2, group % 2);
                for v in FACE_VERTICES[f] {
                    let x = mesh.vertices[mesh.tets[e][v] as usize];
                    assert_eq!(x[axis], upper as f64);
                }
            }
        }
    }
    assert_eq!(boundary_faces(&c), 6 * 2 * 4);
}

#[test]
fn a_face_of_three_tets() {
    let mut mesh = BoxMesh::cube(1).build();
    mesh.tets.push(mesh.tets[0]);
    mesh.tet_tags.push(7);
    let error = Connectivity::new(&mesh).unwrap_err();
    assert!(matches!(error, MeshError::SharedFace { .. }), "{error}");
    assert!(error.to_string().contains("more than two tetrahedra"), "{error}");
}

#[test]
fn an_untagged_face() {
    let mut mesh = BoxMesh::cube(1).build();
    mesh.triangles.pop();
    let error = Connectivity::new(&mesh).unwrap_err().to_string();
    assert!(error.contains("1 boundary faces belong to no physical surface"), "{error}");
    assert!(error.contains("Physical Surface"), "{error}");
}

#[test]
fn an_unmatched_periodic_face() {
    let mut mesh = BoxMesh::cube(2).periodic([true, false, false]).build();
    // One vertex of x_max moves within its plane, so its faces are no translates any more.
    let v = mesh.vertices.iter().position(|x| *x == [1.0, 0.5, 0.5]).unwrap();
    mesh.vertices[v][1] += 0.1;
    let error = Connectivity::new(&mesh).unwrap_err();
    assert!(matches!(error, MeshError::UnmatchedPeriodicFace { .. }), "{error}");
}
