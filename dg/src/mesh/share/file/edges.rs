//! The nodes on the edges of the elements of a slice.

use super::super::slice::Element;
use super::super::words::{ask, keeper};
use super::nodes::Nodes;
use super::{AT_ONCE, Fault, Readers, Rest};
use crate::Error;
use crate::mesh::error::LENGTHS;
use crate::mesh::{EDGES, MeshError};
use std::collections::HashMap;

/// A node on an edge, at the rank that the ends of the edge choose.
#[derive(Clone, Copy)]
struct OnEdge {
    tag: u64,
    x: [f64; 3],
}

/// Gives `elements` their nodes on edges, if any element of any rank is of second order.
///
/// Then elements of first order get nodes, too, so that faces meet: those of neighbours, or the middles of edges.
///
/// # Errors
/// As for [`Mesh::read`](crate::Mesh::read), on all ranks; and [`Error::Array`] when ranks cannot exchange nodes.
pub(super) fn add(
    of: &Readers,
    elements: &mut [Element],
    rest: &[Rest],
    nodes: &mut Nodes,
) -> Result<(), Error> {
    let mut counts = [rest.iter().filter(|(_, tags)| tags.is_some()).count() as i64];
    let straight = rest.len() as i64 - counts[0];
    of.exchange.sum(&mut counts)?;
    if counts == [0] {
        return Ok(());
    }
    let rounds = of.rounds(elements.len())?;
    let mut kept: HashMap<[u64; 2], OnEdge> = HashMap::new();
    let (mut wrong, mut two) = (Fault::default(), Fault::default());
    for round in 0..rounds {
        let from = (round * AT_ONCE).min(elements.len());
        let some = from..(from + AT_ONCE).min(elements.len());
        let (elements, rest) = (&mut elements[some.clone()], &rest[some]);
        let tags = rest.iter().flat_map(|(_, tags)| tags.iter().flat_map(|tags| tags.iter()));
        let mut found = nodes.any(of, tags.copied())?.into_iter();
        for (element, (position, tags)) in elements.iter_mut().zip(rest) {
            let Some(tags) = tags else { continue };
            let mut edges = Box::new([[0.0; 3]; 6]);
            for ((edge, tag), x) in EDGES.iter().zip(tags.iter()).zip(edges.iter_mut()) {
                let Some(node) = found.next().flatten() else {
                    wrong.note(element.number, || of.unknown(*position, *tag));
                    continue;
                };
                let end = element.corners[edge[0]];
                let length = (0..3).map(|d| (node.x[d] - end[d]).abs()).fold(0.0, f64::max);
                if length > LENGTHS[1] {
                    let (at, element_tag) = (of.origin.place(*position), element.tag);
                    let error = MeshError::Scale { at, element: element_tag, length };
                    wrong.note(element.number, || error);
                }
                *x = node.x;
            }
            element.edges = Some(edges);
        }
        let known = keep(of, elements, rest, &mut kept)?;
        let curved =
            elements.iter().zip(rest).filter_map(|(e, rest)| Some((e, rest.0, rest.1.as_ref()?)));
        for ((element, position, tags), known) in curved.zip(known.as_chunks::<6>().0) {
            let Some(i) = (0..6).find(|i| known[*i] != [tags[*i]]) else { continue };
            two.note(element.number, || MeshError::EdgeOfTwoNodes {
                at: of.origin.place(position),
                element: element.tag,
                nodes: [known[i][0], tags[i]],
                ends: EDGES[i].map(|v| element.vertex_tags[v]),
            });
        }
    }
    wrong.agree(of)?;
    two.agree(of)?;
    let mut counts = [straight];
    of.exchange.sum(&mut counts)?;
    if counts == [0] { Ok(()) } else { complete(of, elements, &kept, rounds) }
}

/// The vertices at the ends of an edge, by which the edge is known.
fn ends(element: &Element, edge: [usize; 2]) -> [u64; 2] {
    let mut ends = edge.map(|v| element.vertices[v]);
    ends.sort_unstable();
    ends
}

/// Sends the nodes on edges of elements of second order to ranks that keep them. Returns the tag of the node that the first
/// of all elements has there.
fn keep(
    of: &Readers,
    elements: &[Element],
    rest: &[Rest],
    kept: &mut HashMap<[u64; 2], OnEdge>,
) -> Result<Vec<[u64; 1]>, Error> {
    let size = of.exchange.size();
    let requests = elements.iter().zip(rest).flat_map(|(element, (_, tags))| {
        let nodes = tags.iter().flat_map(|tags| tags.iter());
        let x = element.edges.iter().flat_map(|edges| edges.iter());
        nodes.zip(x).zip(EDGES).map(move |((tag, x), edge)| {
            let ([a, b], [x, y, z]) = (ends(element, edge), x.map(f64::to_bits));
            (keeper(a, size), [a, b, *tag, x, y, z, element.number])
        })
    });
    ask(of.exchange, requests, |asked| {
        // Readers have blocks of elements that follow each other. So the order of the file is that of numbers.
        let mut order: Vec<&[u64; 7]> = asked.iter().flatten().collect();
        order.sort_by_key(|of| of[6]);
        for [a, b, tag, x @ .., _] in order {
            let node = OnEdge { tag: *tag, x: x.map(f64::from_bits) };
            kept.entry([*a, *b]).or_insert(node);
        }
        let tag = |[a, b, tag, ..]: &[u64; 7]| [kept.get(&[*a, *b]).map_or(*tag, |of| of.tag)];
        Ok(asked.iter().map(|of| of.iter().map(tag).collect()).collect())
    })
}

/// Gives elements of first order the nodes of their neighbours, and the middles of other edges.
fn complete(
    of: &Readers,
    elements: &mut [Element],
    kept: &HashMap<[u64; 2], OnEdge>,
    rounds: usize,
) -> Result<(), Error> {
    let size = of.exchange.size();
    for round in 0..rounds {
        let some = elements.iter_mut().skip(round * AT_ONCE).take(AT_ONCE);
        let mut some: Vec<_> = some.filter(|element| element.edges.is_none()).collect();
        let requests = some.iter().flat_map(|element| {
            EDGES.map(|edge| {
                let [a, b] = ends(element, edge);
                (keeper(a, size), [a, b])
            })
        });
        let found = ask(of.exchange, requests, |asked| {
            let node = |ends: &[u64; 2]| match kept.get(ends) {
                None => [0; 4],
                Some(OnEdge { x, .. }) => {
                    let [x, y, z] = x.map(f64::to_bits);
                    [1, x, y, z]
                }
            };
            Ok(asked.iter().map(|of| of.iter().map(node).collect()).collect())
        })?;
        for (element, found) in some.iter_mut().zip(found.as_chunks::<6>().0) {
            let edges = std::array::from_fn(|i| match found[i] {
                [0, ..] => element.middle(EDGES[i]),
                [_, x @ ..] => x.map(f64::from_bits),
            });
            element.edges = Some(Box::new(edges));
        }
    }
    Ok(())
}
