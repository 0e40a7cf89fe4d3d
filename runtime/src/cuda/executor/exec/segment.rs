//! A part of a call's work, with its graph.

use std::collections::HashMap;
use std::ops::Range;

use cudarc::driver::sys::CUgraphNode;

use crate::cuda::executor::steps::Steps;
use crate::cuda::raw::{RawExec, RawGraph};
use crate::instance::flow::Part;

/// Steps, and the graph that does them. There is no graph if the steps are put on a stream one by one.
#[derive(Default)]
pub(super) struct Segment {
    pub(super) steps: Steps,
    /// The launches among them, and the loops.
    pub(super) parts: Box<[Part<Range<usize>>]>,
    /// The executable graph, then the graph that the nodes belong to.
    pub(super) graph: Option<(RawExec, RawGraph)>,
    /// For each launch that has some, the nodes of its kernels, or that of the library's work. There are none while there is no
    /// graph.
    pub(super) nodes: HashMap<usize, Vec<CUgraphNode>>,
}

impl Segment {
    pub(super) fn new(steps: Steps, parts: Box<[Part<Range<usize>>]>) -> Segment {
        Segment { steps, parts, ..Segment::default() }
    }

    /// Whether it is to have a graph, and has none.
    pub(super) fn is_missing(&self, has_graph: bool) -> bool {
        has_graph && !self.steps.steps.is_empty() && self.graph.is_none()
    }

    /// The nodes of a launch.
    pub(super) fn nodes_of(&self, launch: usize) -> &[CUgraphNode] {
        self.nodes.get(&launch).map_or(&[], Vec::as_slice)
    }

    /// Whether a launch is in the body of a loop, whose nodes take no other arguments.
    pub(super) fn is_repeated(&self, launch: usize) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Straight(_) => false,
            Part::Repeated(of) => of.launches.contains(&launch),
        })
    }
}
