//! Inlines what only moves data, and arithmetic on scalars, into its users.

use super::access::{body, reachable};
use crate::dag::{Binary, DType, Dag, Node, NodeId, NodeKind, Scalar, ScalarId, Var};
use std::collections::{HashMap, HashSet};

/// Scalars (rank 0) with at most this many operations are recomputed by each user.
const CHEAP_SCALAR: usize = 24;

enum Copied {
    Node(NodeId),
    Body(ScalarId),
}

/// The same graph with views (slices, transposes, reshapes, stacks, constants) and cheap scalar
/// arithmetic inlined. Outputs, checks and gathers stay nodes.
pub fn inline_views(dag: &Dag) -> Dag {
    let kept: HashSet<NodeId> =
        dag.outputs.iter().map(|o| o.node).chain(dag.checks.iter().map(|c| c.node)).collect();
    copy(dag, &|id, node| !kept.contains(&id) && is_view(dag, id, node))
}

/// A copy of the graph in which the chosen nodes are inlined.
fn copy(dag: &Dag, inline: &dyn Fn(NodeId, &Node) -> bool) -> Dag {
    let mut new = Dag::new(&dag.name);
    new.dims = dag.dims.clone();
    new.constraints = dag.constraints.clone();
    let mut copied: HashMap<NodeId, Copied> = HashMap::new();
    for (id, node) in dag.nodes() {
        let result = match node.kind {
            NodeKind::Input(k) => Copied::Node(new.input(dag.inputs[k as usize].clone())),
            NodeKind::Compute(old) => {
                let body = new.rebuild(dag, old, &mut |new, scalar| match scalar {
                    Scalar::Load { node, index } => Some(match copied.get(node)? {
                        Copied::Node(n) => new.load(*n, index.clone()),
                        Copied::Body(b) => new.substitute(*b, &|v| match v {
                            Var::Axis(k) => index.get(k as usize).copied(),
                            _ => None,
                        }),
                    }),
                    _ => None,
                });
                if inline(id, node) {
                    Copied::Body(body)
                } else {
                    Copied::Node(new.compute(&node.name, node.shape.clone(), body))
                }
            }
        };
        copied.insert(id, result);
    }
    let target = |id: NodeId| match &copied[&id] {
        Copied::Node(n) => *n,
        Copied::Body(_) => unreachable!("outputs and checks stay nodes"),
    };
    new.outputs = dag.outputs.clone();
    new.outputs.iter_mut().for_each(|o| o.node = target(o.node));
    new.checks = dag.checks.clone();
    new.checks.iter_mut().for_each(|c| c.node = target(c.node));
    new
}

fn is_view(dag: &Dag, id: NodeId, node: &Node) -> bool {
    let Some(body) = body(dag, id) else { return false };
    let parts = reachable(dag, body);
    if parts.iter().any(|s| matches!(dag.scalar(*s), Scalar::Reduce { .. })) {
        return false;
    }
    if node.shape.is_empty() && parts.len() <= CHEAP_SCALAR {
        return true;
    }
    let index_like = |s: ScalarId| match dag.scalar(s) {
        Scalar::Const(_) | Scalar::Size(_) | Scalar::Var(_) | Scalar::Select(..) => true,
        Scalar::Load { index, .. } => index.iter().all(|i| {
            reachable(dag, *i)
                .iter()
                .all(|s| !matches!(dag.scalar(*s), Scalar::Load { index, .. } if !index.is_empty()))
        }),
        Scalar::Binary(Binary::And | Binary::Or, a, _) => dag.dtype(*a) == DType::Bool,
        Scalar::Binary(_, a, b) => [a, b].iter().all(|s| {
            dag.dtype(**s) == DType::I64
                && reachable(dag, **s)
                    .iter()
                    .all(|s| !matches!(dag.scalar(*s), Scalar::Load { .. }))
        }),
        Scalar::Cast(_, a) => !matches!(dag.scalar(*a), Scalar::Load { .. }),
        Scalar::Unary(..) | Scalar::Reduce { .. } => false,
    };
    parts.iter().all(|s| index_like(*s))
}
