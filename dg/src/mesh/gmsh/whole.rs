//! The mesh made of all that a file holds.

use super::edges;
use super::{Origin, Records, Tables, Tet, Triangle};
use crate::mesh::error::LENGTHS;
use crate::mesh::{BoundaryTriangle, Mesh, MeshError, signed_volume};
use std::collections::HashMap;

/// The many things of a file, all of them.
#[derive(Default)]
pub(super) struct Whole {
    nodes: Vec<(u64, [f64; 3])>,
    tets: Vec<Tet>,
    triangles: Vec<Triangle>,
    /// Periodic pairs and where they stand in the file.
    periodic: Vec<([u64; 2], usize)>,
}

impl Records for Whole {
    type Failure = MeshError;

    fn node(&mut self, tag: u64, x: [f64; 3]) -> Result<(), MeshError> {
        self.nodes.push((tag, x));
        Ok(())
    }

    fn tet(&mut self, tet: Tet) -> Result<(), MeshError> {
        self.tets.push(tet);
        Ok(())
    }

    fn triangle(&mut self, triangle: Triangle) -> Result<(), MeshError> {
        self.triangles.push(triangle);
        Ok(())
    }

    fn pair(&mut self, nodes: [u64; 2], position: usize) -> Result<(), MeshError> {
        self.periodic.push((nodes, position));
        Ok(())
    }
}

impl Whole {
    /// Checks the whole and numbers it anew.
    pub fn finish(self, tables: &Tables, origin: Origin) -> Result<Mesh, MeshError> {
        if self.tets.is_empty() {
            return Err(MeshError::NoTetrahedra { path: origin.path.into() });
        }
        let numbering = Numbering::new(&self, origin)?;
        let tets = self.corners(&numbering)?;
        let (triangles, groups) = self.surfaces(tables, &numbering)?;
        let periodic = self.periodic_pairs(&numbering)?;
        let coordinates =
            |node: u64, position: usize| numbering.find(node, position).map(|i| self.nodes[i].1);
        let edges = edges::edge_nodes(&self.tets, &numbering.vertices, &tets, origin, coordinates)?;
        Ok(Mesh {
            origin: origin.path.display().to_string(),
            vertices: numbering.vertices,
            tets,
            edges,
            triangles,
            groups,
            periodic,
            tet_tags: self.tets.iter().map(|t| t.tag).collect(),
            vertex_tags: numbering.vertex_tags,
            partition: self.tets.iter().map(Tet::part).collect(),
        })
    }

    /// The vertices of each tetrahedron, whose orientation is right.
    fn corners(&self, numbering: &Numbering) -> Result<Vec<[u32; 4]>, MeshError> {
        let mut tets = Vec::with_capacity(self.tets.len());
        for tet in &self.tets {
            let corners = numbering.vertices_of(tet.nodes, tet.position)?;
            let places = corners.map(|v| numbering.vertices[v as usize]);
            check_orientation(tet, places, numbering.origin)?;
            tets.push(corners);
        }
        Ok(tets)
    }

    /// The triangles of the volume's surfaces, and the names of the physical ones.
    fn surfaces(
        &self,
        tables: &Tables,
        numbering: &Numbering,
    ) -> Result<(Vec<BoundaryTriangle>, Vec<String>), MeshError> {
        let mut groups: Vec<String> = Vec::new();
        let mut group_of: HashMap<i64, u32> = HashMap::new();
        for (&tag, name) in &tables.surface_names {
            group_of.insert(tag, groups.len() as u32);
            groups.push(name.clone());
        }
        let mut triangles = Vec::new();
        for triangle in &self.triangles {
            let corners = numbering.vertices_of(triangle.nodes, triangle.position)?;
            // A surface away from the volume bounds nothing.
            if corners.contains(&u32::MAX) {
                continue;
            }
            let group = tables.physical(triangle).map(|tag| {
                *group_of.entry(tag).or_insert_with(|| {
                    groups.push(format!("surface {tag}"));
                    groups.len() as u32 - 1
                })
            });
            let periodic = tables.is_periodic(triangle);
            triangles.push(BoundaryTriangle { vertices: corners, group, periodic });
        }
        Ok((triangles, groups))
    }

    /// Pairs of a vertex and its periodic image, each once.
    fn periodic_pairs(&self, numbering: &Numbering) -> Result<Vec<[u32; 2]>, MeshError> {
        let mut periodic = Vec::new();
        for &(nodes, position) in &self.periodic {
            let pair = numbering.vertices_of(nodes, position)?;
            if !pair.contains(&u32::MAX) && pair[0] != pair[1] {
                periodic.push(pair);
            }
        }

        // MSH 4.1 repeats the pairs of a surface for its curves and points.
        periodic.sort_unstable();
        periodic.dedup();
        Ok(periodic)
    }
}

/// The nodes that are vertices of the mesh, and their numbers.
struct Numbering<'a> {
    origin: Origin<'a>,
    /// Positions in [`Whole::nodes`].
    by_tag: HashMap<u64, usize>,
    /// Per node its vertex; `u32::MAX` if it is none.
    number: Vec<u32>,
    vertices: Vec<[f64; 3]>,
    vertex_tags: Vec<u64>,
}

impl<'a> Numbering<'a> {
    /// Vertices are the corners of tetrahedra: not nodes on edges, nor points of the geometry.
    fn new(whole: &Whole, origin: Origin<'a>) -> Result<Self, MeshError> {
        let mut by_tag: HashMap<u64, usize> = HashMap::with_capacity(whole.nodes.len());
        for (i, &(node, _)) in whole.nodes.iter().enumerate() {
            if by_tag.insert(node, i).is_some() {
                return Err(MeshError::DuplicateNode { path: origin.path.into(), node });
            }
        }
        let number = vec![u32::MAX; whole.nodes.len()];
        let (vertices, vertex_tags) = (Vec::new(), Vec::new());
        let mut numbering = Numbering { origin, by_tag, number, vertices, vertex_tags };

        let mut used = vec![false; whole.nodes.len()];
        for tet in &whole.tets {
            for node in tet.nodes {
                used[numbering.find(node, tet.position)?] = true;
            }
        }
        for (i, &(tag, x)) in whole.nodes.iter().enumerate().filter(|&(i, _)| used[i]) {
            numbering.number[i] = numbering.vertices.len() as u32;
            numbering.vertices.push(x);
            numbering.vertex_tags.push(tag);
        }
        Ok(numbering)
    }

    /// The node with a tag, for what is at a position of the file.
    fn find(&self, node: u64, position: usize) -> Result<usize, MeshError> {
        let missing = || MeshError::UnknownNode { at: self.origin.place(position), node };
        self.by_tag.get(&node).copied().ok_or_else(missing)
    }

    /// The vertices of nodes; `u32::MAX` for nodes that are none.
    fn vertices_of<const N: usize>(
        &self,
        nodes: [u64; N],
        position: usize,
    ) -> Result<[u32; N], MeshError> {
        let mut vertices = [0; N];
        for (vertex, node) in vertices.iter_mut().zip(nodes) {
            *vertex = self.number[self.find(node, position)?];
        }
        Ok(vertices)
    }
}

/// Checks that a tetrahedron is not flat or turned inside out, and that its volume can be computed with.
pub(in crate::mesh) fn check_orientation(
    tet: &Tet,
    corners: [[f64; 3]; 4],
    origin: Origin,
) -> Result<(), MeshError> {
    // By components: squares of large lengths are no numbers.
    let mut longest = 0.0f64;
    for (i, a) in corners.iter().enumerate() {
        for b in &corners[..i] {
            longest = (0..3).map(|d| (a[d] - b[d]).abs()).fold(longest, f64::max);
        }
    }
    let at = || origin.place(tet.position);
    // A tetrahedron that is a point is flat.
    if longest > 0.0 && !(LENGTHS[0]..=LENGTHS[1]).contains(&longest) {
        return Err(MeshError::Scale { at: at(), element: tet.tag, length: longest });
    }
    let volume = signed_volume(corners);
    let flat = volume.abs() <= 1e-12 * longest.powi(3);
    if volume > 0.0 && !flat {
        return Ok(());
    }
    let at = at();
    Err(MeshError::InvertedTetrahedron { at, element: tet.tag, volume, flat })
}
