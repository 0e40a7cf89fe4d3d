//! Temporaries that live in the memory of a result.
//!
//! A result that is computed from a temporary element by element, as `e / sum(e)` from `e`, may replace it. Then the
//! temporary needs no additional memory, and its elements are in the cache when the result is written.

use super::group::Groups;
use crate::dag::{Dag, NodeId, NodeKind, Target};
use crate::hash::HashSet;

/// Finds such temporaries, records them in [`Groups::replaced`], and lets the kernels of the results wait for all
/// readers of the temporaries.
pub fn reuse(dag: &Dag, groups: &mut Groups) {
    let kept: HashSet<NodeId> = dag.checks.iter().map(|c| c.node).collect();
    for output in &dag.outputs {
        let result = output.node;
        let Some(&writer) = groups.group_of.get(&result) else { continue };
        if !matches!(output.target, Target::Result(_)) || groups.targets[&result].len() > 1 {
            continue;
        }
        let operands: HashSet<NodeId> = groups.info[&result].loads.iter().map(|l| l.node).collect();
        let mut operands: Vec<NodeId> = operands.into_iter().collect();
        operands.sort_unstable();
        let found = operands.into_iter().find(|t| {
            !kept.contains(t)
                && !groups.replaced.contains_key(t)
                && can_take_its_place(dag, groups, *t, result)
        });
        let Some(found) = found else { continue };
        let readers = readers(groups, found);
        groups.groups[writer].after.extend(readers.into_iter().filter(|g| *g != writer));
        groups.replaced.insert(found, result);
    }
}

/// Whether `result` may be written to the memory of `temporary`.
fn can_take_its_place(dag: &Dag, groups: &Groups, temporary: NodeId, result: NodeId) -> bool {
    let (from, to) = (dag.node(temporary), dag.node(result));
    let Some(&writer) = groups.group_of.get(&temporary) else { return false };
    let last = groups.group_of[&result];
    let at_own_element = groups.info[&result]
        .loads
        .iter()
        .filter(|l| l.node == temporary)
        .all(|l| l.is_own_element(dag));
    let alone = groups.groups[last]
        .members
        .iter()
        .all(|m| *m == result || groups.info[m].loads.iter().all(|l| l.node != temporary));
    matches!(from.kind, NodeKind::Compute(_))
        && !groups.targets.contains_key(&temporary)
        && writer != last
        // Checks must not write memory of the caller.
        && !groups.groups[writer].is_check
        && from.shape == to.shape
        && from.dtype == to.dtype
        && !groups.info[&result].alone
        && at_own_element
        && alone
        // Groups are numbered in an order in which they can run. This keeps that order valid.
        && readers(groups, temporary).into_iter().all(|g| g <= last)
}

/// The groups that read a node.
fn readers(groups: &Groups, node: NodeId) -> Vec<usize> {
    let reads = |m: &NodeId| groups.info[m].loads.iter().any(|l| l.node == node);
    let numbered = groups.groups.iter().enumerate();
    numbered.filter(|(_, group)| group.members.iter().any(reads)).map(|(k, _)| k).collect()
}
