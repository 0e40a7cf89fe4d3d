//! Computes maps again in later kernels that read them at neighbouring points. An example are differences of fluxes,
//! where the fluxes are computed from states.
//!
//! [`super::maps`] decides for one map at a time. Here all maps of a kernel move into the kernels that read them, if
//! these read them a constant number of positions away. Neighbouring positions share much of their work: the flux after
//! a cell is the one before the next cell. The estimate counts shared work only once.

use super::access::{self, LoadRef};
use super::group::{Group, Groups, Limits};
use super::{cost, group, inline, maps, settle};
use crate::dag::rebuild::{Copied, Copies};
use crate::dag::visit::{map_operands, operands_first, visit_operands};
use crate::dag::{Dag, Node, NodeId, NodeKind, Origin, Scalar, ScalarId, Size, Target, Var};
use crate::hash::{HashMap, HashSet};
use crate::optimise::Affine;
use std::collections::BTreeMap;

/// The most kernels that are taken apart, one after the other.
const MAX_ROUNDS: usize = 16;
/// The most kernels that are tried. Each trial copies the graph, so without a limit the work per kernel would grow with
/// the program.
const MAX_TRIED: usize = 64;
/// If there are more kernels, none is tried.
const MAX_GROUPS: usize = 400;
/// The most scalars in all nodes of a kernel that computes maps again.
const MAX_SCALARS: usize = 512;
/// The most arrays that such a kernel reads.
const MAX_READ: usize = 16;
/// The additional operations may take this share of the time that is saved in traffic with memory. It is below 1,
/// because traffic with a cache takes less time.
const SHARE: f64 = 0.5;
/// The time of a load from a cache, in units of the time of 8 bytes to or from memory.
const LOAD: f64 = 0.04;

/// The same graph, with maps computed again if that saves traffic. `members` is the most nodes of a kernel.
pub fn compute_again(mut dag: Dag, members: usize) -> Dag {
    if dag.tuning.no_fuse {
        return dag;
    }
    let stored = inline::stored(&dag);
    let may_gain = dag.nodes().any(|(id, node)| {
        let shape = &node.shape;
        let elsewhere = |load: &LoadRef| {
            is_map(&dag, load.node)
                && !stored.contains(&load.node)
                && !load.is_own_element(&dag)
                && shifts(&dag, shape, load)
        };
        is_map(&dag, id) && access::loads(&dag, id).iter().any(elsewhere)
    });
    let rounds = if may_gain { MAX_ROUNDS } else { 0 };
    let mut tries = MAX_TRIED;
    for _ in 0..rounds {
        match Round::new(&dag, members).run(&mut tries) {
            Some(next) => dag = next,
            None => break,
        }
    }
    dag
}

/// Whether a node is a map: it computes each element without reductions, from elements at positions known in advance.
fn is_map(dag: &Dag, id: NodeId) -> bool {
    access::body(dag, id).is_some() && !dag.node(id).shape.is_empty() && work(dag, [id]).is_some()
}

/// Whether a load is a constant number of positions away along each axis.
fn shifts(dag: &Dag, shape: &[Size], load: &LoadRef) -> bool {
    let is_shift = |(k, index): (usize, &ScalarId)| {
        let position = Affine::of(dag, *index);
        let mut terms = position.terms();
        let own = terms.next().is_some_and(|(term, stride)| {
            stride.is_one() && *dag.scalar(term) == Scalar::Var(Var::Axis(k as u32))
        });
        own && terms.next().is_none() && position.offset().as_constant().is_some()
    };
    load.index.len() == shape.len() && load.index.iter().enumerate().all(is_shift)
}

/// The time of all operations and loads of some nodes, each distinct one counted once. `None` if there is a reduction
/// or a gather, which would take too long to be done twice.
fn work(dag: &Dag, nodes: impl IntoIterator<Item = NodeId>) -> Option<f64> {
    let (mut seen, mut time) = (HashSet::default(), 0.0);
    let mut stack: Vec<ScalarId> = Vec::new();
    for id in nodes {
        stack.push(access::body(dag, id)?);
        while let Some(scalar) = stack.pop() {
            if !seen.insert(scalar) {
                continue;
            }
            match dag.scalar(scalar) {
                Scalar::Load { index, .. } if index.iter().any(|k| access::is_gather(dag, *k)) => {
                    return None;
                }
                // The position is computed for all elements of a vector at once, and costs nothing.
                Scalar::Load { .. } => time += LOAD,
                other => {
                    time += maps::time(dag, scalar)?;
                    visit_operands(other, &mut |s| stack.push(s));
                }
            }
        }
    }
    Some(time)
}

/// One pass over all kernels.
struct Round<'a> {
    dag: &'a Dag,
    groups: Groups,
    stored: HashSet<NodeId>,
}

impl<'a> Round<'a> {
    fn new(dag: &'a Dag, members: usize) -> Round<'a> {
        let mut settled = dag.clone();
        settle::settle_outputs(&mut settled, false);
        let groups = group::group(&settled, Limits { unfused: false, members });
        Round { dag, groups, stored: inline::stored(dag) }
    }

    /// The graph without the last kernel whose maps are better computed again.
    fn run(&self, tries: &mut usize) -> Option<Dag> {
        let count = self.groups.groups.len();
        (0..if count <= MAX_GROUPS { count } else { 0 }).rev().find_map(|g| {
            let readers = self.readers(g)?;
            *tries = tries.checked_sub(1)?;
            self.without(g, &readers)
        })
    }

    fn is_of_maps(&self, group: &Group) -> bool {
        // Nodes that were added only copy outputs.
        let is_ours = |m: &NodeId| (m.0 as usize) < self.dag.node_count() && is_map(self.dag, *m);
        !group.is_check && !self.groups.is_closed(group) && group.members.iter().all(is_ours)
    }

    /// The kernels that read kernel `g`, if all maps of `g` may be computed again, and each of these kernels may do so.
    fn readers(&self, g: usize) -> Option<Vec<usize>> {
        let group = &self.groups.groups[g];
        if !self.is_of_maps(group) || group.members.iter().any(|m| self.stored.contains(m)) {
            return None;
        }
        let mut readers = Vec::new();
        for (h, other) in self.groups.groups.iter().enumerate().filter(|(h, _)| *h != g) {
            let reads = other
                .members
                .iter()
                .flat_map(|m| self.groups.info[m].loads.iter().map(move |load| (*m, load)));
            let mut reads = reads.filter(|(_, load)| group.members.contains(&load.node)).peekable();
            if reads.peek().is_none() {
                continue;
            }
            let may = self.is_of_maps(other)
                && reads.all(|(m, load)| shifts(self.dag, &self.dag.node(m).shape, load));
            if !may {
                return None;
            }
            readers.push(h);
        }
        (!readers.is_empty()).then_some(readers)
    }

    /// The graph in which its readers compute the maps of a kernel, if that takes less time.
    fn without(&self, g: usize, readers: &[usize]) -> Option<Dag> {
        let group = &self.groups.groups[g];
        if self.overwrite_what_is_read(g, readers) {
            return None;
        }
        let (new, nodes) = copy(self.dag, &group.members);
        let mut before = self.work(g)?;
        // The time of an array to or from memory, in units of the time of 8 bytes per point.
        let points = group.members.iter().map(|m| elements(self.dag.node(*m))).fold(1.0, f64::max);
        let time = |dag: &Dag, nodes: &HashSet<NodeId>| -> f64 {
            let time = |node: &Node| node.dtype.bytes() as f64 / 8.0 * elements(node) / points;
            nodes.iter().map(|id| time(dag.node(*id))).sum()
        };
        let mut traffic = time(self.dag, &self.reads(g));
        let mut written: HashSet<NodeId> = HashSet::default();
        // Kernels with the same points become one.
        let mut after: BTreeMap<Vec<String>, Vec<NodeId>> = BTreeMap::new();
        for h in readers {
            let reader = &self.groups.groups[*h];
            let reads = self.reads(*h);
            before += self.work(*h)?;
            traffic += time(self.dag, &reads);
            written.extend(reads.into_iter().filter(|n| group.members.contains(n)));
            let points = reader.parallel.iter().map(|size| size.to_string()).collect();
            after.entry(points).or_default().extend(&reader.members);
        }
        traffic += time(self.dag, &written);
        let mut again = 0.0;
        for members in after.values() {
            let copied: Vec<NodeId> = members.iter().map(|m| nodes[m]).collect();
            again += work(&new, copied.iter().copied())?;
            let mut reads: HashSet<NodeId> = HashSet::default();
            let mut scalars = 0;
            for id in &copied {
                scalars += access::reachable(&new, access::body(&new, *id)?).len();
                reads.extend(access::operands_of(&new, *id));
            }
            copied.iter().for_each(|id| {
                reads.remove(id);
            });
            if reads.len() > MAX_READ || scalars > MAX_SCALARS {
                return None;
            }
            traffic -= time(&new, &reads);
        }
        (again - before <= SHARE * traffic).then_some(new)
    }

    /// Whether one of the readers computes the new value of a parameter that the kernel reads. Such a reader may
    /// overwrite the old value only if it does not read neighbours of it.
    fn overwrite_what_is_read(&self, g: usize, readers: &[usize]) -> bool {
        let inputs = access::input_nodes(self.dag);
        let reads = self.reads(g);
        self.dag.outputs.iter().any(|output| match output.target {
            Target::Param(p) => {
                let of_reader = |h: &usize| self.groups.groups[*h].members.contains(&output.node);
                reads.contains(&inputs[p as usize]) && readers.iter().any(of_reader)
            }
            Target::Result(_) => false,
        })
    }

    fn work(&self, g: usize) -> Option<f64> {
        work(self.dag, self.groups.groups[g].members.iter().copied())
    }

    /// The nodes that a kernel reads, but does not compute.
    fn reads(&self, g: usize) -> HashSet<NodeId> {
        let members = &self.groups.groups[g].members;
        let read = members.iter().flat_map(|m| self.groups.info[m].loads.iter().map(|l| l.node));
        read.filter(|n| !members.contains(n)).collect()
    }
}

fn elements(node: &Node) -> f64 {
    cost::typical(&Size::product(&node.shape)) as f64
}

/// The graph in which all reads of some maps are replaced by their bodies, and a map from old nodes to new ones.
fn copy(dag: &Dag, maps: &[NodeId]) -> (Dag, Copies) {
    let mut bodies: HashMap<NodeId, (ScalarId, Origin)> = HashMap::default();
    dag.copied(&mut |new, nodes, id, node| {
        let NodeKind::Compute(old) = node.kind else { return Copied::Same };
        let (body, origin) = with_bodies(new, dag, (node, old), nodes, &bodies);
        if maps.contains(&id) {
            bodies.insert(id, (body, origin));
            return Copied::Nothing;
        }
        new.at(origin);
        Copied::Node(new.compute(&node.name, node.shape.clone(), body))
    })
}

/// A copy of a node's body. Equal positions are written in the same form, so that equal computations are done once.
fn with_bodies(
    new: &mut Dag,
    dag: &Dag,
    (node, old): (&Node, ScalarId),
    nodes: &Copies,
    bodies: &HashMap<NodeId, (ScalarId, Origin)>,
) -> (ScalarId, Origin) {
    let mut origin = node.origin.clone();
    let body = new.rebuild(dag, old, &mut |new, scalar| {
        let Scalar::Load { node, index } = scalar else { return None };
        let index: Vec<ScalarId> = index.iter().map(|i| Affine::of(new, *i).build(new)).collect();
        let Some((body, of_operand)) = bodies.get(node) else {
            return Some(new.load(nodes[node], index));
        };
        origin.absorb(of_operand);
        let moved = new.body_at(*body, &index);
        Some(with_positions(new, moved))
    });
    (body, origin)
}

/// A scalar with the positions of its loads in canonical form.
fn with_positions(dag: &mut Dag, scalar: ScalarId) -> ScalarId {
    let mut done: HashMap<ScalarId, ScalarId> = HashMap::default();
    for id in operands_first(dag, scalar, true, &|_| false) {
        let dtype = dag.dtype(id);
        let copied = match dag.scalar(id).clone() {
            Scalar::Load { node, index } => {
                let index = index.iter().map(|i| Affine::of(dag, done[i]).build(dag)).collect();
                dag.load(node, index)
            }
            other => {
                let mapped = map_operands(&other, &mut |s| done[&s]);
                dag.add_scalar(mapped, dtype)
            }
        };
        done.insert(id, copied);
    }
    done[&scalar]
}
