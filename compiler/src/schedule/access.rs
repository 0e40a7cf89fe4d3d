//! The reads of a comprehension: the facts on which fusion is decided.

use crate::dag::visit::visit_operands;
use crate::dag::{
    Binary, Const, DType, Dag, LoopId, NodeId, NodeKind, Routine, Scalar, ScalarId, Size, Var,
};
use crate::hash::HashSet;

/// One distinct load in the body of a node.
#[derive(Clone, Debug)]
pub struct LoadRef {
    pub node: NodeId,
    /// One index per axis. It is empty for an operand of a routine, which is read as a whole.
    pub index: Vec<ScalarId>,
    /// The variables of the reductions around the load.
    pub reductions: Vec<Around>,
}

/// A variable of a reduction.
#[derive(Clone, Debug)]
pub struct Around {
    pub var: Var,
    pub extent: Size,
    /// Whether it is unrolled: it takes constant values, with one copy of the body for each.
    pub unrolled: bool,
}

impl LoadRef {
    /// How often the load runs for one element of the reader.
    pub fn repeats(&self) -> Size {
        Size::product(self.reductions.iter().map(|around| &around.extent))
    }

    /// Whether it reads the element at the reader's own indices. The two nodes then have the same number of axes.
    pub fn is_own_element(&self, dag: &Dag) -> bool {
        let whole = self.index.is_empty() && !dag.node(self.node).shape.is_empty();
        !whole && (0..self.index.len()).all(|k| as_axis(dag, self.index[k]) == Some(k))
    }
}

/// How a kernel runs the axes of a node.
#[derive(Clone, Debug)]
pub struct Axes {
    /// Axes that are parallel dimensions of the kernel, in order.
    pub parallel: Vec<usize>,
    /// The other axes. Their extents are constant unless there are no parallel axes.
    pub inner: Vec<usize>,
}

/// Arrays of constant shape, up to this size, are computed at one point; larger ones are computed in parallel.
const SINGLE_POINT_ELEMENTS: i64 = 1024;
/// A reduction over a larger extent counts as one over the rows of an array.
const LONG_REDUCTION: i64 = 64;
/// The same limit for the work of their reductions.
const SINGLE_POINT_WORK: i64 = 1 << 16;

/// The distinct scalars that are reachable from `root` without entering other nodes, operands first.
pub fn reachable(dag: &Dag, root: ScalarId) -> Vec<ScalarId> {
    let (mut seen, mut order) = (HashSet::default(), Vec::new());
    let mut stack = vec![(root, false)];
    while let Some((id, done)) = stack.pop() {
        if done {
            order.push(id);
        } else if seen.insert(id) {
            stack.push((id, true));
            visit_operands(dag.scalar(id), &mut |s| stack.push((s, false)));
        }
    }
    order
}

/// The body of a computed node.
pub fn body(dag: &Dag, node: NodeId) -> Option<ScalarId> {
    match dag.node(node).kind {
        NodeKind::Compute(body) => Some(body),
        NodeKind::Input(_) | NodeKind::Routine { .. } | NodeKind::Loop { .. } => None,
    }
}

/// Whether a node is computed by a routine or a loop. These are separate kernels, whose points are not those of their
/// users.
pub fn is_routine(dag: &Dag, node: NodeId) -> bool {
    matches!(dag.node(node).kind, NodeKind::Routine { .. } | NodeKind::Loop { .. })
}

/// What computes several nodes at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A loop, whose states they are.
    Loop(LoopId),
    /// A call of a foreign function, by the library, which has one function, the sizes and the operands. They are its
    /// results.
    Call(String, Vec<Size>, Vec<NodeId>),
}

/// What computes a node together with others, if something does.
pub fn unit(dag: &Dag, node: NodeId) -> Option<Unit> {
    match &dag.node(node).kind {
        NodeKind::Loop { id, .. } => Some(Unit::Loop(*id)),
        NodeKind::Routine { routine: Routine::Foreign(call), operands } => {
            let library = call.function.library().unwrap_or_default().to_string();
            Some(Unit::Call(library, call.sizes.clone(), operands.clone()))
        }
        _ => None,
    }
}

/// The distinct nodes that a node reads, ascending.
pub fn operands_of(dag: &Dag, node: NodeId) -> Vec<NodeId> {
    let mut operands: Vec<NodeId> = match &dag.node(node).kind {
        NodeKind::Input(_) => Vec::new(),
        NodeKind::Routine { operands, .. } | NodeKind::Loop { operands, .. } => operands.clone(),
        NodeKind::Compute(body) => {
            let loaded = |s: &ScalarId| match dag.scalar(*s) {
                Scalar::Load { node, .. } => Some(*node),
                _ => None,
            };
            reachable(dag, *body).iter().filter_map(loaded).collect()
        }
    };
    operands.sort();
    operands.dedup();
    operands
}

/// The same for every node, by position.
pub fn operands(dag: &Dag) -> Vec<Vec<NodeId>> {
    dag.nodes().map(|(id, _)| operands_of(dag, id)).collect()
}

/// The nodes that `roots` depend on, themselves included.
pub fn needed(operands: &[Vec<NodeId>], roots: impl Iterator<Item = NodeId>) -> HashSet<NodeId> {
    let (mut stack, mut seen): (Vec<NodeId>, _) = (roots.collect(), HashSet::default());
    while let Some(n) = stack.pop() {
        if seen.insert(n) {
            stack.extend(&operands[n.0 as usize]);
        }
    }
    seen
}

/// The nodes of all parameters, by their number.
pub fn input_nodes(dag: &Dag) -> Vec<NodeId> {
    let mut nodes = vec![NodeId(u32::MAX); dag.inputs.len()];
    for (id, node) in dag.nodes() {
        if let NodeKind::Input(p) = node.kind {
            nodes[p as usize] = id;
        }
    }
    nodes
}

/// The nodes that routines and loops read.
pub fn operands_of_routines(dag: &Dag) -> HashSet<NodeId> {
    dag.nodes().flat_map(|(_, node)| node.kind.whole_operands()).copied().collect()
}

/// All loads of a node's body; the operands of a routine or a loop.
pub fn loads(dag: &Dag, node: NodeId) -> Vec<LoadRef> {
    let mut out = Vec::new();
    match &dag.node(node).kind {
        NodeKind::Input(_) => {}
        NodeKind::Compute(body) => collect(dag, *body, &[], &mut HashSet::default(), &mut out),
        kind @ (NodeKind::Routine { .. } | NodeKind::Loop { .. }) => {
            out.extend(kind.whole_operands().iter().map(|operand| LoadRef {
                node: *operand,
                index: Vec::new(),
                reductions: Vec::new(),
            }))
        }
    }
    out
}

fn collect(
    dag: &Dag,
    root: ScalarId,
    reductions: &[Around],
    seen: &mut HashSet<ScalarId>,
    out: &mut Vec<LoadRef>,
) {
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        match dag.scalar(id) {
            Scalar::Reduce { extents, range, body, height, .. } => {
                stack.extend(range.iter().flatten());
                let var = |k| Var::Reduction { height: *height, k: k as u32 };
                let mut inside = reductions.to_vec();
                let unrolled = match range {
                    Some(_) => vec![false],
                    None => super::phases::unrolled_variables(dag, *body, extents),
                };
                inside.extend(extents.iter().zip(unrolled).enumerate().map(
                    |(k, (extent, unrolled))| Around {
                        var: var(k),
                        extent: extent.clone(),
                        unrolled,
                    },
                ));
                // Sibling reductions use the same variables, so loads that were seen outside count again.
                collect(dag, *body, &inside, &mut HashSet::default(), out);
            }
            scalar => {
                if let Scalar::Load { node, index } = scalar {
                    let (node, index) = (*node, index.clone());
                    out.push(LoadRef { node, index, reductions: reductions.to_vec() });
                }
                visit_operands(scalar, &mut |s| stack.push(s));
            }
        }
    }
}

/// Whether the body reduces over anything.
pub fn has_reduction(dag: &Dag, node: NodeId) -> bool {
    body(dag, node).is_some_and(|b| {
        let reduces = |s: &ScalarId| matches!(dag.scalar(*s), Scalar::Reduce { .. });
        reachable(dag, b).iter().any(|s| reduces(s) && !is_guard(dag, *s))
    })
}

/// Whether a reduction is a guard: it has one term or none, and so reads an element only if it is there.
fn is_guard(dag: &Dag, reduction: ScalarId) -> bool {
    let is = |s: ScalarId, n: i64| *dag.scalar(s) == Scalar::Const(Const::i64(n));
    let Scalar::Reduce { range: Some([low, high]), .. } = dag.scalar(reduction) else {
        return false;
    };
    let mut stack = vec![*high];
    while let Some(s) = stack.pop() {
        match dag.scalar(s) {
            Scalar::Binary(Binary::Min, a, b) => stack.extend([*a, *b]),
            _ if is(s, 1) => return is(*low, 0),
            _ => {}
        }
    }
    false
}

/// Whether the body selects by a comparison of the last axis with a constant, and computes nothing. If the axis is one
/// that is unrolled, it may compute. Otherwise arithmetic that all choices share would be rounded differently.
pub fn chooses_by_last_axis(dag: &Dag, node: NodeId) -> bool {
    let shape = &dag.node(node).shape;
    let Some(last) = shape.len().checked_sub(1) else { return false };
    let unrolled = shape[last].as_constant().is_some_and(|n| n <= super::phases::SMALL_AXIS);
    let is_axis =
        |s: ScalarId| matches!(dag.scalar(s), Scalar::Var(Var::Axis(k)) if *k as usize == last);
    let is_const = |s: ScalarId| matches!(dag.scalar(s), Scalar::Const(_));
    let compares = |s: ScalarId| match dag.scalar(s) {
        Scalar::Binary(op, a, b) if op.is_comparison() => {
            is_axis(*a) && is_const(*b) || is_axis(*b) && is_const(*a)
        }
        _ => false,
    };
    body(dag, node).is_some_and(|b| {
        let chooses =
            |s: &ScalarId| matches!(dag.scalar(*s), Scalar::Select(c, ..) if compares(*c));
        let computes = |s: &ScalarId| match dag.scalar(*s) {
            Scalar::Unary(..) | Scalar::Cast(..) | Scalar::Foreign { .. } => true,
            Scalar::Binary(_, a, _) => dag.dtype(*s) != DType::I64 && dag.dtype(*a) != DType::I64,
            _ => false,
        };
        let parts = reachable(dag, b);
        parts.iter().any(chooses) && (unrolled || !parts.iter().any(computes))
    })
}

/// Whether the body reduces over more than a handful of elements.
pub fn has_long_reduction(dag: &Dag, node: NodeId) -> bool {
    body(dag, node).is_some_and(|b| {
        reachable(dag, b).iter().any(|s| match dag.scalar(*s) {
            Scalar::Reduce { .. } if is_guard(dag, *s) => false,
            Scalar::Reduce { extents, .. } => {
                Size::product(extents).as_constant().is_none_or(|n| n > 8)
            }
            _ => false,
        })
    })
}

/// Whether the body reduces over a symbolic number of rows, each read along the last axis. Such sums of columns run in
/// lanes of columns, even if there are few of these.
pub fn reduces_rows(dag: &Dag, node: NodeId) -> bool {
    let shape = &dag.node(node).shape;
    let Some(last) = shape.len().checked_sub(1).filter(|last| !shape[*last].is_one()) else {
        return false;
    };
    let axis = Var::Axis(last as u32);
    let along = |load: &LoadRef| load.index.last().is_some_and(|k| as_axis(dag, *k) == Some(last));
    let loads = loads(dag, node);
    let mut of_rows = loads.iter().filter(|load| {
        let is_long = |around: &Around| {
            let extent = around.extent.as_constant();
            !around.unrolled && extent.is_none_or(|n| n > LONG_REDUCTION)
        };
        load.reductions.iter().any(is_long)
    });
    let differs = |load: &LoadRef| load.index.iter().any(|index| depends_on(dag, *index, axis));
    let mut any = false;
    let all = of_rows.all(|load| {
        let is_along = along(load);
        any |= is_along;
        is_along || !differs(load)
    });
    any && all
}

/// Chooses the parallel axes of a node: the symbolic ones. If all axes are constant, all of them or none.
pub fn axes(dag: &Dag, node: NodeId) -> Axes {
    let n = dag.node(node);
    let rank = n.shape.len();
    let symbolic: Vec<usize> = (0..rank).filter(|k| n.shape[*k].as_constant().is_none()).collect();
    if is_routine(dag, node) {
        return Axes { parallel: (0..rank).collect(), inner: Vec::new() };
    }
    if !symbolic.is_empty() {
        let inner = (0..rank).filter(|k| !symbolic.contains(k)).collect();
        return Axes { parallel: symbolic, inner };
    }
    let elements = Size::product(&n.shape).as_constant().unwrap_or(i64::MAX);
    let work = body(dag, node).map_or(Some(0), |b| {
        reachable(dag, b).iter().try_fold(elements, |work, s| match dag.scalar(*s) {
            Scalar::Reduce { .. } if is_guard(dag, *s) => Some(work),
            Scalar::Reduce { extents, .. } => {
                Size::product(extents).as_constant().map(|r| work.saturating_mul(r.max(1)))
            }
            _ => Some(work),
        })
    });
    let small = elements <= SINGLE_POINT_ELEMENTS && work.is_some_and(|w| w <= SINGLE_POINT_WORK);
    if small {
        Axes { parallel: Vec::new(), inner: (0..rank).collect() }
    } else {
        Axes { parallel: (0..rank).collect(), inner: Vec::new() }
    }
}

/// The axis that an index expression consists of, if it is nothing but an axis.
pub fn as_axis(dag: &Dag, index: ScalarId) -> Option<usize> {
    match dag.scalar(index) {
        Scalar::Var(Var::Axis(k)) => Some(*k as usize),
        Scalar::Binary(Binary::Add, a, b) => match (dag.scalar(*a), dag.scalar(*b)) {
            (_, Scalar::Const(Const { bits: 0, dtype: DType::I64 })) => as_axis(dag, *a),
            (Scalar::Const(Const { bits: 0, dtype: DType::I64 }), _) => as_axis(dag, *b),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a scalar depends on the given variable.
pub fn depends_on(dag: &Dag, scalar: ScalarId, var: Var) -> bool {
    reachable(dag, scalar).iter().any(|s| *dag.scalar(*s) == Scalar::Var(var))
}

/// Whether an index expression contains a load.
pub fn is_gather(dag: &Dag, index: ScalarId) -> bool {
    reachable(dag, index).iter().any(|s| matches!(dag.scalar(*s), Scalar::Load { .. }))
}
