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

/// An element type of Gmsh.
struct Kind {
    code: i64,
    nodes: usize,
    role: Role,
    name: &'static str,
}

#[derive(Clone, Copy, PartialEq)]
enum Role {
    /// Points and curves: read over.
    Lower,
    Triangle,
    Tetrahedron,
    /// Cannot be used.
    Foreign,
}

const fn kind(code: i64, nodes: usize, role: Role, name: &'static str) -> Kind {
    Kind { code, nodes, role, name }
}

const KINDS: [Kind; 29] = [
    kind(15, 1, Role::Lower, "point"),
    kind(1, 2, Role::Lower, "line"),
    kind(8, 3, Role::Lower, "second-order line"),
    kind(26, 4, Role::Lower, "third-order line"),
    kind(27, 5, Role::Lower, "fourth-order line"),
    kind(28, 6, Role::Lower, "fifth-order line"),
    kind(2, 3, Role::Triangle, "triangle"),
    kind(9, 6, Role::Triangle, "second-order triangle"),
    kind(4, 4, Role::Tetrahedron, "tetrahedron"),
    kind(11, 10, Role::Tetrahedron, "second-order tetrahedron"),
    kind(3, 4, Role::Foreign, "quadrangle"),
    kind(10, 9, Role::Foreign, "second-order quadrangle"),
    kind(16, 8, Role::Foreign, "second-order quadrangle"),
    kind(20, 9, Role::Foreign, "incomplete third-order triangle"),
    kind(21, 10, Role::Foreign, "third-order triangle"),
    kind(23, 15, Role::Foreign, "fourth-order triangle"),
    kind(25, 21, Role::Foreign, "fifth-order triangle"),
    kind(29, 20, Role::Foreign, "third-order tetrahedron"),
    kind(30, 35, Role::Foreign, "fourth-order tetrahedron"),
    kind(31, 56, Role::Foreign, "fifth-order tetrahedron"),
    kind(5, 8, Role::Foreign, "hexahedron"),
    kind(12, 27, Role::Foreign, "second-order hexahedron"),
    kind(17, 20, Role::Foreign, "second-order hexahedron"),
    kind(6, 6, Role::Foreign, "prism"),
    kind(13, 18, Role::Foreign, "second-order prism"),
    kind(18, 15, Role::Foreign, "second-order prism"),
    kind(7, 5, Role::Foreign, "pyramid"),
    kind(14, 14, Role::Foreign, "second-order pyramid"),
    kind(19, 13, Role::Foreign, "second-order pyramid"),
];

impl Draft {
    /// Reads the nodes of one element and keeps it if it is of use. `node` reads one node number.
    pub fn element<'a>(
        &mut self,
        input: &mut Input<'a>,
        header: ElementHeader,
        node: impl Fn(&mut Input<'a>) -> Result<u64, MeshError>,
    ) -> Result<(), MeshError> {
        let ElementHeader { code, tag, physical, entity, position } = header;
        let kind = KINDS.iter().find(|k| k.code == code);
        let Some(kind) = kind.filter(|k| k.role != Role::Foreign) else {
            return Err(MeshError::UnknownElement {
                at: input.place(position),
                element: tag,
                code,
                name: kind.map_or("unknown", |k| k.name),
            });
        };
        let mut nodes = [0; 10];
        for slot in &mut nodes[..kind.nodes] {
            *slot = node(input)?;
        }
        match kind.role {
            Role::Triangle => {
                let nodes = [nodes[0], nodes[1], nodes[2]];
                self.triangles.push(Triangle { nodes, physical, entity, position });
            }
            Role::Tetrahedron => {
                let edges = (kind.nodes == 10).then(|| std::array::from_fn(|i| nodes[4 + i]));
                let nodes = [nodes[0], nodes[1], nodes[2], nodes[3]];
                self.tets.push(Tet { tag, nodes, edges, position });
            }
            Role::Lower | Role::Foreign => {}
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
            notes: Vec::new(),
        })
    }

    /// The vertices of each tetrahedron, whose orientation is right.
    fn corners(&self, numbering: &Numbering) -> Result<Vec<[u32; 4]>, MeshError> {
        let mut tets = Vec::with_capacity(self.tets.len());
        for tet in &self.tets {
            let mut corners = [0; 4];
            for (corner, node) in corners.iter_mut().zip(tet.nodes) {
                *corner = numbering.vertex(node, tet.position)?;
            }
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
            let mut corners = [0; 3];
            for (corner, node) in corners.iter_mut().zip(triangle.nodes) {
                *corner = numbering.vertex(node, triangle.position)?;
            }
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
            let periodic = self.periodic_surfaces.contains(&triangle.entity);
            triangles.push(BoundaryTriangle { vertices: corners, group, periodic });
        }
        Ok((triangles, groups))
    }

    /// Pairs of a vertex and its periodic image, each once.
    fn periodic_pairs(&self, numbering: &Numbering) -> Result<Vec<[u32; 2]>, MeshError> {
        let mut periodic = Vec::new();
        for &([a, b], position) in &self.periodic {
            let pair = [numbering.vertex(a, position)?, numbering.vertex(b, position)?];
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

    /// The vertex of a node; `u32::MAX` if it is none.
    fn vertex(&self, node: u64, position: usize) -> Result<u32, MeshError> {
        self.find(node, position).map(|i| self.number[i])
    }
}

/// What precedes an element's nodes.
pub(super) struct ElementHeader {
    pub code: i64,
    pub tag: u64,
    pub physical: Option<i64>,
    pub entity: i64,
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
