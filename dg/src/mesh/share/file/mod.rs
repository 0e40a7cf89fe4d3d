//! A file of Gmsh of which each rank gets a slice.
//!
//! Rank 0 reads the file in pieces and hands them out. Nodes go to the ranks that their tags choose, their keepers. Tetrahedra
//! go round in blocks, and so do triangles. Afterwards each rank asks the keepers for the nodes of what it has.

mod edges;
mod fault;
mod hand_out;
mod nodes;
mod surfaces;

use super::rounds;
use super::slice::{Element, MeshSlice};
use super::words::keeper;
use crate::Error;
use crate::mesh::MeshError;
use crate::mesh::gmsh::{self, Origin, Tables, Tet, check_orientation};
use array_fn::ranks::Exchange;
use fault::Fault;
use hand_out::{HandOut, Held};
use nodes::Nodes;
use std::path::Path;

/// How many tetrahedra, triangles or pairs in a row go to the same rank.
const BLOCK: u64 = 1 << 10;
/// For how many tetrahedra a rank asks at once. They are blocks of all ranks that follow each other, so that the first
/// mistake of the file is found in the first round that finds one.
const AT_ONCE: usize = 4 * BLOCK as usize;

/// The ranks among which a file is handed out, as seen by one of them, and the file for messages.
struct Readers<'a> {
    exchange: &'a dyn Exchange,
    origin: Origin<'a>,
}

impl Readers<'_> {
    /// How many times ranks ask until all have asked for what they have, `count` of it on this rank.
    fn rounds(&self, count: usize) -> Result<usize, Error> {
        rounds(self.exchange, count, AT_ONCE)
    }

    /// The error of a tetrahedron, triangle or pair that names a node that the file does not define.
    fn unknown(&self, position: usize, node: u64) -> MeshError {
        MeshError::UnknownNode { at: self.origin.place(position), node }
    }
}

impl MeshSlice {
    /// Reads a file as [`Mesh::read`](crate::Mesh::read) does, but no rank ever has all of it. Only rank 0 opens the
    /// file. All ranks call this.
    ///
    /// # Errors
    /// Those of [`Mesh::read`](crate::Mesh::read), with the same message on all ranks; and [`Error::Array`] when ranks cannot
    /// exchange what is read.
    pub fn read(path: impl AsRef<Path>, exchange: &dyn Exchange) -> Result<MeshSlice, Error> {
        let path = path.as_ref();
        let (held, tables, binary) = hand_out(path, exchange)?;
        let Held { nodes, tets, triangles, pairs } = held;
        let of = Readers { exchange, origin: Origin { path, binary } };
        let mut count = [tets.len() as i64];
        exchange.sum(&mut count)?;
        if count == [0] {
            return Err(MeshError::NoTetrahedra { path: path.into() }.into());
        }
        let mut nodes = Nodes::new(&of, nodes)?;
        let (mut elements, rest) = elements(&of, tets, &mut nodes)?;
        let (triangles, groups) = surfaces::surfaces(&of, triangles, &tables, &mut nodes)?;
        let periodic = surfaces::links(&of, pairs, &mut nodes)?;
        edges::add(&of, &mut elements, &rest, &mut nodes)?;
        Ok(MeshSlice { origin: path.display().to_string(), groups, elements, triangles, periodic })
    }
}

/// What this rank gets of the file; what the file has once; and whether it is binary.
fn hand_out(path: &Path, exchange: &dyn Exchange) -> Result<(Held, Tables, bool), Error> {
    let mut mistake = Vec::new();
    if exchange.rank() > 0 {
        let held = Held::receive(exchange)?;
        exchange.broadcast(&mut mistake)?;
        if !mistake.is_empty() {
            let message = String::from_utf8_lossy(&mistake).into_owned();
            return Err(MeshError::OnReadingRank { message }.into());
        }
        let (tables, binary) = hand_out::broadcast(exchange, None)?;
        return Ok((held, tables, binary));
    }
    let mut to = HandOut::new(exchange);
    let read = gmsh::open(path).map_err(Error::from).and_then(|mut file| {
        let (tables, origin) = gmsh::parse(path, &mut file, &mut to)?;
        Ok((tables, origin.binary))
    });
    // The other ranks wait for the end, and for the mistake, whatever has happened.
    let held = to.end();
    let outcome = read.and_then(|read| Ok((read, held?)));
    if let Err(error) = &outcome {
        mistake = error.to_string().into_bytes();
    }
    let told = exchange.broadcast(&mut mistake);
    let (read, held) = outcome?;
    told?;
    let (tables, binary) = hand_out::broadcast(exchange, Some(read))?;
    Ok((held, tables, binary))
}

/// What the nodes on the edges of an element are found by: its position in the file, and their tags if it has some.
type Rest = (usize, Option<Box<[u64; 6]>>);

/// The elements of tetrahedra, without nodes on edges.
fn elements(
    of: &Readers,
    tets: Vec<(u64, Tet)>,
    nodes: &mut Nodes,
) -> Result<(Vec<Element>, Vec<Rest>), Error> {
    let (mut unknown, mut invalid) = (Fault::default(), Fault::default());
    let mut elements = Vec::with_capacity(tets.len());
    let mut rest = Vec::with_capacity(tets.len());
    let rounds = of.rounds(tets.len())?;
    let mut tets = tets.into_iter();
    for _ in 0..rounds {
        let some: Vec<(u64, Tet)> = tets.by_ref().take(AT_ONCE).collect();
        let found = nodes.vertices(of, some.iter().flat_map(|(_, tet)| tet.nodes))?;
        for ((number, tet), found) in some.into_iter().zip(found.as_chunks::<4>().0) {
            let mut missing = found.iter().zip(tet.nodes).filter(|(found, _)| found.is_none());
            if let Some((_, node)) = missing.next() {
                unknown.note(number, || of.unknown(tet.position, node));
                continue;
            }
            let found = found.map(Option::unwrap_or_default);
            let corners = found.map(|node| node.x);
            if let Err(error) = check_orientation(&tet, corners, of.origin) {
                invalid.note(number, || error);
                continue;
            }
            elements.push(Element {
                number,
                tag: tet.tag,
                partition: tet.part(),
                vertices: found.map(|node| node.place),
                vertex_tags: tet.nodes,
                corners,
                edges: None,
            });
            rest.push((tet.position, tet.edges));
        }
    }
    unknown.agree(of)?;
    invalid.agree(of)?;
    Ok((elements, rest))
}
