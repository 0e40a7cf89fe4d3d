//! Assigns comprehensions to kernels.
//!
//! Comprehensions with the same parallel dimensions may share a kernel if every read between them stays at
//! the same point of those dimensions (*element-local* fusion). A gather from another point needs the
//! whole array, hence an earlier kernel.

use super::access::{self, Axes, LoadRef};
use super::place::Placer;
use super::{contraction, hints, merge, sink};
use crate::dag::{Dag, NodeId, NodeKind, ParamKind, Size, Target};
use crate::hash::{HashMap, HashSet};
use std::collections::BTreeSet;

/// About the most buffers of one kernel. (Which temporaries it stores is not known while it grows.) CUDA's parameter
/// space holds many more.
pub(super) const MAX_BUFFERS: usize = 48;

/// Orderings without data. For the writer of a parameter's new value, they are the readers of the old value, each with
/// the node of the parameter.
pub(super) type Before = HashMap<NodeId, Vec<(NodeId, NodeId)>>;

/// Facts about one node.
#[derive(Debug)]
pub struct Info {
    pub axes: Axes,
    pub parallel: Vec<Size>,
    pub loads: Vec<LoadRef>,
    /// Whether it reads and writes nothing at its own point, as a routine or a large contraction.
    pub alone: bool,
    /// Whether it shares its kernel with nothing: it is `alone`, or the user says so.
    pub closed: bool,
    /// Whether the user says that it has to be read from memory.
    pub stored: bool,
}

/// The nodes of one kernel, operands first.
#[derive(Debug, Default)]
pub struct Group {
    pub members: Vec<NodeId>,
    pub parallel: Vec<Size>,
    pub is_check: bool,
    /// The groups that must have run before it.
    pub after: BTreeSet<usize>,
}

/// The graph with its nodes assigned to kernels, in an order in which they can run.
#[derive(Default)]
pub struct Groups {
    pub info: HashMap<NodeId, Info>,
    pub groups: Vec<Group>,
    pub group_of: HashMap<NodeId, usize>,
    /// The targets of each computed output.
    pub targets: HashMap<NodeId, Vec<Target>>,
    /// Temporaries that live in the memory of a result, each with the result's node, which replaces it.
    pub replaced: HashMap<NodeId, NodeId>,
}

impl Group {
    /// Whether this is the kernel of a routine: it computes nothing else.
    pub fn is_routine(&self, dag: &Dag) -> bool {
        self.members.iter().any(|m| access::is_routine(dag, *m))
    }
}

impl Info {
    pub(super) fn new(dag: &Dag, id: NodeId, whole: bool) -> Info {
        let shape = &dag.node(id).shape;
        let axes = if whole {
            Axes { parallel: (0..shape.len()).collect(), inner: Vec::new() }
        } else {
            access::axes(dag, id)
        };
        let parallel = axes.parallel.iter().map(|k| shape[*k].clone()).collect();
        let alone = access::is_routine(dag, id) || contraction::is_large(dag, id);
        let closed = alone || hints::is_alone(dag, id);
        let stored = dag.node(id).hints.materialize;
        Info { axes, parallel, loads: access::loads(dag, id), alone, closed, stored }
    }
}

impl Groups {
    /// Whether `reader` may read `load` in a kernel that they share: only at its own point of the parallel
    /// dimensions.
    pub fn is_local(&self, dag: &Dag, reader: NodeId, load: &LoadRef) -> bool {
        !self.info[&load.node].stored && self.is_at_own_point(dag, reader, load)
    }

    /// Whether `reader` sees `load` only at its own point of the parallel dimensions.
    pub fn is_at_own_point(&self, dag: &Dag, reader: NodeId, load: &LoadRef) -> bool {
        let (of, to) = (&self.info[&reader], &self.info[&load.node]);
        if of.alone || to.alone {
            return false;
        }
        of.parallel == to.parallel
            && of
                .axes
                .parallel
                .iter()
                .zip(&to.axes.parallel)
                .all(|(mine, theirs)| access::as_axis(dag, load.index[*theirs]) == Some(*mine))
    }

    /// Whether a group consists of a node that shares its kernel with nothing.
    pub(super) fn is_closed(&self, group: &Group) -> bool {
        group.members.iter().any(|m| self.info[m].closed)
    }

    pub(super) fn all_local(&self, dag: &Dag, reader: NodeId, node: NodeId) -> bool {
        self.info[&reader]
            .loads
            .iter()
            .filter(|l| l.node == node)
            .all(|l| self.is_local(dag, reader, l))
    }
}

/// How nodes may be grouped.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// One node per kernel, with all axes parallel.
    pub unfused: bool,
    /// The most nodes of a kernel.
    pub members: usize,
}

/// Assigns every needed node to a group. `dag` must have been settled.
pub fn group(dag: &Dag, limits: Limits) -> Groups {
    let mut this = Groups {
        info: HashMap::default(),
        groups: Vec::new(),
        group_of: HashMap::default(),
        targets: HashMap::default(),
        replaced: HashMap::default(),
    };
    let operands = access::operands(dag);
    let check_nodes = access::needed(&operands, dag.checks.iter().map(|c| c.node));
    let roots = dag.outputs.iter().map(|o| o.node).chain(dag.checks.iter().map(|c| c.node));
    let needed = access::needed(&operands, roots);
    for id in &needed {
        this.info.insert(*id, Info::new(dag, *id, limits.unfused));
    }
    for output in &dag.outputs {
        this.targets.entry(output.node).or_default().push(output.target);
    }
    let before = before(dag, &operands, &needed);
    let order = order(&operands, &needed, &before);
    let mut placer = Placer::new(dag, &mut this, &before, limits);
    for id in &order {
        if !matches!(dag.node(*id).kind, NodeKind::Input(_)) {
            placer.place(*id, check_nodes.contains(id));
        }
    }
    let mut ancestors = placer.ancestors;
    if !limits.unfused {
        let position = order.iter().enumerate().map(|(k, id)| (*id, k)).collect();
        merge::merge(dag, &mut this, &mut ancestors, &before, &position, limits);
        sink::sink(dag, &mut this, &before, &position, limits);
    }
    number(&mut this, &before);
    this
}

/// The orderings without data: readers of a parameter's old value come before the writer of the new one.
fn before(dag: &Dag, operands: &[Vec<NodeId>], needed: &HashSet<NodeId>) -> Before {
    let mut before = Before::default();
    let inputs = access::input_nodes(dag);
    let mut updated: HashMap<NodeId, Vec<NodeId>> = HashMap::default();
    for output in &dag.outputs {
        if let Target::Param(p) = output.target {
            updated.entry(inputs[p as usize]).or_default().push(output.node);
        }
    }
    // The states of a loop are written together.
    let loop_of = |node: NodeId| match dag.node(node).kind {
        NodeKind::Loop { id, .. } => Some(id),
        _ => None,
    };
    for (k, of_node) in operands.iter().enumerate() {
        let reader = NodeId(k as u32);
        let of_loop = loop_of(reader);
        for (input, writers) in of_node.iter().filter_map(|o| Some((*o, updated.get(o)?))) {
            for writer in writers {
                let together = of_loop.is_some() && of_loop == loop_of(*writer);
                if reader != *writer && !together && needed.contains(&reader) {
                    before.entry(*writer).or_default().push((reader, input));
                }
            }
        }
    }
    before
}

/// A topological order over data and ordering edges (Kahn's algorithm), the smallest id first.
fn order(operands: &[Vec<NodeId>], nodes: &HashSet<NodeId>, before: &Before) -> Vec<NodeId> {
    let mut users: HashMap<NodeId, Vec<NodeId>> = HashMap::default();
    let mut waiting: HashMap<NodeId, usize> = HashMap::default();
    let mut ready = BTreeSet::new();
    for id in nodes {
        let mut deps: BTreeSet<NodeId> = operands[id.0 as usize].iter().copied().collect();
        deps.extend(before.get(id).into_iter().flatten().map(|(reader, _)| *reader));
        deps.iter().for_each(|d| users.entry(*d).or_default().push(*id));
        waiting.insert(*id, deps.len());
        if deps.is_empty() {
            ready.insert(*id);
        }
    }
    let mut order = Vec::new();
    while let Some(id) = ready.pop_first() {
        order.push(id);
        for user in users.get(&id).into_iter().flatten() {
            let left = waiting.get_mut(user).expect("users are nodes");
            *left -= 1;
            if *left == 0 {
                ready.insert(*user);
            }
        }
    }
    debug_assert_eq!(order.len(), nodes.len(), "the graph with ordering edges has no cycle");
    order
}

/// Drops empty groups, and finds the groups that each of the others waits for. Then numbers them so that each comes
/// after those (Kahn's algorithm), checks first.
fn number(this: &mut Groups, before: &Before) {
    let old: Vec<Group> = std::mem::take(&mut this.groups);
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); old.len()];
    let mut after: Vec<BTreeSet<usize>> = Vec::with_capacity(old.len());
    for (k, group) in old.iter().enumerate() {
        let mut of_group = BTreeSet::new();
        for m in &group.members {
            let data = this.info[m].loads.iter().map(|l| l.node);
            let ordering = before.get(m).into_iter().flatten().map(|(reader, _)| *reader);
            of_group.extend(data.chain(ordering).filter_map(|n| this.group_of.get(&n).copied()));
        }
        of_group.remove(&k);
        of_group.iter().for_each(|h| users[*h].push(k));
        after.push(of_group);
    }
    let mut waiting: Vec<usize> = after.iter().map(BTreeSet::len).collect();
    let kept = |k: &usize| !old[*k].members.is_empty();
    let key = |k: usize| (!old[k].is_check, k);
    let mut ready: BTreeSet<(bool, usize)> =
        (0..old.len()).filter(kept).filter(|k| waiting[*k] == 0).map(key).collect();
    let mut new_index = vec![usize::MAX; old.len()];
    let mut order = Vec::new();
    while let Some((_, next)) = ready.pop_first() {
        new_index[next] = order.len();
        order.push(next);
        for user in &users[next] {
            waiting[*user] -= 1;
            if waiting[*user] == 0 {
                ready.insert(key(*user));
            }
        }
    }
    assert_eq!(order.len(), (0..old.len()).filter(kept).count(), "groups have no cycle");
    let mut old: Vec<Option<Group>> = old.into_iter().map(Some).collect();
    for k in order {
        let mut group = old[k].take().expect("each group once");
        group.after = after[k].iter().map(|h| new_index[*h]).collect();
        this.groups.push(group);
    }
    this.group_of.values_mut().for_each(|g| *g = new_index[*g]);
}

/// Whether a parameter is passed as an index array.
pub fn is_index_input(dag: &Dag, node: NodeId) -> bool {
    match dag.node(node).kind {
        NodeKind::Input(k) => matches!(dag.inputs[k as usize].kind, ParamKind::Index { .. }),
        NodeKind::Compute(_) | NodeKind::Routine { .. } | NodeKind::Loop { .. } => false,
    }
}
