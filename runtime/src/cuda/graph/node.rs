//! The nodes of a graph, and the uses of memory and conditions by each.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::argument::Argument;
use super::conditional::{Condition, ConditionalKind};
use super::level::Level;
use super::memory::{Fill, Region, RegionKey, Span, Transfer};
use crate::cuda::{Kernel, LaunchConfig};

/// A node of a graph. It is valid for the graph that it was added to, and for clones and executable graphs that are
/// made of that graph afterwards. Elsewhere it is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// A number that no other node of the process has.
    number: u64,
    pub(super) index: usize,
}

/// A number that nothing else has.
pub(super) fn new_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Node {
    pub(super) fn new(index: usize) -> Node {
        Node { number: new_number(), index }
    }
}

#[derive(Clone)]
pub(super) struct NodeData {
    pub(super) name: Node,
    pub(super) operation: Operation,
    pub(super) dependencies: Vec<Dependency>,
    pub(super) uses: Vec<Use>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dependency {
    pub(super) from: usize,
    /// Whether the node may start as soon as the blocks of that kernel allow it. It then waits for the kernel's end
    /// itself.
    pub(super) programmatic: bool,
}

#[derive(Clone)]
pub(super) enum Operation {
    Empty,
    Kernel(KernelNode),
    Copy(Transfer),
    Memset(Fill),
    /// The index of one of the graph's allocations.
    Alloc(usize),
    Free(usize),
    Child(Box<Level>),
    Conditional(ConditionalNode),
}

#[derive(Clone)]
pub(super) struct KernelNode {
    pub(super) kernel: Kernel,
    pub(super) launch: LaunchConfig,
    pub(super) arguments: Vec<Argument>,
}

#[derive(Clone)]
pub(super) struct ConditionalNode {
    pub(super) condition: Condition,
    pub(super) kind: ConditionalKind,
    pub(super) bodies: Vec<Level>,
}

impl Operation {
    /// The kind in words.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Operation::Empty => "empty node",
            Operation::Kernel(_) => "kernel",
            Operation::Copy(_) => "copy",
            Operation::Memset(_) => "memset",
            Operation::Alloc(_) => "allocation",
            Operation::Free(_) => "free node",
            Operation::Child(_) => "child graph",
            Operation::Conditional(_) => "conditional node",
        }
    }

    /// The node in words.
    pub(super) fn describe(&self, index: usize) -> String {
        match self {
            Operation::Kernel(node) => format!("kernel `{}` (node {index})", node.kernel.name()),
            operation => format!("the {} (node {index})", operation.kind()),
        }
    }
}

/// A use of some bytes by a node.
#[derive(Clone)]
pub(super) struct Use {
    pub(super) span: Span,
    /// Whether it writes; otherwise it only reads.
    pub(super) write: bool,
}

impl Use {
    pub(super) fn new(span: Span, write: bool) -> Use {
        Use { span, write }
    }

    pub(super) fn of(region: Region, range: Range<usize>, write: bool) -> Use {
        Use { span: Span { region, range }, write }
    }

    pub(super) fn key(&self) -> RegionKey {
        self.span.region.key()
    }

    pub(super) fn conflicts(&self, range: &Range<usize>, write: bool) -> bool {
        let overlap = self.span.range.start < range.end && range.start < self.span.range.end;
        overlap && (self.write || write)
    }

    /// Whether both are the same use of the same bytes.
    pub(super) fn same(&self, other: &Use) -> bool {
        self.write == other.write && self.span.same(&other.span)
    }
}
