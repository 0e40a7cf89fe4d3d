//! Tetrahedral meshes: vertices, tetrahedra, named boundary surfaces and periodic links.

mod connectivity;
mod curve;
mod error;
mod gmsh;
mod kuhn;
mod parts;
mod restricted;
mod second_order;
mod share;
mod surface;

pub use connectivity::{Connectivity, Face};
use connectivity::{sorted, translates};
pub use error::{MeshError, Place};
pub use kuhn::BoxMesh;
pub use parts::Parts;
pub(crate) use second_order::straight;
use second_order::volume;
pub use second_order::{EDGES, EdgeNodes};
pub use share::{MeshShare, MeshSlice};
pub(crate) use share::{inverse, words};
pub(crate) use surface::{OPEN, WALL, named_after};

use crate::vector::{cross, dot, minus};
use std::path::Path;

/// A triangle of a named or periodic surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundaryTriangle {
    /// Numbers of its vertices in [`Mesh::vertices`].
    pub vertices: [u32; 3],
    /// The number of its surface's name in [`Mesh::groups`], if it has one.
    pub group: Option<u32>,
    /// Whether its surface is one of a periodic pair.
    pub periodic: bool,
}

/// A mesh of tetrahedra, straight-sided or of second order, each with positive volume.
///
/// A mesh is of second order as a whole. An edge without a node in the file has one in its middle.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// The origin of the mesh, for messages: a path or "box".
    pub origin: String,
    /// Coordinates of the vertices.
    pub vertices: Vec<[f64; 3]>,
    /// Vertex numbers of each tetrahedron, oriented such that
    /// `det [v1 - v0, v2 - v0, v3 - v0] > 0`.
    pub tets: Vec<[u32; 4]>,
    /// The nodes on the edges, if the tetrahedra are of second order.
    pub edges: Option<EdgeNodes>,
    /// Triangles of the surfaces.
    pub triangles: Vec<BoundaryTriangle>,
    /// Names of the (physical) surfaces.
    pub groups: Vec<String>,
    /// Pairs of a vertex and its periodic image.
    pub periodic: Vec<[u32; 2]>,
    /// Element numbers of the tetrahedra in the file, for messages.
    pub tet_tags: Vec<u64>,
    /// Node numbers of the vertices in the file, for messages.
    pub vertex_tags: Vec<u64>,
    /// For each tetrahedron, the partition that the file gives it, from 0, if it does so for all.
    pub partition: Option<Vec<u32>>,
}

impl Mesh {
    /// Reads a Gmsh file: MSH 2.2 or 4.1, text or binary, with physical names, periodic links, and
    /// tetrahedra of first or second order.
    ///
    /// # Errors
    /// [`MeshError`] when the file cannot be read, has another format or version, or holds elements other than
    /// tetrahedra and their boundary. Also when the vertices of a tetrahedron make it flat or turn it inside out.
    /// Whether bent edges fold a tetrahedron is found later, in [`Discretisation::new`](crate::Discretisation::new),
    /// where its nodes are known.
    pub fn read(path: impl AsRef<Path>) -> Result<Mesh, MeshError> {
        let path = path.as_ref();
        gmsh::read(path, &mut gmsh::open(path)?)
    }

    /// The same mesh with vertices moved by `map`. Nodes on edges stay. Sides that are linked periodically have to move
    /// alike.
    #[must_use]
    pub fn moved(self, map: impl Fn([f64; 3]) -> [f64; 3]) -> Mesh {
        Mesh { vertices: self.vertices.into_iter().map(map).collect(), ..self }
    }

    /// The number of partitions of the file, or 0 if it has none.
    pub fn partitions(&self) -> usize {
        let last = self.partition.iter().flatten().max();
        last.map_or(0, |last| *last as usize + 1)
    }

    /// The corners of tetrahedron `e`.
    pub fn corners(&self, e: usize) -> [[f64; 3]; 4] {
        self.tets[e].map(|v| self.vertices[v as usize])
    }

    /// For each vertex, the vertex that stands for it and its periodic images.
    pub fn vertex_classes(&self) -> Vec<u32> {
        connectivity::representatives(self)
    }

    /// The sum of the volumes of the tetrahedra, including curved ones.
    pub fn volume(&self) -> f64 {
        (0..self.tets.len()).map(|e| self.volume_of(e)).sum()
    }

    /// The lower and the upper corner of the axis-aligned box around all vertices and nodes on edges.
    pub fn bounds(&self) -> ([f64; 3], [f64; 3]) {
        let (mut lo, mut hi) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for x in self.vertices.iter().chain(self.edges.iter().flat_map(|edges| &edges.nodes)) {
            for d in 0..3 {
                lo[d] = lo[d].min(x[d]);
                hi[d] = hi[d].max(x[d]);
            }
        }
        (lo, hi)
    }
}

/// Signed volume of a tetrahedron.
pub(crate) fn signed_volume([a, b, c, d]: [[f64; 3]; 4]) -> f64 {
    let [u, v, w] = [b, c, d].map(|x| minus(x, a));
    dot(u, cross(v, w)) / 6.0
}
