//! Launches that may run together, strip by strip.
//!
//! Kernels whose outermost dimension is the same, and which read each other only at the same position of it,
//! need not each run to its end before the next one begins: an executor may run all of them for a strip of
//! rows that fits a cache, then for the next. So `e / sum(e, axis=1)` reads its rows from memory once, although
//! a sum and a division by it are two kernels.

use super::access;
use super::ancestors::Ancestors;
use super::group::{Group, Groups};
use super::program::Strip;
use crate::dag::{Dag, InputKind, NodeId, NodeKind, Size, Target};
use crate::hash::HashSet;

/// Of the strips found so far, only the last few are tried.
const MAX_TRIED: usize = 8;

/// For each group the strips that it runs in, if any: groups with the same number run together.
pub fn strips(dag: &Dag, groups: &Groups, outermost: &[Option<Size>]) -> Vec<Option<Strip>> {
    let count = groups.groups.len();
    let mut ancestors = Ancestors::default();
    for (k, group) in groups.groups.iter().enumerate() {
        ancestors.push();
        ancestors.add(k, group.after.iter().copied());
    }
    // The members of each, the first one standing for all among `ancestors`.
    let mut found: Vec<Vec<usize>> = Vec::new();
    for k in 0..count {
        let Some(rows) = outermost[k].as_ref().filter(|_| !groups.groups[k].is_check) else {
            continue;
        };
        let fits = |strip: &&mut Vec<usize>| {
            let first = strip[0];
            outermost[first].as_ref() == Some(rows)
                && !ancestors.between(first, k)
                && !ancestors.between(k, first)
                && strip.iter().any(|member| are_related(dag, groups, *member, k))
                && strip.iter().all(|member| are_local(dag, groups, *member, k))
        };
        match found.iter_mut().rev().take(MAX_TRIED).find(fits) {
            Some(strip) => {
                ancestors.join(strip[0], k);
                strip.push(k);
            }
            None => found.push(vec![k]),
        }
    }
    let mut strip_of = vec![None; count];
    for (number, strip) in found.iter().filter(|strip| strip.len() > 1).enumerate() {
        for k in strip {
            let rows = outermost[*k].clone();
            strip_of[*k] = rows.map(|rows| Strip { number: number as u32, rows });
        }
    }
    strip_of
}

/// Whether one reads the other, or both read the same array along their outermost dimension.
fn are_related(dag: &Dag, groups: &Groups, earlier: usize, later: usize) -> bool {
    let reads = |k: usize| -> HashSet<NodeId> {
        let members = &groups.groups[k].members;
        members.iter().flat_map(|m| &groups.info[m].loads).map(|l| l.node).collect()
    };
    let (of_earlier, of_later) = (reads(earlier), reads(later));
    let rows = &groups.groups[later].parallel[0];
    of_later.iter().any(|n| groups.group_of.get(n) == Some(&earlier))
        || of_earlier.intersection(&of_later).any(|n| dag.node(*n).shape.contains(rows))
}

/// Whether the two touch what the other writes at the own row only.
fn are_local(dag: &Dag, groups: &Groups, earlier: usize, later: usize) -> bool {
    let (a, b) = (&groups.groups[earlier], &groups.groups[later]);
    reads_own_rows(dag, groups, b, &|n| groups.group_of.get(&n) == Some(&earlier))
        && reads_own_rows(dag, groups, a, &|n| overwrites(dag, groups, b, n))
        && reads_own_rows(dag, groups, b, &|n| overwrites(dag, groups, a, n))
}

/// Whether a group reads what it has of `nodes` at its own row.
fn reads_own_rows(
    dag: &Dag,
    groups: &Groups,
    group: &Group,
    nodes: &dyn Fn(NodeId) -> bool,
) -> bool {
    group.members.iter().all(|m| {
        let rows = groups.info[m].axes.parallel.first();
        groups.info[m].loads.iter().filter(|l| nodes(l.node)).all(|l| {
            let of_operand = groups.info[&l.node].axes.parallel.first();
            let own = |axis: &usize| access::as_axis(dag, l.index[*axis]) == rows.copied();
            rows.is_some() && of_operand.is_some_and(own)
        })
    })
}

/// Whether a group writes the new value of a parameter, or a result where a temporary was.
fn overwrites(dag: &Dag, groups: &Groups, group: &Group, node: NodeId) -> bool {
    if let Some(result) = groups.replaced.get(&node) {
        return group.members.contains(result);
    }
    match dag.node(node).kind {
        NodeKind::Input(p) if dag.inputs[p as usize].kind == InputKind::ArrayMut => {
            let new = |m| groups.targets.get(m).is_some_and(|t| t.contains(&Target::Param(p)));
            group.members.iter().any(new)
        }
        _ => false,
    }
}
