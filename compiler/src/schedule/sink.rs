//! Moves nodes that a kernel computes only for a later kernel into that later kernel, if that saves memory traffic.
//!
//! Groups are filled operands first, so work lands in the first kernel that can do it. For example, the local part of
//! the next Runge-Kutta stage lands in the kernel of the present stage, although only the next one needs it.

use super::cost;
use super::group::{Before, Groups, Limits};
use crate::dag::{Dag, NodeId, NodeKind, ParamKind, Size};
use crate::hash::{HashMap, HashSet};
use std::collections::BTreeSet;

/// Moves members down where it pays, from the last groups on.
pub fn sink(
    dag: &Dag,
    groups: &mut Groups,
    before: &Before,
    position: &HashMap<NodeId, usize>,
    limits: Limits,
) {
    let users = users(groups);
    let ordered: HashSet<NodeId> = before.values().flatten().map(|(reader, _)| *reader).collect();
    for g in (0..groups.groups.len()).rev() {
        for (h, moved) in candidates(dag, groups, &users, g) {
            if groups.groups[h].members.len() + moved.len() <= limits.members
                && allowed(dag, groups, &ordered, &users, g, h, &moved)
                && pays(dag, groups, &users, g, h, &moved)
            {
                relocate(groups, position, g, h, &moved);
            }
        }
    }
}

fn users(groups: &Groups) -> HashMap<NodeId, Vec<NodeId>> {
    let mut users: HashMap<NodeId, Vec<NodeId>> = HashMap::default();
    for id in groups.groups.iter().flat_map(|g| &g.members) {
        for node in groups.info[id].loads.iter().map(|l| l.node).collect::<BTreeSet<_>>() {
            users.entry(node).or_default().push(*id);
        }
    }
    users
}

/// Members of `g` that nothing in `g` has to store and whose users all end up in one other group.
fn candidates(
    dag: &Dag,
    groups: &Groups,
    users: &HashMap<NodeId, Vec<NodeId>>,
    g: usize,
) -> Vec<(usize, HashSet<NodeId>)> {
    let group = &groups.groups[g];
    let mut stays: HashSet<NodeId> = HashSet::default();
    let mut goes: HashMap<NodeId, usize> = HashMap::default();
    for id in group.members.iter().rev() {
        let of_node = users.get(id).map_or(&[] as &[NodeId], Vec::as_slice);
        let gathered = of_node
            .iter()
            .any(|u| groups.group_of.get(u) != Some(&g) && !groups.all_local(dag, *u, *id));
        let mut into: BTreeSet<usize> = BTreeSet::new();
        let mut needed = groups.targets.contains_key(id) || gathered || of_node.is_empty();
        for user in of_node {
            match groups.group_of[user] {
                k if k != g => {
                    into.insert(k);
                }
                _ => match goes.get(user) {
                    Some(h) => {
                        into.insert(*h);
                    }
                    None => needed = true,
                },
            }
        }
        match into.first() {
            Some(h) if !needed && into.len() == 1 => {
                goes.insert(*id, *h);
            }
            _ => {
                stays.insert(*id);
            }
        }
    }
    let mut sets: HashMap<usize, HashSet<NodeId>> = HashMap::default();
    for (id, h) in goes {
        sets.entry(h).or_default().insert(id);
    }
    let mut sets: Vec<_> = sets.into_iter().collect();
    sets.sort_by_key(|(h, _)| *h);
    sets
}

fn allowed(
    dag: &Dag,
    groups: &Groups,
    ordered: &HashSet<NodeId>,
    users: &HashMap<NodeId, Vec<NodeId>>,
    g: usize,
    h: usize,
    moved: &HashSet<NodeId>,
) -> bool {
    let (from, to) = (&groups.groups[g], &groups.groups[h]);
    let reads_updated = moved.iter().flat_map(|n| &groups.info[n].loads).any(|l| {
        match dag.node(l.node).kind {
            // The old value may be gone by then.
            NodeKind::Input(p) => dag.inputs[p as usize].kind == ParamKind::ArrayMut,
            NodeKind::Compute(_) | NodeKind::Routine { .. } | NodeKind::Loop { .. } => false,
        }
    });
    from.parallel == to.parallel
        && !groups.is_closed(from)
        && !groups.is_closed(to)
        && from.is_check == to.is_check
        && !reads_updated
        && moved.is_disjoint(ordered)
        && moved.iter().all(|n| users[n].iter().all(|u| groups.all_local(dag, *u, *n)))
}

/// Whether there is less traffic with the members in `h` than with the members in `g`.
fn pays(
    dag: &Dag,
    groups: &Groups,
    users: &HashMap<NodeId, Vec<NodeId>>,
    g: usize,
    h: usize,
    moved: &HashSet<NodeId>,
) -> bool {
    let bytes = |n: &NodeId| {
        let node = dag.node(*n);
        cost::typical(&Size::product(&node.shape)).saturating_mul(node.dtype.bytes())
    };
    let in_group = |n: &NodeId, k: usize| groups.group_of.get(n) == Some(&k);
    let stored = |n: &NodeId| {
        groups.targets.contains_key(n)
            || users.get(n).into_iter().flatten().any(|u| !in_group(u, g) && !moved.contains(u))
    };
    let reads = |k: usize| -> HashSet<NodeId> {
        let stay = groups.groups[k].members.iter().filter(|m| !moved.contains(m));
        stay.flat_map(|m| &groups.info[m].loads).map(|l| l.node).collect()
    };
    let (reads_g, reads_h) = (reads(g), reads(h));
    // Now: written in `g`, read in `h`.
    let handed_over = moved.iter().filter(|n| users[n].iter().any(|u| in_group(u, h)));
    let mut now: i64 = handed_over.map(|n| bytes(n).saturating_mul(2)).sum();
    let operands: BTreeSet<NodeId> = moved
        .iter()
        .flat_map(|n| &groups.info[n].loads)
        .map(|l| l.node)
        .filter(|n| !moved.contains(n) && !dag.node(*n).shape.is_empty())
        .collect();
    let mut then: i64 = 0;
    for operand in &operands {
        let size = bytes(operand);
        if in_group(operand, g) {
            let write = if stored(operand) { 0 } else { size };
            let read = if reads_h.contains(operand) { 0 } else { size };
            then = then.saturating_add(write).saturating_add(read);
        } else if !in_group(operand, h) {
            if !reads_g.contains(operand) {
                now = now.saturating_add(size);
            }
            if !reads_h.contains(operand) {
                then = then.saturating_add(size);
            }
        }
    }
    then < now
}

fn relocate(
    groups: &mut Groups,
    position: &HashMap<NodeId, usize>,
    g: usize,
    h: usize,
    moved: &HashSet<NodeId>,
) {
    groups.groups[g].members.retain(|m| !moved.contains(m));
    let into = &mut groups.groups[h].members;
    into.extend(moved.iter().copied());
    into.sort_by_key(|m| position[m]);
    for n in moved {
        groups.group_of.insert(*n, h);
    }
}
