//! Which comprehensions share a kernel.
//!
//! Comprehensions with the same parallel dimensions may share a kernel if every read between them stays at
//! the same point of those dimensions (*element-local* fusion). A gather from another point needs the
//! whole array, hence an earlier kernel.

use super::access::{self, Axes, LoadRef};
use super::{contraction, merge, sink};
use crate::dag::{Dag, InputKind, NodeId, NodeKind, Output, Size, Target};
use std::collections::{BTreeSet, HashMap, HashSet};

/// About the most buffers of one kernel (which temporaries it stores is not known while it grows): well
/// below what CUDA's parameter space holds.
pub(super) const MAX_BUFFERS: usize = 48;

/// Orderings without data: for the writer of a parameter's new value, the readers of the old one, each
/// with the parameter's node.
pub(super) type Before = HashMap<NodeId, Vec<(NodeId, NodeId)>>;

/// Facts about one node.
#[derive(Debug)]
pub struct Info {
    pub axes: Axes,
    pub parallel: Vec<Size>,
    pub loads: Vec<LoadRef>,
    /// Whether it shares its kernel with nothing: a routine, or a large contraction.
    pub alone: bool,
}

/// The nodes of one kernel, operands first.
#[derive(Debug, Default)]
pub struct Group {
    pub members: Vec<NodeId>,
    pub parallel: Vec<Size>,
    pub is_check: bool,
    /// Groups that must have run before.
    pub after: BTreeSet<usize>,
}

/// The graph with its nodes assigned to kernels, in an order in which they can run.
pub struct Groups {
    pub info: HashMap<NodeId, Info>,
    pub groups: Vec<Group>,
    pub group_of: HashMap<NodeId, usize>,
    /// Where each computed output goes.
    pub targets: HashMap<NodeId, Vec<Target>>,
}

impl Group {
    /// Whether this is the kernel of a routine: it computes nothing else.
    pub fn is_routine(&self, dag: &Dag) -> bool {
        self.members.iter().any(|m| access::is_routine(dag, *m))
    }
}

impl Info {
    fn new(dag: &Dag, id: NodeId, whole: bool) -> Info {
        let shape = &dag.node(id).shape;
        let axes = if whole {
            Axes { parallel: (0..shape.len()).collect(), inner: Vec::new() }
        } else {
            access::axes(dag, id)
        };
        let parallel = axes.parallel.iter().map(|k| shape[*k].clone()).collect();
        let alone = access::is_routine(dag, id) || contraction::is_large(dag, id);
        Info { axes, parallel, loads: access::loads(dag, id), alone }
    }
}

impl Groups {
    /// Whether `reader` sees `load` only at its own point of the parallel dimensions.
    pub fn is_local(&self, dag: &Dag, reader: NodeId, load: &LoadRef) -> bool {
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

    /// Whether a group is the kernel of a node that shares it with nothing.
    pub(super) fn is_closed(&self, group: &Group) -> bool {
        group.members.iter().any(|m| self.info[m].alone)
    }

    pub(super) fn all_local(&self, dag: &Dag, reader: NodeId, node: NodeId) -> bool {
        self.info[&reader]
            .loads
            .iter()
            .filter(|l| l.node == node)
            .all(|l| self.is_local(dag, reader, l))
    }
}

/// Gives every output a computed node of its own kind: parameters returned or stored unchanged into
/// others are copied, parameters that keep their value are dropped, what a check needs is copied after the
/// check (which must not write anything of the caller's), and a `&mut` parameter whose old value is still
/// needed after its new one is known gets a copy at the end.
pub fn settle_outputs(dag: &mut Dag, unfused: bool) {
    let of_checks = needed(dag, dag.checks.iter().map(|c| c.node).collect());
    let mut outputs: Vec<Output> = Vec::new();
    for output in dag.outputs.clone() {
        let own = match output.target {
            Target::Param(p) => dag.node(output.node).kind == NodeKind::Input(p),
            Target::Result(_) => false,
        };
        if own {
            continue;
        }
        let is_input = matches!(dag.node(output.node).kind, NodeKind::Input(_));
        // What has a kernel of its own writes to one place, which is none that it reads.
        let routine = access::is_routine(dag, output.node);
        let again = outputs.iter().any(|o| o.node == output.node);
        let taken = routine && matches!(output.target, Target::Param(_))
            || again && (routine || contraction::is_large(dag, output.node));
        let shared = is_input || taken || of_checks.contains(&output.node);
        let node = if shared { copy_of(dag, output.node) } else { output.node };
        outputs.push(Output { node, ..output });
    }
    // Each new value must come after all readers of the old one: edges reader -> writer. Where that
    // is a cycle, the value is computed elsewhere and copied at the end.
    let mut edges = data_edges(dag);
    for output in &mut outputs {
        let Target::Param(p) = output.target else { continue };
        let writer = output.node;
        let readers = readers_of(dag, p);
        let cyclic = readers.iter().any(|r| *r != writer && reaches(&edges, writer, *r));
        let elsewhere = !reads_in_place(dag, writer, input_node(dag, p), unfused);
        if cyclic || elsewhere {
            output.node = copy_of(dag, writer);
            edges.entry(writer).or_default().push(output.node);
        }
        for r in readers.into_iter().filter(|r| *r != output.node) {
            edges.entry(r).or_default().push(output.node);
        }
    }
    dag.outputs = outputs;
}

fn copy_of(dag: &mut Dag, node: NodeId) -> NodeId {
    let (shape, name) = (dag.node(node).shape.clone(), dag.node(node).name.clone());
    let index = (0..shape.len()).map(|k| dag.axis(k)).collect();
    let body = dag.load(node, index);
    dag.compute(&format!("{name}_copy"), shape, body)
}

/// Whether `writer` sees `input` only at its own point, so that it may overwrite it.
fn reads_in_place(dag: &Dag, writer: NodeId, input: NodeId, unfused: bool) -> bool {
    let info = [writer, input].map(|n| (n, Info::new(dag, n, unfused)));
    let groups = Groups {
        info: HashMap::from(info),
        groups: Vec::new(),
        group_of: HashMap::new(),
        targets: HashMap::new(),
    };
    groups.all_local(dag, writer, input)
}

/// Computed nodes that read the entry value of parameter `p`.
fn readers_of(dag: &Dag, p: u32) -> Vec<NodeId> {
    dag.nodes()
        .map(|(id, _)| id)
        .filter(|id| {
            access::loads(dag, *id).iter().any(|l| dag.node(l.node).kind == NodeKind::Input(p))
        })
        .collect()
}

/// For each node, the nodes that read it.
fn data_edges(dag: &Dag) -> HashMap<NodeId, Vec<NodeId>> {
    let mut edges: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
    for (id, _) in dag.nodes() {
        for load in access::loads(dag, id) {
            edges.entry(load.node).or_default().push(id);
        }
    }
    edges
}

fn reaches(edges: &HashMap<NodeId, Vec<NodeId>>, from: NodeId, to: NodeId) -> bool {
    let (mut stack, mut seen) = (vec![from], HashSet::new());
    while let Some(n) = stack.pop() {
        if n == to {
            return true;
        }
        if seen.insert(n) {
            stack.extend(edges.get(&n).into_iter().flatten());
        }
    }
    false
}

/// How nodes may be grouped.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// One node a kernel, all axes parallel.
    pub unfused: bool,
    /// Most nodes in a kernel.
    pub members: usize,
}

/// Assigns every needed node to a group. `dag` must have been settled.
pub fn group(dag: &Dag, limits: Limits) -> Groups {
    let mut this = Groups {
        info: HashMap::new(),
        groups: Vec::new(),
        group_of: HashMap::new(),
        targets: HashMap::new(),
    };
    let check_nodes = needed(dag, dag.checks.iter().map(|c| c.node).collect());
    let mut roots: Vec<NodeId> = dag.outputs.iter().map(|o| o.node).collect();
    roots.extend(dag.checks.iter().map(|c| c.node));
    let needed_nodes = needed(dag, roots);
    for (id, _) in dag.nodes() {
        if needed_nodes.contains(&id) {
            this.info.insert(id, Info::new(dag, id, limits.unfused));
        }
    }
    for output in &dag.outputs {
        this.targets.entry(output.node).or_default().push(output.target);
    }
    // Ordering without data: readers of a parameter's old value before the writer of the new one.
    let mut before = Before::new();
    for output in &dag.outputs {
        let Target::Param(p) = output.target else { continue };
        for reader in readers_of(dag, p) {
            if reader != output.node && needed_nodes.contains(&reader) {
                let input = input_node(dag, p);
                before.entry(output.node).or_default().push((reader, input));
            }
        }
    }
    let mut ancestors: Vec<HashSet<usize>> = Vec::new();
    let order = order(dag, &needed_nodes, &before);
    for id in &order {
        if !matches!(dag.node(*id).kind, NodeKind::Input(_)) {
            let is_check = check_nodes.contains(id);
            place(dag, &mut this, &mut ancestors, *id, is_check, &before, limits);
        }
    }
    if !limits.unfused {
        let position = order.iter().enumerate().map(|(k, id)| (*id, k)).collect();
        merge::merge(dag, &mut this, &before, &position, limits);
        sink::sink(dag, &mut this, &before, &position, limits);
    }
    sort_groups(&mut this);
    this
}

fn input_node(dag: &Dag, p: u32) -> NodeId {
    let is_it = |n: &crate::dag::Node| n.kind == NodeKind::Input(p);
    dag.nodes().find(|(_, n)| is_it(n)).map(|(id, _)| id).expect("every parameter has a node")
}

fn needed(dag: &Dag, roots: Vec<NodeId>) -> HashSet<NodeId> {
    let (mut stack, mut seen) = (roots, HashSet::new());
    while let Some(n) = stack.pop() {
        if seen.insert(n) {
            stack.extend(access::loads(dag, n).iter().map(|l| l.node));
        }
    }
    seen
}

/// Topological order over data and ordering edges (Kahn's algorithm), smallest id first.
fn order(dag: &Dag, nodes: &HashSet<NodeId>, before: &Before) -> Vec<NodeId> {
    let mut users: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
    let mut waiting: HashMap<NodeId, usize> = HashMap::new();
    let mut ready = BTreeSet::new();
    for id in nodes {
        let mut deps: BTreeSet<NodeId> = access::loads(dag, *id).iter().map(|l| l.node).collect();
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

fn place(
    dag: &Dag,
    this: &mut Groups,
    ancestors: &mut Vec<HashSet<usize>>,
    id: NodeId,
    is_check: bool,
    before: &Before,
    limits: Limits,
) {
    let data: BTreeSet<NodeId> = this.info[&id].loads.iter().map(|l| l.node).collect();
    let ordering: Vec<(NodeId, NodeId)> = before.get(&id).cloned().unwrap_or_default();
    let mut depends: BTreeSet<usize> =
        data.iter().filter_map(|n| this.group_of.get(n).copied()).collect();
    depends.extend(ordering.iter().map(|(reader, _)| this.group_of[reader]));
    let mut best: Option<(usize, usize)> = None;
    for g in 0..this.groups.len() {
        let group = &this.groups[g];
        if limits.unfused
            || this.is_closed(group)
            || this.info[&id].alone
            || group.is_check != is_check
            || group.parallel != this.info[&id].parallel
            || group.members.len() >= limits.members
            || depends.iter().any(|h| *h != g && ancestors[*h].contains(&g))
        {
            continue;
        }
        let in_group = |n: &NodeId| this.group_of.get(n) == Some(&g);
        let producers = data.iter().filter(|n| in_group(n)).count();
        let local = data.iter().filter(|n| in_group(n)).all(|n| this.all_local(dag, id, *n))
            && ordering
                .iter()
                .filter(|(reader, _)| in_group(reader))
                .all(|(reader, input)| this.all_local(dag, *reader, *input));
        // A new value of a parameter that this very node, or its group, reads elsewhere.
        let own = this.own_reads_local(dag, id);
        if !local || !own {
            continue;
        }
        let mut outside: HashSet<NodeId> = data.iter().filter(|n| !in_group(n)).copied().collect();
        let shared = group
            .members
            .iter()
            .flat_map(|m| &this.info[m].loads)
            .filter(|l| !dag.node(l.node).shape.is_empty() && outside.contains(&l.node))
            .count();
        for l in group.members.iter().flat_map(|m| &this.info[m].loads) {
            if !in_group(&l.node) {
                outside.insert(l.node);
            }
        }
        let stored = group.members.iter().filter(|m| this.targets.contains_key(m)).count();
        if outside.len() + stored + group.members.len().min(4) > MAX_BUFFERS {
            continue;
        }
        let tiny = this.info[&id].parallel.is_empty();
        if producers + shared > 0 || tiny {
            let score = 1000 * producers.min(1000) + shared.min(999);
            if best.is_none_or(|(s, _)| score >= s) {
                best = Some((score, g));
            }
        }
    }
    let g = match best {
        Some((_, g)) => g,
        None => {
            let parallel = this.info[&id].parallel.clone();
            this.groups.push(Group { parallel, is_check, ..Group::default() });
            ancestors.push(HashSet::new());
            this.groups.len() - 1
        }
    };
    this.groups[g].members.push(id);
    this.group_of.insert(id, g);
    depends.remove(&g);
    let mut gained: HashSet<usize> = depends.iter().copied().collect();
    for h in &depends {
        gained.extend(ancestors[*h].iter().copied());
    }
    this.groups[g].after.extend(depends);
    for (k, set) in ancestors.iter_mut().enumerate() {
        if k == g || set.contains(&g) {
            set.extend(gained.iter().copied());
        }
    }
}

impl Groups {
    /// Whether a node that updates parameters reads their old values only at its own point.
    fn own_reads_local(&self, dag: &Dag, id: NodeId) -> bool {
        self.targets.get(&id).into_iter().flatten().all(|t| match t {
            Target::Param(p) => self.all_local(dag, id, input_node(dag, *p)),
            Target::Result(_) => true,
        })
    }
}

/// Renumbers groups so that each runs after those it depends on (Kahn's algorithm), checks first.
fn sort_groups(this: &mut Groups) {
    let count = this.groups.len();
    let mut done = vec![false; count];
    let mut new_index = vec![0; count];
    let mut order = Vec::new();
    while order.len() < count {
        let ready = |g: &usize| !done[*g] && this.groups[*g].after.iter().all(|h| done[*h]);
        let checks = (0..count).filter(|g| this.groups[*g].is_check).find(ready);
        let next = checks.or_else(|| (0..count).find(ready)).expect("groups have no cycle");
        done[next] = true;
        new_index[next] = order.len();
        order.push(next);
    }
    let mut old: Vec<Option<Group>> =
        std::mem::take(&mut this.groups).into_iter().map(Some).collect();
    for g in order {
        let mut group = old[g].take().expect("each group once");
        group.after = group.after.iter().map(|h| new_index[*h]).collect();
        this.groups.push(group);
    }
    this.group_of.values_mut().for_each(|g| *g = new_index[*g]);
}

/// Whether a parameter is passed as an index array.
pub fn is_index_input(dag: &Dag, node: NodeId) -> bool {
    match dag.node(node).kind {
        NodeKind::Input(k) => matches!(dag.inputs[k as usize].kind, InputKind::Index { .. }),
        NodeKind::Compute(_) | NodeKind::Routine { .. } => false,
    }
}
