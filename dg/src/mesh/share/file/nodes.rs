//! The nodes of a file, each at the rank that its tag chooses.

use super::super::words::{ask, keeper};
use super::{Fault, Readers};
use crate::Error;
use crate::mesh::MeshError;
use std::collections::HashMap;

/// A node of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Node {
    /// Its place among the nodes of the file. Vertices are numbered by it.
    pub place: u64,
    pub x: [f64; 3],
    /// Whether it is the corner of a tetrahedron.
    pub is_vertex: bool,
}

/// The nodes that this rank keeps, by tag.
pub(super) struct Nodes(HashMap<u64, Node>);

impl Nodes {
    /// # Errors
    /// [`MeshError::DuplicateNode`] on all ranks, and [`Error::Array`] when ranks cannot exchange it.
    pub fn new(of: &Readers, nodes: Vec<(u64, u64, [f64; 3])>) -> Result<Nodes, Error> {
        let mut kept = HashMap::with_capacity(nodes.len());
        let mut twice = Fault::default();
        for (tag, place, x) in nodes {
            if kept.insert(tag, Node { place, x, is_vertex: false }).is_some() {
                let path = of.origin.path.into();
                twice.note(place, || MeshError::DuplicateNode { path, node: tag });
            }
        }
        twice.agree(of)?;
        Ok(Nodes(kept))
    }

    /// The nodes with these tags, which are corners of tetrahedra from now on. A node that the file does not define is
    /// `None`.
    ///
    /// # Errors
    /// [`Error::Array`] when ranks cannot exchange them.
    pub fn vertices(
        &mut self,
        of: &Readers,
        tags: impl Iterator<Item = u64>,
    ) -> Result<Vec<Option<Node>>, Error> {
        self.find(of, tags, |node| node.is_vertex = true)
    }

    /// The nodes with these tags, whatever they are.
    ///
    /// # Errors
    /// As for [`Nodes::vertices`].
    pub fn any(
        &mut self,
        of: &Readers,
        tags: impl Iterator<Item = u64>,
    ) -> Result<Vec<Option<Node>>, Error> {
        self.find(of, tags, |_| ())
    }

    fn find(
        &mut self,
        of: &Readers,
        tags: impl Iterator<Item = u64>,
        mut found: impl FnMut(&mut Node),
    ) -> Result<Vec<Option<Node>>, Error> {
        let size = of.exchange.size();
        let answers = ask(of.exchange, tags.map(|tag| (keeper(tag, size), [tag])), |asked| {
            let mut answer = |[tag]: &[u64; 1]| match self.0.get_mut(tag) {
                None => [0; 5],
                Some(node) => {
                    found(node);
                    let [x, y, z] = node.x.map(f64::to_bits);
                    [1 + u64::from(node.is_vertex), node.place, x, y, z]
                }
            };
            let of_ranks = asked.iter().map(|of| of.iter().map(&mut answer).collect());
            Ok(of_ranks.collect())
        })?;
        let node = |[kind, place, x @ ..]: [u64; 5]| {
            (kind > 0).then(|| Node { place, x: x.map(f64::from_bits), is_vertex: kind > 1 })
        };
        Ok(answers.into_iter().map(node).collect())
    }
}
