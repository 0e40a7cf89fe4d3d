//! Faces that meet through periodic links, over ranks.

use super::faces::BOUNDARY;
use super::slice::mesh_of;
use super::words::{all_to_all, ask, keeper};
use super::{AT_ONCE, Element, Placed, rounds};
use crate::Error;
use crate::mesh::translates;
use crate::reference::FACE_VERTICES;
use array_fn::ranks::Exchange;
use std::collections::HashMap;

/// A vertex without periodic images, and a face without a partner.
const NONE: u64 = u64::MAX;

/// Matches faces of `sides` that are alone. Returns the number of such faces of all ranks.
///
/// # Errors
/// [`Error::Array`] when ranks cannot exchange faces.
pub(super) fn connect(
    exchange: &dyn Exchange,
    own: &[Placed],
    first: u64,
    sides: &mut [[u64; 4]],
    classes: Option<&Classes>,
) -> Result<usize, Error> {
    let Some(classes) = classes else { return Ok(0) };
    let size = exchange.size();
    let faces = (0..own.len()).flat_map(|e| (0..4).map(move |face| (e, face)));
    let alone: Vec<_> = faces.filter(|(e, face)| sides[*e][*face] & BOUNDARY != 0).collect();
    let vertices =
        |(e, face): &(usize, usize)| FACE_VERTICES[*face].map(|v| own[*e].element.vertices[v]);
    let requests = alone.iter().flat_map(|at| vertices(at).map(|v| (keeper(v, size), [v])));
    let of_vertices = ask(exchange, requests, |asked| {
        let class = |[v]: &[u64; 1]| [classes.get(v).copied().unwrap_or(NONE)];
        Ok(asked.iter().map(|of| of.iter().map(class).collect()).collect())
    })?;
    // Only faces between vertices that have images can meet others.
    let of_faces = of_vertices.as_flattened().as_chunks::<3>().0;
    let open: Vec<_> = alone.iter().zip(of_faces).filter(|(_, of)| !of.contains(&NONE)).collect();
    let requests = open.iter().map(|((e, face), classes)| {
        let element = &own[*e].element;
        let id = 4 * (first + *e as u64) + *face as u64;
        let mut words = vec![id, u64::from(element.edges.is_some())];
        words.extend(classes.iter());
        element.write(&mut words);
        let mut request = [0; WORDS];
        request[..words.len()].copy_from_slice(&words);
        (keeper(classes.iter().copied().min().unwrap_or(0), size), request)
    });
    let answers = ask(exchange, requests, matched)?;
    let mut count = [0];
    for (((e, face), _), [other]) in open.iter().zip(answers) {
        if other != NONE {
            sides[*e][*face] = other;
            count[0] += 1;
        }
    }
    exchange.sum(&mut count)?;
    Ok(count[0] as usize)
}

/// The words of a face: its number, whether it is of second order, the classes of its vertices, and its element.
const WORDS: usize = 5 + Element::WORDS + Element::EDGES;

/// For each face of the ranks, the one that is its translate.
fn matched(asked: &[Vec<[u64; WORDS]>]) -> Result<Vec<Vec<[u64; 1]>>, Error> {
    let all = asked.iter().enumerate();
    let all = all.flat_map(|(rank, of)| of.iter().enumerate().map(move |(k, of)| (rank, k, of)));
    let mut all: Vec<_> = all.collect();
    // In the order of the mesh, as a single rank has them.
    all.sort_unstable_by_key(|(.., words)| (words[5], words[0] % 4));
    let element = |words: &[u64; WORDS]| match words[1] {
        1 => Element::read(&words[5..]),
        _ => Element::read(&words[5..5 + Element::WORDS]),
    };
    let elements: Vec<Element> = all.iter().map(|(.., words)| element(words)).collect();
    let mesh = mesh_of("faces", &[], &elements)?;
    let mut names: Vec<u64> = all.iter().flat_map(|(.., words)| &words[2..5]).copied().collect();
    names.sort_unstable();
    names.dedup();
    let mut representative = vec![u32::MAX; mesh.vertices.len()];
    let mut ids = Vec::with_capacity(all.len());
    for (k, (.., words)) in all.iter().enumerate() {
        let face = (words[0] % 4) as usize;
        for (v, class) in FACE_VERTICES[face].iter().zip(&words[2..5]) {
            let name = names.partition_point(|name| name < class) as u32;
            representative[mesh.tets[k][*v] as usize] = name;
        }
        ids.push(4 * k + face);
    }
    let mut answers: Vec<Vec<[u64; 1]>> = asked.iter().map(|of| vec![[NONE]; of.len()]).collect();
    for (a, b) in translates(&mesh, &ids, &representative) {
        for (a, b) in [(a, b), (b, a)] {
            let (rank, k, _) = all[a / 4];
            answers[rank][k] = [all[b / 4].2[0]];
        }
    }
    Ok(answers)
}

/// For each vertex that this rank keeps, the least of its periodic images.
pub(super) type Classes = HashMap<u64, u64>;

/// The least vertex of the class of periodic images of each vertex that this rank keeps, if any are linked. Links carry the
/// least number on until nothing changes, which takes as many rounds as images stand in a row.
///
/// # Errors
/// [`Error::Array`] when ranks cannot exchange them.
pub(super) fn classes(
    exchange: &dyn Exchange,
    links: &[[u64; 2]],
) -> Result<Option<Classes>, Error> {
    let mut count = [links.len() as i64];
    exchange.sum(&mut count)?;
    if count == [0] {
        return Ok(None);
    }
    let size = exchange.size();
    let mut classes = Classes::new();
    loop {
        let requests = links.as_flattened().iter().map(|v| (keeper(*v, size), [*v]));
        let known = ask(exchange, requests, |asked| {
            let class = |[v]: &[u64; 1]| [*classes.entry(*v).or_insert(*v)];
            let mut answers: Vec<Vec<[u64; 1]>> = Vec::with_capacity(asked.len());
            let mut class = class;
            for of in asked {
                answers.push(of.iter().map(&mut class).collect());
            }
            Ok(answers)
        })?;
        let mut parts = vec![Vec::new(); size];
        for (pair, of) in links.iter().zip(known.as_flattened().as_chunks::<2>().0) {
            let least = of[0].min(of[1]);
            for (v, _) in pair.iter().zip(of).filter(|(_, class)| **class != least) {
                parts[keeper(*v, size)].extend([*v, least]);
            }
        }
        let mut changed = [0];
        for words in all_to_all(exchange, parts)? {
            for [v, least] in words.as_chunks::<2>().0 {
                let class = classes.entry(*v).or_insert(*v);
                changed[0] += i64::from(*least < *class);
                *class = (*class).min(*least);
            }
        }
        exchange.sum(&mut changed)?;
        if changed == [0] {
            return Ok(Some(classes));
        }
    }
}

/// The vertices of elements. Periodic images are the same vertex.
///
/// # Errors
/// [`Error::Array`] when ranks cannot exchange them.
pub(super) fn vertices(
    exchange: &dyn Exchange,
    own: &[Placed],
    classes: Option<&Classes>,
) -> Result<Vec<[u64; 4]>, Error> {
    let mut vertices: Vec<[u64; 4]> = own.iter().map(|of| of.element.vertices).collect();
    let Some(classes) = classes else { return Ok(vertices) };
    for round in 0..rounds(exchange, own.len(), AT_ONCE)? {
        let some = vertices.iter_mut().skip(round * AT_ONCE).take(AT_ONCE);
        let mut some: Vec<&mut u64> = some.flatten().collect();
        let requests = some.iter().map(|v| (keeper(**v, exchange.size()), [**v]));
        let found = ask(exchange, requests, |asked| {
            let class = |[v]: &[u64; 1]| [classes.get(v).copied().unwrap_or(*v)];
            Ok(asked.iter().map(|of| of.iter().map(class).collect()).collect())
        })?;
        some.iter_mut().zip(found).for_each(|(v, [class])| **v = class);
    }
    Ok(vertices)
}
