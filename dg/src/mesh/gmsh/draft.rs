//! What both versions of the format fill in, and the mesh made of it.

use super::edges;
use super::input::Input;
use crate::mesh::error::LENGTHS;
use crate::mesh::{BoundaryTriangle, Mesh, MeshError, signed_volume};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

/// Contents of a file, by its own numbers.
#[derive(Default)]
pub(super) struct Draft {
    /// Names of physical surfaces by tag.
    pub surface_names: BTreeMap<i64, String>,
    /// First physical tag of each surface entity (4.1 only).
    pub surface_physical: HashMap<i64, i64>,
    /// The surface of the model of each surface that a partition cut off (4.1 only).
    pub surface_parents: HashMap<i64, i64>,
    /// Partition of each volume entity (4.1 only), from 1.
    pub volume_partitions: HashMap<i64, i64>,
    pub nodes: Vec<(u64, [f64; 3])>,
    pub tets: Vec<Tet>,
    pub triangles: Vec<Triangle>,
    /// Periodic pairs and where they stand in the file.
    pub periodic: Vec<([u64; 2], usize)>,
    /// Surface entities on either side of a periodic link.
    pub periodic_surfaces: HashSet<i64>,
}

pub(super) struct Tet {
    pub tag: u64,
    pub nodes: [u64; 4],
    /// Nodes on the edges, of second-order ones.
    pub edges: Option<[u64; 6]>,
    /// The partition, from 1, if there is one.
    pub partition: Option<i64>,
    pub position: usize,
}

pub(super) struct Triangle {
    pub nodes: [u64; 3],
    /// Tag of its physical surface.
    pub physical: Option<i64>,
    /// Tag of the surface itself.
    pub entity: i64,
    pub position: usize,
}

// The types of elements that can be read: the number that Gmsh gives a type, and the number of nodes of an element.

/// Points and curves, which are read over.
const LOWER: [(i64, usize); 6] = [(15, 1), (1, 2), (8, 3), (26, 4), (27, 5), (28, 6)];
const TRIANGLES: [(i64, usize); 2] = [(2, 3), (9, 6)];
const TETRAHEDRA: [(i64, usize); 2] = [(4, 4), (11, 10)];

/// The name of a type that cannot be used.
fn foreign(code: i64) -> &'static str {
    match code {
        3 => "quadrangle",
        10 | 16 => "second-order quadrangle",
        20 => "incomplete third-order triangle",
        21 => "third-order triangle",
        23 => "fourth-order triangle",
        25 => "fifth-order triangle",
        29 => "third-order tetrahedron",
        30 => "fourth-order tetrahedron",
        31 => "fifth-order tetrahedron",
        5 => "hexahedron",
        12 | 17 => "second-order hexahedron",
        6 => "prism",
        13 | 18 => "second-order prism",
        7 => "pyramid",
        14 | 19 => "second-order pyramid",
        _ => "unknown",
    }
}

impl Draft {
    /// Reads the nodes of one element and keeps it if it is of use. `node` reads one node number.
    pub fn element<'a>(
        &mut self,
        input: &mut Input<'a>,
        header: ElementHeader,
        node: impl Fn(&mut Input<'a>) -> Result<u64, MeshError>,
    ) -> Result<(), MeshError> {
        let ElementHeader { code, tag, physical, entity, partition, position } = header;
        let mut types = LOWER.iter().chain(&TRIANGLES).chain(&TETRAHEDRA);
        let Some(known @ &(_, count)) = types.find(|known| known.0 == code) else {
            let (at, name) = (input.place(position), foreign(code));
            return Err(MeshError::UnknownElement { at, element: tag, code, name });
        };
        let mut nodes = [0; 10];
        for slot in &mut nodes[..count] {
            *slot = node(input)?;
        }
        let [a, b, c, d, edges @ ..] = nodes;
        if TRIANGLES.contains(known) {
            self.triangles.push(Triangle { nodes: [a, b, c], physical, entity, position });
        } else if TETRAHEDRA.contains(known) {
            let edges = (count == 10).then_some(edges);
            let partition = partition.or_else(|| self.volume_partitions.get(&entity).copied());
            self.tets.push(Tet { tag, nodes: [a, b, c, d], edges, partition, position });
        }
        Ok(())
    }

    /// Reads the head of a periodic link: its dimension and two entities.
    pub fn link(&mut self, input: &mut Input) -> Result<(), MeshError> {
        let dimension = input.int()?;
        let (entity, master) = (input.int()?, input.int()?);
        if dimension == 2 {
            self.periodic_surfaces.extend([entity, master]);
        }
        Ok(())
    }

    /// Reads the pairs of nodes of a periodic link. `number` reads a count, or a node number.
    pub fn pairs<'a>(
        &mut self,
        input: &mut Input<'a>,
        number: impl Fn(&mut Input<'a>) -> Result<u64, MeshError>,
    ) -> Result<(), MeshError> {
        for _ in 0..number(input)? {
            let position = input.next_position();
            self.periodic.push(([number(input)?, number(input)?], position));
        }
        Ok(())
    }

    /// Checks the whole and numbers it anew.
    pub fn finish(self, path: &Path, input: &Input) -> Result<Mesh, MeshError> {
        if self.tets.is_empty() {
            return Err(MeshError::NoTetrahedra { path: path.into() });
        }
        let numbering = Numbering::new(&self, path, input)?;
        let tets = self.corners(&numbering)?;
        let (triangles, groups) = self.surfaces(&numbering)?;
        let periodic = self.periodic_pairs(&numbering)?;
        let coordinates =
            |node: u64, position: usize| numbering.find(node, position).map(|i| self.nodes[i].1);
        let edges = edges::edge_nodes(&self.tets, &numbering.vertices, &tets, input, coordinates)?;
        Ok(Mesh {
            origin: path.display().to_string(),
            vertices: numbering.vertices,
            tets,
            edges,
            triangles,
            groups,
            periodic,
            tet_tags: self.tets.iter().map(|t| t.tag).collect(),
            vertex_tags: numbering.vertex_tags,
            partition: self
                .tets
                .iter()
                .map(|t| u32::try_from(t.partition?.checked_sub(1)?).ok())
                .collect(),
            notes: Vec::new(),
        })
    }

    /// The vertices of each tetrahedron, whose orientation is right.
    fn corners(&self, numbering: &Numbering) -> Result<Vec<[u32; 4]>, MeshError> {
        let mut tets = Vec::with_capacity(self.tets.len());
        for tet in &self.tets {
            let corners = numbering.vertices_of(tet.nodes, tet.position)?;
            let places = corners.map(|v| numbering.vertices[v as usize]);
            check_orientation(tet, places, numbering.input)?;
            tets.push(corners);
        }
        Ok(tets)
    }

    /// The triangles of the volume's surfaces, and the names of the physical ones.
    fn surfaces(
        &self,
        numbering: &Numbering,
    ) -> Result<(Vec<BoundaryTriangle>, Vec<String>), MeshError> {
        let mut groups: Vec<String> = Vec::new();
        let mut group_of: HashMap<i64, u32> = HashMap::new();
        for (&tag, name) in &self.surface_names {
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
            let physical =
                triangle.physical.or_else(|| self.surface_physical.get(&triangle.entity).copied());
            let group = physical.map(|tag| {
                *group_of.entry(tag).or_insert_with(|| {
                    groups.push(format!("surface {tag}"));
                    groups.len() as u32 - 1
                })
            });
            let parent = self.surface_parents.get(&triangle.entity).unwrap_or(&triangle.entity);
            let linked = |surface| self.periodic_surfaces.contains(surface);
            let periodic = linked(&triangle.entity) || linked(parent);
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
    input: &'a Input<'a>,
    /// Positions in [`Draft::nodes`].
    by_tag: HashMap<u64, usize>,
    /// Per node its vertex; `u32::MAX` if it is none.
    number: Vec<u32>,
    vertices: Vec<[f64; 3]>,
    vertex_tags: Vec<u64>,
}

impl<'a> Numbering<'a> {
    /// Vertices are the corners of tetrahedra: not nodes on edges, nor points of the geometry.
    fn new(draft: &Draft, path: &Path, input: &'a Input<'a>) -> Result<Self, MeshError> {
        let mut by_tag: HashMap<u64, usize> = HashMap::with_capacity(draft.nodes.len());
        for (i, &(node, _)) in draft.nodes.iter().enumerate() {
            if by_tag.insert(node, i).is_some() {
                return Err(MeshError::DuplicateNode { path: path.into(), node });
            }
        }
        let number = vec![u32::MAX; draft.nodes.len()];
        let (vertices, vertex_tags) = (Vec::new(), Vec::new());
        let mut numbering = Numbering { input, by_tag, number, vertices, vertex_tags };

        let mut used = vec![false; draft.nodes.len()];
        for tet in &draft.tets {
            for node in tet.nodes {
                used[numbering.find(node, tet.position)?] = true;
            }
        }
        for (i, &(tag, x)) in draft.nodes.iter().enumerate().filter(|&(i, _)| used[i]) {
            numbering.number[i] = numbering.vertices.len() as u32;
            numbering.vertices.push(x);
            numbering.vertex_tags.push(tag);
        }
        Ok(numbering)
    }

    /// The node with a tag, for what is at a position of the file.
    fn find(&self, node: u64, position: usize) -> Result<usize, MeshError> {
        let missing = || MeshError::UnknownNode { at: self.input.place(position), node };
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

/// What precedes an element's nodes.
pub(super) struct ElementHeader {
    pub code: i64,
    pub tag: u64,
    pub physical: Option<i64>,
    pub entity: i64,
    /// The partition, from 1, if the element has it itself.
    pub partition: Option<i64>,
    pub position: usize,
}

fn check_orientation(tet: &Tet, corners: [[f64; 3]; 4], input: &Input) -> Result<(), MeshError> {
    // By components: squares of large lengths are no numbers.
    let mut longest = 0.0f64;
    for (i, a) in corners.iter().enumerate() {
        for b in &corners[..i] {
            longest = (0..3).map(|d| (a[d] - b[d]).abs()).fold(longest, f64::max);
        }
    }
    let at = || input.place(tet.position);
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
