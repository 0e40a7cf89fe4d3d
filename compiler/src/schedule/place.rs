//! Places nodes in groups, one at a time, operands first.

use super::access;
use super::ancestors::Ancestors;
use super::group::{Before, Group, Groups, Limits, MAX_BUFFERS};
use crate::dag::{Dag, NodeId, Target};
use crate::hash::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Only the last few groups that read the same array, or that run at one point, are tried. So the work for one node
/// does not grow with the program.
const MAX_TRIED: usize = 32;

pub struct Placer<'a> {
    dag: &'a Dag,
    groups: &'a mut Groups,
    before: &'a Before,
    limits: Limits,
    pub ancestors: Ancestors,
    /// Facts about each group.
    facts: Vec<Facts>,
    /// The groups with room that read an array, and how often.
    readers: HashMap<NodeId, BTreeMap<usize, usize>>,
    /// The groups with room that run at one point.
    single: BTreeSet<usize>,
    /// The nodes of parameters.
    inputs: Vec<NodeId>,
    /// The groups of loops and of calls of foreign functions: all states and all results of one are in one group.
    units: HashMap<access::Unit, usize>,
}

#[derive(Default)]
struct Facts {
    is_closed: bool,
    /// The nodes that the group reads from outside.
    outside: HashSet<NodeId>,
    /// The number of members that are outputs.
    stored: usize,
}

/// The node to be placed.
struct Wanted {
    id: NodeId,
    is_check: bool,
    data: BTreeSet<NodeId>,
    /// Groups that have to run before it, or with it.
    depends: BTreeSet<usize>,
}

impl<'a> Placer<'a> {
    pub fn new(
        dag: &'a Dag,
        groups: &'a mut Groups,
        before: &'a Before,
        limits: Limits,
    ) -> Placer<'a> {
        Placer {
            dag,
            groups,
            before,
            limits,
            ancestors: Ancestors::default(),
            facts: Vec::new(),
            readers: HashMap::default(),
            single: BTreeSet::new(),
            inputs: access::input_nodes(dag),
            units: HashMap::default(),
        }
    }

    /// Adds a node to the group that it has most in common with, or to a new one.
    pub fn place(&mut self, id: NodeId, is_check: bool) {
        let loads = &self.groups.info[&id].loads;
        let data: BTreeSet<NodeId> = loads.iter().map(|l| l.node).collect();
        let mut depends: BTreeSet<usize> =
            data.iter().filter_map(|n| self.groups.group_of.get(n).copied()).collect();
        depends.extend(self.ordering(id).map(|(reader, _)| self.groups.group_of[reader]));
        let wanted = Wanted { id, is_check, data, depends };
        let unit = access::unit(self.dag, id);
        let known = unit.as_ref().and_then(|unit| self.units.get(unit).copied());
        let g = known.or_else(|| self.best(&wanted)).unwrap_or_else(|| {
            let parallel = self.groups.info[&id].parallel.clone();
            self.groups.groups.push(Group { parallel, is_check, ..Group::default() });
            self.facts.push(Facts::default());
            self.ancestors.push();
            self.groups.groups.len() - 1
        });
        if let Some(unit) = unit {
            self.units.insert(unit, g);
            // If a check needs one of the nodes, all are computed with the checks.
            self.groups.groups[g].is_check |= is_check;
        }
        self.insert(g, wanted);
    }

    fn ordering(&self, id: NodeId) -> impl Iterator<Item = &'a (NodeId, NodeId)> + use<'a> {
        self.before.get(&id).into_iter().flatten()
    }

    /// The existing group with the highest score; if there are several, the last one.
    fn best(&self, wanted: &Wanted) -> Option<usize> {
        let cannot = self.limits.unfused
            || self.groups.info[&wanted.id].closed
            // It is the new value of a parameter that this node itself reads at other points.
            || !self.own_reads_local(wanted.id);
        if cannot {
            return None;
        }
        let mut candidates: BTreeSet<usize> =
            wanted.data.iter().filter_map(|n| self.groups.group_of.get(n).copied()).collect();
        for node in &wanted.data {
            let readers = self.readers.get(node).into_iter().flat_map(BTreeMap::keys);
            candidates.extend(readers.rev().take(MAX_TRIED));
        }
        if self.groups.info[&wanted.id].parallel.is_empty() {
            candidates.extend(self.single.iter().rev().take(MAX_TRIED));
        }
        let scored = candidates.into_iter().filter_map(|g| Some((self.score(g, wanted)?, g)));
        scored.max().map(|(_, g)| g)
    }

    /// How much a group and a node have in common; `None` if they cannot share a kernel.
    fn score(&self, g: usize, wanted: &Wanted) -> Option<usize> {
        let (group, facts) = (&self.groups.groups[g], &self.facts[g]);
        let info = &self.groups.info[&wanted.id];
        if facts.is_closed
            || group.is_check != wanted.is_check
            || group.members.len() >= self.limits.members
            || group.parallel != info.parallel
            || wanted.depends.iter().any(|h| *h != g && self.ancestors.contains(*h, g))
        {
            return None;
        }
        let in_group = |n: &NodeId| self.groups.group_of.get(n) == Some(&g);
        let local = info
            .loads
            .iter()
            .filter(|l| in_group(&l.node))
            .all(|l| self.groups.is_local(self.dag, wanted.id, l))
            && self
                .ordering(wanted.id)
                .filter(|(reader, _)| in_group(reader))
                .all(|(reader, input)| self.groups.all_local(self.dag, *reader, *input));
        if !local {
            return None;
        }
        let producers = wanted.data.iter().filter(|n| in_group(n)).count();
        let outside = wanted.data.iter().filter(|n| !in_group(n));
        let shared: usize = outside.clone().filter_map(|n| self.readers.get(n)?.get(&g)).sum();
        let buffers = facts.outside.len() + outside.filter(|n| !facts.outside.contains(n)).count();
        if buffers + facts.stored + group.members.len().min(4) > MAX_BUFFERS {
            return None;
        }
        let related = producers + shared > 0 || info.parallel.is_empty();
        related.then(|| 1000 * producers.min(1000) + shared.min(999))
    }

    /// Whether a node that updates parameters reads their old values only at its own point.
    fn own_reads_local(&self, id: NodeId) -> bool {
        self.groups.targets.get(&id).into_iter().flatten().all(|t| match t {
            Target::Param(p) => self.groups.all_local(self.dag, id, self.inputs[*p as usize]),
            Target::Result(_) => true,
        })
    }

    fn insert(&mut self, g: usize, wanted: Wanted) {
        let Wanted { id, data, mut depends, .. } = wanted;
        depends.remove(&g);
        self.ancestors.add(g, depends);
        let facts = &mut self.facts[g];
        facts.is_closed |= self.groups.info[&id].closed;
        facts.stored += self.groups.targets.contains_key(&id) as usize;
        let outside = data.iter().filter(|n| self.groups.group_of.get(n) != Some(&g));
        facts.outside.extend(outside.copied());
        self.groups.groups[g].members.push(id);
        self.groups.group_of.insert(id, g);
        let full = facts.is_closed || self.groups.groups[g].members.len() >= self.limits.members;
        if full {
            for m in &self.groups.groups[g].members {
                for load in &self.groups.info[m].loads {
                    self.readers.get_mut(&load.node).map(|of_node| of_node.remove(&g));
                }
            }
            self.single.remove(&g);
            return;
        }
        for load in &self.groups.info[&id].loads {
            if !self.dag.node(load.node).shape.is_empty() {
                *self.readers.entry(load.node).or_default().entry(g).or_default() += 1;
            }
        }
        if self.groups.groups[g].parallel.is_empty() {
            self.single.insert(g);
        }
    }
}
