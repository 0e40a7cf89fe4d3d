//! What a file has many of, and what it has once.

use super::Input;
use crate::mesh::MeshError;
use std::collections::{BTreeMap, HashMap, HashSet};

/// What a file has once, by its own numbers.
#[derive(Debug, Default, PartialEq)]
pub(in crate::mesh) struct Tables {
    /// Names of physical surfaces by tag.
    pub surface_names: BTreeMap<i64, String>,
    /// First physical tag of each surface entity (4.1 only).
    pub surface_physical: HashMap<i64, i64>,
    /// The surface of the model of each surface that a partition cut off (4.1 only).
    pub surface_parents: HashMap<i64, i64>,
    /// Partition of each volume entity (4.1 only), from 1.
    pub volume_partitions: HashMap<i64, i64>,
    /// Surface entities on either side of a periodic link.
    pub periodic_surfaces: HashSet<i64>,
}

impl Tables {
    /// The tag of the physical surface of a triangle.
    pub fn physical(&self, triangle: &Triangle) -> Option<i64> {
        triangle.physical.or_else(|| self.surface_physical.get(&triangle.entity).copied())
    }

    /// Whether the surface of a triangle is one of a periodic pair.
    pub fn is_periodic(&self, triangle: &Triangle) -> bool {
        let parent = self.surface_parents.get(&triangle.entity).unwrap_or(&triangle.entity);
        [&triangle.entity, parent].into_iter().any(|of| self.periodic_surfaces.contains(of))
    }
}

/// What takes the many things of a file, one after another. The tables of the file are complete after the last one.
pub(in crate::mesh) trait Records {
    type Failure: From<MeshError>;

    fn node(&mut self, tag: u64, x: [f64; 3]) -> Result<(), Self::Failure>;

    fn tet(&mut self, tet: Tet) -> Result<(), Self::Failure>;

    fn triangle(&mut self, triangle: Triangle) -> Result<(), Self::Failure>;

    /// A node and its periodic image.
    fn pair(&mut self, nodes: [u64; 2], position: usize) -> Result<(), Self::Failure>;
}

pub(in crate::mesh) struct Tet {
    pub tag: u64,
    pub nodes: [u64; 4],
    /// Nodes on the edges, of second-order ones.
    pub edges: Option<Box<[u64; 6]>>,
    /// The partition, from 1, if there is one.
    pub partition: Option<i64>,
    pub position: usize,
}

impl Tet {
    /// The partition from 0, if there is one.
    pub fn part(&self) -> Option<u32> {
        u32::try_from(self.partition?.checked_sub(1)?).ok()
    }
}

pub(in crate::mesh) struct Triangle {
    pub nodes: [u64; 3],
    /// Tag of its physical surface.
    pub physical: Option<i64>,
    /// Tag of the surface itself.
    pub entity: i64,
    pub position: usize,
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

/// A file that is being read.
pub(super) struct Draft<'r, R> {
    pub tables: Tables,
    pub records: &'r mut R,
}

impl<R: Records> Draft<'_, R> {
    /// Reads the nodes of one element and hands it on if it is of use. `node` reads one node number.
    pub fn element<'a>(
        &mut self,
        input: &mut Input<'a>,
        header: ElementHeader,
        node: impl Fn(&mut Input<'a>) -> Result<u64, MeshError>,
    ) -> Result<(), R::Failure> {
        let ElementHeader { code, tag, physical, entity, partition, position } = header;
        let mut types = LOWER.iter().chain(&TRIANGLES).chain(&TETRAHEDRA);
        let Some(known @ &(_, count)) = types.find(|known| known.0 == code) else {
            let (at, name) = (input.origin().place(position), foreign(code));
            return Err(MeshError::UnknownElement { at, element: tag, code, name }.into());
        };
        let mut nodes = [0; 10];
        for slot in &mut nodes[..count] {
            *slot = node(input)?;
        }
        let [a, b, c, d, edges @ ..] = nodes;
        if TRIANGLES.contains(known) {
            self.records.triangle(Triangle { nodes: [a, b, c], physical, entity, position })?;
        } else if TETRAHEDRA.contains(known) {
            let edges = (count == 10).then(|| Box::new(edges));
            let partitions = &self.tables.volume_partitions;
            let partition = partition.or_else(|| partitions.get(&entity).copied());
            self.records.tet(Tet { tag, nodes: [a, b, c, d], edges, partition, position })?;
        }
        Ok(())
    }

    /// Reads the head of a periodic link: its dimension and two entities.
    pub fn link(&mut self, input: &mut Input) -> Result<(), MeshError> {
        let dimension = input.int()?;
        let (entity, master) = (input.int()?, input.int()?);
        if dimension == 2 {
            self.tables.periodic_surfaces.extend([entity, master]);
        }
        Ok(())
    }

    /// Reads the pairs of nodes of a periodic link. `number` reads a count, or a node number.
    pub fn pairs<'a>(
        &mut self,
        input: &mut Input<'a>,
        number: impl Fn(&mut Input<'a>) -> Result<u64, MeshError>,
    ) -> Result<(), R::Failure> {
        for _ in 0..number(input)? {
            let position = input.next_position()?;
            self.records.pair([number(input)?, number(input)?], position)?;
        }
        Ok(())
    }
}
