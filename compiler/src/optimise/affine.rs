//! Index arithmetic: `i64` expressions as affine forms, and the facts that follow from the ranges of their variables.
//!
//! `i64` wraps, so sums and multiples form a ring, and every rewriting of them is exact.

use super::rewrite::Scope;
use crate::dag::{
    Atom, Binary, Const, DType, Dag, NodeKind, ParamKind, Scalar, ScalarId, Size, Unary, Var,
};
use std::collections::BTreeMap;

/// An affine form: `constant + sum of coefficient * term`. A term is any scalar that is not affine itself.
#[derive(Clone, Debug, Default)]
pub struct Affine {
    constant: Size,
    terms: BTreeMap<(u32, ScalarId), Size>,
}

/// The number of parts of a sum that are read.
const MAX_READ: usize = 32;

/// Longer sums are left as they were written. Indices are not that long, and a program whose steps each spell out the
/// sum of all earlier ones would become quadratic.
const MAX_TERMS: usize = 12;

/// A scalar as a size, if it is a constant or a size. Operands are folded already, so no deeper look is needed.
fn size_of(dag: &Dag, id: ScalarId) -> Option<Size> {
    match dag.scalar(id) {
        Scalar::Const(c) => Some(Size::constant(c.bits as i64)),
        Scalar::Size(size) => Some(size.clone()),
        _ => None,
    }
}

impl Affine {
    /// Reads an `i64` scalar. Only the last summands of a long sum are taken apart, because each step of a program
    /// reads the sum that the step before made.
    pub fn of(dag: &Dag, root: ScalarId) -> Affine {
        let mut sum = Affine::default();
        let mut stack = vec![(root, Size::one())];
        let mut read = 0;
        while let Some((id, factor)) = stack.pop() {
            read += 1;
            match dag.scalar(id) {
                Scalar::Const(c) => {
                    sum.constant = sum.constant.add(&factor.scale(c.bits as i64));
                }
                Scalar::Size(size) if factor.short_product(size).is_some() => {
                    sum.constant = sum.constant.add(&factor.mul(size));
                }
                _ if read > MAX_READ => sum = sum.plus(&Affine::term(dag, id).scaled(&factor)),
                Scalar::Unary(Unary::Neg, a) => stack.push((*a, factor.scale(-1))),
                Scalar::Binary(Binary::Add, a, b) => {
                    stack.push((*b, factor.clone()));
                    stack.push((*a, factor));
                }
                Scalar::Binary(Binary::Sub, a, b) => {
                    stack.push((*b, factor.scale(-1)));
                    stack.push((*a, factor));
                }
                Scalar::Binary(Binary::Mul, a, b) => {
                    let times = |size: Option<Size>| factor.short_product(&size?);
                    match (times(size_of(dag, *b)), times(size_of(dag, *a))) {
                        (Some(factor), _) => stack.push((*a, factor)),
                        (None, Some(factor)) => stack.push((*b, factor)),
                        (None, None) => sum = sum.plus(&Affine::term(dag, id).scaled(&factor)),
                    }
                }
                _ => sum = sum.plus(&Affine::term(dag, id).scaled(&factor)),
            }
        }
        sum
    }

    pub fn term(dag: &Dag, id: ScalarId) -> Affine {
        // Axes come first, then reduction variables, then the rest. This order hardly depends on how the expression
        // came about.
        let rank = match dag.scalar(id) {
            Scalar::Var(Var::Axis(k)) => *k,
            Scalar::Var(Var::Reduction { .. }) => u32::MAX - 2,
            Scalar::Var(Var::Fresh(_)) => u32::MAX - 1,
            _ => u32::MAX,
        };
        Affine { constant: Size::zero(), terms: BTreeMap::from([((rank, id), Size::one())]) }
    }

    /// The value, if it is the same everywhere.
    pub fn as_size(&self) -> Option<&Size> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The terms, each with its coefficient.
    pub fn terms(&self) -> impl Iterator<Item = (ScalarId, &Size)> {
        self.terms.iter().map(|((_, term), c)| (*term, c))
    }

    /// The value where all terms are 0.
    pub fn offset(&self) -> &Size {
        &self.constant
    }

    /// With a size added.
    pub fn plus_size(mut self, size: &Size) -> Affine {
        self.constant = self.constant.add(size);
        self
    }

    pub fn plus(mut self, other: &Affine) -> Affine {
        self.constant = self.constant.add(&other.constant);
        for (term, c) in &other.terms {
            let sum = self.terms.get(term).map_or_else(|| c.clone(), |d| d.add(c));
            self.terms.insert(*term, sum);
        }
        self.terms.retain(|_, c| !c.is_zero());
        self
    }

    pub fn minus(self, other: &Affine) -> Affine {
        self.plus(&other.clone().scaled(&Size::constant(-1)))
    }

    fn is_short_times(&self, factor: &Size) -> bool {
        let short = |c: &Size| c.short_product(factor).is_some();
        short(&self.constant) && self.terms.values().all(short)
    }

    pub fn scaled(mut self, factor: &Size) -> Affine {
        self.constant = self.constant.mul(factor);
        self.terms.values_mut().for_each(|c| *c = c.mul(factor));
        self.terms.retain(|_, c| !c.is_zero());
        self
    }

    /// Writes the form as a scalar. Equal forms become the same scalar.
    pub fn build(&self, dag: &mut Dag) -> ScalarId {
        let negative = |c: &Size| c.as_constant().is_some_and(|c| c < 0 && c != i64::MIN);
        let (mut sum, mut terms): (Option<ScalarId>, Vec<_>) = (None, self.terms.iter().collect());
        terms.sort_by_key(|(_, c)| negative(c));
        for ((_, term), c) in terms {
            let subtract = sum.is_some() && negative(c);
            let c = if subtract { c.scale(-1) } else { c.clone() };
            let product = match c.as_constant() {
                Some(1) => *term,
                Some(-1) => dag.unary(Unary::Neg, *term),
                _ => {
                    let c = dag.size(c);
                    dag.binary(Binary::Mul, *term, c)
                }
            };
            sum = Some(match sum {
                None => product,
                Some(sum) if subtract => dag.binary(Binary::Sub, sum, product),
                Some(sum) => dag.binary(Binary::Add, sum, product),
            });
        }
        match sum {
            None => dag.size(self.constant.clone()),
            Some(sum) if self.constant.is_zero() => sum,
            Some(sum) if negative(&self.constant) => {
                let c = dag.size(self.constant.scale(-1));
                dag.binary(Binary::Sub, sum, c)
            }
            Some(sum) => {
                let c = dag.size(self.constant.clone());
                dag.binary(Binary::Add, sum, c)
            }
        }
    }

    /// Splits `self` into `quotient * divisor + rest`, if `0 <= rest < divisor` is certain.
    pub fn divide(&self, dag: &Dag, scope: &Scope, divisor: &Size) -> Option<(Affine, Affine)> {
        if !self.is_moderate() || !moderate(divisor) {
            return None;
        }
        let (mut quotient, mut rest) = (Affine::default(), Affine::default());
        for (term, c) in &self.terms {
            // The split is exact only if no term can overflow, as for loop variables and loads of indices.
            upper(dag, scope, term.1)?;
            match c.exact_div(divisor) {
                Some(q) => quotient.terms.insert(*term, q),
                None => rest.terms.insert(*term, c.clone()),
            };
        }
        match (self.constant.as_constant(), divisor.as_constant()) {
            (Some(c), Some(d)) if d > 0 => {
                quotient.constant = Size::constant(c.div_euclid(d));
                rest.constant = Size::constant(c.rem_euclid(d));
            }
            _ => match self.constant.exact_div(divisor) {
                Some(q) => quotient.constant = q,
                None => rest.constant = self.constant.clone(),
            },
        }
        let (low, high) = rest.range(dag, scope)?;
        let certain = at_least(scope, &low, 0) && at_least(scope, &divisor.sub(&high), 1);
        certain.then_some((quotient, rest))
    }

    /// Whether `self < other` certainly holds (`Some(true)`), certainly fails (`Some(false)`), or neither (`None`).
    pub fn less(&self, other: &Affine, dag: &Dag, scope: &Scope) -> Option<bool> {
        if !self.is_moderate() || !other.is_moderate() {
            return None;
        }
        let (low, high) = other.clone().minus(self).range(dag, scope)?;
        if at_least(scope, &low, 1) {
            Some(true)
        } else if at_least(scope, &high.scale(-1), 0) {
            Some(false)
        } else {
            None
        }
    }

    /// Whether no step of the arithmetic overflows. Sizes of arrays and their products do not, so only constants
    /// matter.
    fn is_moderate(&self) -> bool {
        moderate(&self.constant) && self.terms.values().all(moderate)
    }

    /// The smallest and the largest value, if all terms have known ranges and all coefficients have known signs.
    fn range(&self, dag: &Dag, scope: &Scope) -> Option<(Size, Size)> {
        if !self.is_moderate() {
            return None;
        }
        let (mut low, mut high) = (self.constant.clone(), self.constant.clone());
        for ((_, term), c) in &self.terms {
            let reach = c.mul(&upper(dag, scope, *term)?);
            if at_least(scope, c, 0) {
                high = high.add(&reach);
            } else if at_least(scope, &c.scale(-1), 0) {
                low = low.add(&reach);
            } else {
                return None;
            }
        }
        Some((low, high))
    }
}

fn moderate(size: &Size) -> bool {
    size.terms().all(|(_, c)| c.unsigned_abs() < 1 << 28)
}

/// The largest value of a term that is a loop variable, an index, or a quotient or remainder of such. The smallest is
/// 0. There is none if the value is so large that multiples may overflow.
fn upper(dag: &Dag, scope: &Scope, term: ScalarId) -> Option<Size> {
    largest(dag, scope, term).filter(moderate)
}

fn largest(dag: &Dag, scope: &Scope, term: ScalarId) -> Option<Size> {
    let extent = match dag.scalar(term) {
        Scalar::Var(var) => scope.extent(*var)?,
        Scalar::Load { node, .. } => match dag.node(*node).kind {
            NodeKind::Input(k) => match &dag.inputs[k as usize].kind {
                ParamKind::Index { bound } => bound,
                _ => return None,
            },
            NodeKind::Compute(_) | NodeKind::Routine { .. } | NodeKind::Loop { .. } => return None,
        },
        Scalar::Binary(Binary::Rem, _, divisor) => {
            let divisor = Affine::of(dag, *divisor).as_size()?.clone();
            return at_least(scope, &divisor, 1).then(|| divisor.sub(&Size::one()));
        }
        Scalar::Binary(Binary::FloorDiv, dividend, divisor) => {
            let divisor = Affine::of(dag, *divisor).as_size()?.clone();
            let (low, high) = Affine::of(dag, *dividend).range(dag, scope)?;
            if !at_least(scope, &low, 0) || !at_least(scope, &divisor, 1) || !moderate(&divisor) {
                return None;
            }
            // floor((q d - 1) / d) = q - 1
            let count = high.add(&Size::one()).exact_div(&divisor);
            return count.map(|q| q.sub(&Size::one()));
        }
        _ => return None,
    };
    Some(extent.sub(&Size::one()))
}

/// Whether `size >= bound` holds wherever the loops of the scope run at all.
fn at_least(scope: &Scope, size: &Size, bound: i64) -> bool {
    // A loop that runs has a positive extent, and so every factor of a product is positive.
    let mut positive = Vec::new();
    for extent in scope.axes.iter().chain(scope.fresh.values()) {
        let mut terms = extent.terms();
        if let (Some((atoms, 1..)), None) = (terms.next(), terms.next()) {
            positive.extend(atoms.iter().filter_map(|a| match a {
                Atom::Dim(name) => Some(name.clone()),
                Atom::FloorDiv(..) | Atom::Quotient(..) => None,
            }));
        }
    }
    let shifted = size.substitute(&|name| {
        let known = positive.iter().any(|p| &**p == name);
        known.then(|| Size::dim(name).add(&Size::one()))
    });
    shifted.at_least(bound)
}

/// Simplifies `a op b` on `i64`, where ranges and affine forms allow it.
pub fn simplify(
    dag: &mut Dag,
    scope: &Scope,
    op: Binary,
    a: ScalarId,
    b: ScalarId,
) -> Option<ScalarId> {
    if dag.dtype(a) != DType::I64 || dag.dtype(b) != DType::I64 {
        return None;
    }
    let (left, right) = (Affine::of(dag, a), Affine::of(dag, b));
    let truth = |dag: &mut Dag, value: bool| dag.constant(Const::bool(value));
    match op {
        Binary::Add | Binary::Sub => {
            let sum = if op == Binary::Add { left.plus(&right) } else { left.minus(&right) };
            (sum.terms.len() <= MAX_TERMS).then(|| sum.build(dag))
        }
        Binary::Mul => match (left.as_size(), right.as_size()) {
            (_, Some(size)) if left.is_short_times(size) => Some(left.scaled(size).build(dag)),
            (Some(size), _) if right.is_short_times(size) => Some(right.scaled(size).build(dag)),
            _ => None,
        },
        Binary::FloorDiv => {
            let (quotient, _) = left.divide(dag, scope, right.as_size()?)?;
            Some(quotient.build(dag))
        }
        Binary::Rem => {
            let (_, rest) = left.divide(dag, scope, right.as_size()?)?;
            Some(rest.build(dag))
        }
        Binary::Lt => left.less(&right, dag, scope).map(|t| truth(dag, t)),
        Binary::Gt => right.less(&left, dag, scope).map(|t| truth(dag, t)),
        Binary::Ge => left.less(&right, dag, scope).map(|t| truth(dag, !t)),
        Binary::Le => right.less(&left, dag, scope).map(|t| truth(dag, !t)),
        Binary::Eq | Binary::Ne => {
            if left.clone().minus(&right).as_size().is_some_and(Size::is_zero) {
                return Some(truth(dag, op == Binary::Eq));
            }
            let apart = left.less(&right, dag, scope) == Some(true)
                || right.less(&left, dag, scope) == Some(true);
            apart.then(|| truth(dag, op == Binary::Ne))
        }
        Binary::Min | Binary::Max => {
            let left_is_less = match (left.less(&right, dag, scope), right.less(&left, dag, scope))
            {
                (Some(less), _) => less,
                (None, Some(greater)) => !greater,
                (None, None) => return None,
            };
            Some(if left_is_less == (op == Binary::Min) { a } else { b })
        }
        _ => None,
    }
}
