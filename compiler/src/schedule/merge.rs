//! Merges groups that turned out to belong together.
//!
//! Nodes are placed one at a time, operands first, so a node that needs two groups finds them apart.

use super::group::{Before, Groups, Limits, MAX_BUFFERS};
use crate::dag::{Dag, NodeId};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Beyond this many groups the search is not worth its time.
const MAX_GROUPS: usize = 400;

/// Merges pairs of groups until none is left that may and should be one kernel.
pub fn merge(
    dag: &Dag,
    groups: &mut Groups,
    before: &Before,
    position: &HashMap<NodeId, usize>,
    limits: Limits,
) {
    while groups.groups.len() <= MAX_GROUPS {
        let ancestors = ancestors(groups);
        let count = groups.groups.len();
        let pair = (0..count)
            .flat_map(|h| (0..h).map(move |g| (g, h)))
            .find(|(g, h)| fits(dag, groups, before, &ancestors, *g, *h, limits));
        let Some((g, h)) = pair else { return };
        join(groups, position, g, h);
    }
}

fn ancestors(groups: &Groups) -> Vec<HashSet<usize>> {
    let count = groups.groups.len();
    let mut all: Vec<HashSet<usize>> = vec![HashSet::new(); count];
    for (k, set) in all.iter_mut().enumerate() {
        let mut stack: Vec<usize> = groups.groups[k].after.iter().copied().collect();
        while let Some(a) = stack.pop() {
            if set.insert(a) {
                stack.extend(groups.groups[a].after.iter().copied());
            }
        }
    }
    all
}

fn fits(
    dag: &Dag,
    groups: &Groups,
    before: &Before,
    ancestors: &[HashSet<usize>],
    g: usize,
    h: usize,
    limits: Limits,
) -> bool {
    let (a, b) = (&groups.groups[g], &groups.groups[h]);
    if a.parallel != b.parallel
        || groups.is_closed(a)
        || groups.is_closed(b)
        || a.is_check != b.is_check
        || a.members.len() + b.members.len() > limits.members
    {
        return false;
    }
    // A third group between the two would have to run inside the kernel.
    let between = |x: usize, y: usize| {
        ancestors[y].iter().any(|k| *k != x && *k != y && ancestors[*k].contains(&x))
    };
    if between(g, h) || between(h, g) {
        return false;
    }
    let reads = |group: &super::group::Group| -> HashSet<NodeId> {
        group.members.iter().flat_map(|m| &groups.info[m].loads).map(|l| l.node).collect()
    };
    let (reads_a, reads_b) = (reads(a), reads(b));
    let useful = |n: &&NodeId| !dag.node(**n).shape.is_empty();
    let related = reads_a.intersection(&reads_b).any(|n| useful(&n))
        || b.members.iter().any(|m| reads_a.contains(m))
        || a.members.iter().any(|m| reads_b.contains(m));
    if !related {
        return false;
    }
    let stored = |group: &super::group::Group| {
        group.members.iter().filter(|m| groups.targets.contains_key(m)).count()
    };
    let members: HashSet<NodeId> = a.members.iter().chain(&b.members).copied().collect();
    let outside = reads_a.union(&reads_b).filter(|n| !members.contains(n)).count();
    if outside + stored(a) + stored(b) > MAX_BUFFERS {
        return false;
    }
    members.iter().all(|m| {
        let data = groups.info[m]
            .loads
            .iter()
            .filter(|l| members.contains(&l.node))
            .all(|l| groups.is_local(dag, *m, l));
        let ordering = before
            .get(m)
            .into_iter()
            .flatten()
            .filter(|(reader, _)| members.contains(reader))
            .all(|(reader, input)| groups.all_local(dag, *reader, *input));
        data && ordering
    })
}

fn join(groups: &mut Groups, position: &HashMap<NodeId, usize>, g: usize, h: usize) {
    let taken = groups.groups.remove(h);
    let renumber = |k: usize| match k {
        k if k == h => g,
        k if k > h => k - 1,
        k => k,
    };
    let into = &mut groups.groups[g];
    into.members.extend(taken.members);
    into.members.sort_by_key(|m| position[m]);
    into.after.extend(taken.after);
    for (k, group) in groups.groups.iter_mut().enumerate() {
        let after: BTreeSet<usize> =
            group.after.iter().map(|a| renumber(*a)).filter(|a| *a != k).collect();
        group.after = after;
    }
    groups.group_of.values_mut().for_each(|k| *k = renumber(*k));
}
