//! Differences that are linear in indices and sizes, and known facts about their signs.

use crate::dag::{Binary, Const, DType, Size};
use crate::schedule::kernel::{Extent, KernelIr, Value, ValueId, VarId};
use std::collections::BTreeMap;

/// Summands are at most this, and factors of sizes are at most [`MAX_FACTOR`], so that sums do not overflow.
pub(super) const MAX_CONSTANT: i64 = 1 << 40;
const MAX_FACTOR: i64 = 1 << 18;

/// A part of a linear expression. It is the same for all points of a row, except [`Atom::Var`] of the lanes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    Var(VarId),
    Size(u32),
    /// A scalar parameter. It may have any value, so it occurs only in remainders.
    Scalar(u32),
    /// The remainder of the first by the second, at the first point of a piece.
    Rem(Box<Linear>, Box<Linear>),
}

/// `constant + sum of coefficient * atom`; no zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Linear {
    pub terms: BTreeMap<Atom, i64>,
    pub constant: i64,
}

/// An atom of a question of a tree.
pub enum Plain {
    Var(VarId),
    Size(u32),
    Scalar(u32),
}

impl Linear {
    pub(super) fn atom(atom: Atom) -> Linear {
        Linear { terms: BTreeMap::from([(atom, 1)]), constant: 0 }
    }

    pub(super) fn evaluate(&self, value: &dyn Fn(&Plain) -> Option<i64>) -> Option<i64> {
        let mut sum = self.constant;
        for (atom, factor) in &self.terms {
            let atom = match atom {
                Atom::Var(var) => value(&Plain::Var(*var))?,
                Atom::Size(k) => value(&Plain::Size(*k))?,
                Atom::Scalar(k) => value(&Plain::Scalar(*k))?,
                Atom::Rem(of, by) => match by.evaluate(value)? {
                    0 => 0,
                    by => of.evaluate(value)?.rem_euclid(by),
                },
            };
            sum = sum.checked_add(factor.checked_mul(atom)?)?;
        }
        Some(sum)
    }

    /// `self + factor * other`; `None` for large numbers.
    pub(super) fn plus(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let mut sum = self.clone();
        let add = |a: i64, b: i64, most: i64| {
            let sum = a.checked_add(b.checked_mul(factor)?)?;
            (sum.unsigned_abs() <= most.unsigned_abs()).then_some(sum)
        };
        sum.constant = add(sum.constant, other.constant, MAX_CONSTANT)?;
        for (atom, c) in &other.terms {
            let known = sum.terms.get(atom).copied().unwrap_or(0);
            let total = add(known, *c, MAX_FACTOR)?;
            match total {
                0 => sum.terms.remove(atom),
                _ => sum.terms.insert(atom.clone(), total),
            };
        }
        Some(sum)
    }

    pub(super) fn has_scalars(&self) -> bool {
        self.terms.keys().any(|atom| matches!(atom, Atom::Scalar(_)))
    }

    /// Whether it contains remainders of points. These neither grow nor shrink steadily from row to row.
    pub(super) fn turns(&self) -> bool {
        self.terms.keys().any(|atom| match atom {
            Atom::Rem(of, by) => [of, by].iter().any(|linear| {
                linear.turns() || linear.terms.keys().any(|atom| matches!(atom, Atom::Var(_)))
            }),
            Atom::Var(_) | Atom::Size(_) | Atom::Scalar(_) => false,
        })
    }

    /// The factor of the variable of the lanes.
    pub fn step(&self, lane: VarId) -> i64 {
        self.terms.get(&Atom::Var(lane)).copied().unwrap_or(0)
    }

    /// The expression as a size, if it does not depend on points.
    pub(super) fn as_size(&self, sizes: &[Size]) -> Option<Size> {
        let mut size = Size::constant(self.constant);
        for (atom, c) in &self.terms {
            let Atom::Size(k) = atom else { return None };
            size = size.add(&sizes.get(*k as usize)?.scale(*c));
        }
        Some(size)
    }

    pub fn mentions(&self, var: VarId) -> bool {
        self.terms.keys().any(|atom| match atom {
            Atom::Var(v) => *v == var,
            Atom::Size(_) | Atom::Scalar(_) => false,
            Atom::Rem(of, by) => of.mentions(var) || by.mentions(var),
        })
    }

    pub(super) fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The expression with another variable instead of `var`.
    pub(super) fn at(&self, var: VarId, other: VarId) -> Linear {
        let mut linear = self.clone();
        let Some(factor) = linear.terms.remove(&Atom::Var(var)) else { return linear };
        let total = linear.terms.remove(&Atom::Var(other)).unwrap_or(0) + factor;
        if total != 0 {
            linear.terms.insert(Atom::Var(other), total);
        }
        linear
    }
}

/// Known facts about signs: each expression is negative, or is not.
#[derive(Clone)]
pub(super) struct Facts(pub(super) Vec<(Linear, bool)>);

impl Facts {
    /// The facts that points lie within the extents.
    pub(super) fn of(kernel: &KernelIr) -> Facts {
        let mut facts = Vec::new();
        for l in &kernel.parallel {
            let var = Linear::atom(Atom::Var(l.var));
            let extent = match l.extent {
                Extent::Const(n) => Linear { constant: n, ..Linear::default() },
                Extent::Size(k) => Linear::atom(Atom::Size(k)),
                Extent::Range { .. } => continue,
            };
            facts.push((var.clone(), false));
            facts.extend(var.plus(&extent, -1).map(|below| (below, true)));
        }
        Facts(facts)
    }

    /// Whether `of` is negative, if that is known.
    pub(super) fn sign(&self, of: &Linear, sizes: &[Size]) -> Option<bool> {
        if of.terms.is_empty() {
            return Some(of.constant < 0);
        }
        let not_negative = |a: &Linear, b: &Linear| {
            a.plus(b, -1).is_some_and(|difference| {
                difference.as_size(sizes).is_some_and(|size| size.at_least(0))
            })
        };
        let alone = self.0.iter().find_map(|(fact, negative)| match negative {
            true => not_negative(fact, of).then_some(true),
            false => not_negative(of, fact).then_some(false),
        });
        // Something negative less something that is not.
        let both = |(below, _): &(Linear, bool)| {
            self.0.iter().filter(|(_, negative)| !negative).find_map(|(above, _)| {
                let less = below.plus(above, -1)?;
                let mut more = above.plus(below, -1)?;
                more.constant -= 1;
                let is_less = not_negative(&less, of).then_some(true);
                is_less.or_else(|| not_negative(of, &more).then_some(false))
            })
        };
        // The sum of two that are not negative.
        let above: Vec<&Linear> =
            self.0.iter().filter(|(_, negative)| !negative).map(|(fact, _)| fact).collect();
        let is_above = || {
            let sums = above
                .iter()
                .enumerate()
                .flat_map(|(k, a)| above[..k].iter().filter_map(|b| a.plus(b, 1)));
            sums.into_iter().any(|sum| not_negative(of, &sum)).then_some(false)
        };
        alone
            .or_else(|| self.0.iter().filter(|(_, negative)| *negative).find_map(both))
            .or_else(is_above)
    }

    pub(super) fn with(&self, of: &Linear, negative: bool) -> Facts {
        let mut facts = self.clone();
        facts.0.push((of.clone(), negative));
        facts
    }
}

/// The value of a linear expression.
pub(super) fn written(kernel: &mut KernelIr, linear: &Linear) -> ValueId {
    let mut sum = None;
    for (atom, factor) in &linear.terms {
        let value = match atom {
            Atom::Var(var) => Value::Var(*var),
            Atom::Size(k) => Value::Size(*k),
            Atom::Scalar(k) => Value::Scalar(*k),
            Atom::Rem(of, by) => {
                Value::Binary(Binary::Rem, written(kernel, of), written(kernel, by))
            }
        };
        let mut term = kernel.add(value, DType::I64);
        if *factor != 1 {
            let factor = kernel.add(Value::Const(Const::i64(*factor)), DType::I64);
            term = kernel.add(Value::Binary(Binary::Mul, term, factor), DType::I64);
        }
        sum = Some(match sum {
            Some(sum) => kernel.add(Value::Binary(Binary::Add, sum, term), DType::I64),
            None => term,
        });
    }
    match sum {
        Some(sum) if linear.constant == 0 => sum,
        Some(sum) => {
            let constant = kernel.add(Value::Const(Const::i64(linear.constant)), DType::I64);
            kernel.add(Value::Binary(Binary::Add, sum, constant), DType::I64)
        }
        None => kernel.add(Value::Const(Const::i64(linear.constant)), DType::I64),
    }
}
