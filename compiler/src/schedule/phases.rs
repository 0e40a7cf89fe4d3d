//! Plans the inside of a kernel: which members share a loop, which are kept in local arrays, and which arrays are
//! staged.
//!
//! A *phase* is a loop over inner axes that several members share. To *stage* an array is to copy the part that a point
//! reads into a local array first.

use super::access::{self, LoadRef};
use super::group::{Group, Groups};
use crate::dag::{Binary, Dag, NodeId, NodeKind, Scalar, ScalarId, Size, Target, Var};
use crate::hash::{HashMap, HashSet};
use std::collections::BTreeMap;

/// Axes up to this extent may be unrolled: those of a 3 by 3 matrix.
pub const SMALL_AXIS: i64 = 9;
/// The most copies of a member that unrolling may make.
const MAX_COPIES: i64 = 32;
/// The most operands of operands that are searched for a loop that a member could share.
const MAX_CHAIN: usize = 32;
/// The most copies of a member that is computed in the loop of an operand.
const MAX_FIELD_COPIES: i64 = 16;
/// Reductions up to this extent are unrolled.
pub const SMALL_REDUCTION: i64 = 5;
/// The largest array that is staged, in elements.
const MAX_STAGED: i64 = 4096;

/// The most copies of a body that unrolled reductions may make.
const MAX_REDUCTION_COPIES: i64 = 32;

/// For each variable of a reduction of `body` over all of these extents, whether it is unrolled.
pub fn unrolled_variables(dag: &Dag, body: ScalarId, extents: &[Size]) -> Vec<bool> {
    let mut copies = 1;
    let unroll = |extent: &Size| match extent.as_constant() {
        Some(n) if n <= SMALL_REDUCTION && copies * n.max(1) <= MAX_REDUCTION_COPIES => {
            copies *= n.max(1);
            true
        }
        _ => false,
    };
    let unrolled: Vec<bool> = extents.iter().map(unroll).collect();
    // Copies inside of a loop are combined before they meet the accumulator.
    let in_order = dag.tuning.is_strict() && !dag.dtype(body).is_exact();
    match in_order && !unrolled.iter().all(|unrolled| *unrolled) {
        true => vec![false; extents.len()],
        false => unrolled,
    }
}

/// Something that a phase computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    /// An array from outside, copied into a local array because it is read more than once, or overwritten.
    Stage(NodeId),
    Member(NodeId),
}

/// Items with the same loops, which need values of each other only at the same loop point.
#[derive(Debug)]
pub struct PhasePlan {
    pub extents: Vec<i64>,
    pub items: Vec<Item>,
}

#[derive(Debug, Default)]
pub struct Plan {
    pub phases: Vec<PhasePlan>,
    /// The axes of a member (or staged array) that are loops of its phase, in order.
    pub loops: HashMap<Item, Vec<usize>>,
    /// Axes of a member that are unrolled.
    pub unrolled: HashMap<NodeId, Vec<usize>>,
    /// Members that later phases read.
    pub local: HashSet<NodeId>,
    /// Arrays from outside that are staged.
    pub staged: HashSet<NodeId>,
    /// The number of elements of all local arrays.
    pub local_elements: i64,
}

struct Placed {
    depth: usize,
    unrolled: Vec<usize>,
    loops: Vec<usize>,
}

/// For each node that members of a group read, these members in order, each with its loads.
type Reads<'a> = HashMap<NodeId, Vec<(NodeId, &'a LoadRef)>>;

fn reads<'a>(groups: &'a Groups, group: &Group) -> Reads<'a> {
    let mut reads = Reads::default();
    for &user in &group.members {
        for load in &groups.info[&user].loads {
            reads.entry(load.node).or_default().push((user, load));
        }
    }
    reads
}

/// Plans the phases of a group.
pub fn plan(dag: &Dag, groups: &Groups, group: &Group) -> Plan {
    let reads = reads(groups, group);
    let mut placed: HashMap<NodeId, Placed> = HashMap::default();
    let mut merged: HashSet<(NodeId, NodeId)> = HashSet::default();
    for &id in group.members.iter().rev() {
        let of_node = reads.get(&id).map_or(&[] as &[_], Vec::as_slice);
        let p = place(dag, groups, id, of_node, &placed, &mut merged);
        placed.insert(id, p);
    }
    let mut plan = Plan::default();
    for &id in &group.members {
        for (user, _) in reads.get(&id).into_iter().flatten() {
            if placed[user].depth != placed[&id].depth || !merged.contains(&(id, *user)) {
                plan.local.insert(id);
            }
        }
    }
    let mut order: BTreeMap<(std::cmp::Reverse<usize>, Vec<i64>), Vec<Item>> = BTreeMap::new();
    for (node, depth) in stages(dag, groups, group, &reads, &placed) {
        let inner = groups.info[&node].axes.inner.clone();
        let key = (std::cmp::Reverse(depth), extents(dag, node, &inner));
        order.entry(key).or_default().push(Item::Stage(node));
        plan.staged.insert(node);
        plan.loops.insert(Item::Stage(node), inner);
    }
    for &id in &group.members {
        let p = &placed[&id];
        let key = (std::cmp::Reverse(p.depth), extents(dag, id, &p.loops));
        order.entry(key).or_default().push(Item::Member(id));
        plan.loops.insert(Item::Member(id), p.loops.clone());
        plan.unrolled.insert(id, p.unrolled.clone());
    }
    plan.phases =
        order.into_iter().map(|((_, extents), items)| PhasePlan { extents, items }).collect();
    plan.local_elements =
        plan.local.iter().chain(&plan.staged).map(|n| inner_elements(dag, groups, *n)).sum();
    plan
}

fn extents(dag: &Dag, node: NodeId, axes: &[usize]) -> Vec<i64> {
    let shape = &dag.node(node).shape;
    axes.iter().map(|k| shape[*k].as_constant().expect("inner axes are constant")).collect()
}

/// The number of elements of a node at one point of its parallel axes.
pub fn inner_elements(dag: &Dag, groups: &Groups, node: NodeId) -> i64 {
    extents(dag, node, &groups.info[&node].axes.inner).iter().product()
}

/// The depth (counted from the end), the loops and the unrolled axes of one member, whose users are placed already.
fn place(
    dag: &Dag,
    groups: &Groups,
    id: NodeId,
    reads: &[(NodeId, &LoadRef)],
    placed: &HashMap<NodeId, Placed>,
    merged: &mut HashSet<(NodeId, NodeId)>,
) -> Placed {
    let inner = groups.info[&id].axes.inner.clone();
    let extent = |axis: usize| dag.node(id).shape[axis].as_constant().unwrap_or(i64::MAX);
    // An axis of one element is not a loop, so that members with and without such an axis share a phase.
    let ones = inner.iter().copied().filter(|k| extent(*k) == 1);
    let mut unrolled: Vec<usize> = selecting_axes(dag, id)
        .into_iter()
        .filter(|k| inner.contains(k) && (2..=SMALL_AXIS).contains(&extent(*k)))
        .chain(ones)
        .collect();
    let users = || reads.chunk_by(|(a, _), (b, _)| a == b);
    for of_user in users() {
        let wanted: Option<Vec<Vec<usize>>> = of_user
            .iter()
            .map(|(user, l)| small_axes(dag, &inner, l, &placed[user], &extent))
            .collect();
        for axis in wanted.into_iter().flatten().flatten() {
            if !unrolled.contains(&axis) {
                unrolled.push(axis);
            }
        }
    }
    let copies: i64 = unrolled.iter().map(|k| extent(*k)).product();
    if copies > MAX_COPIES {
        unrolled.clear();
    }
    let merges = |unrolled: &[usize], of_user: &[(NodeId, &LoadRef)]| {
        let user = of_user[0].0;
        let u = &placed[&user];
        let loops = without(&inner, unrolled);
        let same_loops = extents(dag, id, &loops) == extents(dag, user, &u.loops);
        let at_point = of_user.iter().all(|(_, l)| {
            loops
                .iter()
                .zip(&u.loops)
                .all(|(mine, theirs)| access::as_axis(dag, l.index[*mine]) == Some(*theirs))
                && unrolled.iter().all(|k| is_small(dag, l, l.index[*k], &u.unrolled))
        });
        same_loops && at_point
    };
    if !users().any(|of_user| merges(&unrolled, of_user)) {
        unrolled.extend(field_axes(dag, groups, id, reads, placed, &unrolled));
    }
    unrolled.sort();
    let loops = without(&inner, &unrolled);
    let mut depth = 0;
    for of_user in users() {
        let user = of_user[0].0;
        let ok = merges(&unrolled, of_user);
        if ok {
            merged.insert((id, user));
        }
        let of_user = placed[&user].depth;
        depth = depth.max(if ok { of_user } else { of_user + 1 });
    }
    Placed { depth, unrolled, loops }
}

fn without(axes: &[usize], unrolled: &[usize]) -> Vec<usize> {
    axes.iter().copied().filter(|k| !unrolled.contains(k)).collect()
}

/// For a member that later phases read, the axes to unroll so that it is computed in the loop of an operand, from
/// registers. They are axes such as the fields of a system, which all users index by constants.
fn field_axes(
    dag: &Dag,
    groups: &Groups,
    id: NodeId,
    reads: &[(NodeId, &LoadRef)],
    placed: &HashMap<NodeId, Placed>,
    unrolled: &[usize],
) -> Vec<usize> {
    let rest = without(&groups.info[&id].axes.inner, unrolled);
    let extent = |axis: &usize| dag.node(id).shape[*axis].as_constant().unwrap_or(i64::MAX);
    let mut copies: i64 = unrolled.iter().map(&extent).product();
    let mut fields = Vec::new();
    for axis in &rest {
        let known =
            reads.iter().all(|(u, l)| is_small(dag, l, l.index[*axis], &placed[u].unrolled));
        if !known || extent(axis) > SMALL_AXIS || copies * extent(axis) > MAX_FIELD_COPIES {
            break;
        }
        copies *= extent(axis);
        fields.push(*axis);
    }
    let loops = without(&rest, &fields);
    let met = !fields.is_empty() && !loops.is_empty() && !reads.is_empty();
    if met && meets(dag, groups, id, &loops) { fields } else { Vec::new() }
}

/// Whether an operand of a member can run through the loops of these axes of the member, if the axes that its users
/// index by constants are unrolled. Operands of operands are searched, too.
fn meets(dag: &Dag, groups: &Groups, id: NodeId, loops: &[usize]) -> bool {
    let (mut stack, mut seen) = (vec![(id, loops.to_vec())], HashSet::default());
    while let Some((id, loops)) = stack.pop() {
        if !seen.insert(id) || seen.len() > MAX_CHAIN {
            continue;
        }
        for load in &groups.info[&id].loads {
            let operand = load.node;
            let Some(info) = groups.info.get(&operand) else { continue };
            if access::body(dag, operand).is_none() {
                continue;
            }
            let axis = |theirs: &usize| access::as_axis(dag, load.index[*theirs]);
            let same = |theirs: &[usize]| {
                theirs.iter().map(axis).eq(loops.iter().map(|mine| Some(*mine)))
                    && extents(dag, operand, theirs) == extents(dag, id, &loops)
            };
            if same(&without(&info.axes.inner, &selecting_axes(dag, operand))) {
                return true;
            }
            // The operand is read element by element, so its fields may be indexed by constants, too.
            if info.axes.inner.iter().all(|theirs| axis(theirs).is_some()) {
                let is_loop = |theirs: &usize| axis(theirs).is_some_and(|k| loops.contains(&k));
                let theirs: Vec<usize> = info.axes.inner.iter().copied().filter(is_loop).collect();
                if same(&theirs) {
                    stack.push((operand, theirs));
                }
            }
        }
    }
    false
}

/// The axes to unroll so that `load` reads the node at the loop point of its user. `None` if that is impossible.
fn small_axes(
    dag: &Dag,
    inner: &[usize],
    load: &LoadRef,
    placed: &Placed,
    extent: &dyn Fn(usize) -> i64,
) -> Option<Vec<usize>> {
    let mut small = Vec::new();
    let mut next_loop = placed.loops.iter();
    for &axis in inner {
        let index = load.index[axis];
        match access::as_axis(dag, index) {
            Some(k) if placed.loops.contains(&k) => {
                if next_loop.next() != Some(&k) {
                    return None;
                }
            }
            _ if extent(axis) <= SMALL_AXIS && is_small(dag, load, index, &placed.unrolled) => {
                small.push(axis)
            }
            _ => return None,
        }
    }
    next_loop.next().is_none().then_some(small)
}

/// Whether an index is a constant once the variables of unrolled axes and short reductions are constants.
fn is_small(dag: &Dag, load: &LoadRef, index: ScalarId, unrolled: &[usize]) -> bool {
    access::reachable(dag, index).iter().all(|s| match dag.scalar(*s) {
        Scalar::Var(Var::Axis(k)) => unrolled.contains(&(*k as usize)),
        Scalar::Var(var) => load.reductions.iter().any(|r| r.var == *var && r.unrolled),
        // Powers are not folded.
        Scalar::Binary(op, ..) => *op != Binary::PowI,
        Scalar::Const(_) => true,
        _ => false,
    })
}

/// Axes that decide a `Select` in the body.
fn selecting_axes(dag: &Dag, id: NodeId) -> Vec<usize> {
    let Some(body) = access::body(dag, id) else { return Vec::new() };
    let mut axes = Vec::new();
    for s in access::reachable(dag, body) {
        let Scalar::Select(condition, ..) = dag.scalar(s) else { continue };
        let parts = access::reachable(dag, *condition);
        if parts.iter().any(|s| matches!(dag.scalar(*s), Scalar::Load { .. })) {
            continue;
        }
        for part in parts {
            if let Scalar::Var(Var::Axis(k)) = dag.scalar(part) {
                axes.push(*k as usize);
            }
        }
    }
    axes.sort();
    axes.dedup();
    axes
}

/// The arrays from outside that are copied into local arrays first, each with its depth.
fn stages(
    dag: &Dag,
    groups: &Groups,
    group: &Group,
    reads: &Reads,
    placed: &HashMap<NodeId, Placed>,
) -> Vec<(NodeId, usize)> {
    let mut stages = Vec::new();
    let mut seen = HashSet::default();
    for &id in &group.members {
        for load in &groups.info[&id].loads {
            let m = load.node;
            if placed.contains_key(&m) || !seen.insert(m) {
                continue;
            }
            let reads = &reads[&m];
            // Reads of other points (a DG neighbour) go to the array itself.
            let local: Vec<(NodeId, &LoadRef)> =
                reads.iter().filter(|(u, l)| groups.is_at_own_point(dag, *u, l)).copied().collect();
            let overwritten = must_stage(dag, group, groups, m, reads, placed);
            if !local.is_empty() && (overwritten || pays(dag, groups, group, m, &local, placed)) {
                let mut depth = local.iter().map(|(u, _)| placed[u].depth + 1).max().unwrap_or(0);
                if overwritten {
                    let last = placed.values().map(|p| p.depth + 1).max().unwrap_or(0);
                    depth = depth.max(last);
                }
                stages.push((m, depth));
            }
        }
    }
    stages
}

/// Whether the group overwrites parameter `m` in a phase that does not follow all reads of it.
fn must_stage(
    dag: &Dag,
    group: &Group,
    groups: &Groups,
    m: NodeId,
    reads: &[(NodeId, &LoadRef)],
    placed: &HashMap<NodeId, Placed>,
) -> bool {
    let NodeKind::Input(p) = dag.node(m).kind else { return false };
    let writer = group
        .members
        .iter()
        .find(|w| groups.targets.get(w).is_some_and(|t| t.contains(&Target::Param(p))));
    let Some(writer) = writer else { return false };
    let w = &placed[writer];
    reads.iter().any(|(reader, load)| {
        let r = &placed[reader];
        // Unrolled copies belong to one point, so only the loops have to agree.
        let same_point = extents(dag, *reader, &r.loops) == extents(dag, *writer, &w.loops)
            && w.loops.iter().zip(&r.loops).all(|(of_parameter, of_reader)| {
                access::as_axis(dag, load.index[*of_parameter]) == Some(*of_reader)
            })
            && w.unrolled.iter().all(|k| is_small(dag, load, load.index[*k], &r.unrolled));
        let safe = r.depth > w.depth || r.depth == w.depth && same_point;
        !safe
    })
}

/// Whether staging saves more than it costs, because the same elements are read again and again with a stride.
fn pays(
    dag: &Dag,
    groups: &Groups,
    group: &Group,
    m: NodeId,
    reads: &[(NodeId, &LoadRef)],
    placed: &HashMap<NodeId, Placed>,
) -> bool {
    let info = &groups.info[&m];
    let contiguous = info.axes.parallel.last().map(|k| k + 1) == Some(dag.node(m).shape.len());
    let elements = inner_elements(dag, groups, m);
    // Indices are read once per gather. Beside the gather, a copy would cost as much as it saves.
    if group.parallel.is_empty()
        || contiguous
        || super::group::is_index_input(dag, m)
        || !(2..=MAX_STAGED).contains(&elements)
    {
        return false;
    }
    let evaluations = reads.iter().fold(0i64, |sum, (u, l)| {
        // Unrolled copies repeat a read only if it differs between them.
        let p = &placed[u];
        let depends = |axis: &usize| {
            let var = Var::Axis(*axis as u32);
            l.index.iter().any(|i| access::depends_on(dag, *i, var))
        };
        let copies = p.unrolled.iter().copied().filter(|k| depends(k));
        let axes: Vec<usize> = p.loops.iter().copied().chain(copies).collect();
        let once: i64 = extents(dag, *u, &axes).iter().product();
        let repeats = l.repeats().as_constant().unwrap_or(i64::MAX / 2);
        sum.saturating_add(once.saturating_mul(repeats.max(1)))
    });
    evaluations >= 2 * elements
}
