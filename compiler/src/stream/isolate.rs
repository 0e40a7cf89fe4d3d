//! Makes each reduction of large arrays a node of its own, so that it can be cut.

use super::Cuts;
use crate::dag::rebuild::Copied;
use crate::dag::visit::{map_operands, operands_first, visit_scalars};
use crate::dag::{Dag, NodeId, NodeKind, Scalar, ScalarId, Size, Var};
use crate::hash::{HashMap, HashSet};

/// A copy of the graph in which a reduction that may be cut is the whole body of a node. A reduction may be cut if it loads
/// from an array that depends on `large` inputs, and one of its extents is that of a cut dimension.
pub(super) fn isolate(dag: &Dag, large: &[bool], cuts: &Cuts) -> Dag {
    let mut streamed: HashSet<NodeId> = HashSet::default();
    let copied = dag.copied(&mut |new, copies, id, node| {
        if streamed.is_empty() {
            let inputs = (0..new.node_count() as u32).map(NodeId);
            streamed.extend(inputs.filter(|id| match new.node(*id).kind {
                NodeKind::Input(k) => large[k as usize],
                _ => false,
            }));
        }
        match &node.kind {
            NodeKind::Compute(body) => {
                let body = new.rebuild(dag, *body, &mut |new, scalar| match scalar {
                    Scalar::Load { node, index } => Some(new.load(copies[node], index.clone())),
                    _ => None,
                });
                let body = apart(new, &mut streamed, &node.shape, body, &node.name, cuts);
                let copy = new.compute(&node.name, node.shape.clone(), body);
                note(new, &mut streamed, copy);
                Copied::Node(copy)
            }
            NodeKind::Routine { operands, .. } | NodeKind::Loop { operands, .. } => {
                if operands.iter().any(|o| streamed.contains(&copies[o])) {
                    let copy = new.same(dag, copies, dag.node(id));
                    streamed.insert(copy);
                    return Copied::Node(copy);
                }
                Copied::Same
            }
            NodeKind::Input(_) => Copied::Same,
        }
    });
    copied.0
}

/// Remembers a new node that depends on large inputs.
fn note(dag: &Dag, streamed: &mut HashSet<NodeId>, id: NodeId) {
    if crate::dag::visit::operands(dag, id).iter().any(|o| streamed.contains(o)) {
        streamed.insert(id);
    }
}

/// Replaces the reductions inside of a body by loads of new nodes, innermost first. One that is the whole body stays.
fn apart(
    dag: &mut Dag,
    streamed: &mut HashSet<NodeId>,
    shape: &[Size],
    mut body: ScalarId,
    name: &str,
    cuts: &Cuts,
) -> ScalarId {
    let mut left_alone = HashSet::default();
    loop {
        let found = operands_first(dag, body, true, &|_| false).into_iter().find(|id| {
            *id != body && !left_alone.contains(id) && may_be_cut(dag, streamed, *id, cuts)
        });
        let Some(reduction) = found else { return body };
        let Some((extents, vars)) = surroundings(dag, shape, body, reduction) else {
            left_alone.insert(reduction);
            continue;
        };
        let axes: HashMap<Var, ScalarId> =
            vars.iter().enumerate().map(|(k, var)| (*var, dag.axis(k))).collect();
        let own = dag.substitute(reduction, &|var| axes.get(&var).copied());
        let node = dag.compute(name, extents, own);
        note(dag, streamed, node);
        let index = vars.iter().map(|var| dag.var(*var)).collect();
        let load = dag.load(node, index);
        body = replaced(dag, body, reduction, load);
    }
}

/// Whether a scalar is a reduction over elements of large arrays, along one of the cut dimensions.
fn may_be_cut(dag: &Dag, streamed: &HashSet<NodeId>, id: ScalarId, cuts: &Cuts) -> bool {
    let Scalar::Reduce { extents, range: None, body, .. } = dag.scalar(id) else { return false };
    if !extents.iter().any(|extent| cuts.mentioned(extent)) {
        return false;
    }
    let mut loads = false;
    visit_scalars(dag, *body, &mut |_, scalar| {
        loads |= matches!(scalar, Scalar::Load { node, .. } if streamed.contains(node));
    });
    loads
}

/// The variables that a reduction inside of `body` takes from outside, with their extents. There are none if it is
/// shared by surroundings that differ.
fn surroundings(
    dag: &Dag,
    shape: &[Size],
    body: ScalarId,
    reduction: ScalarId,
) -> Option<(Vec<Size>, Vec<Var>)> {
    let Scalar::Reduce { height: own, .. } = dag.scalar(reduction) else { return None };
    let mut vars: Vec<Var> = Vec::new();
    visit_scalars(dag, reduction, &mut |_, scalar| match scalar {
        Scalar::Var(Var::Reduction { height, .. }) if height <= own => {}
        Scalar::Var(var) => vars.push(*var),
        _ => {}
    });
    vars.sort();
    vars.dedup();
    let mut extents = Vec::new();
    for var in &vars {
        match var {
            Var::Axis(k) => extents.push(shape[*k as usize].clone()),
            Var::Reduction { height: wanted, k } => {
                let mut found: Option<Size> = None;
                let mut alike = true;
                visit_scalars(dag, body, &mut |id, scalar| {
                    if let Scalar::Reduce { height, extents, .. } = scalar
                        && height == wanted
                        && contains(dag, id, reduction)
                    {
                        let extent = extents.get(*k as usize);
                        alike &= found.is_none() || found.as_ref() == extent;
                        found = extent.cloned();
                    }
                });
                extents.push(found.filter(|_| alike)?);
            }
            Var::Fresh(_) => return None,
        }
    }
    Some((extents, vars))
}

fn contains(dag: &Dag, outer: ScalarId, inner: ScalarId) -> bool {
    operands_first(dag, outer, true, &|_| false).contains(&inner)
}

/// `body` with another scalar in the place of one of its parts.
fn replaced(dag: &mut Dag, body: ScalarId, old: ScalarId, new: ScalarId) -> ScalarId {
    let mut copies: HashMap<ScalarId, ScalarId> = HashMap::from_iter([(old, new)]);
    for id in operands_first(dag, body, true, &|id| id == old) {
        let dtype = dag.dtype(id);
        let copy = map_operands(&dag.scalar(id).clone(), &mut |s| copies[&s]);
        let copy = dag.add_scalar(copy, dtype);
        copies.insert(id, copy);
    }
    copies[&body]
}
