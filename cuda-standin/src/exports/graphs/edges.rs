//! Edges between nodes, and what they may carry.

use cudarc::driver::sys::{CUgraph, CUgraphEdgeData, CUgraphNode};

use super::nodes::indices;
use crate::exports::{INVALID_VALUE, SUCCESS, Status, Tag, enter, index, mistake};
use crate::graph::Kind;
use crate::state::{State, lock};
use crate::work::Work;

/// Programmatic edges lead from kernels to kernels.
///
/// # Safety
/// The arrays must have `count` elements; `to` may be null.
pub(super) unsafe fn edges_fit(
    state: &State,
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
) -> Result<(), String> {
    let kernel = |node: CUgraphNode| {
        let node = index(Tag::Node, node).and_then(|node| state.nodes.get(node));
        node.is_some_and(|node| matches!(node.kind, Kind::Work(Work::Kernel(_))))
    };
    for k in 0..count {
        // SAFETY: promised by the caller.
        unsafe {
            let edge = data.add(k).read();
            let programmatic = edge.type_ == 1;
            if programmatic
                && !(kernel(from.add(k).read()) && (to.is_null() || kernel(to.add(k).read())))
            {
                return Err(
                    "a programmatic edge that does not lead from kernel to kernel".to_owned()
                );
            }
            let ports = if programmatic { 1..=2 } else { 0..=0 };
            let rest = edge.to_port != 0 || edge.reserved != [0; 5];
            if edge.type_ > 1 || !ports.contains(&edge.from_port) || rest {
                return Err("edge data with a wrong port or type".to_owned());
            }
        }
    }
    Ok(())
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddDependencies_v2(
    graph: CUgraph,
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
) -> Status {
    enter!("cuGraphAddDependencies_v2");
    let mut state = lock();
    let Some(graph) = index(Tag::Graph, graph) else { return INVALID_VALUE };
    // SAFETY: promised by the caller.
    let (from_nodes, to_nodes) = unsafe { (indices(from, count), indices(to, count)) };
    let (Some(from_nodes), Some(to_nodes)) = (from_nodes, to_nodes) else {
        return INVALID_VALUE;
    };
    // SAFETY: promised by the caller.
    if !data.is_null()
        && let Err(problem) = unsafe { edges_fit(&state, from, to, data, count) }
    {
        return mistake(state, "cuGraphAddDependencies", &problem);
    }
    for (&before, &node) in from_nodes.iter().zip(&to_nodes) {
        if state.nodes[before].graph != graph || state.nodes[node].graph != graph {
            return mistake(state, "cuGraphAddDependencies", "a node of another graph");
        }
        if state.nodes[node].after.contains(&before) {
            return mistake(state, "cuGraphAddDependencies", "a duplicate dependency");
        }
        if before == node || reaches(&state, node, before) {
            return mistake(state, "cuGraphAddDependencies", "a cycle");
        }
        state.nodes[node].after.push(before);
    }
    SUCCESS
}

/// Whether `node` comes before `other`.
fn reaches(state: &State, node: usize, other: usize) -> bool {
    let mut open = vec![other];
    let mut seen = std::collections::HashSet::new();
    while let Some(k) = open.pop() {
        if k == node {
            return true;
        }
        if seen.insert(k) {
            open.extend(&state.nodes[k].after);
        }
    }
    false
}
