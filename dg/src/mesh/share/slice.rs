//! Some elements of a mesh as they come, before ranks share them out.

use crate::mesh::{BoundaryTriangle, EDGES, Mesh, MeshError};
use std::ops::Range;

/// A tetrahedron with all that belongs to it, so that it can go to another rank.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Element {
    /// Its number in the mesh.
    pub number: u64,
    /// Its number in the file, for messages.
    pub tag: u64,
    /// The partition that the file gives it, from 0.
    pub partition: Option<u32>,
    /// Numbers of its vertices in the mesh.
    pub vertices: [u64; 4],
    /// Numbers of its vertices in the file, for messages.
    pub vertex_tags: [u64; 4],
    pub corners: [[f64; 3]; 4],
    /// The nodes on its edges, if the mesh is of second order.
    pub edges: Option<Box<[[f64; 3]; 6]>>,
}

impl Element {
    /// The middle of an edge.
    pub fn middle(&self, ends: [usize; 2]) -> [f64; 3] {
        let [a, b] = ends.map(|v| self.corners[v]);
        std::array::from_fn(|d| 0.5 * (a[d] + b[d]))
    }
}

/// A triangle of a surface, with numbers of vertices in the mesh.
#[derive(Clone, Debug)]
pub(crate) struct Triangle {
    /// Of triangles at the same place, that with the largest number counts.
    pub number: u64,
    pub vertices: [u64; 3],
    pub group: Option<u32>,
    pub periodic: bool,
}

/// A range of the elements of a mesh, of its triangles and of its periodic links, which one rank holds at first. The
/// slices of all ranks are the mesh.
#[derive(Clone, Debug)]
pub struct MeshSlice {
    pub(crate) origin: String,
    pub(crate) groups: Vec<String>,
    pub(crate) elements: Vec<Element>,
    pub(crate) triangles: Vec<Triangle>,
    pub(crate) periodic: Vec<[u64; 2]>,
}

/// The range of `count` things that rank `rank` of `size` holds at first.
pub(crate) fn range(count: usize, rank: usize, size: usize) -> Range<usize> {
    let begin = |rank: usize| (count as u128 * rank as u128 / size.max(1) as u128) as usize;
    begin(rank.min(size))..begin((rank + 1).min(size))
}

impl MeshSlice {
    /// The slice of rank `rank` of `size`, out of a mesh that is there as a whole.
    pub fn of_mesh(mesh: &Mesh, rank: usize, size: usize) -> MeshSlice {
        let element = |e: usize| Element {
            number: e as u64,
            tag: mesh.tet_tags[e],
            partition: mesh.partition.as_ref().map(|of| of[e]),
            vertices: mesh.tets[e].map(u64::from),
            vertex_tags: mesh.tets[e].map(|v| mesh.vertex_tags[v as usize]),
            corners: mesh.corners(e),
            edges: mesh
                .edges
                .as_ref()
                .map(|of| Box::new(of.of_tets[e].map(|node| of.nodes[node as usize]))),
        };
        let triangle = |t: usize| {
            let BoundaryTriangle { vertices, group, periodic } = mesh.triangles[t];
            Triangle { number: t as u64, vertices: vertices.map(u64::from), group, periodic }
        };
        let links = &mesh.periodic[range(mesh.periodic.len(), rank, size)];
        MeshSlice {
            origin: mesh.origin.clone(),
            groups: mesh.groups.clone(),
            elements: range(mesh.tets.len(), rank, size).map(element).collect(),
            triangles: range(mesh.triangles.len(), rank, size).map(triangle).collect(),
            periodic: links.iter().map(|pair| pair.map(u64::from)).collect(),
        }
    }

    /// The slice with elements of second order, moved by `map`, as [`Mesh::curved`] moves a mesh.
    #[must_use]
    pub fn curved(mut self, map: impl Fn([f64; 3]) -> [f64; 3]) -> MeshSlice {
        for element in &mut self.elements {
            let middles = EDGES.map(|edge| element.middle(edge));
            let edges = element.edges.take().map_or(middles, |edges| *edges);
            element.edges = Some(Box::new(edges.map(&map)));
            element.corners = element.corners.map(&map);
        }
        self
    }

    /// The slice with vertices moved by `map`, as [`Mesh::moved`] moves a mesh.
    #[must_use]
    pub fn moved(mut self, map: impl Fn([f64; 3]) -> [f64; 3]) -> MeshSlice {
        for element in &mut self.elements {
            element.corners = element.corners.map(&map);
        }
        self
    }

    /// Names of the surfaces.
    pub fn groups(&self) -> &[String] {
        &self.groups
    }
}

/// Some elements as a mesh of their own, whose vertices are numbered anew in the same order.
///
/// # Errors
/// [`MeshError::TooLarge`] if there are more vertices than 32-bit numbers.
pub(super) fn mesh_of(
    origin: &str,
    groups: &[String],
    elements: &[Element],
) -> Result<Mesh, MeshError> {
    let mut known: Vec<(u64, u64, [f64; 3])> = Vec::with_capacity(4 * elements.len());
    for element in elements {
        let of = element.vertices.iter().zip(element.vertex_tags).zip(element.corners);
        known.extend(of.map(|((number, tag), x)| (*number, tag, x)));
    }
    known.sort_unstable_by_key(|(number, ..)| *number);
    known.dedup_by_key(|(number, ..)| *number);
    if u32::try_from(known.len()).is_err() || u32::try_from(elements.len()).is_err() {
        let (origin, elements) = (origin.to_owned(), elements.len());
        return Err(MeshError::TooLarge { origin, elements, nodes: 4 });
    }
    let local = |v: u64| known.partition_point(|(number, ..)| *number < v) as u32;
    let curved = elements.iter().any(|element| element.edges.is_some());
    let edges = curved.then(|| crate::mesh::EdgeNodes {
        nodes: elements
            .iter()
            .flat_map(|element| element.edges.as_deref().copied().unwrap_or_default())
            .collect(),
        of_tets: (0..elements.len() as u32)
            .map(|e| std::array::from_fn(|i| 6 * e + i as u32))
            .collect(),
    });
    Ok(Mesh {
        origin: origin.to_owned(),
        tets: elements.iter().map(|element| element.vertices.map(local)).collect(),
        tet_tags: elements.iter().map(|element| element.tag).collect(),
        vertex_tags: known.iter().map(|(_, tag, _)| *tag).collect(),
        vertices: known.into_iter().map(|(.., x)| x).collect(),
        edges,
        triangles: Vec::new(),
        groups: groups.to_vec(),
        periodic: Vec::new(),
        partition: None,
    })
}
