//! Finds the faces that meet: through shared vertices, then through periodic links.

use super::{Mesh, MeshError};
use crate::reference::FACE_VERTICES;
use crate::vector::{cross, dot, minus, norm};
use std::collections::HashMap;

/// The other side of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Face `face` of element `element`, possibly through a periodic link.
    Neighbour {
        /// The element on the other side.
        element: u32,
        /// The number of the face in that element.
        face: u8,
    },
    /// The boundary surface with this number in [`Mesh::groups`].
    Boundary {
        /// The number of the surface.
        group: u32,
    },
}

/// The other side of every face, in the face order of [`crate::reference`].
#[derive(Clone, Debug)]
pub struct Connectivity {
    /// One entry per element and face.
    pub faces: Vec<[Face; 4]>,
    /// The number of faces that meet through a periodic link. Each pair counts twice.
    pub periodic_faces: usize,
}

impl Connectivity {
    /// Matches the faces of `mesh`.
    ///
    /// Faces are matched by their true vertices first. Only faces that are still alone are matched by the periodic
    /// representatives of their vertices. On meshes less than three cells wide along the period, representatives alone
    /// cannot tell a face from another between the same images.
    ///
    /// # Errors
    /// [`MeshError::SharedFace`], [`MeshError::UnmatchedPeriodicFace`], [`MeshError::UntaggedBoundary`].
    pub fn new(mesh: &Mesh) -> Result<Self, MeshError> {
        let mut matcher = Matcher { mesh, across: vec![None; 4 * mesh.tets.len()] };
        matcher.match_vertices()?;
        let periodic_faces = matcher.match_periodic()?;
        matcher.finish(periodic_faces)
    }
}

/// The pairs of some faces of a mesh that are translates of each other. `representative` has the number of the class of
/// periodic images of each of their vertices.
pub(super) fn translates(
    mesh: &Mesh,
    alone: &[FaceId],
    representative: &[u32],
) -> Vec<(FaceId, FaceId)> {
    Matcher { mesh, across: Vec::new() }.translates(alone, representative)
}

/// A face by number: `4 * element + face`.
type FaceId = usize;

struct Matcher<'a> {
    mesh: &'a Mesh,
    /// The face on the other side, where known.
    across: Vec<Option<FaceId>>,
}

impl Matcher<'_> {
    fn vertices(&self, id: FaceId) -> [u32; 3] {
        FACE_VERTICES[id % 4].map(|v| self.mesh.tets[id / 4][v])
    }

    fn tags(&self, id: FaceId) -> [u64; 3] {
        self.vertices(id).map(|v| self.mesh.vertex_tags[v as usize])
    }

    fn element_tag(&self, id: FaceId) -> u64 {
        self.mesh.tet_tags[id / 4]
    }

    fn pair(&mut self, a: FaceId, b: FaceId) {
        (self.across[a], self.across[b]) = (Some(b), Some(a));
    }

    fn match_vertices(&mut self) -> Result<(), MeshError> {
        let ids = 0..self.across.len();
        let mut keyed: Vec<_> = ids.map(|id| (sorted(self.vertices(id)), id)).collect();
        keyed.sort_unstable();
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            match same {
                [] | [_] => {}
                [(_, a), (_, b)] => self.pair(*a, *b),
                [(_, a), ..] => {
                    return Err(MeshError::SharedFace {
                        origin: self.mesh.origin.clone(),
                        nodes: self.tags(*a),
                        elements: same.iter().map(|&(_, id)| self.element_tag(id)).collect(),
                    });
                }
            }
        }
        Ok(())
    }

    /// Matches faces through periodic links, and returns the number of faces that were matched.
    fn match_periodic(&mut self) -> Result<usize, MeshError> {
        if self.mesh.periodic.is_empty() {
            return Ok(0);
        }
        let alone: Vec<FaceId> =
            (0..self.across.len()).filter(|&id| self.across[id].is_none()).collect();
        let pairs = self.translates(&alone, &representatives(self.mesh));
        for &(a, b) in &pairs {
            self.pair(a, b);
        }
        Ok(2 * pairs.len())
    }

    /// The pairs of faces of `alone` that are translates of each other.
    fn translates(&self, alone: &[FaceId], representative: &[u32]) -> Vec<(FaceId, FaceId)> {
        let key = |id| sorted(self.vertices(id).map(|v| representative[v as usize]));
        let mut keyed: Vec<_> = alone.iter().map(|&id| (key(id), id)).collect();
        keyed.sort_unstable();
        let mut pairs = Vec::new();
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            // More than two faces share a key when the box is one cell wide. Then the translation decides.
            let mut open: Vec<FaceId> = same.iter().map(|&(_, id)| id).collect();
            while let Some(a) = open.pop() {
                let images: Vec<usize> = (0..open.len())
                    .filter(|&i| self.is_translate(a, open[i], representative))
                    .collect();
                if let [only] = images[..] {
                    pairs.push((a, open.swap_remove(only)));
                }
            }
        }
        pairs
    }

    /// Whether face `b` is face `a` moved by one vector, which takes each vertex to its periodic image.
    fn is_translate(&self, a: FaceId, b: FaceId, representative: &[u32]) -> bool {
        let (va, vb) = (self.vertices(a), self.vertices(b));
        let x = |v: u32| self.mesh.vertices[v as usize];
        let size = distance(x(va[0]), x(va[1])).max(distance(x(va[0]), x(va[2])));
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        orders.into_iter().any(|order| {
            let images = order.map(|i| vb[i]);
            let linked = va
                .into_iter()
                .zip(images)
                .all(|(p, q)| representative[p as usize] == representative[q as usize] && p != q);
            let shift = |i: usize| minus(x(images[i]), x(va[i]));
            linked
                && distance(shift(0), shift(1)) < 1e-5 * size
                && distance(shift(0), shift(2)) < 1e-5 * size
                && self.edges_are_translates([a, b], [va, images], shift(0), 1e-5 * size)
                && self.sides_are_opposite(a, b)
        })
    }

    /// Whether `shift` moves the nodes on the edges of one face to those of the other, too, if there are any.
    /// `vertices` are those of both faces in the same order.
    fn edges_are_translates(
        &self,
        [a, b]: [FaceId; 2],
        vertices: [[u32; 3]; 2],
        shift: [f64; 3],
        tolerance: f64,
    ) -> bool {
        [[0, 1], [1, 2], [0, 2]].into_iter().all(|edge| {
            let node = |face: FaceId, vertices: [u32; 3]| {
                self.mesh.edge_node(face / 4, edge.map(|i| vertices[i]))
            };
            match (node(a, vertices[0]), node(b, vertices[1])) {
                (Some(x), Some(y)) => distance(minus(y, x), shift) < tolerance,
                _ => true,
            }
        })
    }

    /// Whether the elements of two translated faces lie on opposite sides of them.
    fn sides_are_opposite(&self, a: FaceId, b: FaceId) -> bool {
        let inward = |id: FaceId| {
            let x = self.vertices(id).map(|v| self.mesh.vertices[v as usize]);
            let corners = self.mesh.corners(id / 4);
            let mid = |d: usize| corners.iter().map(|c| c[d]).sum::<f64>() / 4.0;
            let normal = cross(minus(x[1], x[0]), minus(x[2], x[0]));
            let to_mid = minus([mid(0), mid(1), mid(2)], x[0]);
            let side = dot(normal, to_mid);
            normal.map(|n| n * side.signum())
        };
        dot(inward(a), inward(b)) < 0.0
    }

    fn finish(self, periodic_faces: usize) -> Result<Connectivity, MeshError> {
        let mesh = self.mesh;
        let surface: HashMap<[u32; 3], &super::BoundaryTriangle> =
            mesh.triangles.iter().map(|t| (sorted(t.vertices), t)).collect();
        let mut untagged = Vec::new();
        let mut faces = Vec::with_capacity(mesh.tets.len());
        for element in 0..mesh.tets.len() {
            let mut row = [Face::Boundary { group: 0 }; 4];
            for (face, entry) in row.iter_mut().enumerate() {
                let id = 4 * element + face;
                if let Some(other) = self.across[id] {
                    *entry =
                        Face::Neighbour { element: (other / 4) as u32, face: (other % 4) as u8 };
                    continue;
                }
                match surface.get(&sorted(self.vertices(id))) {
                    Some(triangle) if triangle.periodic => {
                        return Err(MeshError::UnmatchedPeriodicFace {
                            origin: mesh.origin.clone(),
                            element: self.element_tag(id),
                            nodes: self.tags(id),
                        });
                    }
                    Some(super::BoundaryTriangle { group: Some(group), .. }) => {
                        *entry = Face::Boundary { group: *group };
                    }
                    _ => untagged.push(id),
                }
            }
            faces.push(row);
        }
        if let Some(&first) = untagged.first() {
            let corners = self.vertices(first).map(|v| mesh.vertices[v as usize]);
            return Err(MeshError::UntaggedBoundary {
                origin: mesh.origin.clone(),
                count: untagged.len(),
                element: self.element_tag(first),
                nodes: self.tags(first),
                centre: std::array::from_fn(|d| corners.iter().map(|x| x[d]).sum::<f64>() / 3.0),
            });
        }
        Ok(Connectivity { faces, periodic_faces })
    }
}

/// One vertex of each class of periodic images (union-find over the links).
pub(super) fn representatives(mesh: &Mesh) -> Vec<u32> {
    let mut parent: Vec<u32> = (0..mesh.vertices.len() as u32).collect();
    fn root(parent: &mut [u32], mut v: u32) -> u32 {
        while parent[v as usize] != v {
            parent[v as usize] = parent[parent[v as usize] as usize];
            v = parent[v as usize];
        }
        v
    }
    for &[a, b] in &mesh.periodic {
        let (a, b) = (root(&mut parent, a), root(&mut parent, b));
        parent[a.max(b) as usize] = a.min(b);
    }
    (0..mesh.vertices.len() as u32).map(|v| root(&mut parent, v)).collect()
}

pub(super) fn sorted<T: Ord>(mut v: [T; 3]) -> [T; 3] {
    v.sort_unstable();
    v
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    norm(minus(a, b))
}

#[cfg(test)]
#[path = "tests/connectivity.rs"]
mod tests;
