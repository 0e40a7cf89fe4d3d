//! Merges groups that turn out to belong together.
//!
//! Nodes are placed one at a time, operands first. So a node that needs two groups finds them as separate groups.

use super::ancestors::Ancestors;
use super::group::{Before, Group, Groups, Limits, MAX_BUFFERS};
use crate::dag::{Dag, NodeId};
use crate::hash::{HashMap, HashSet};

/// Beyond this many groups the search is not worth its time.
const MAX_GROUPS: usize = 400;

/// Merges pairs of groups until no pair is left that may and should be one kernel. A group that was merged into another
/// one stays behind, empty.
pub fn merge(
    dag: &Dag,
    groups: &mut Groups,
    ancestors: &mut Ancestors,
    before: &Before,
    position: &HashMap<NodeId, usize>,
    limits: Limits,
) {
    let count = groups.groups.len();
    if count > MAX_GROUPS {
        return;
    }
    let reads = groups.groups.iter().map(|g| reads(groups, g)).collect();
    let mut merger = Merger { dag, groups, ancestors, before, limits, reads };
    // For each group, when it changed, and when it was compared with all groups before it. A pair that did not fit is
    // tried again only after one of the two has changed.
    let (mut changed, mut compared) = (vec![1; count], vec![0; count]);
    let (mut now, mut h) = (1, 0);
    while h < count {
        let candidates = (0..h).filter(|g| changed[*g].max(changed[h]) > compared[h]);
        let found = candidates.into_iter().find(|g| merger.fits(*g, h));
        compared[h] = now;
        match found {
            Some(g) => {
                merger.join(position, g, h);
                now += 1;
                changed[g] = now;
                h = g;
            }
            None => h += 1,
        }
    }
}

/// All nodes that the members of a group read.
fn reads(groups: &Groups, group: &Group) -> HashSet<NodeId> {
    group.members.iter().flat_map(|m| &groups.info[m].loads).map(|l| l.node).collect()
}

struct Merger<'a> {
    dag: &'a Dag,
    groups: &'a mut Groups,
    ancestors: &'a mut Ancestors,
    before: &'a Before,
    limits: Limits,
    /// The nodes that each group reads, including its own members.
    reads: Vec<HashSet<NodeId>>,
}

impl Merger<'_> {
    fn fits(&self, g: usize, h: usize) -> bool {
        let (a, b) = (&self.groups.groups[g], &self.groups.groups[h]);
        if a.members.is_empty()
            || b.members.is_empty()
            || a.members.len() + b.members.len() > self.limits.members
            || a.is_check != b.is_check
            || a.parallel != b.parallel
            || self.groups.is_closed(a)
            || self.groups.is_closed(b)
            || !self.related(g, h)
            // A third group between the two would have to run inside the kernel.
            || self.ancestors.between(g, h)
            || self.ancestors.between(h, g)
        {
            return false;
        }
        let (reads_a, reads_b) = (&self.reads[g], &self.reads[h]);
        let members: HashSet<NodeId> = a.members.iter().chain(&b.members).copied().collect();
        let stored = members.iter().filter(|m| self.groups.targets.contains_key(m)).count();
        let outside = reads_a.union(reads_b).filter(|n| !members.contains(n)).count();
        if outside + stored > MAX_BUFFERS {
            return false;
        }
        members.iter().all(|m| {
            let data = self.groups.info[m]
                .loads
                .iter()
                .filter(|l| members.contains(&l.node))
                .all(|l| self.groups.is_local(self.dag, *m, l));
            let ordering = self
                .before
                .get(m)
                .into_iter()
                .flatten()
                .filter(|(reader, _)| members.contains(reader))
                .all(|(reader, input)| self.groups.all_local(self.dag, *reader, *input));
            data && ordering
        })
    }

    /// Whether two groups read the same array, or one reads the other.
    fn related(&self, g: usize, h: usize) -> bool {
        let (reads_a, reads_b) = (&self.reads[g], &self.reads[h]);
        let reads_member = |reads: &HashSet<NodeId>, k: usize| {
            reads.iter().any(|n| self.groups.group_of.get(n) == Some(&k))
        };
        reads_a.intersection(reads_b).any(|n| !self.dag.node(*n).shape.is_empty())
            || reads_member(reads_a, h)
            || reads_member(reads_b, g)
    }

    fn join(&mut self, position: &HashMap<NodeId, usize>, g: usize, h: usize) {
        let taken = std::mem::take(&mut self.groups.groups[h].members);
        taken.iter().for_each(|m| {
            self.groups.group_of.insert(*m, g);
        });
        let into = &mut self.groups.groups[g].members;
        into.extend(taken);
        into.sort_by_key(|m| position[m]);
        let read = std::mem::take(&mut self.reads[h]);
        self.reads[g].extend(read);
        self.ancestors.join(g, h);
    }
}
