//! Triangles and periodic pairs of a slice, by numbers of vertices.

use super::super::slice::Triangle;
use super::super::words::all_gather;
use super::nodes::{Node, Nodes};
use super::{AT_ONCE, Fault, Readers};
use crate::Error;
use crate::mesh::gmsh::{self, Tables};
use std::collections::HashMap;

/// The numbers of nodes in the mesh, or `None` if one of them is no vertex. Nothing there bounds the volume.
fn places<const N: usize>(nodes: &[Option<Node>; N]) -> Option<[u64; N]> {
    let is_vertex = |node: &Option<Node>| node.is_some_and(|node| node.is_vertex);
    nodes.iter().all(is_vertex).then(|| nodes.map(|node| node.unwrap_or_default().place))
}

/// The triangles of the volume's surfaces, and the names of the physical ones.
pub(super) fn surfaces(
    of: &Readers,
    triangles: Vec<(u64, gmsh::Triangle)>,
    tables: &Tables,
    nodes: &mut Nodes,
) -> Result<(Vec<Triangle>, Vec<String>), Error> {
    let mut unknown = Fault::default();
    let mut kept = Vec::with_capacity(triangles.len());
    for round in 0..of.rounds(triangles.len())? {
        let some: Vec<_> = triangles.iter().skip(round * AT_ONCE).take(AT_ONCE).collect();
        let found = nodes.any(of, some.iter().flat_map(|(_, triangle)| triangle.nodes))?;
        for ((number, triangle), found) in some.into_iter().zip(found.as_chunks::<3>().0) {
            if let Some(at) = found.iter().position(Option::is_none) {
                unknown.note(*number, || of.unknown(triangle.position, triangle.nodes[at]));
            }
            if let Some(vertices) = places(found) {
                let (physical, periodic) =
                    (tables.physical(triangle), tables.is_periodic(triangle));
                kept.push((
                    physical,
                    Triangle { number: *number, vertices, group: None, periodic },
                ));
            }
        }
    }
    unknown.agree(of)?;

    // Surfaces without a name are named in the order in which the file has them.
    let mut unnamed: HashMap<i64, u64> = HashMap::new();
    for (physical, triangle) in &kept {
        if let Some(tag) = physical.filter(|tag| !tables.surface_names.contains_key(tag)) {
            let first = unnamed.entry(tag).or_insert(triangle.number);
            *first = triangle.number.min(*first);
        }
    }
    let own: Vec<u64> =
        unnamed.into_iter().flat_map(|(tag, first)| [first, tag.cast_unsigned()]).collect();
    let mut unnamed = all_gather(of.exchange, &own)?.as_chunks::<2>().0.to_vec();
    unnamed.sort_unstable();
    let named = tables.surface_names.iter().map(|(tag, name)| (*tag, name.clone()));
    let mut group_of: HashMap<i64, u32> = HashMap::new();
    let mut groups: Vec<String> = Vec::new();
    let unnamed = unnamed.iter().map(|[_, tag]| tag.cast_signed());
    for (tag, name) in named.chain(unnamed.map(|tag| (tag, format!("surface {tag}")))) {
        group_of.entry(tag).or_insert_with(|| {
            groups.push(name);
            groups.len() as u32 - 1
        });
    }
    let of_groups = kept.into_iter().map(|(physical, triangle)| {
        let group = physical.and_then(|tag| group_of.get(&tag).copied());
        Triangle { group, ..triangle }
    });
    Ok((of_groups.collect(), groups))
}

/// Pairs of a vertex and its periodic image.
pub(super) fn links(
    of: &Readers,
    pairs: Vec<([u64; 2], usize)>,
    nodes: &mut Nodes,
) -> Result<Vec<[u64; 2]>, Error> {
    let mut unknown = Fault::default();
    let mut links = Vec::with_capacity(pairs.len());
    for round in 0..of.rounds(pairs.len())? {
        let some: Vec<_> = pairs.iter().skip(round * AT_ONCE).take(AT_ONCE).collect();
        let found = nodes.any(of, some.iter().flat_map(|(pair, _)| *pair))?;
        for ((pair, position), found) in some.into_iter().zip(found.as_chunks::<2>().0) {
            if let Some(at) = found.iter().position(Option::is_none) {
                unknown.note(*position as u64, || of.unknown(*position, pair[at]));
            }
            links.extend(places(found).filter(|[a, b]| a != b));
        }
    }
    unknown.agree(of)?;
    // MSH 4.1 repeats the pairs of a surface for its curves and points.
    links.sort_unstable();
    links.dedup();
    Ok(links)
}
