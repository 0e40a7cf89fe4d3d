//! Folds constants while scalar expressions are built, for numbers that the user wrote with a dtype.

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

/// A builder of scalar expressions that folds constants, for the bodies of composed functions.
pub(crate) struct Fold<'d>(pub(crate) &'d mut Dag);

impl Fold<'_> {
    /// `value` as a constant of `dtype` (rounded, or cut to an integer).
    pub(crate) fn number(&mut self, dtype: DType, value: f64) -> ScalarId {
        self.0.constant(Const::from_f64(dtype, value))
    }

    pub(crate) fn unary(&mut self, op: Unary, a: ScalarId) -> ScalarId {
        unary(self.0, op, a)
    }

    pub(crate) fn binary(&mut self, op: Binary, a: ScalarId, b: ScalarId) -> ScalarId {
        binary(self.0, op, a, b)
    }

    pub(crate) fn add(&mut self, a: ScalarId, b: ScalarId) -> ScalarId {
        self.binary(Binary::Add, a, b)
    }

    pub(crate) fn sub(&mut self, a: ScalarId, b: ScalarId) -> ScalarId {
        self.binary(Binary::Sub, a, b)
    }

    pub(crate) fn mul(&mut self, a: ScalarId, b: ScalarId) -> ScalarId {
        self.binary(Binary::Mul, a, b)
    }

    pub(crate) fn div(&mut self, a: ScalarId, b: ScalarId) -> ScalarId {
        self.binary(Binary::Div, a, b)
    }

    pub(crate) fn abs(&mut self, a: ScalarId) -> ScalarId {
        if self.0.dtype(a).is_signed() { self.unary(Unary::Abs, a) } else { a }
    }

    pub(crate) fn select(&mut self, c: ScalarId, yes: ScalarId, no: ScalarId) -> ScalarId {
        match constant(self.0, c) {
            Some(c) => {
                if c.bits != 0 {
                    yes
                } else {
                    no
                }
            }
            None => self.0.select(c, yes, no),
        }
    }

    pub(crate) fn cast(&mut self, dtype: DType, a: ScalarId) -> ScalarId {
        cast(self.0, dtype, a)
    }

    /// Whether `a` is NaN; false for integers.
    pub(crate) fn is_nan(&mut self, a: ScalarId) -> ScalarId {
        if self.0.dtype(a).is_float() {
            return self.unary(Unary::IsNan, a);
        }
        self.0.constant(Const::bool(false))
    }
}
