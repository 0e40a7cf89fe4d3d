//! Splits long reductions to few elements into many partial ones, so that they run in parallel. The
//! split is fixed, hence results do not depend on the number of threads.

use crate::dag::{Binary, Const, Dag, NodeKind, Scalar, ScalarId, Size, Var};
use crate::hash::HashMap;

/// Number of partial results. Neighbouring elements belong to different ones, so that each step reads
/// contiguous memory.
const PARTS: i64 = 256;
/// A reduction is split if its result has at most this many elements.
const FEW: i64 = 64;

/// The same graph with long reductions split in two.
pub fn split_reductions(dag: &Dag) -> Dag {
    let mut new = Dag::new(&dag.name);
    new.dims = dag.dims.clone();
    new.constraints = dag.constraints.clone();
    new.tuning = dag.tuning.clone();
    let mut ids = HashMap::default();
    for (id, node) in dag.nodes() {
        new.at(node.origin.clone());
        let copied = match &node.kind {
            NodeKind::Input(k) => new.input(dag.inputs[*k as usize].clone()),
            NodeKind::Routine { routine, operands } => {
                new.routine(&node.name, *routine, operands.iter().map(|o| ids[o]).collect())
            }
            NodeKind::Compute(old) => {
                let body = new.rebuild(dag, *old, &mut |new, scalar| match scalar {
                    Scalar::Load { node, index } => Some(new.load(ids[node], index.clone())),
                    _ => None,
                });
                let few = Size::product(&node.shape).as_constant().is_some_and(|n| n <= FEW);
                let body = if few { split(&mut new, &node.name, &node.shape, body) } else { body };
                new.compute(&node.name, node.shape.clone(), body)
            }
        };
        new.hint(copied, &node.hints);
        ids.insert(id, copied);
    }
    new.outputs = dag.outputs.clone();
    new.outputs.iter_mut().for_each(|o| o.node = ids[&o.node]);
    new.checks = dag.checks.clone();
    new.checks.iter_mut().for_each(|c| c.node = ids[&c.node]);
    new
}

/// If `root` is itself a reduction over something long: its partial results as a node of their own,
/// and the reduction of those.
fn split(dag: &mut Dag, name: &str, shape: &[Size], root: ScalarId) -> ScalarId {
    let Scalar::Reduce { op, height, extents, range: None, body: inner } = dag.scalar(root).clone()
    else {
        return root;
    };
    let long = |e: &Size| e.as_constant().is_none_or(|n| n >= 64 * PARTS);
    let Some(axis) = (0..extents.len()).rev().find(|k| long(&extents[*k])) else { return root };
    let rank = shape.len();
    let source = dag.clone();
    // The body at a position on the long axis and at the other variables. Its own axes are `shift` later.
    let at = |dag: &mut Dag, vars: &[ScalarId], position: ScalarId, shift: usize| {
        dag.rebuild(&source, inner, &mut |dag, scalar| match scalar {
            Scalar::Var(Var::Axis(k)) => Some(dag.axis(*k as usize + shift)),
            Scalar::Var(Var::Reduction { height: h, k }) if *h == height => {
                Some(if *k as usize == axis { position } else { vars[*k as usize] })
            }
            _ => None,
        })
    };
    // partial[c, axes...] = reduce over r of body(axis = r * PARTS + c), for as many r as fit.
    let steps = extents[axis].floor_div(PARTS);
    let mut partial_extents = extents.clone();
    partial_extents[axis] = steps.clone();
    let part = dag.axis(0);
    let partial = dag.reduce(op, partial_extents, |dag, vars| {
        let parts = dag.constant(Const::i64(PARTS));
        let first = dag.binary(Binary::Mul, vars[axis], parts);
        let position = dag.binary(Binary::Add, first, part);
        at(dag, vars, position, 1)
    });
    let mut partial_shape = vec![Size::constant(PARTS)];
    partial_shape.extend(shape.iter().cloned());
    let node = dag.compute(&format!("{name}_parts"), partial_shape, partial);
    let parts = dag.reduce(op, vec![Size::constant(PARTS)], |dag, vars| {
        let index = std::iter::once(vars[0]).chain((0..rank).map(|k| dag.axis(k))).collect();
        dag.load(node, index)
    });
    // What is left over, less than PARTS.
    let done = steps.mul(&Size::constant(PARTS));
    let mut rest_extents = extents.clone();
    rest_extents[axis] = extents[axis].sub(&done);
    if rest_extents[axis].is_zero() {
        return parts;
    }
    let rest = dag.reduce(op, rest_extents, |dag, vars| {
        let done = dag.size(done.clone());
        let position = dag.binary(Binary::Add, done, vars[axis]);
        at(dag, vars, position, 0)
    });
    dag.binary(op.combine(), parts, rest)
}
