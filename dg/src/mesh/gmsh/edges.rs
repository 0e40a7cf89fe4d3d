//! The nodes on the edges of second-order tetrahedra.

use super::draft::Tet;
use super::input::Input;
use crate::mesh::error::LENGTHS;
use crate::mesh::{EDGES, EdgeNodes, MeshError};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// One node for each edge of `tets`, the tetrahedra that are `listed` in the file, or nothing if all are of first
/// order.
///
/// If any tetrahedron is of second order, edges of the others get a node, too, so that faces meet. An edge without a
/// node in the file gets one in its middle, between the vertices at `places`. `coordinates` finds a node of the file
/// for the line of an element.
pub(super) fn edge_nodes(
    listed: &[Tet],
    places: &[[f64; 3]],
    tets: &[[u32; 4]],
    input: &Input,
    coordinates: impl Fn(u64, usize) -> Result<[f64; 3], MeshError>,
) -> Result<Option<EdgeNodes>, MeshError> {
    if listed.iter().all(|tet| tet.edges.is_none()) {
        return Ok(None);
    }
    let mut nodes = Vec::new();
    // Maps the ends of each edge to its node: the number in the mesh, and the number in the file.
    let mut known: HashMap<[u32; 2], (u32, u64)> = HashMap::new();
    let ends = |tet: &[u32; 4], edge: [usize; 2]| {
        let mut ends = edge.map(|v| tet[v]);
        ends.sort_unstable();
        ends
    };
    for (tet, vertices) in listed.iter().zip(tets) {
        for (&node, edge) in tet.edges.iter().flatten().zip(EDGES) {
            match known.entry(ends(vertices, edge)) {
                Entry::Vacant(entry) => {
                    entry.insert((nodes.len() as u32, node));
                    let x = coordinates(node, tet.position)?;
                    let [from, ..] = edge.map(|v| places[vertices[v] as usize]);
                    let length = (0..3).map(|d| (x[d] - from[d]).abs()).fold(0.0, f64::max);
                    if length > LENGTHS[1] {
                        let at = input.place(tet.position);
                        return Err(MeshError::Scale { at, element: tet.tag, length });
                    }
                    nodes.push(x);
                }
                Entry::Occupied(entry) if entry.get().1 == node => {}
                Entry::Occupied(entry) => {
                    return Err(MeshError::EdgeOfTwoNodes {
                        at: input.place(tet.position),
                        element: tet.tag,
                        nodes: [entry.get().1, node],
                        ends: edge.map(|v| tet.nodes[v]),
                    });
                }
            }
        }
    }
    let of_tets = tets.iter().map(|tet| {
        EDGES.map(|edge| {
            let ends = ends(tet, edge);
            let middle = || {
                let [a, b] = ends.map(|v| places[v as usize]);
                nodes.push(std::array::from_fn(|d| 0.5 * (a[d] + b[d])));
                (nodes.len() as u32 - 1, 0)
            };
            known.entry(ends).or_insert_with(middle).0
        })
    });
    let of_tets = of_tets.collect();
    Ok(Some(EdgeNodes { nodes, of_tets }))
}
