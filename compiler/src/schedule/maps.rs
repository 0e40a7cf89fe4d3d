//! Inlines *maps* (element-wise arithmetic) into nodes that read them at other points than their own. An example is the
//! reduction of `sum(exp(x - y), axis=1)`, whose terms are then never in memory.
//!
//! A node that reads a map at its own point shares a kernel with it (see [`super::group`]). For all other readers, one
//! kernel would store the map, and the next would read it. To compute the map again for each of these readers is better
//! if that moves fewer bytes.

use super::access::{self, LoadRef};
use super::group::{Groups, Info};
use super::{cost, inline};
use crate::dag::rebuild::{Copied, Copies};
use crate::dag::{
    Binary, DType, Dag, NodeId, NodeKind, Origin, Scalar, ScalarId, Size, Target, Unary,
};
use crate::hash::{HashMap, HashSet};
use crate::optimise::dead_code;
use std::collections::BTreeSet;

/// An expression of more operations is not inlined.
const MAX_INLINED: usize = 128;
/// An expression that reads more arrays is not inlined.
const MAX_LEAVES: usize = 16;
/// The time of traffic to or from a cache, in units of that to or from memory.
const CACHED: f64 = 0.25;

/// The same graph, with element-wise arithmetic inlined if that saves traffic.
pub fn inline_maps(dag: &Dag) -> Dag {
    if dag.tuning.no_fuse {
        return dag.clone();
    }
    let facts = Facts::new(dag);
    let inlined = facts.choose();
    if inlined.is_empty() {
        return dag.clone();
    }
    dead_code(&facts.copy(&inlined))
}

struct Facts<'a> {
    dag: &'a Dag,
    groups: Groups,
    stored: HashSet<NodeId>,
    maps: HashMap<NodeId, Cone>,
}

/// A map, together with all maps that it is computed from.
#[derive(Clone, Default)]
struct Cone {
    /// The arrays that all of them read.
    leaves: BTreeSet<NodeId>,
    /// The time of all operations, in units of the time of an element to or from memory.
    ops: f64,
}

/// The parts of the graph that are copied already: nodes, and the bodies of maps that are inlined.
#[derive(Clone, Copy)]
struct Known<'a> {
    nodes: &'a Copies,
    bodies: &'a HashMap<NodeId, (ScalarId, Origin)>,
}

/// The nodes that read a map at other points than their own.
#[derive(Clone, Copy, Default)]
struct Readers {
    /// Their number.
    count: f64,
    /// How often all of them together ask for an element.
    evaluations: f64,
    /// Whether another node reads the map at its own point.
    local: bool,
    /// Whether one of them wants it in memory.
    wants_memory: bool,
}

impl<'a> Facts<'a> {
    fn new(dag: &'a Dag) -> Facts<'a> {
        let mut groups = Groups::default();
        for (id, _) in dag.nodes() {
            groups.info.insert(id, Info::new(dag, id, false));
        }
        let mut facts =
            Facts { dag, groups, stored: inline::stored(dag), maps: HashMap::default() };
        for (id, _) in dag.nodes() {
            if let Some(cone) = facts.cone(id) {
                facts.maps.insert(id, cone);
            }
        }
        facts
    }

    fn loads(&self, id: NodeId) -> &[LoadRef] {
        &self.groups.info[&id].loads
    }

    /// A map with all maps that it is computed from. `None` if the node is not a map, or is too large.
    fn cone(&self, id: NodeId) -> Option<Cone> {
        let body = access::body(self.dag, id)?;
        let info = &self.groups.info[&id];
        if info.alone || self.stored.contains(&id) || self.dag.node(id).shape.is_empty() {
            return None;
        }
        let mut cone = Cone::default();
        for scalar in access::reachable(self.dag, body) {
            cone.ops += time(self.dag, scalar)?;
        }
        for load in &info.loads {
            match self.maps.get(&load.node) {
                Some(of_operand) => {
                    cone.leaves.extend(&of_operand.leaves);
                    cone.ops += of_operand.ops;
                }
                None => {
                    cone.leaves.insert(load.node);
                }
            }
        }
        (cone.leaves.len() <= MAX_LEAVES).then_some(cone)
    }

    /// Chooses the maps that are inlined into the nodes that read them at other points.
    fn choose(&self) -> HashSet<NodeId> {
        let mut readers: HashMap<NodeId, Readers> = HashMap::default();
        let mut inlined = HashSet::default();
        let (in_memory, nearby) = (self.in_memory(), self.in_place_of_results());
        for (id, _) in self.dag.nodes().collect::<Vec<_>>().into_iter().rev() {
            let own = readers.get(&id).copied().unwrap_or_default();
            let is_map = self.maps.contains_key(&id);
            if is_map && own.count > 0.0 && self.pays(id, &own, (&in_memory, &nearby)) {
                inlined.insert(id);
            }
            // If it is inlined, its readers read its operands instead.
            let through = inlined.contains(&id);
            let kept = !through || own.local;
            let by_itself = self.groups.info[&id].closed;
            let mut counted = HashSet::default();
            for load in self.loads(id) {
                if !self.maps.contains_key(&load.node) {
                    continue;
                }
                let of_operand = readers.entry(load.node).or_default();
                let ratio = self.size(id) / self.size(load.node);
                let first = counted.insert(load.node);
                if through {
                    of_operand.count += if first { own.count } else { 0.0 };
                    of_operand.evaluations += own.evaluations * ratio;
                    of_operand.wants_memory |= own.wants_memory;
                }
                if kept && !by_itself && self.groups.is_local(self.dag, id, load) {
                    of_operand.local = true;
                } else if kept {
                    of_operand.count += f64::from(u8::from(first));
                    of_operand.evaluations += ratio * cost::typical(&load.repeats()) as f64;
                    of_operand.wants_memory |= by_itself;
                }
            }
        }
        inlined
    }

    /// The nodes that are in memory in any case, whichever maps are inlined.
    fn in_memory(&self) -> HashSet<NodeId> {
        let mut found = self.stored.clone();
        for (id, node) in self.dag.nodes() {
            if matches!(node.kind, NodeKind::Input(_)) {
                found.insert(id);
            }
            let elsewhere = |l: &&LoadRef| !self.groups.is_local(self.dag, id, l);
            found.extend(self.loads(id).iter().filter(elsewhere).map(|l| l.node));
        }
        found
    }

    /// The maps that could live in the memory of a result (see [`super::reuse`]), in strips of rows (see
    /// [`super::strips`]). Storing them moves elements only to and from a cache.
    fn in_place_of_results(&self) -> HashSet<NodeId> {
        let dag = self.dag;
        let own_row = |reader: NodeId, load: &LoadRef| {
            let axes = [reader, load.node].map(|n| self.groups.info[&n].axes.parallel.first());
            let symbolic = |k: &usize| dag.node(reader).shape[*k].as_constant().is_none();
            match axes {
                [Some(mine), Some(theirs)] => {
                    let position = load.index.get(*theirs);
                    let is_own = position.is_some_and(|i| access::as_axis(dag, *i) == Some(*mine));
                    symbolic(mine) && is_own
                }
                _ => false,
            }
        };
        let mut found: HashSet<NodeId> = HashSet::default();
        for output in dag.outputs.iter().filter(|o| matches!(o.target, Target::Result(_))) {
            let to = dag.node(output.node);
            let fits = |load: &&LoadRef| {
                let from = dag.node(load.node);
                load.is_own_element(dag) && from.shape == to.shape && from.dtype == to.dtype
            };
            let operands = self.loads(output.node).iter().filter(fits).map(|l| l.node);
            found.extend(operands.filter(|n| self.maps.contains_key(n)));
        }
        for (id, _) in dag.nodes() {
            let elsewhere = |l: &&LoadRef| !own_row(id, l);
            self.loads(id).iter().filter(elsewhere).for_each(|l| {
                found.remove(&l.node);
            });
        }
        found
    }

    /// Whether computing a map again for readers at other points takes less time than storing it.
    fn pays(
        &self,
        id: NodeId,
        readers: &Readers,
        (in_memory, nearby): (&HashSet<NodeId>, &HashSet<NodeId>),
    ) -> bool {
        let cone = &self.maps[&id];
        let bytes = |n: NodeId| self.size(n) * self.dag.node(n).dtype.bytes() as f64;
        let own = bytes(id);
        let (mut reads, mut writes) = (0.0, 0.0);
        for leaf in &cone.leaves {
            let ratio = (bytes(*leaf) / own).min(8.0);
            reads += ratio;
            writes += if in_memory.contains(leaf) { 0.0 } else { ratio };
        }
        let transfer = if nearby.contains(&id) { CACHED } else { 1.0 };
        let again = transfer * readers.count * reads + writes + readers.evaluations * cone.ops;
        let first = if readers.local { 0.0 } else { reads + cone.ops };
        let once = transfer * (1.0 + readers.count) + first;
        !readers.wants_memory && again <= once
    }

    /// The number of elements of a node.
    fn size(&self, id: NodeId) -> f64 {
        (cost::typical(&Size::product(&self.dag.node(id).shape)) as f64).max(1.0)
    }

    fn copy(&self, inlined: &HashSet<NodeId>) -> Dag {
        let mut bodies: HashMap<NodeId, (ScalarId, Origin)> = HashMap::default();
        let (new, _) = self.dag.copied(&mut |new, nodes, id, node| {
            let NodeKind::Compute(old) = node.kind else { return Copied::Same };
            if inlined.contains(&id) {
                let known = Known { nodes, bodies: &bodies };
                let (body, origin) = self.body(new, (id, old), known, true);
                if access::reachable(new, body).len() <= MAX_INLINED {
                    bodies.insert(id, (body, origin));
                }
            }
            let (body, origin) = self.body(new, (id, old), Known { nodes, bodies: &bodies }, false);
            new.at(origin);
            Copied::Node(new.compute(&node.name, node.shape.clone(), body))
        });
        new
    }

    /// A copy of a node's body, and its origin. Maps that the node reads at other points are inlined. If the node is
    /// going to be inlined itself, all maps that it reads are.
    fn body(
        &self,
        new: &mut Dag,
        (id, old): (NodeId, ScalarId),
        known: Known,
        everywhere: bool,
    ) -> (ScalarId, Origin) {
        let mut origin = self.dag.node(id).origin.clone();
        let body = new.rebuild(self.dag, old, &mut |new, scalar| {
            let Scalar::Load { node, index } = scalar else { return None };
            Some(match known.bodies.get(node) {
                Some((body, of_operand)) if everywhere || !self.is_local(new, id, *node, index) => {
                    origin.absorb(of_operand);
                    new.body_at(*body, index)
                }
                _ => new.load(known.nodes[node], index.clone()),
            })
        });
        (body, origin)
    }

    /// Whether a reader reads a node at its own point. The index belongs to the graph `new`.
    fn is_local(&self, new: &Dag, reader: NodeId, node: NodeId, index: &[ScalarId]) -> bool {
        let (of, to) = (&self.groups.info[&reader], &self.groups.info[&node]);
        let mut axes = of.axes.parallel.iter().zip(&to.axes.parallel);
        !of.closed
            && of.parallel == to.parallel
            && axes.all(|(mine, theirs)| access::as_axis(new, index[*theirs]) == Some(*mine))
    }
}

/// About the time of an operation, in units of the time to read or write 8 bytes of memory. `None` for operations that
/// no map contains.
pub(super) fn time(dag: &Dag, scalar: ScalarId) -> Option<f64> {
    use Unary::*;
    Some(match dag.scalar(scalar) {
        Scalar::Reduce { .. } => return None,
        Scalar::Const(_) | Scalar::Size(_) | Scalar::Var(_) | Scalar::Load { .. } => 0.0,
        Scalar::Unary(Sqrt, _) | Scalar::Binary(Binary::Div, ..) => 0.5,
        Scalar::Unary(Exp | Log, _) => 0.75,
        Scalar::Unary(Neg | Not | Abs | Sign | Floor | Ceil | Trunc | Round, _)
        | Scalar::Unary(IsNan | IsInf | IsFinite, _)
        | Scalar::Select(..)
        | Scalar::Cast(..) => 0.06,
        Scalar::Unary(..) | Scalar::Foreign { .. } => 6.0,
        Scalar::Binary(op, a, _) => match op {
            Binary::Pow | Binary::Atan2 | Binary::Hypot => 6.0,
            Binary::PowI => 0.5,
            Binary::FloorDiv | Binary::Rem | Binary::Fmod | Binary::Gcd => 1.0,
            // It does not run in lanes.
            Binary::Mul if dag.dtype(*a) == DType::I64 => 0.2,
            _ => 0.06,
        },
    })
}
