//! The nodes on the edges of second-order tetrahedra.

use super::{Origin, Tet};
use crate::mesh::error::LENGTHS;
use crate::mesh::{EDGES, EdgeNodes, MeshError};
use std::collections::HashMap;

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
    origin: Origin,
    coordinates: impl Fn(u64, usize) -> Result<[f64; 3], MeshError>,
) -> Result<Option<EdgeNodes>, MeshError> {
    if listed.iter().all(|tet| tet.edges.is_none()) {
        return Ok(None);
    }
    let mut nodes = Vec::new();
    let mut numbers: HashMap<[u32; 2], u32> = HashMap::new();
    // The numbers of the nodes in the file.
    let mut tags: Vec<u64> = Vec::new();
    for (tet, vertices) in listed.iter().zip(tets) {
        for (&node, edge) in tet.edges.iter().flat_map(|of| of.iter()).zip(EDGES) {
            let ends = EdgeNodes::ends(vertices, edge);
            let known = numbers.get(&ends).map(|&number| tags[number as usize]);
            if let Some(known) = known.filter(|&known| known != node) {
                return Err(MeshError::EdgeOfTwoNodes {
                    at: origin.place(tet.position),
                    element: tet.tag,
                    nodes: [known, node],
                    ends: edge.map(|v| tet.nodes[v]),
                });
            }
            if known.is_none() {
                let x = coordinates(node, tet.position)?;
                let [from, ..] = edge.map(|v| places[vertices[v] as usize]);
                let length = (0..3).map(|d| (x[d] - from[d]).abs()).fold(0.0, f64::max);
                if length > LENGTHS[1] {
                    let at = origin.place(tet.position);
                    return Err(MeshError::Scale { at, element: tet.tag, length });
                }
                numbers.insert(ends, nodes.len() as u32);
                nodes.push(x);
                tags.push(node);
            }
        }
    }
    Ok(Some(EdgeNodes::complete(nodes, numbers, tets, places)))
}
