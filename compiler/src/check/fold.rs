//! Folding of constants while scalar expressions are built, for numbers the user wrote with a dtype.

use crate::dag::{Binary, Const, DType, Dag, Scalar, ScalarId, Unary, evaluate};

fn constant(dag: &Dag, id: ScalarId) -> Option<Const> {
    match dag.scalar(id) {
        Scalar::Const(c) => Some(*c),
        _ => None,
    }
}

pub(crate) fn cast(dag: &mut Dag, dtype: DType, a: ScalarId) -> ScalarId {
    match constant(dag, a) {
        Some(c) => dag.constant(super::checker::cast_constant(c, dtype)),
        None => dag.cast(dtype, a),
    }
}

pub(crate) fn unary(dag: &mut Dag, op: Unary, a: ScalarId) -> ScalarId {
    match constant(dag, a).and_then(|c| evaluate::unary(op, c)) {
        Some(c) => dag.constant(c),
        None => dag.unary(op, a),
    }
}

/// `a op b` with both of one dtype.
pub(crate) fn binary(dag: &mut Dag, op: Binary, a: ScalarId, b: ScalarId) -> ScalarId {
    let folded = match (constant(dag, a), constant(dag, b)) {
        (Some(x), Some(y)) => evaluate::binary(op, x, y),
        _ => None,
    };
    match folded {
        Some(c) => dag.constant(c),
        None => dag.binary(op, a, b),
    }
}
