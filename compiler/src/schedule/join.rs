//! Dimensions that become one, because their points follow each other in memory: rows of `x[:, 1:-1]` of an image with
//! three channels are as long as the width times three.

use super::kernel::{Accumulator, Extent, KernelIr, Loop, Stmt, Value, ValueId, VarId};
use super::lower::Lowered;
use super::pieces::{Product, products};
use crate::dag::{Binary, Const, DType, Size};
use crate::hash::HashMap;
use std::collections::BTreeSet;

/// Makes one of neighbouring dimensions, and of neighbouring loops of reductions, that all arrays are read and written
/// through as through one. Both must be of unknown extent: for known ones, code is emitted that knows them. If it
/// `keeps_rows`, the outermost dimension stays as it is.
pub fn join(lowered: &mut Lowered, keeps_rows: bool) {
    let is_unknown = |l: &Loop| matches!(l.extent, Extent::Size(_));
    join_where(lowered, keeps_rows, |pair| pair.iter().all(is_unknown));
    let Lowered { kernel, sizes, .. } = lowered;
    let [phase] = kernel.phases.as_slice() else { return };
    let mut pairs = Vec::new();
    let mut statements: Vec<&Stmt> = phase.body.iter().collect();
    while let Some(stmt) = statements.pop() {
        let Stmt::Reduce { loops, body, accumulators } = stmt else { continue };
        statements.extend(body);
        // Lanes would add the terms in another order.
        let is_exact = |a: &Accumulator| kernel.dtype(a.value).is_exact();
        if !kernel.is_strict() || accumulators.iter().all(is_exact) {
            let pairs_of_unknown = loops
                .windows(2)
                .filter(|pair| pair.iter().all(is_unknown))
                .map(|pair| [pair[0], pair[1]]);
            // From the inside: the loop that two have become has the variable of the second.
            pairs.extend(pairs_of_unknown.rev());
        }
    }
    for [outer, inner] in pairs {
        // It may be longer than it was.
        let Some(inner) = kernel.reduction_loop(inner.var) else { continue };
        if let Some(joined) = joined(kernel, sizes, [outer, inner], None) {
            *kernel = joined;
        }
    }
    kernel.sizes = sizes.len() as u32;
}

/// Makes one dimension of neighbours that are read and written through as through one, where they may be.
pub(super) fn join_where(lowered: &mut Lowered, keeps_rows: bool, may: impl Fn([Loop; 2]) -> bool) {
    let Lowered { kernel, extents, sizes, .. } = lowered;
    let first = usize::from(keeps_rows);
    let mut at = first;
    while let Some(&[rows, lane]) = kernel.parallel.get(at..at + 2) {
        let new = match may([rows, lane]) {
            true => joined(kernel, sizes, [rows, lane], None),
            false => None,
        };
        match new {
            Some(joined) => {
                *kernel = joined;
                let next = extents.remove(at + 1);
                extents[at] = extents[at].mul(&next);
                // The dimension before may go on in the new one.
                at = at.saturating_sub(1).max(first);
            }
            None => at += 1,
        }
    }
    kernel.sizes = sizes.len() as u32;
}

/// The kernel with two neighbouring dimensions, or loops of a reduction, merged, if each array is read and written in the
/// order of their points. Values may not depend on the variable `beside`, if there is one.
pub(super) fn joined(
    kernel: &KernelIr,
    sizes: &mut Vec<Size>,
    [rows, lane]: [Loop; 2],
    beside: Option<VarId>,
) -> Option<KernelIr> {
    let [phase] = kernel.phases.as_slice() else { return None };
    if !phase.loops.is_empty() || !kernel.locals.is_empty() {
        return None;
    }
    let size = |extent: Extent| match extent {
        Extent::Const(n) => Some(Size::constant(n)),
        Extent::Size(k) => sizes.get(k as usize).cloned(),
        Extent::Range { .. } => None,
    };
    let length = size(lane.extent)?;
    let points = size(rows.extent)?.short_product(&length)?;
    let known = sizes.iter().position(|size| *size == points);
    let extent = match points.as_constant() {
        Some(n) => Extent::Const(n),
        None => Extent::Size(known.unwrap_or(sizes.len()) as u32),
    };
    let mut new = kernel.without_values();
    let mut merger = Merger {
        old: kernel,
        sizes,
        rows: rows.var,
        lane: lane.var,
        both: Loop { var: lane.var, extent },
        beside,
        length,
        offsets: HashMap::default(),
        copies: HashMap::default(),
    };
    merger.copy_values(&mut new, &phase.body)?;
    new.phases[0].body = merger.statements(&mut new, &phase.body)?;
    merger.merge(&mut new.parallel);
    if extent == Extent::Size(sizes.len() as u32) {
        sizes.push(points);
    }
    Some(new)
}

struct Merger<'a> {
    old: &'a KernelIr,
    sizes: &'a [Size],
    rows: VarId,
    lane: VarId,
    /// What they become.
    both: Loop,
    beside: Option<VarId>,
    length: Size,
    /// Offsets of elements as sums of products.
    offsets: HashMap<ValueId, Vec<Product>>,
    copies: HashMap<ValueId, ValueId>,
}

impl Merger<'_> {
    /// Copies the values that statements need, without those that only offsets need; `None` if one depends on one of
    /// the two variables other than through offsets. Long programs would be too deep for a recursion.
    fn copy_values(&mut self, new: &mut KernelIr, body: &[Stmt]) -> Option<()> {
        let mut stack = Vec::new();
        let mut statements: Vec<&Stmt> = body.iter().collect();
        let mut offsets = Vec::new();
        while let Some(stmt) = statements.pop() {
            stmt.bounds(&mut |bound| stack.push(bound));
            match stmt {
                Stmt::Store { offset, value, .. } => {
                    offsets.push(*offset);
                    stack.push(*value);
                }
                Stmt::StoreLocal { .. } => return None,
                Stmt::Reduce { body, accumulators, .. } => {
                    statements.extend(body);
                    stack.extend(accumulators.iter().map(|a| a.value));
                }
            }
        }
        let is_joined = |id: ValueId| matches!(*self.old.value(id), Value::Var(var) if var == self.rows || var == self.lane);
        let mut needed = BTreeSet::new();
        loop {
            while let Some(offset) = offsets.pop() {
                if self.offsets.contains_key(&offset) {
                    continue;
                }
                let products = products(self.old, offset)?;
                let factors = products.iter().flat_map(|(_, factors)| factors);
                stack.extend(factors.copied().filter(|factor| !is_joined(*factor)));
                self.offsets.insert(offset, products);
            }
            let Some(id) = stack.pop() else { break };
            if needed.insert(id) {
                match *self.old.value(id) {
                    Value::Load { offset, .. } => offsets.push(offset),
                    _ => self.old.operands(id, &mut |operand| stack.push(operand)),
                }
            }
        }
        // Operands come before their users.
        for id in needed {
            let copy = self.copy(new, id)?;
            self.copies.insert(id, copy);
        }
        Some(())
    }

    /// The copy of a value whose operands have been copied.
    fn copy(&mut self, new: &mut KernelIr, id: ValueId) -> Option<ValueId> {
        let known = [Some(self.rows), Some(self.lane), self.beside];
        let value = match *self.old.value(id) {
            Value::Var(var) if known.contains(&Some(var)) => return None,
            Value::Load { buffer, offset } => {
                Value::Load { buffer, offset: self.offset(new, offset)? }
            }
            Value::LoadLocal { .. } => return None,
            ref value => value.with_operands(&mut |operand| self.value(operand))?,
        };
        Some(new.add(value, self.old.dtype(id)))
    }

    /// Makes the two loops one, if they are among these.
    fn merge(&self, loops: &mut Vec<Loop>) {
        let vars = [self.rows, self.lane];
        if let Some(at) = loops.windows(2).position(|pair| [pair[0].var, pair[1].var] == vars) {
            loops.splice(at..at + 2, [self.both]);
        }
    }

    fn value(&self, id: ValueId) -> Option<ValueId> {
        self.copies.get(&id).copied()
    }

    fn statements(&self, new: &mut KernelIr, body: &[Stmt]) -> Option<Vec<Stmt>> {
        let mut copies = Vec::new();
        for stmt in body {
            copies.push(match stmt.clone() {
                Stmt::Store { buffer, offset, value } => Stmt::Store {
                    buffer,
                    offset: self.offset(new, offset)?,
                    value: self.value(value)?,
                },
                Stmt::StoreLocal { .. } => return None,
                Stmt::Reduce { mut loops, body, mut accumulators } => {
                    for l in &mut loops {
                        if let Extent::Range { low, high } = &mut l.extent {
                            (*low, *high) = (self.value(*low)?, self.value(*high)?);
                        }
                    }
                    self.merge(&mut loops);
                    for a in &mut accumulators {
                        a.value = self.value(a.value)?;
                    }
                    Stmt::Reduce { loops, body: self.statements(new, &body)?, accumulators }
                }
            });
        }
        Some(copies)
    }

    /// The copy of an offset, in which one variable stands for both.
    fn offset(&self, new: &mut KernelIr, id: ValueId) -> Option<ValueId> {
        let (mut steps, mut rest) = ([Size::zero(), Size::zero()], Vec::new());
        for (c, mut factors) in self.offsets.get(&id)?.clone() {
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

    fn product(&self, new: &mut KernelIr, (c, factors): Product) -> Option<ValueId> {
        let mut product = None;
        if c != 1 || factors.is_empty() {
            product = Some(new.add(Value::Const(Const::i64(c)), DType::I64));
        }
        for factor in factors {
            let factor = self.value(factor)?;
            product = Some(match product {
                Some(product) => new.add(Value::Binary(Binary::Mul, product, factor), DType::I64),
                None => factor,
            });
        }
        product
    }
}

#[cfg(test)]
mod tests {
    use super::super::source_tests::fused_into;
    use super::super::{KernelSet, kernel::Stmt};

    /// The numbers of dimensions and of loops of reductions in the only kernel of a function of an image.
    fn of(attribute: &str, body: &str, result: &str) -> (usize, usize) {
        let mut kernels = KernelSet::default();
        let source = format!(
            "{attribute} pub fn f<A, B, C>(x: [f64; A, B, C], w: [f64; C], k: [f64; A, 4, C]) -> {result} {{ {body} }}"
        );
        fused_into(&source, &mut kernels);
        let [kernel] = kernels.kernels.as_slice() else { panic!("{body}") };
        let loops = kernel.phases[0].body.iter().map(|stmt| match stmt {
            Stmt::Reduce { loops, .. } => loops.len(),
            _ => 0,
        });
        (kernel.parallel.len(), loops.sum())
    }

    #[test]
    fn neighbours_that_all_operands_go_through_as_through_one_are_one() {
        // The columns of a part of each page lie side by side, and so do its rows if only their ends are left out.
        assert_eq!(of("", "x[.., 1..-1] * 2", "[f64; A, B - 2, C]"), (2, 0));
        assert_eq!(of("", "x[.., .., 1..] * 2", "[f64; A, B, C - 1]"), (2, 0));
        assert_eq!(of("", "x * w", "[f64; A, B, C]"), (2, 0));
        assert_eq!(of("", "transpose(x, (2, 0, 1))", "[f64; C, A, B]"), (2, 0));
        assert_eq!(of("", "x[.., ..;2] * 2", "[f64; A, floor_div(B + 1, 2), C]"), (3, 0));
        assert_eq!(of("", "transpose(x, (2, 1, 0))", "[f64; C, B, A]"), (3, 0));
    }

    #[test]
    fn known_extents_stay_as_they_are() {
        assert_eq!(of("", "k[.., 1..] * 2", "[f64; A, 3, C]"), (3, 0));
    }

    #[test]
    fn loops_in_the_order_of_memory_are_one() {
        assert_eq!(of("", "sum(x, axis=(1, 2))", "[f64; A]"), (1, 1));
        assert_eq!(of("", "max(x[.., ..;2], axis=(1, 2))", "[f64; A]"), (1, 2));
        // Lanes of a longer row would add its terms in another order.
        assert_eq!(of("#[strict]", "sum(x, axis=(1, 2))", "[f64; A]"), (1, 2));
    }
}
