//! What rank 0 reads, handed out.

use super::super::words::{all_to_all, lost, words};
use super::{BLOCK, keeper};
use crate::Error;
use crate::mesh::gmsh::{Records, Tables, Tet, Triangle};
use array_fn::ranks::Exchange;

/// What a rank gets of a file.
#[derive(Default)]
pub(super) struct Held {
    /// The nodes that the rank keeps: tag, place in the file, and coordinates.
    pub nodes: Vec<(u64, u64, [f64; 3])>,
    /// Tetrahedra with their numbers in the mesh.
    pub tets: Vec<(u64, Tet)>,
    /// Triangles with their numbers in the file.
    pub triangles: Vec<(u64, Triangle)>,
    /// Periodic pairs and where they stand in the file.
    pub pairs: Vec<([u64; 2], usize)>,
}

// The first word of what is handed out.
const NODE: u64 = 0;
const TET: u64 = 1;
const CURVED_TET: u64 = 2;
const TRIANGLE: u64 = 3;
const PAIR: u64 = 4;
/// The last word, if more follows with the next message.
const MORE: u64 = 5;
/// The last word of the last message.
const END: u64 = 6;

/// A number that there may be none of.
const NONE: i64 = i64::MIN;

impl Held {
    /// Takes what rank 0 hands out.
    ///
    /// # Errors
    /// [`Error::Array`] when ranks cannot exchange it.
    pub fn receive(exchange: &dyn Exchange) -> Result<Held, Error> {
        let mut held = Held::default();
        loop {
            let came = all_to_all(exchange, vec![Vec::new(); exchange.size()])?;
            if !held.take(&came[0])? {
                return Ok(held);
            }
        }
    }

    /// Takes one message, and says whether more follows.
    fn take(&mut self, mut words: &[u64]) -> Result<bool, Error> {
        let known = |value: u64| Some(value.cast_signed()).filter(|value| *value != NONE);
        loop {
            words = match words {
                [NODE, tag, place, x, y, z, rest @ ..] => {
                    self.nodes.push((*tag, *place, [*x, *y, *z].map(f64::from_bits)));
                    rest
                }
                [kind @ (TET | CURVED_TET), number, tag, part, at, a, b, c, d, rest @ ..] => {
                    let (edges, rest) = match rest {
                        [p, q, r, s, t, u, rest @ ..] if *kind == CURVED_TET => {
                            (Some(Box::new([*p, *q, *r, *s, *t, *u])), rest)
                        }
                        _ => (None, rest),
                    };
                    let (nodes, partition) = ([*a, *b, *c, *d], known(*part));
                    let position = *at as usize;
                    self.tets.push((*number, Tet { tag: *tag, nodes, edges, partition, position }));
                    rest
                }
                [TRIANGLE, number, physical, entity, at, a, b, c, rest @ ..] => {
                    let (nodes, physical) = ([*a, *b, *c], known(*physical));
                    let (entity, position) = (entity.cast_signed(), *at as usize);
                    self.triangles.push((*number, Triangle { nodes, physical, entity, position }));
                    rest
                }
                [PAIR, a, b, at, rest @ ..] => {
                    self.pairs.push(([*a, *b], *at as usize));
                    rest
                }
                [MORE] => return Ok(true),
                [END] => return Ok(false),
                _ => return Err(lost("a piece of the mesh file is damaged")),
            };
        }
    }
}

/// How many words go out at once.
const WORDS: usize = 1 << 18;

/// What rank 0 has not handed out yet.
pub(super) struct HandOut<'a> {
    exchange: &'a dyn Exchange,
    parts: Vec<Vec<u64>>,
    words: usize,
    nodes: u64,
    tets: u64,
    triangles: u64,
    pairs: u64,
    /// What rank 0 keeps itself.
    held: Held,
}

impl<'a> HandOut<'a> {
    pub fn new(exchange: &'a dyn Exchange) -> Self {
        let parts = vec![Vec::new(); exchange.size()];
        let held = Held::default();
        HandOut { exchange, parts, words: 0, nodes: 0, tets: 0, triangles: 0, pairs: 0, held }
    }

    /// Tells all ranks that nothing follows, and returns what rank 0 keeps.
    ///
    /// # Errors
    /// [`Error::Array`] when ranks cannot exchange it.
    pub fn end(mut self) -> Result<Held, Error> {
        self.send(END)?;
        Ok(self.held)
    }

    fn put<const N: usize>(&mut self, rank: usize, words: [u64; N]) -> Result<(), Error> {
        self.parts[rank].extend(words);
        self.words += N;
        if self.words < WORDS { Ok(()) } else { self.send(MORE) }
    }

    fn send(&mut self, last: u64) -> Result<(), Error> {
        let none = vec![Vec::new(); self.exchange.size()];
        let mut parts = std::mem::replace(&mut self.parts, none);
        parts.iter_mut().for_each(|part| part.push(last));
        self.words = 0;
        for words in all_to_all(self.exchange, parts)?.iter().filter(|words| !words.is_empty()) {
            self.held.take(words)?;
        }
        Ok(())
    }

    /// The rank of the block of a number.
    fn rank(&self, number: u64) -> usize {
        (number / BLOCK % self.exchange.size() as u64) as usize
    }
}

/// A number, and the next one for the next time.
fn next(count: &mut u64) -> u64 {
    *count += 1;
    *count - 1
}

impl Records for HandOut<'_> {
    type Failure = Error;

    fn node(&mut self, tag: u64, x: [f64; 3]) -> Result<(), Error> {
        let [x, y, z] = x.map(f64::to_bits);
        let place = next(&mut self.nodes);
        self.put(keeper(tag, self.exchange.size()), [NODE, tag, place, x, y, z])
    }

    fn tet(&mut self, tet: Tet) -> Result<(), Error> {
        let number = next(&mut self.tets);
        let (rank, [a, b, c, d]) = (self.rank(number), tet.nodes);
        let part = tet.partition.unwrap_or(NONE).cast_unsigned();
        let kind = if tet.edges.is_some() { CURVED_TET } else { TET };
        let words = [kind, number, tet.tag, part, tet.position as u64, a, b, c, d];
        match tet.edges {
            None => self.put(rank, words),
            Some(edges) => {
                self.parts[rank].extend(words);
                self.put(rank, *edges)
            }
        }
    }

    fn triangle(&mut self, triangle: Triangle) -> Result<(), Error> {
        let Triangle { nodes: [a, b, c], physical, entity, position } = triangle;
        let number = next(&mut self.triangles);
        let physical = physical.unwrap_or(NONE).cast_unsigned();
        let entity = entity.cast_unsigned();
        let words = [TRIANGLE, number, physical, entity, position as u64, a, b, c];
        self.put(self.rank(number), words)
    }

    fn pair(&mut self, [a, b]: [u64; 2], position: usize) -> Result<(), Error> {
        let number = next(&mut self.pairs);
        self.put(self.rank(number), [PAIR, a, b, position as u64])
    }
}

/// What a file has once, and whether it is binary, from rank 0 on all ranks.
///
/// # Errors
/// [`Error::Array`] when ranks cannot exchange it.
pub(super) fn broadcast(
    exchange: &dyn Exchange,
    own: Option<(Tables, bool)>,
) -> Result<(Tables, bool), Error> {
    let mut bytes = Vec::new();
    if let Some((tables, binary)) = &own {
        let mut words = vec![u64::from(*binary)];
        let maps = [&tables.surface_physical, &tables.surface_parents];
        for map in maps {
            words.push(map.len() as u64);
            words.extend(map.iter().flat_map(|(a, b)| [a.cast_unsigned(), b.cast_unsigned()]));
        }
        words.push(tables.periodic_surfaces.len() as u64);
        words.extend(tables.periodic_surfaces.iter().map(|of| of.cast_unsigned()));
        words.push(tables.surface_names.len() as u64);
        for (tag, name) in &tables.surface_names {
            words.extend([tag.cast_unsigned(), name.len() as u64]);
            words.extend(name.bytes().map(u64::from));
        }
        bytes = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    }
    exchange.broadcast(&mut bytes)?;
    match own {
        Some(own) => Ok(own),
        None => tables(&words(&bytes)).ok_or_else(|| lost("the names of surfaces are damaged")),
    }
}

fn tables(words: &[u64]) -> Option<(Tables, bool)> {
    let mut words = words.iter().copied();
    let binary = words.next()? != 0;
    let mut tables = Tables::default();
    for map in [&mut tables.surface_physical, &mut tables.surface_parents] {
        for _ in 0..words.next()? {
            map.insert(words.next()?.cast_signed(), words.next()?.cast_signed());
        }
    }
    for _ in 0..words.next()? {
        tables.periodic_surfaces.insert(words.next()?.cast_signed());
    }
    for _ in 0..words.next()? {
        let (tag, length) = (words.next()?.cast_signed(), words.next()?);
        let name: Vec<u8> = words.by_ref().take(length as usize).map(|byte| byte as u8).collect();
        tables.surface_names.insert(tag, String::from_utf8(name).ok()?);
    }
    Some((tables, binary))
}
