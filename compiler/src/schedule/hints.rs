//! The wishes of users about how things are computed, where the scheduler has a choice. A wish that cannot be granted
//! has no effect.

use super::access;
use super::kernel::{Lanes, Stmt};
use super::lower::Lowered;
use crate::dag::{Dag, NodeId, Scalar, Size, hints};

/// A value that is inlined because a user asked for it has at most this many operations.
const MAX_ASKED: usize = 2048;

/// The nodes that must not be inlined into the nodes that read them.
pub fn kept(dag: &Dag) -> impl Iterator<Item = NodeId> {
    dag.nodes().filter(|(_, node)| node.hints.is_stored()).map(|(id, _)| id)
}

/// Whether a node is to be inlined into the nodes that read it, and can be.
pub fn is_inlined(dag: &Dag, id: NodeId) -> bool {
    dag.node(id).hints.inline && hints::recomputable(dag, id)
}

/// The most operations that a node may have to be inlined: `usual`, unless that was asked for.
pub fn most_inlined(dag: &Dag, id: NodeId, usual: usize) -> usize {
    if dag.node(id).hints.inline { MAX_ASKED } else { usual }
}

/// Whether the user has said what runs in lanes, for a node.
pub fn has_lanes(dag: &Dag, id: NodeId) -> bool {
    dag.node(id).hints.vectorize.is_some() || dag.tuning.vectorize.is_some()
}

/// Whether a node shares its kernel with nothing.
pub fn is_alone(dag: &Dag, id: NodeId) -> bool {
    dag.tuning.no_fuse || dag.node(id).hints.no_fuse
}

/// A request for what a kernel runs in lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// The parallel dimension at this position.
    Parallel(usize),
    /// The terms of its reductions.
    Terms,
}

/// The first wish about lanes that can be granted, of the members of a kernel, or else of its function.
fn asked(dag: &Dag, members: &[NodeId], parallel: &[Size]) -> Option<Asked> {
    let of_members = members.iter().filter_map(|m| dag.node(*m).hints.vectorize.as_ref());
    of_members.chain(&dag.tuning.vectorize).find_map(|size| {
        match parallel.iter().rposition(|dim| dim == size) {
            Some(k) => Some(Asked::Parallel(k)),
            None => members.iter().any(|m| is_summed(dag, *m, size)).then_some(Asked::Terms),
        }
    })
}

/// Whether the innermost variable of a node's reduction runs over `size`.
fn is_summed(dag: &Dag, node: NodeId, size: &Size) -> bool {
    access::body(dag, node).is_some_and(|body| {
        access::reachable(dag, body).iter().any(|s| match dag.scalar(*s) {
            Scalar::Reduce { extents, .. } => extents.last() == Some(size),
            _ => false,
        })
    })
}

/// Whether the parallel dimensions of a kernel have to stay separate, because an outer one runs in lanes.
pub fn keeps_dimensions(dag: &Dag, members: &[NodeId], parallel: &[Size]) -> bool {
    matches!(asked(dag, members, parallel), Some(Asked::Parallel(k)) if k + 1 < parallel.len())
}

/// Whether members want the axis of extent `size` in lanes.
pub fn wants_lanes(dag: &Dag, members: &[NodeId], size: &Size) -> bool {
    asked(dag, members, std::slice::from_ref(size)) == Some(Asked::Parallel(0))
}

/// Grants the wishes about a kernel. `parallel` are its dimensions as they were grouped. Returns the number of points
/// per task of a CPU thread, if one was asked for.
pub fn apply(
    dag: &Dag,
    members: &[NodeId],
    parallel: &[Size],
    lowered: &mut Lowered,
) -> Option<Size> {
    let Lowered { kernel, extents, .. } = lowered;
    kernel.threads = dag.tuning.threads;
    kernel.rounding = dag.tuning.rounding;
    let mut dims = parallel.to_vec();
    let reduces =
        kernel.phases.iter().flat_map(|p| &p.body).any(|s| matches!(s, Stmt::Reduce { .. }));
    match asked(dag, members, parallel) {
        Some(Asked::Parallel(k)) => {
            if kernel.parallel.len() == dims.len() {
                let (var, extent, dim) =
                    (kernel.parallel.remove(k), extents.remove(k), dims.remove(k));
                kernel.parallel.push(var);
                extents.push(extent);
                dims.push(dim);
            }
            kernel.lanes = reduces.then_some(Lanes::Points);
        }
        Some(Asked::Terms) => kernel.lanes = reduces.then_some(Lanes::Terms),
        None => {}
    }
    let block = |(k, dim): (usize, &Size)| {
        let (_, steps) = dag.tuning.block.iter().find(|(named, _)| named == dim)?;
        Some(Size::product(&dims[k + 1..]).scale(*steps))
    };
    dims.iter().enumerate().find_map(block)
}

#[cfg(test)]
mod tests;
