//! Which faces meet, over ranks. A rank that the smallest vertex of a face chooses matches it.

use super::periodic::{self, Classes};
use super::words::{all_gather, all_to_all, ask, keeper};
use super::{Placed, Triangle, rounds};
use crate::Error;
use crate::mesh::{MeshError, sorted};
use crate::reference::FACE_VERTICES;
use array_fn::ranks::Exchange;
use std::collections::HashMap;

/// For each face of each element what is across: `4 * place + face` of the neighbour, or [`BOUNDARY`] and the surface.
pub(super) type Sides = [[u64; 4]];

pub(super) const BOUNDARY: u64 = 1 << 63;
/// A face of more than two elements.
const SHARED: u64 = u64::MAX;
/// A face of a periodic surface, before its partner is found.
const PERIODIC: u64 = u64::MAX - 1;
/// A face that belongs to no surface.
const UNTAGGED: u64 = u64::MAX - 2;

/// About how many faces a rank sends at once.
const AT_ONCE: usize = 1 << 16;

/// What is across the faces of `own`, whose places begin at `first`; and the number of faces of all ranks that meet through
/// periodic links. `most` rises to the number of faces that this rank matches, over four.
///
/// # Errors
/// [`MeshError::SharedFace`], [`MeshError::UnmatchedPeriodicFace`] and [`MeshError::UntaggedBoundary`], the same on all
/// ranks; and [`Error::Array`] when ranks cannot exchange faces.
pub(super) fn connect(
    exchange: &dyn Exchange,
    origin: &str,
    own: &[Placed],
    first: u64,
    (triangles, classes): (&[Triangle], Option<&Classes>),
    most: &mut usize,
) -> Result<(Vec<[u64; 4]>, usize), Error> {
    let size = exchange.size();
    let surface = surfaces(exchange, triangles)?;
    let key =
        |e: usize, face: usize| sorted(FACE_VERTICES[face].map(|v| own[e].element.vertices[v]));
    let faces = || (0..own.len()).flat_map(|e| (0..4).map(move |face| (e, face)));
    let mut sides = vec![[0; 4]; own.len()];
    let rounds = rounds(exchange, 4 * own.len(), AT_ONCE)?;
    for round in 0..rounds {
        // All elements of a face send it in the same round.
        let chosen: Vec<(usize, usize)> =
            faces().filter(|(e, face)| keeper(key(*e, *face)[1], rounds) == round).collect();
        let requests = chosen.iter().map(|&(e, face)| {
            let [a, b, c] = key(e, face);
            (keeper(a, size), [a, b, c, 4 * (first + e as u64) + face as u64])
        });
        let answers = ask(exchange, requests, |asked| {
            let faces = asked.iter().map(Vec::len).sum::<usize>();
            *most = faces.div_ceil(4).max(*most);
            Ok(matched(asked, &surface))
        })?;
        for ((e, face), [side]) in chosen.into_iter().zip(answers) {
            sides[e][face] = side;
        }
    }
    drop(surface);
    shared(exchange, origin, own, &sides)?;
    let periodic_faces = periodic::connect(exchange, own, first, &mut sides, classes)?;

    // The first such face in the order of the mesh, and the number of all.
    let find = |what: u64| {
        let of = faces().filter(|(e, face)| sides[*e][*face] == what);
        let of = of.map(|(e, face)| (own[e].element.number, e, face));
        let count = of.clone().count() as u64;
        let record = of.min().map_or([u64::MAX; 9], |(number, e, face)| {
            let element = &own[e].element;
            let [a, b, c] = FACE_VERTICES[face].map(|v| element.vertex_tags[v]);
            let corners = FACE_VERTICES[face].map(|v| element.corners[v]);
            let centre: [f64; 3] =
                std::array::from_fn(|d| corners.iter().map(|x| x[d]).sum::<f64>() / 3.0);
            let [x, y, z] = centre.map(f64::to_bits);
            [number, element.tag, a, b, c, x, y, z, count]
        });
        let all = all_gather(exchange, &record)?;
        let all = all.as_chunks::<9>().0.iter().filter(|of| of[0] != u64::MAX);
        let count: u64 = all.clone().map(|of| of[8]).sum();
        Ok::<_, Error>(all.min().map(|of| (*of, count as usize)))
    };
    let origin = || origin.to_owned();
    if let Some(([_, element, a, b, c, ..], _)) = find(PERIODIC)? {
        let nodes = [a, b, c];
        return Err(MeshError::UnmatchedPeriodicFace { origin: origin(), element, nodes }.into());
    }
    if let Some(([_, element, a, b, c, x, y, z, _], count)) = find(UNTAGGED)? {
        let (nodes, centre) = ([a, b, c], [x, y, z].map(f64::from_bits));
        let origin = origin();
        return Err(MeshError::UntaggedBoundary { origin, count, element, nodes, centre }.into());
    }
    Ok((sides, periodic_faces))
}

/// The surfaces of the faces that this rank matches.
fn surfaces(
    exchange: &dyn Exchange,
    triangles: &[Triangle],
) -> Result<HashMap<[u64; 3], [u64; 3]>, Error> {
    let mut parts = vec![Vec::new(); exchange.size()];
    for Triangle { number, vertices, group, periodic } in triangles {
        let key = sorted(*vertices);
        let side = match (periodic, group) {
            (true, _) => PERIODIC,
            (false, Some(group)) => BOUNDARY | u64::from(*group),
            (false, None) => UNTAGGED,
        };
        parts[keeper(key[0], exchange.size())].extend(key.into_iter().chain([*number, side]));
    }
    let mut surface: HashMap<[u64; 3], [u64; 3]> = HashMap::new();
    for words in all_to_all(exchange, parts)? {
        for [a, b, c, number, side] in words.as_chunks::<5>().0 {
            let entry = surface.entry([*a, *b, *c]).or_insert([*number, *side, 0]);
            if *number >= entry[0] {
                *entry = [*number, *side, 0];
            }
        }
    }
    Ok(surface)
}

/// For each face that the ranks name, what is across.
fn matched(asked: &[Vec<[u64; 4]>], surface: &HashMap<[u64; 3], [u64; 3]>) -> Vec<Vec<[u64; 1]>> {
    let mut answers: Vec<Vec<[u64; 1]>> = asked.iter().map(|of| vec![[0]; of.len()]).collect();
    let mut keyed: Vec<(u32, u32)> = Vec::new();
    for (rank, of) in asked.iter().enumerate() {
        keyed.extend((0..of.len() as u32).map(|k| (rank as u32, k)));
    }
    let face = |(rank, k): (u32, u32)| asked[rank as usize][k as usize];
    keyed.sort_unstable_by_key(|at| face(*at));
    for same in keyed.chunk_by(|a, b| face(*a)[..3] == face(*b)[..3]) {
        let mut answer = |(rank, k): (u32, u32), side| answers[rank as usize][k as usize] = [side];
        match same {
            [a] => {
                let [x, y, z, _] = face(*a);
                answer(*a, surface.get(&[x, y, z]).map_or(UNTAGGED, |of| of[1]));
            }
            [a, b] => {
                answer(*a, face(*b)[3]);
                answer(*b, face(*a)[3]);
            }
            more => more.iter().for_each(|at| answer(*at, SHARED)),
        }
    }
    answers
}

/// Checks that no face belongs to more than two elements.
fn shared(
    exchange: &dyn Exchange,
    origin: &str,
    own: &[Placed],
    sides: &Sides,
) -> Result<(), Error> {
    let faces = (0..own.len()).flat_map(|e| (0..4).map(move |face| (e, face)));
    let of_ranks = faces.filter(|(e, face)| sides[*e][*face] == SHARED).map(|(e, face)| {
        let element = &own[e].element;
        let [a, b, c] = sorted(FACE_VERTICES[face].map(|v| element.vertices[v]));
        let [x, y, z] = FACE_VERTICES[face].map(|v| element.vertex_tags[v]);
        [a, b, c, element.number, element.tag, x, y, z]
    });
    let mut of_ranks: Vec<[u64; 8]> = of_ranks.collect();
    // Those of the first face only, because there may be very many.
    of_ranks.sort_unstable();
    let first = of_ranks.first().copied();
    of_ranks.retain(|of| first.is_some_and(|first| first[..3] == of[..3]));
    let all = all_gather(exchange, of_ranks.as_flattened())?;
    let mut all = all.as_chunks::<8>().0.to_vec();
    all.sort_unstable();
    let Some(first) = all.first().copied() else { return Ok(()) };
    let same = all.iter().filter(|of| of[..3] == first[..3]);
    let elements = same.map(|of| of[4]).collect();
    let nodes = [first[5], first[6], first[7]];
    Err(MeshError::SharedFace { origin: origin.to_owned(), nodes, elements }.into())
}
