//! Conditional nodes: their conditions, and the bodies that they run.

use super::level::Level;
use super::memory::Region;
use super::node::Use;

/// The value that a conditional node tests. A kernel sets it: it takes the condition as an argument
/// ([`Parameter::Condition`](crate::cuda::Parameter::Condition)) and passes it to `cudaGraphSetConditional`.
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

/// The body of a conditional node: a graph within the graph. It may have all kinds of nodes but those that allocate or
/// free memory. Its nodes may use memory that the graph around it allocates.
///
/// Nodes of a body depend only on nodes of the same body. The conditional node takes the dependencies on nodes outside:
/// all memory that its bodies use counts as used by the conditional node.
pub struct Body<'a> {
    pub(super) level: &'a mut Level,
}
