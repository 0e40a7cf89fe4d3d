//! Inlines views and arithmetic on scalars into the nodes that read them.

use super::access::{body, loads, operands_of_routines, reachable};
use super::hints;
use super::phases::SMALL_REDUCTION;
use crate::dag::rebuild::Copied;
use crate::dag::{Binary, DType, Dag, Node, NodeId, NodeKind, Origin, Scalar, ScalarId};
use crate::hash::{HashMap, HashSet};

/// A scalar (rank 0) with at most this many operations is recomputed by each user.
const CHEAP_SCALAR: usize = 24;

/// Views of views are inlined up to this many operations, because each user gets a copy.
const MAX_INLINED: usize = 128;

/// A gather with more users than this is computed once.
const MAX_GATHER_USES: usize = 8;

/// The same graph with views (slices, transposes, reshapes, stacks, constants) and cheap scalar arithmetic inlined.
/// Gathers stay nodes, and so do nodes that have to be in memory.
pub fn inline_views(dag: &Dag) -> Dag {
    let kept = stored(dag);
    copy(dag, &|id, node| {
        !kept.contains(&id) && (hints::is_inlined(dag, id) || is_view(dag, id, node))
    })
}

/// The same graph, with gathers inlined if their users read each element about once. Their values then stay in
/// registers, in all shapes that users give them.
pub fn inline_gathers(dag: &Dag) -> Dag {
    let kept = stored(dag);
    let mut uses: HashMap<NodeId, usize> = HashMap::default();
    let mut repeated: HashSet<NodeId> = HashSet::default();
    for (id, _) in dag.nodes() {
        for load in loads(dag, id) {
            *uses.entry(load.node).or_default() += 1;
            if load.repeats().as_constant().is_none_or(|n| n > SMALL_REDUCTION) {
                repeated.insert(load.node);
            }
        }
    }
    copy(dag, &|id, _| {
        !kept.contains(&id)
            && is_gather(dag, id)
            && !repeated.contains(&id)
            && uses.get(&id).is_some_and(|n| *n <= MAX_GATHER_USES)
    })
}

/// Whether a node is one load with a loaded index, and nothing else.
fn is_gather(dag: &Dag, id: NodeId) -> bool {
    let Some(body) = body(dag, id) else { return false };
    match dag.scalar(body) {
        Scalar::Load { index, .. } => {
            let simple = |s: &ScalarId| !matches!(dag.scalar(*s), Scalar::Reduce { .. });
            index.iter().all(|i| reachable(dag, *i).iter().all(simple))
        }
        _ => false,
    }
}

/// The nodes that have to be in memory: outputs, checks, and operands of routines.
pub(super) fn stored(dag: &Dag) -> HashSet<NodeId> {
    let mut stored = operands_of_routines(dag);
    stored.extend(dag.outputs.iter().map(|o| o.node));
    stored.extend(dag.checks.iter().map(|c| c.node));
    stored.extend(hints::kept(dag));
    stored
}

/// A copy of the graph in which the chosen nodes are inlined. None of them may have to be in memory.
fn copy(dag: &Dag, inline: &dyn Fn(NodeId, &Node) -> bool) -> Dag {
    let mut bodies: HashMap<NodeId, (ScalarId, Origin)> = HashMap::default();
    let (new, _) = dag.copied(&mut |new, nodes, id, node| {
        let NodeKind::Compute(old) = node.kind else { return Copied::Same };
        let mut origin = node.origin.clone();
        let body = new.rebuild(dag, old, &mut |new, scalar| {
            let Scalar::Load { node, index } = scalar else { return None };
            Some(match bodies.get(node) {
                Some((body, inlined)) => {
                    origin.absorb(inlined);
                    new.body_at(*body, index)
                }
                None => new.load(nodes[node], index.clone()),
            })
        });
        if inline(id, node)
            && reachable(new, body).len() <= hints::most_inlined(dag, id, MAX_INLINED)
        {
            bodies.insert(id, (body, origin));
            return Copied::Nothing;
        }
        new.at(origin);
        Copied::Node(new.compute(&node.name, node.shape.clone(), body))
    });
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
    let loads_nothing = |s: ScalarId| {
        reachable(dag, s).iter().all(|s| !matches!(dag.scalar(*s), Scalar::Load { .. }))
    };
    let index_like = |s: ScalarId| match dag.scalar(s) {
        Scalar::Const(_) | Scalar::Size(_) | Scalar::Var(_) => true,
        // A view may choose which of several arrays has an element. A choice by the elements of an array counts as
        // arithmetic: a chain of these, each inlined into all users of the one before, would grow without end.
        Scalar::Select(condition, ..) => loads_nothing(*condition),
        Scalar::Load { index, .. } => index.iter().all(|i| {
            reachable(dag, *i)
                .iter()
                .all(|s| !matches!(dag.scalar(*s), Scalar::Load { index, .. } if !index.is_empty()))
        }),
        Scalar::Binary(Binary::And | Binary::Or, a, b) if dag.dtype(*a) == DType::Bool => {
            [a, b].iter().all(|s| loads_nothing(**s))
        }
        Scalar::Binary(_, a, b) => {
            [a, b].iter().all(|s| dag.dtype(**s) == DType::I64 && loads_nothing(**s))
        }
        Scalar::Cast(_, a) => !matches!(dag.scalar(*a), Scalar::Load { .. }),
        Scalar::Unary(..) | Scalar::Foreign { .. } | Scalar::Reduce { .. } => false,
    };
    parts.iter().all(|s| index_like(*s))
}
