//! The order of nodes, the memory and conditions that they use, and the conflicts between them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::memory::{Region, RegionKey};
use super::node::Use;
use crate::cuda::buffer::HostMemory;
use crate::cuda::{Access, Memory};

/// For each node, all nodes that come before it, as bits.
#[derive(Clone, Default)]
pub(super) struct Ancestors {
    rows: Vec<Vec<u64>>,
}

impl Ancestors {
    /// Adds a node that comes after these.
    pub(super) fn push(&mut self, after: impl IntoIterator<Item = usize>) {
        let mut row = vec![0; self.rows.len().div_ceil(64)];
        for from in after {
            add(&mut row, &self.rows[from], from);
        }
        self.rows.push(row);
    }

    /// Takes the last node out again.
    pub(super) fn pop(&mut self) {
        self.rows.pop();
    }

    /// Whether `earlier` comes before `later`.
    pub(super) fn before(&self, earlier: usize, later: usize) -> bool {
        let word = self.rows[later].get(earlier / 64);
        word.is_some_and(|word| word >> (earlier % 64) & 1 == 1)
    }

    pub(super) fn ordered(&self, one: usize, other: usize) -> bool {
        one == other || self.before(one, other) || self.before(other, one)
    }

    /// Lets `to`, and all that comes after it, come after `from`. That must not close a cycle.
    pub(super) fn connect(&mut self, from: usize, to: usize) {
        let source = self.rows[from].clone();
        for later in 0..self.rows.len() {
            if later == to || self.before(to, later) {
                add(&mut self.rows[later], &source, from);
            }
        }
    }
}

/// Adds a node, and the nodes that come before it, to a row.
fn add(row: &mut Vec<u64>, earlier: &[u64], node: usize) {
    row.resize(row.len().max(earlier.len()).max(node / 64 + 1), 0);
    for (word, bits) in row.iter_mut().zip(earlier) {
        *word |= bits;
    }
    row[node / 64] |= 1 << (node % 64);
}

/// For each region, the nodes that use it.
#[derive(Clone, Default)]
pub(super) struct Ledger {
    entries: HashMap<RegionKey, Entry>,
}

#[derive(Clone)]
struct Entry {
    /// Keeps the memory alive.
    region: Region,
    users: Vec<User>,
}

#[derive(Clone)]
struct User {
    node: usize,
    range: Range<usize>,
    write: bool,
}

impl Ledger {
    /// Another node that conflicts with a use by `node`, and has no order with it.
    pub(super) fn conflict(
        &self,
        node: usize,
        used: &Use,
        ordered: impl Fn(usize, usize) -> bool,
    ) -> Option<usize> {
        let entry = self.entries.get(&used.key())?;
        let conflicting = entry.users.iter().find(|user| {
            user.node != node
                && used.conflicts(&user.range, user.write)
                && !ordered(user.node, node)
        });
        conflicting.map(|user| user.node)
    }

    pub(super) fn insert(&mut self, node: usize, uses: &[Use]) {
        for used in uses {
            let new = || Entry { region: used.span.region.clone(), users: Vec::new() };
            let entry = self.entries.entry(used.key()).or_insert_with(new);
            let (range, write) = (used.span.range.clone(), used.write);
            entry.users.push(User { node, range, write });
        }
    }

    pub(super) fn remove(&mut self, node: usize, uses: &[Use]) {
        for used in uses {
            if let Some(entry) = self.entries.get_mut(&used.key()) {
                entry.users.retain(|user| user.node != node);
                if entry.users.is_empty() {
                    self.entries.remove(&used.key());
                }
            }
        }
    }

    /// All uses, merged by region.
    pub(super) fn summary(&self) -> Vec<Use> {
        let mut uses = Vec::new();
        for entry in self.entries.values() {
            for write in [false, true] {
                // One span from the first byte to the last. Within one node it need not be exact, but bytes
                // that are only read must not count as written.
                let mut ranges: Vec<Range<usize>> = entry
                    .users
                    .iter()
                    .filter(|user| user.write == write)
                    .map(|user| user.range.clone())
                    .collect();
                ranges.sort_unstable_by_key(|range| range.start);
                let mut merged: Vec<Range<usize>> = Vec::new();
                for range in ranges {
                    match merged.last_mut() {
                        Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                        _ => merged.push(range),
                    }
                }
                uses.extend(
                    merged.into_iter().map(|range| Use::of(entry.region.clone(), range, write)),
                );
            }
        }
        uses
    }

    /// The memory that launches use.
    pub(super) fn memory(&self) -> Footprint {
        let mut footprint = Footprint::default();
        for entry in self.entries.values() {
            let written = entry.users.iter().any(|user| user.write);
            let access = if written { Access::Write } else { Access::Read };
            match &entry.region {
                Region::Device(memory) => footprint.memory.push((memory.clone(), access)),
                Region::Host(host) => {
                    footprint.memory.push((host.memory.clone(), access));
                    footprint.host.push(host.clone());
                }
                Region::Allocation(_) | Region::Condition(_) => {}
            }
        }
        // All launches lock in the same order, because they hold several locks at once.
        footprint.host.sort_unstable_by_key(|host| Arc::as_ptr(host).addr());
        footprint
    }
}

/// Memory that a launch uses.
#[derive(Default)]
pub(super) struct Footprint {
    pub(super) memory: Vec<(Arc<Memory>, Access)>,
    /// The memory of the host again, in the order in which it is locked.
    pub(super) host: Vec<Arc<HostMemory>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_transitive() {
        let mut order = Ancestors::default();
        for k in 0..200 {
            order.push((k > 0).then(|| k - 1));
        }
        order.push([]);
        assert!(order.before(0, 199) && order.before(63, 64) && order.before(64, 128));
        assert!(!order.before(199, 0) && !order.before(0, 0));
        assert!(!order.ordered(200, 5));
        order.connect(200, 100);
        assert!(order.before(200, 100) && order.before(200, 199) && !order.before(200, 99));
    }

    #[test]
    fn a_late_node_may_come_before_an_early_one() {
        let mut order = Ancestors::default();
        order.push([]);
        order.push([0]);
        for _ in 2..70 {
            order.push([]);
        }
        order.connect(69, 0);
        assert!(order.before(69, 0) && order.before(69, 1));
    }
}
