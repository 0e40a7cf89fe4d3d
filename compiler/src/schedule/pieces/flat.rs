//! Dimensions that become one, because their points follow each other in memory.

use super::rebuild::{Product, products};
use crate::dag::{Binary, Const, DType, Size};
use crate::hash::HashMap;
use crate::schedule::kernel::{Extent, KernelIr, Loop, Stmt, Value, ValueId, VarId};

/// The kernel with its last two dimensions merged ([`joined`]). `first` is the variable of a piece's first point.
pub(super) fn merged(kernel: &KernelIr, sizes: &mut Vec<Size>, first: VarId) -> Option<KernelIr> {
    joined(kernel, sizes, kernel.parallel.len().checked_sub(2)?, Some(first))
}

/// The kernel with dimension `at` and the next one merged, if each array is read and written in the order of their
/// points. Values may not depend on the variable `beside`, if there is one.
pub(in crate::schedule) fn joined(
    kernel: &KernelIr,
    sizes: &mut Vec<Size>,
    at: usize,
    beside: Option<VarId>,
) -> Option<KernelIr> {
    let [rows, lane] = kernel.parallel.get(at..at + 2)? else { return None };
    let size = |extent: Extent| match extent {
        Extent::Const(n) => Some(Size::constant(n)),
        Extent::Size(k) => sizes.get(k as usize).cloned(),
        Extent::Range { .. } => None,
    };
    let length = size(lane.extent)?;
    let points = size(rows.extent)?.short_product(&length)?;
    let mut new = kernel.without_values();
    let mut merger = Merger {
        old: kernel,
        sizes,
        rows: rows.var,
        lane: lane.var,
        beside,
        length,
        copies: HashMap::default(),
    };
    let mut body = Vec::new();
    for stmt in &kernel.phases.first()?.body {
        // An element that may not be there is read at one place, the same for all points.
        let Stmt::Store { buffer, offset, value } = *stmt else { return None };
        let offset = merger.offset(&mut new, offset)?;
        let value = merger.value(&mut new, value)?;
        body.push(Stmt::Store { buffer, offset, value });
    }
    new.phases[0].body = body;
    let extent = match points.as_constant() {
        Some(n) => Extent::Const(n),
        None => {
            let known = sizes.iter().position(|size| *size == points);
            Extent::Size(known.unwrap_or_else(|| {
                sizes.push(points);
                sizes.len() - 1
            }) as u32)
        }
    };
    new.parallel.splice(at..at + 2, [Loop { var: lane.var, extent }]);
    Some(new)
}

struct Merger<'a> {
    old: &'a KernelIr,
    sizes: &'a [Size],
    rows: VarId,
    lane: VarId,
    beside: Option<VarId>,
    length: Size,
    copies: HashMap<ValueId, ValueId>,
}

impl Merger<'_> {
    /// The copy of a value; `None` if it depends on one of the two variables other than through offsets.
    fn value(&mut self, new: &mut KernelIr, id: ValueId) -> Option<ValueId> {
        if let Some(copy) = self.copies.get(&id) {
            return Some(*copy);
        }
        let old = self.old.value(id).clone();
        let known = [Some(self.rows), Some(self.lane), self.beside];
        let mut of = |new: &mut KernelIr, id| self.value(new, id);
        let value = match old {
            Value::Var(var) if known.contains(&Some(var)) => return None,
            Value::Load { buffer, offset } => {
                Value::Load { buffer, offset: self.offset(new, offset)? }
            }
            Value::Unary(op, a) => Value::Unary(op, of(new, a)?),
            Value::Binary(op, a, b) => Value::Binary(op, of(new, a)?, of(new, b)?),
            Value::Select(c, a, b) => Value::Select(of(new, c)?, of(new, a)?, of(new, b)?),
            Value::Cast(to, a) => Value::Cast(to, of(new, a)?),
            Value::Foreign { function, arguments } => {
                let arguments = arguments.into_iter().map(|a| of(new, a)).collect::<Option<_>>()?;
                Value::Foreign { function, arguments }
            }
            Value::LoadLocal { .. } | Value::Accumulator(_) => return None,
            leaf @ (Value::Const(_) | Value::Scalar(_) | Value::Size(_) | Value::Var(_)) => leaf,
        };
        let copy = new.add(value, self.old.dtype(id));
        self.copies.insert(id, copy);
        Some(copy)
    }

    fn offset(&mut self, new: &mut KernelIr, id: ValueId) -> Option<ValueId> {
        let (mut steps, mut rest) = ([Size::zero(), Size::zero()], Vec::new());
        for (c, mut factors) in products(self.old, id)? {
            let at = [self.rows, self.lane]
                .map(|var| factors.iter().position(|f| *self.old.value(*f) == Value::Var(var)));
            let (k, at) = match at {
                [None, None] => {
                    rest.push((c, factors));
                    continue;
                }
                [Some(at), None] => (0, at),
                [None, Some(at)] => (1, at),
                [Some(_), Some(_)] => return None,
            };
            factors.remove(at);
            let mut step = Size::constant(c);
            for factor in factors {
                step = step.short_product(&match *self.old.value(factor) {
                    Value::Size(k) => self.sizes.get(k as usize)?.clone(),
                    _ => return None,
                })?;
            }
            steps[k] = steps[k].add(&step);
        }
        let [of_rows, of_lane] = steps;
        if of_rows != of_lane.short_product(&self.length)? {
            return None;
        }
        let mut sum = None;
        if !of_lane.is_zero() {
            let var = new.add(Value::Var(self.lane), DType::I64);
            sum = Some(match of_lane.as_constant() {
                Some(1) => var,
                Some(n) => {
                    let n = new.add(Value::Const(Const::i64(n)), DType::I64);
                    new.add(Value::Binary(Binary::Mul, var, n), DType::I64)
                }
                None => {
                    let k = self.sizes.iter().position(|size| *size == of_lane)?;
                    let n = new.add(Value::Size(k as u32), DType::I64);
                    new.add(Value::Binary(Binary::Mul, var, n), DType::I64)
                }
            });
        }
        for product in rest {
            let term = self.product(new, product)?;
            sum = Some(match sum {
                Some(sum) => new.add(Value::Binary(Binary::Add, sum, term), DType::I64),
                None => term,
            });
        }
        Some(sum.unwrap_or_else(|| new.add(Value::Const(Const::i64(0)), DType::I64)))
    }

    fn product(&mut self, new: &mut KernelIr, (c, factors): Product) -> Option<ValueId> {
        let mut product = None;
        if c != 1 || factors.is_empty() {
            product = Some(new.add(Value::Const(Const::i64(c)), DType::I64));
        }
        for factor in factors {
            let factor = self.value(new, factor)?;
            product = Some(match product {
                Some(product) => new.add(Value::Binary(Binary::Mul, product, factor), DType::I64),
                None => factor,
            });
        }
        product
    }
}
