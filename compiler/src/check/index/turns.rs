//! Indices made of the variables of loops: they are checked before the loops, by their least and greatest values. That
//! takes no notice of branches: an index has to be in range in every pass.

use super::bounds::out_of_range;
use crate::check::graph::Graph;
use crate::check::value::Array;
use crate::dag::{Binary, Const, DType, NodeId, NodeKind, Scalar, ScalarId, Size, Unary};

/// The bounds of a loop's variable: from `low` up to, but without, `end`. Both are `i64` without axes.
#[derive(Clone)]
pub(crate) struct Turn {
    pub(crate) low: Array,
    pub(crate) end: Array,
    /// Whether it takes all values between them.
    pub(crate) whole: bool,
}

/// Expressions of more operations are not looked into.
const MAX_STEPS: usize = 64;

/// The least or the greatest value of an index in all passes, and whether there are passes.
struct Extreme {
    value: ScalarId,
    runs: Option<ScalarId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Least,
    Greatest,
}

impl Which {
    fn other(self) -> Which {
        match self {
            Which::Least => Which::Greatest,
            Which::Greatest => Which::Least,
        }
    }
}

impl Graph {
    /// Checks that an index is in range of an axis in all passes of the loops whose variables it is made of. Returns
    /// whether there are such variables.
    pub(super) fn check_turns(
        &mut self,
        index: &Array,
        size: &Size,
        claim: &str,
        help: &str,
    ) -> bool {
        if self.turns.is_empty() || !index.shape.is_empty() || index.dtype != DType::I64 {
            return false;
        }
        let element = index.element(&mut self.dag, &[]);
        for which in [Which::Least, Which::Greatest] {
            let Some(extreme) = self.extreme(element, which, &mut MAX_STEPS.clone()) else {
                return false;
            };
            let Some(runs) = extreme.runs else { return false };
            let value = Array::scalar(DType::I64, extreme.value, false);
            self.check_elements(&value, claim, std::slice::from_ref(size), help, |dag, x| {
                let outside = out_of_range(dag, x, size);
                dag.binary(Binary::And, runs, outside)
            });
        }
        true
    }

    /// An extreme value of an integer. What is no sum of variables of loops is taken to be the same in all passes.
    fn extreme(&mut self, id: ScalarId, which: Which, steps: &mut usize) -> Option<Extreme> {
        *steps = steps.checked_sub(1)?;
        let same = Extreme { value: id, runs: None };
        match *self.dag.scalar(id) {
            Scalar::Unary(Unary::Neg, a) => {
                let a = self.extreme(a, which.other(), steps)?;
                Some(Extreme { value: self.dag.unary(Unary::Neg, a.value), ..a })
            }
            Scalar::Binary(op @ (Binary::Add | Binary::Sub), a, b) => {
                let of_b = if op == Binary::Add { which } else { which.other() };
                let (a, b) = (self.extreme(a, which, steps)?, self.extreme(b, of_b, steps)?);
                let value = self.dag.binary(op, a.value, b.value);
                Some(Extreme { value, runs: self.both_run(a.runs, b.runs) })
            }
            Scalar::Binary(Binary::Mul, a, b) => {
                let (factor, of) = match (self.factor(a), self.factor(b)) {
                    (Some(factor), _) => (factor, b),
                    (_, Some(factor)) => (factor, a),
                    (None, None) => return Some(same),
                };
                let which = if factor < 0 { which.other() } else { which };
                let of = self.extreme(of, which, steps)?;
                let factor = self.dag.constant(Const::i64(factor));
                Some(Extreme { value: self.dag.binary(Binary::Mul, of.value, factor), ..of })
            }
            Scalar::Load { node, .. } => self.extreme_of(node, id, which, steps),
            _ => Some(same),
        }
    }

    fn extreme_of(
        &mut self,
        node: NodeId,
        load: ScalarId,
        which: Which,
        steps: &mut usize,
    ) -> Option<Extreme> {
        let Some(Turn { low, end, .. }) = self.turns.get(&node).cloned() else {
            return match self.dag.node(node).kind {
                NodeKind::Compute(body) if self.dag.node(node).shape.is_empty() => {
                    self.extreme(body, which, steps)
                }
                _ => Some(Extreme { value: load, runs: None }),
            };
        };
        let (low, end) = (low.element(&mut self.dag, &[]), end.element(&mut self.dag, &[]));
        let least = self.extreme(low, Which::Least, steps)?;
        let end = self.extreme(end, Which::Greatest, steps)?;
        let runs = self.dag.binary(Binary::Lt, least.value, end.value);
        let around = self.both_run(least.runs, end.runs);
        let value = match which {
            Which::Least => least.value,
            Which::Greatest => {
                let one = self.dag.constant(Const::i64(1));
                self.dag.binary(Binary::Sub, end.value, one)
            }
        };
        Some(Extreme { value, runs: self.both_run(Some(runs), around) })
    }

    fn factor(&self, id: ScalarId) -> Option<i64> {
        match self.dag.scalar(id) {
            Scalar::Const(c) if c.dtype == DType::I64 => Some(c.bits as i64),
            _ => None,
        }
    }

    fn both_run(&mut self, a: Option<ScalarId>, b: Option<ScalarId>) -> Option<ScalarId> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.dag.binary(Binary::And, a, b)),
            (a, b) => a.or(b),
        }
    }
}
