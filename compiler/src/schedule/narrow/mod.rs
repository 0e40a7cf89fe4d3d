//! Stores to one index of a dimension: `history[t] = u`, where `t` is a value of the call or of a pass. (`slices` has
//! stores to several, `several` has several stores.)
//!
//! The array after such an assignment is `where(i0 == t, u, history)`. Where it is updated in place, all points keep
//! their old element, except those at index `t`. So only these are left: the variable `i0` becomes `t`.

mod several;
mod slices;

use super::access;
use super::cost::typical;
use super::kernel::{Access, Extent, KernelIr, Loop, Stmt, Value, ValueId, VarId};
use super::lower::Lowered;
use super::pieces::rebuilt;
use super::steps::mentions;
use crate::dag::visit::reachable_from;
use crate::dag::{
    Binary, Const, DType, Dag, Hints, NodeId, NodeKind, Scalar, ScalarId, Size, Target, Var,
};
use crate::hash::HashMap;

/// The least length of a constant axis for which values are computed first. A shorter one is better off in a local array.
const LONG_AXIS: i64 = 64;
/// The most nodes that are looked at below an assignment.
const MAX_NODES: usize = 32;
/// The most values of a kernel that is looked at: its values are copied by a recursion.
const MAX_VALUES: usize = 2000;

/// Has the values of such assignments computed first, by themselves, where they depend on the array: `h[t] = h[t - 1]`.
/// Otherwise the kernel that stores them would read other elements than it writes, so the array would be copied.
pub fn keep_values(dag: &mut Dag) {
    let (mut kept, mut inlined) = (Vec::new(), Vec::new());
    for output in &dag.outputs {
        let Target::Param(p) = output.target else { continue };
        let Some((value, old)) = assigned(dag, output.node) else { continue };
        if dag.node(old).kind != NodeKind::Input(p) {
            continue;
        }
        let len = |node: NodeId| typical(&Size::product(&dag.node(node).shape));
        let depends = |node: NodeId| reachable_from(dag, [node]).contains(&old);
        let mut stack = loaded(dag, value);
        for _ in 0..MAX_NODES {
            let Some(node) = stack.pop() else { break };
            if node == old || !depends(node) {
                continue;
            }
            if len(node) < len(output.node) {
                kept.push(node);
            } else if let NodeKind::Compute(body) = dag.node(node).kind {
                // The sum in `h[t] += h[t - 1]` has all elements of `h`, of which one is needed.
                inlined.push(node);
                stack.extend(loaded(dag, body));
            }
        }
    }
    let alone = Hints { no_fuse: true, ..Hints::default() };
    kept.into_iter().for_each(|node| dag.hint(node, &alone));
    let inline = Hints { inline: true, ..Hints::default() };
    inlined.into_iter().for_each(|node| dag.hint(node, &inline));
}

/// The nodes that a value reads.
fn loaded(dag: &Dag, value: ScalarId) -> Vec<NodeId> {
    let of = |s: ScalarId| match dag.scalar(s) {
        Scalar::Load { node, .. } => Some(*node),
        _ => None,
    };
    access::reachable(dag, value).into_iter().filter_map(of).collect()
}

/// The value that a node has at one index of an axis, and the array whose elements it has elsewhere.
fn assigned(dag: &Dag, id: NodeId) -> Option<(ScalarId, NodeId)> {
    let NodeKind::Compute(body) = dag.node(id).kind else { return None };
    let Scalar::Select(condition, value, old) = *dag.scalar(body) else { return None };
    let Scalar::Load { node: old, ref index } = *dag.scalar(old) else { return None };
    let own = index.iter().enumerate().all(|(k, i)| access::as_axis(dag, *i) == Some(k));
    let shape = &dag.node(id).shape;
    (own && is_single(dag, shape, condition)).then_some((value, old))
}

/// Whether a condition holds at one index of some long axis only. Of many conditions, only some are looked at.
fn is_single(dag: &Dag, shape: &[Size], condition: ScalarId) -> bool {
    const MOST: usize = 32;
    let mentions_axes = |id: ScalarId| {
        let is_axis = |s: &ScalarId| matches!(dag.scalar(*s), Scalar::Var(Var::Axis(_)));
        access::reachable(dag, id).iter().any(is_axis)
    };
    let is_long = |axis: usize| shape[axis].as_constant().is_none_or(|n| n >= LONG_AXIS);
    let is_index = |axis: ScalarId, other: ScalarId| {
        access::as_axis(dag, axis).is_some_and(is_long) && !mentions_axes(other)
    };
    let mut stack = vec![condition];
    for _ in 0..MOST {
        let Some(id) = stack.pop() else { break };
        match *dag.scalar(id) {
            Scalar::Binary(Binary::And, a, b) => stack.extend([a, b]),
            Scalar::Binary(Binary::Eq, a, b) if is_index(a, b) || is_index(b, a) => return true,
            _ => {}
        }
    }
    false
}

/// Narrows a kernel. If it has several stores to parts of an array, it becomes the first of these, and the kernels of the
/// others are returned, too. Also returns whether there is less to do.
pub fn narrow_apart(lowered: &mut Lowered, dag: &Dag) -> (bool, Vec<Lowered>) {
    if narrow(lowered, dag) {
        return (true, Vec::new());
    }
    let Some(mut parts) = several::apart(lowered, dag) else { return (false, Vec::new()) };
    *lowered = parts.remove(0);
    (true, parts)
}

/// Leaves of a kernel only the points that store something new, as far as single indices and slices say which these
/// are. Returns whether there were some.
fn narrow(lowered: &mut Lowered, dag: &Dag) -> bool {
    let mut narrowed = slices::narrow(lowered, dag);
    while let Some((var, index)) = single(&lowered.kernel) {
        let dimension = lowered.kernel.parallel.iter().position(|l| l.var == var);
        match dimension {
            Some(k) => narrow_dimension(lowered, k, index),
            None => narrow_loop(&mut lowered.kernel, var, index),
        }
        narrowed = true;
    }
    narrowed
}

/// A variable of the kernel, and the only value of it at which something new is stored.
fn single(kernel: &KernelIr) -> Option<(VarId, ValueId)> {
    let [phase] = kernel.phases.as_slice() else { return None };
    if !kernel.locals.is_empty() || kernel.value_count() > MAX_VALUES {
        return None;
    }
    let mut conditions = Vec::new();
    for stmt in &phase.body {
        match *stmt {
            Stmt::Store { buffer, offset, value } => {
                conditions.push(condition(kernel, buffer, offset, value)?);
            }
            Stmt::Reduce { ref body, .. } if body.is_empty() => {}
            Stmt::Reduce { .. } | Stmt::StoreLocal { .. } => return None,
        }
    }
    let (first, others) = conditions.split_first()?;
    let vars = kernel.parallel.iter().chain(&phase.loops).map(|l| l.var);
    vars.into_iter().find_map(|var| {
        let mut indices = equal_to(kernel, *first, var).into_iter();
        // Each store has to be at this index only.
        let common =
            |index: &ValueId| others.iter().all(|c| equal_to(kernel, *c, var).contains(index));
        indices.find(|index| is_early(kernel, *index) && common(index)).map(|index| (var, index))
    })
}

/// The condition under which a store changes an element: without it, the stored value is the element itself.
fn condition(kernel: &KernelIr, buffer: u32, offset: ValueId, value: ValueId) -> Option<ValueId> {
    let Value::Select(condition, _, old) = *kernel.value(value) else { return None };
    let is_old = *kernel.value(old) == Value::Load { buffer, offset };
    (is_old && kernel.buffers[buffer as usize].access == Access::ReadWrite).then_some(condition)
}

/// The values that `var` is equal to wherever a condition holds, without those that depend on it.
fn equal_to(kernel: &KernelIr, condition: ValueId, var: VarId) -> Vec<ValueId> {
    let is_var = |id: ValueId| *kernel.value(id) == Value::Var(var);
    let (mut found, mut stack) = (Vec::new(), vec![condition]);
    while let Some(id) = stack.pop() {
        match *kernel.value(id) {
            Value::Binary(Binary::And, a, b) => stack.extend([a, b]),
            Value::Binary(Binary::Eq, a, b) => match (is_var(a), is_var(b)) {
                (true, false) if !mentions(kernel, b, var) => found.push(b),
                (false, true) if !mentions(kernel, a, var) => found.push(a),
                _ => {}
            },
            _ => {}
        }
    }
    found
}

/// Whether a value is known before the loops: it may depend on sizes and scalars, and on elements that no point
/// changes, at indices for which the same holds.
fn is_early(kernel: &KernelIr, id: ValueId) -> bool {
    let constant = |id: ValueId| match *kernel.value(id) {
        Value::Var(_) | Value::Accumulator(_) | Value::LoadLocal { .. } => false,
        Value::Load { buffer, .. } => kernel.buffers[buffer as usize].access == Access::Read,
        _ => true,
    };
    let (mut stack, mut early) = (vec![id], true);
    while let Some(id) = stack.pop() {
        early &= constant(id);
        kernel.operands(id, &mut |o| stack.push(o));
    }
    early
}

/// The dimension gets one point, or none if the array has none there. It becomes the first, so that lanes are others.
fn narrow_dimension(lowered: &mut Lowered, k: usize, index: ValueId) {
    let Loop { var, extent } = lowered.kernel.parallel.remove(k);
    let size = lowered.extents.remove(k);
    let kernel = replaced(&lowered.kernel, var, index, extent);
    lowered.kernel = kernel;
    // `min(size, 1)`
    let points = match size.as_constant() {
        Some(n) => Size::constant(n.min(1)),
        None => size.scale(2).quotient(&size.add(&Size::one())),
    };
    if !points.is_one() {
        let position = lowered.sizes.iter().position(|s| *s == points).unwrap_or_else(|| {
            lowered.sizes.push(points.clone());
            lowered.sizes.len() - 1
        });
        lowered.kernel.parallel.insert(0, Loop { var, extent: Extent::Size(position as u32) });
        lowered.extents.insert(0, points);
        lowered.kernel.sizes = lowered.sizes.len() as u32;
    }
}

/// The loop has one turn, so it is none. (Loops that have no turns are no part of kernels.)
fn narrow_loop(kernel: &mut KernelIr, var: VarId, index: ValueId) {
    let loops = &mut kernel.phases[0].loops;
    let Some(k) = loops.iter().position(|l| l.var == var) else { return };
    let extent = loops.remove(k).extent;
    *kernel = replaced(kernel, var, index, extent);
}

/// The kernel with an index instead of a variable. What is no index of the array becomes its first or last one, where
/// the comparison with the index itself does not hold, so that the element stays.
fn replaced(kernel: &KernelIr, var: VarId, index: ValueId, extent: Extent) -> KernelIr {
    let mut kernel = kernel.clone();
    let mut add = |value| kernel.add(value, DType::I64);
    let (zero, one) = (add(Value::Const(Const::i64(0))), add(Value::Const(Const::i64(1))));
    let n = match extent {
        Extent::Const(n) => add(Value::Const(Const::i64(n))),
        Extent::Size(k) => add(Value::Size(k)),
        Extent::Range { .. } => unreachable!("dimensions have sizes"),
    };
    let last = add(Value::Binary(Binary::Sub, n, one));
    let below = add(Value::Binary(Binary::Min, index, last));
    let inside = add(Value::Binary(Binary::Max, below, zero));
    let var = add(Value::Var(var));
    rebuilt(kernel, HashMap::from_iter([(var, inside)]))
}
