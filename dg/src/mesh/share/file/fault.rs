//! The first mistake that a file has, over ranks.

use super::super::words::all_gather;
use super::Readers;
use crate::Error;
use crate::mesh::MeshError;

/// The first mistake that this rank has found, in the order of the file.
#[derive(Default)]
pub(super) struct Fault(Option<(u64, MeshError)>);

impl Fault {
    /// Notes a mistake of the thing with this number, if it is the first one.
    pub fn note(&mut self, number: u64, error: impl FnOnce() -> MeshError) {
        if self.0.as_ref().is_none_or(|(first, _)| number < *first) {
            self.0 = Some((number, error()));
        }
    }

    /// All ranks call this.
    ///
    /// # Errors
    /// The first mistake of all ranks, on all of them; and [`Error::Array`] when ranks cannot exchange it.
    pub fn agree(self, of: &Readers) -> Result<(), Error> {
        let own = self.0.map(|(number, error)| words(number, &error));
        let all = all_gather(of.exchange, own.as_ref().map_or(&[], |words| &words[..]))?;
        let first = all.as_chunks().0.iter().min();
        first.map_or(Ok(()), |words| Err(error(words, of).into()))
    }
}

/// The number of a thing, the kind of its mistake, and the parts of the message.
type Words = [u64; 8];

const DUPLICATE: u64 = 0;
const UNKNOWN: u64 = 1;
const SCALE: u64 = 2;
const INVERTED: u64 = 3;
const TWO_NODES: u64 = 4;

/// What other ranks need for the same message. Readers find no other mistakes than these.
fn words(number: u64, error: &MeshError) -> Words {
    match error {
        MeshError::UnknownNode { at, node } => {
            [number, UNKNOWN, at.position as u64, *node, 0, 0, 0, 0]
        }
        MeshError::Scale { at, element, length } => {
            [number, SCALE, at.position as u64, *element, length.to_bits(), 0, 0, 0]
        }
        MeshError::InvertedTetrahedron { at, element, volume, flat } => {
            let (at, volume) = (at.position as u64, volume.to_bits());
            [number, INVERTED, at, *element, volume, u64::from(*flat), 0, 0]
        }
        MeshError::EdgeOfTwoNodes { at, element, nodes: [known, node], ends: [a, b] } => {
            [number, TWO_NODES, at.position as u64, *element, *known, *node, *a, *b]
        }
        MeshError::DuplicateNode { node, .. } => [number, DUPLICATE, *node, 0, 0, 0, 0, 0],
        _ => [number, UNKNOWN, 0, 0, 0, 0, 0, 0],
    }
}

fn error([_, kind, position, a, b, c, d, e]: &Words, of: &Readers) -> MeshError {
    let at = of.origin.place(*position as usize);
    match *kind {
        SCALE => MeshError::Scale { at, element: *a, length: f64::from_bits(*b) },
        INVERTED => {
            let (volume, flat) = (f64::from_bits(*b), *c != 0);
            MeshError::InvertedTetrahedron { at, element: *a, volume, flat }
        }
        TWO_NODES => MeshError::EdgeOfTwoNodes { at, element: *a, nodes: [*b, *c], ends: [*d, *e] },
        DUPLICATE => MeshError::DuplicateNode { path: of.origin.path.into(), node: *position },
        _ => MeshError::UnknownNode { at, node: *a },
    }
}
