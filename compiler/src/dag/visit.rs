//! Walks over a [`Dag`] and its scalars: operands, users, reachability, counts.

use super::{Dag, NodeId, NodeKind, Scalar, ScalarId};
use crate::hash::HashSet;
use std::collections::BTreeSet;

/// The distinct scalars below and including `root`: operands first, and left operands before right ones.
///
/// Scalars that `done` accepts are left out, together with those that only they need. Bodies of reductions are left out
/// unless `inside` is set. This is a loop, not a recursion, because an expression may be as deep as a program is long.
pub fn operands_first(
    dag: &Dag,
    root: ScalarId,
    inside: bool,
    done: &dyn Fn(ScalarId) -> bool,
) -> Vec<ScalarId> {
    let (mut seen, mut order) = (HashSet::default(), Vec::new());
    let mut stack = vec![(root, false)];
    let mut operands = Vec::new();
    while let Some((id, ready)) = stack.pop() {
        if ready {
            order.push(id);
        } else if !done(id) && seen.insert(id) {
            stack.push((id, true));
            match dag.scalar(id) {
                Scalar::Reduce { range, .. } if !inside => operands.extend(range.iter().flatten()),
                scalar => visit_operands(scalar, &mut |s| operands.push(s)),
            }
            stack.extend(operands.drain(..).rev().map(|s| (s, false)));
        }
    }
    order
}

/// Calls `f` on the direct operands of a scalar, also on the indices of a load.
pub fn visit_operands(scalar: &Scalar, f: &mut dyn FnMut(ScalarId)) {
    match scalar {
        Scalar::Const(_) | Scalar::Size(_) | Scalar::Var(_) => {}
        Scalar::Load { index, .. } => index.iter().for_each(|s| f(*s)),
        Scalar::Unary(_, a) | Scalar::Cast(_, a) => f(*a),
        Scalar::Binary(_, a, b) => [*a, *b].into_iter().for_each(f),
        Scalar::Select(c, a, b) => [*c, *a, *b].into_iter().for_each(f),
        Scalar::Foreign { arguments, .. } => arguments.iter().for_each(|s| f(*s)),
        Scalar::Reduce { range, body, .. } => {
            range.iter().flatten().for_each(|s| f(*s));
            f(*body);
        }
    }
}

/// A copy of a scalar with its direct operands replaced.
pub fn map_operands(scalar: &Scalar, f: &mut dyn FnMut(ScalarId) -> ScalarId) -> Scalar {
    match scalar {
        Scalar::Const(_) | Scalar::Size(_) | Scalar::Var(_) => scalar.clone(),
        Scalar::Load { node, index } => {
            Scalar::Load { node: *node, index: index.iter().map(|s| f(*s)).collect() }
        }
        Scalar::Unary(op, a) => Scalar::Unary(*op, f(*a)),
        Scalar::Cast(dtype, a) => Scalar::Cast(*dtype, f(*a)),
        Scalar::Binary(op, a, b) => Scalar::Binary(*op, f(*a), f(*b)),
        Scalar::Select(c, a, b) => Scalar::Select(f(*c), f(*a), f(*b)),
        Scalar::Foreign { function, arguments } => Scalar::Foreign {
            function: function.clone(),
            arguments: arguments.iter().map(|s| f(*s)).collect(),
        },
        Scalar::Reduce { op, height, extents, range, body } => Scalar::Reduce {
            op: *op,
            height: *height,
            extents: extents.clone(),
            range: range.map(|bounds| bounds.map(&mut *f)),
            body: f(*body),
        },
    }
}

/// Calls `f` once for each distinct scalar below and including `root`, operands first.
pub fn visit_scalars(dag: &Dag, root: ScalarId, f: &mut dyn FnMut(ScalarId, &Scalar)) {
    for id in operands_first(dag, root, true, &|_| false) {
        f(id, dag.scalar(id));
    }
}

/// The nodes that a scalar loads from, ascending, each once.
pub fn loaded_nodes(dag: &Dag, root: ScalarId) -> Vec<NodeId> {
    let mut nodes = BTreeSet::new();
    visit_scalars(dag, root, &mut |_, scalar| {
        if let Scalar::Load { node, .. } = scalar {
            nodes.insert(*node);
        }
    });
    nodes.into_iter().collect()
}

/// The nodes that `node` loads from, ascending, each once. Inputs load from none.
pub fn operands(dag: &Dag, node: NodeId) -> Vec<NodeId> {
    match &dag.node(node).kind {
        NodeKind::Input(_) => Vec::new(),
        NodeKind::Compute(body) => loaded_nodes(dag, *body),
        NodeKind::Routine { operands, .. } | NodeKind::Loop { operands, .. } => {
            operands.iter().copied().collect::<BTreeSet<_>>().into_iter().collect()
        }
    }
}

/// For each node, by position, the nodes that load from it, ascending.
pub fn users(dag: &Dag) -> Vec<Vec<NodeId>> {
    let mut users = vec![Vec::new(); dag.node_count()];
    for (id, _) in dag.nodes() {
        for operand in operands(dag, id) {
            users[operand.0 as usize].push(id);
        }
    }
    users
}

/// The nodes that `roots` depend on, themselves included, operands first.
pub fn reachable_from(dag: &Dag, roots: impl IntoIterator<Item = NodeId>) -> Vec<NodeId> {
    let mut reached = vec![false; dag.node_count()];
    for root in roots {
        reached[root.0 as usize] = true;
    }
    // Operands have smaller ids than their users, so one sweep from the back reaches everything.
    for k in (0..dag.node_count()).rev() {
        if reached[k] {
            for operand in operands(dag, NodeId(k as u32)) {
                reached[operand.0 as usize] = true;
            }
        }
    }
    (0..dag.node_count()).filter(|k| reached[*k]).map(|k| NodeId(k as u32)).collect()
}

/// The nodes that outputs and checks depend on, operands first.
pub fn reachable(dag: &Dag) -> Vec<NodeId> {
    let outputs = dag.outputs.iter().map(|o| o.node);
    reachable_from(dag, outputs.chain(dag.checks.iter().map(|c| c.node)))
}

/// The size of a DAG, without nodes that nothing needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub inputs: usize,
    /// Comprehensions. Each is one kernel if nothing is fused.
    pub comprehensions: usize,
    /// Scans, sorts, searches, factors of matrices.
    pub routines: usize,
    /// States of loops.
    pub states: usize,
    /// Distinct scalar expressions in their bodies.
    pub scalars: usize,
    /// Distinct reductions in their bodies.
    pub reductions: usize,
}

/// Counts the nodes and scalars that outputs and checks depend on.
pub fn counts(dag: &Dag) -> Counts {
    let mut counts = Counts::default();
    let mut seen = HashSet::default();
    for id in reachable(dag) {
        match dag.node(id).kind {
            NodeKind::Input(_) => counts.inputs += 1,
            NodeKind::Routine { .. } => counts.routines += 1,
            NodeKind::Loop { .. } => counts.states += 1,
            NodeKind::Compute(body) => {
                counts.comprehensions += 1;
                visit_scalars(dag, body, &mut |id, scalar| {
                    if seen.insert(id) {
                        counts.scalars += 1;
                        counts.reductions += matches!(scalar, Scalar::Reduce { .. }) as usize;
                    }
                });
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dag::{Binary, DType, Input, Output, ParamKind, Size, Target};

    #[test]
    fn operands_users_and_reachability() {
        let mut dag = Dag::new("f");
        let n = Size::dim("N");
        let mut input = |name: &str| {
            dag.input(Input {
                name: name.into(),
                dtype: DType::F64,
                shape: vec![n.clone()],
                kind: ParamKind::Array,
            })
        };
        let (a, b, unused) = (input("a"), input("b"), input("unused"));
        let i = dag.axis(0);
        let (x, y) = (dag.load(a, vec![i]), dag.load(b, vec![i]));
        let sum = dag.binary(Binary::Add, x, y);
        let sum = dag.compute("sum", vec![n.clone()], sum);
        let z = dag.load(sum, vec![i]);
        let square = dag.binary(Binary::Mul, z, z);
        let square = dag.compute("square", vec![n.clone()], square);
        let dead = dag.load(unused, vec![i]);
        let dead = dag.compute("dead", vec![n], dead);
        dag.outputs.push(Output { target: Target::Result(0), node: square });

        assert_eq!(operands(&dag, sum), [a, b]);
        assert_eq!(operands(&dag, square), [sum]);
        assert_eq!(users(&dag)[a.0 as usize], [sum]);
        assert_eq!(users(&dag)[unused.0 as usize], [dead]);
        assert_eq!(reachable(&dag), [a, b, sum, square]);
        let expected = Counts { inputs: 2, comprehensions: 2, scalars: 6, ..Counts::default() };
        assert_eq!(counts(&dag), expected);
    }
}
