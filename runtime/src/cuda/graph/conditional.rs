//! Conditional nodes: their conditions, and the bodies that they run.

use super::level::Level;
use super::memory::Region;
use super::node::Use;

/// The value that a conditional node tests. Kernels set it: they take it as an argument
/// ([`Parameter::Condition`](crate::cuda::Parameter::Condition)) and pass it to
/// `cudaGraphSetConditional`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    pub(super) number: u64,
}

impl Condition {
    pub(super) fn used(self, write: bool) -> Use {
        Use::of(Region::Condition(self.number), 0..1, write)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConditionalKind {
    If,
    While,
}

/// What a conditional node runs: a graph within the graph. It has all nodes but those that allocate and
/// free memory; memory of the graph around it may be used.
///
/// Nodes of a body depend on nodes of the same body only. The conditional node depends for them on what is
/// outside: what its bodies use counts as used by it.
pub struct Body<'a> {
    pub(super) level: &'a mut Level,
}
