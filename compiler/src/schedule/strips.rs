//! Launches that may run together, strip by strip.
//!
//! Kernels whose outermost dimension is the same, and which read each other only at the same position of it,
//! need not each run to its end before the next one begins: an executor may run all of them for a strip of
//! rows that fits a cache, then for the next. So `e / sum(e, axis=1)` reads its rows from memory once, although
//! a sum and a division by it are two kernels. A kernel of which each point is for several rows
//! ([`split::rows_of_part`]) runs so with kernels of rows that have nothing to do with it but to read the same ones.

use super::access;
use super::ancestors::Ancestors;
use super::group::{Group, Groups};
use super::program::Strip;
use super::split;
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
    let mut found: Vec<Found> = Vec::new();
    for k in 0..count {
        let Some(own) = outermost[k].as_ref().filter(|_| !groups.groups[k].is_check) else {
            continue;
        };
        let fits = |strip: &Found| {
            let first = strip.members[0];
            let rows = common_rows(&strip.rows, own)?;
            let same = |member: &usize| outermost[*member].as_ref() == Some(own);
            let of_all = strip.members.iter().filter_map(|member| outermost[*member].as_ref());
            let steps: Option<Vec<Size>> =
                of_all.chain([own]).map(|own| step(own, &rows)).collect();
            let mut steps = steps?.into_iter().filter(|step| !step.is_one());
            let first_step = steps.next();
            let fits = steps.all(|other| Some(other) == first_step)
                && !ancestors.between(first, k)
                && !ancestors.between(k, first)
                && strip.members.iter().any(|member| are_related(dag, groups, *member, k, &rows))
                && strip.members.iter().all(|m| are_local(dag, groups, *m, k, same(m)));
            fits.then_some(rows)
        };
        let fitting = found.iter_mut().rev().take(MAX_TRIED);
        match fitting.filter_map(|strip| Some((fits(strip)?, strip))).next() {
            Some((rows, strip)) => {
                ancestors.join(strip.members[0], k);
                strip.members.push(k);
                strip.rows = rows;
            }
            None => found.push(Found { members: vec![k], rows: own.clone() }),
        }
    }
    let mut strip_of = vec![None; count];
    for (number, strip) in found.iter().filter(|strip| strip.members.len() > 1).enumerate() {
        for k in &strip.members {
            let step = outermost[*k].as_ref().and_then(|own| step(own, &strip.rows));
            let rows = strip.rows.clone();
            strip_of[*k] = step.map(|step| Strip { number: number as u32, rows, step });
        }
    }
    strip_of
}

/// Groups that may run together.
struct Found {
    /// The first one stands for all among the ancestors.
    members: Vec<usize>,
    rows: Size,
}

/// How many of a strip's rows are one of a kernel's.
fn step(own: &Size, rows: &Size) -> Option<Size> {
    if own == rows { Some(Size::one()) } else { split::rows_of_part(own, rows) }
}

/// The rows of a strip of kernels over `a` and over `b` rows, or parts of rows.
fn common_rows(a: &Size, b: &Size) -> Option<Size> {
    if a == b || split::rows_of_part(b, a).is_some() {
        Some(a.clone())
    } else {
        split::rows_of_part(a, b).map(|_| b.clone())
    }
}

/// Whether one reads the other, or both read the same array along the rows of the strip.
fn are_related(dag: &Dag, groups: &Groups, earlier: usize, later: usize, rows: &Size) -> bool {
    let reads = |k: usize| -> HashSet<NodeId> {
        let members = &groups.groups[k].members;
        members.iter().flat_map(|m| &groups.info[m].loads).map(|l| l.node).collect()
    };
    let (of_earlier, of_later) = (reads(earlier), reads(later));
    of_later.iter().any(|n| groups.group_of.get(n) == Some(&earlier))
        || of_earlier.intersection(&of_later).any(|n| dag.node(*n).shape.contains(rows))
}

/// Whether the two touch what the other writes at the own row only; if their rows are not the `same`, nowhere.
fn are_local(dag: &Dag, groups: &Groups, earlier: usize, later: usize, same: bool) -> bool {
    let (a, b) = (&groups.groups[earlier], &groups.groups[later]);
    reads_own_rows(dag, groups, b, same, &|n| groups.group_of.get(&n) == Some(&earlier))
        && reads_own_rows(dag, groups, a, same, &|n| overwrites(dag, groups, b, n))
        && reads_own_rows(dag, groups, b, same, &|n| overwrites(dag, groups, a, n))
}

/// Whether a group reads what it has of `nodes` at its own row, of those that are the `same` for them.
fn reads_own_rows(
    dag: &Dag,
    groups: &Groups,
    group: &Group,
    same: bool,
    nodes: &dyn Fn(NodeId) -> bool,
) -> bool {
    group.members.iter().all(|m| {
        let rows = groups.info[m].axes.parallel.first();
        groups.info[m].loads.iter().filter(|l| nodes(l.node)).all(|l| {
            let of_operand = groups.info[&l.node].axes.parallel.first();
            let own = |axis: &usize| access::as_axis(dag, l.index[*axis]) == rows.copied();
            same && rows.is_some() && of_operand.is_some_and(own)
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
