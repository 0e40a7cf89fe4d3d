//! Folding of constants while scalar expressions are built, for numbers the user wrote with a dtype.

use crate::dag::{Binary, Const, DType, Dag, Scalar, ScalarId, Unary};

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
    let folded = constant(dag, a).and_then(|c| match (op, c.to_i128()) {
        (Unary::Neg, Some(i)) if c.dtype.is_integer() => Some(Const::from_i128(c.dtype, -i)),
        (Unary::Neg, None) => Some(Const::from_f64(c.dtype, -c.to_f64())),
        (Unary::Not, Some(i)) if c.dtype == DType::Bool => Some(Const::bool(i == 0)),
        _ => None,
    });
    match folded {
        Some(c) => dag.constant(c),
        None => dag.unary(op, a),
    }
}

/// `a op b` with both of one dtype. Only exact results and IEEE operations are folded.
pub(crate) fn binary(dag: &mut Dag, op: Binary, a: ScalarId, b: ScalarId) -> ScalarId {
    let folded = match (constant(dag, a), constant(dag, b)) {
        (Some(x), Some(y)) if x.dtype == y.dtype => fold(op, x, y),
        _ => None,
    };
    match folded {
        Some(c) => dag.constant(c),
        None => dag.binary(op, a, b),
    }
}

fn fold(op: Binary, x: Const, y: Const) -> Option<Const> {
    let dtype = x.dtype;
    if op.is_comparison() {
        let order = match (x.to_i128(), y.to_i128()) {
            (Some(a), Some(b)) => Some(a.cmp(&b)),
            _ => x.to_f64().partial_cmp(&y.to_f64()),
        };
        let holds = match op {
            Binary::Eq => order.is_some_and(|o| o.is_eq()),
            Binary::Ne => order.is_none_or(|o| o.is_ne()),
            Binary::Lt => order.is_some_and(|o| o.is_lt()),
            Binary::Le => order.is_some_and(|o| o.is_le()),
            Binary::Gt => order.is_some_and(|o| o.is_gt()),
            _ => order.is_some_and(|o| o.is_ge()),
        };
        return Some(Const::bool(holds));
    }
    match (x.to_i128(), y.to_i128()) {
        (Some(a), Some(b)) if dtype.is_integer() => {
            let value = match op {
                Binary::Add => a.wrapping_add(b),
                Binary::Sub => a.wrapping_sub(b),
                Binary::Mul => a.wrapping_mul(b),
                Binary::Min => a.min(b),
                Binary::Max => a.max(b),
                _ => return None,
            };
            Some(Const::from_i128(dtype, value))
        }
        (None, None) if dtype == DType::F32 => {
            let (a, b) = (x.to_f64() as f32, y.to_f64() as f32);
            Some(Const::from_f64(DType::F32, ieee(op, a, b)? as f64))
        }
        (None, None) => Some(Const::from_f64(dtype, ieee(op, x.to_f64(), y.to_f64())?)),
        _ => None,
    }
}

fn ieee<T>(op: Binary, a: T, b: T) -> Option<T>
where
    T: std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<Output = T>
        + std::ops::Div<Output = T>,
{
    match op {
        Binary::Add => Some(a + b),
        Binary::Sub => Some(a - b),
        Binary::Mul => Some(a * b),
        Binary::Div => Some(a / b),
        _ => None,
    }
}
