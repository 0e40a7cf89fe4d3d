//! Tetrahedra of second order. Their edges are parabolas through a node between the ends.

use super::{Mesh, signed_volume};
use crate::vector::{cross, dot, minus};
use std::collections::HashMap;

/// The vertices at the ends of each edge, in the order in which Gmsh numbers the nodes on edges (reference
/// manual, section "Node ordering").
pub const EDGES: [[usize; 2]; 6] = [[0, 1], [1, 2], [0, 2], [0, 3], [2, 3], [1, 3]];

/// The nodes on the edges of tetrahedra of second order.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeNodes {
    /// Coordinates of the nodes.
    pub nodes: Vec<[f64; 3]>,
    /// For each tetrahedron, the numbers of the nodes on its edges, in the order of [`EDGES`].
    pub of_tets: Vec<[u32; 6]>,
}

impl EdgeNodes {
    /// The ends of an edge of a tetrahedron, by which the edge is known.
    pub(super) fn ends(tet: &[u32; 4], edge: [usize; 2]) -> [u32; 2] {
        let mut ends = edge.map(|v| tet[v]);
        ends.sort_unstable();
        ends
    }

    /// The nodes on all edges of `tets`. Edges whose ends are not among the `numbers` of `nodes` get one in their middle.
    pub(super) fn complete(
        mut nodes: Vec<[f64; 3]>,
        mut numbers: HashMap<[u32; 2], u32>,
        tets: &[[u32; 4]],
        vertices: &[[f64; 3]],
    ) -> Self {
        let mut number = |ends| {
            *numbers.entry(ends).or_insert_with(|| {
                nodes.push(middle(vertices, ends));
                nodes.len() as u32 - 1
            })
        };
        let of_tets = tets.iter().map(|tet| EDGES.map(|edge| number(Self::ends(tet, edge))));
        let of_tets = of_tets.collect();
        EdgeNodes { nodes, of_tets }
    }
}

/// The middle between two vertices.
fn middle(vertices: &[[f64; 3]], ends: [u32; 2]) -> [f64; 3] {
    let [a, b] = ends.map(|v| vertices[v as usize]);
    std::array::from_fn(|d| 0.5 * (a[d] + b[d]))
}

/// The map from the reference tetrahedron to one of second order: the affine map through the vertices, plus a bubble of
/// degree 2 along each edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    corners: [[f64; 3]; 4],
    /// The vectors from the middle of each edge's ends to the node on the edge.
    bend: [[f64; 3]; 6],
}

/// Derivatives of the barycentric coordinates by r, s, t.
const SLOPES: [[f64; 3]; 4] = [[-0.5; 3], [0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.5]];

fn barycentric([r, s, t]: [f64; 3]) -> [f64; 4] {
    [-0.5 * (1.0 + r + s + t), 0.5 * (1.0 + r), 0.5 * (1.0 + s), 0.5 * (1.0 + t)]
}

/// The image of a point of the reference tetrahedron under the affine map to the one with the given corners.
pub(crate) fn straight(corners: [[f64; 3]; 4], r: [f64; 3]) -> [f64; 3] {
    let l = barycentric(r);
    std::array::from_fn(|d| (0..4).map(|v| l[v] * corners[v][d]).sum())
}

impl Shape {
    /// The map to the tetrahedron with these corners and nodes on its edges, in the order of [`EDGES`].
    fn new(corners: [[f64; 3]; 4], nodes: &[[f64; 3]; 6]) -> Shape {
        let bend = std::array::from_fn(|i| {
            let [a, b] = EDGES[i].map(|v| corners[v]);
            minus(nodes[i], std::array::from_fn(|d| 0.5 * (a[d] + b[d])))
        });
        Shape { corners, bend }
    }

    /// The image of a point of the reference tetrahedron.
    pub fn point(&self, r: [f64; 3]) -> [f64; 3] {
        let (l, straight) = (barycentric(r), straight(self.corners, r));
        std::array::from_fn(|d| {
            let bend = EDGES.iter().zip(&self.bend).map(|(&[a, b], m)| 4.0 * l[a] * l[b] * m[d]);
            straight[d] + bend.sum::<f64>()
        })
    }

    /// `dx/dr`, `dx/ds` and `dx/dt` at a point of the reference tetrahedron.
    pub fn tangents(&self, r: [f64; 3]) -> [[f64; 3]; 3] {
        let l = barycentric(r);
        std::array::from_fn(|i| {
            std::array::from_fn(|d| {
                let straight = 0.5 * (self.corners[i + 1][d] - self.corners[0][d]);
                let bend = EDGES
                    .iter()
                    .zip(&self.bend)
                    .map(|(&[a, b], m)| 4.0 * (SLOPES[a][i] * l[b] + l[a] * SLOPES[b][i]) * m[d]);
                straight + bend.sum::<f64>()
            })
        })
    }

    /// `det dx/dr` at a point of the reference tetrahedron.
    pub fn jacobian(&self, r: [f64; 3]) -> f64 {
        let [x, y, z] = self.tangents(r);
        dot(x, cross(y, z))
    }

    /// The signed volume. It is exact: the Jacobian has degree 3, and so has the rule (Keast 1986, 5 points).
    fn volume(&self) -> f64 {
        let outer = (0..4).map(|v| {
            // Three barycentric coordinates are 1/6, and the last one is 1/2.
            let r = std::array::from_fn(|i| if i + 1 == v { 0.0 } else { -2.0 / 3.0 });
            self.jacobian(r)
        });
        4.0 / 3.0 * (-0.8 * self.jacobian([-0.5; 3]) + 0.45 * outer.sum::<f64>())
    }
}

/// The signed volume of a tetrahedron, and of one of second order with its nodes on edges.
pub(super) fn volume(corners: [[f64; 3]; 4], edges: Option<&[[f64; 3]; 6]>) -> f64 {
    edges.map_or_else(|| signed_volume(corners), |nodes| Shape::new(corners, nodes).volume())
}

impl Mesh {
    /// The same mesh with tetrahedra of second order, moved by `map`. The map moves vertices and nodes on edges. Where
    /// the mesh has no nodes on edges yet, they begin in the middles. Sides that are linked periodically have to move
    /// alike.
    ///
    /// ```
    /// use array_fn_dg::mesh::BoxMesh;
    /// let ball = BoxMesh::cube(2).between([-1.0; 3], [1.0; 3]).build().curved(|x| {
    ///     let largest = x.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    ///     let radius = x.iter().map(|x| x * x).sum::<f64>().sqrt();
    ///     x.map(|x| if radius > 0.0 { x * largest / radius } else { x })
    /// });
    /// assert!((ball.volume() / (4.0 / 3.0 * std::f64::consts::PI) - 1.0).abs() < 0.1);
    /// ```
    pub fn curved(mut self, map: impl Fn([f64; 3]) -> [f64; 3]) -> Mesh {
        let mut edges = match self.edges.take() {
            Some(edges) => edges,
            None => EdgeNodes::complete(Vec::new(), HashMap::new(), &self.tets, &self.vertices),
        };
        edges.nodes = edges.nodes.into_iter().map(&map).collect();
        Mesh { edges: Some(edges), ..self.moved(map) }
    }

    /// The map from the reference tetrahedron to tetrahedron `e`, if the mesh is of second order.
    pub(crate) fn shape(&self, e: usize) -> Option<Shape> {
        let edges = self.edges.as_ref()?;
        let nodes = edges.of_tets[e].map(|node| edges.nodes[node as usize]);
        Some(Shape::new(self.corners(e), &nodes))
    }

    /// The signed volume of tetrahedron `e`.
    pub(super) fn volume_of(&self, e: usize) -> f64 {
        self.shape(e).map_or_else(|| signed_volume(self.corners(e)), |shape| shape.volume())
    }

    /// The node on the edge between two vertices of tetrahedron `e`, if the mesh is of second order.
    pub(super) fn edge_node(&self, e: usize, ends: [u32; 2]) -> Option<[f64; 3]> {
        let edges = self.edges.as_ref()?;
        let same = |edge: &[usize; 2]| {
            let [a, b] = edge.map(|v| self.tets[e][v]);
            [a, b] == ends || [b, a] == ends
        };
        let edge = EDGES.iter().position(same)?;
        Some(edges.nodes[edges.of_tets[e][edge] as usize])
    }
}

#[cfg(test)]
#[path = "tests/second_order.rs"]
mod tests;
