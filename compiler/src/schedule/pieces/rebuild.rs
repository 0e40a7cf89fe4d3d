//! Copies of kernels in which some values are replaced by others.

use crate::dag::{Binary, Const, DType, Unary};
use crate::hash::HashMap;
use crate::schedule::kernel::{Extent, KernelIr, Loop, Stmt, Value, ValueId, VarId};
use std::collections::BTreeMap;

/// An offset that takes more steps to be written as a sum of products stays as it is.
const MAX_PRODUCTS: usize = 64;

/// A copy of a kernel in which some values are replaced by others. Only values that its stores need are copied.
pub(in crate::schedule) fn rebuilt(
    mut kernel: KernelIr,
    mut by: HashMap<ValueId, ValueId>,
) -> KernelIr {
    loop {
        kernel = Rebuild::of(&kernel, std::mem::take(&mut by));
        // A loop of one turn, or none, leaves only its value.
        let mut ended = None;
        for (k, stmt) in kernel.phases[0].body.iter().enumerate() {
            let Stmt::Reduce { loops, accumulators, .. } = stmt else { continue };
            let [Loop { var, extent: Extent::Range { high, .. } }] = loops.as_slice() else {
                continue;
            };
            if let Value::Const(turns) = *kernel.value(*high) {
                ended = Some((k, *var, turns.bits as i64 > 0, accumulators.clone()));
                break;
            }
        }
        let Some((k, var, once, accumulators)) = ended else { return kernel };
        kernel.phases[0].body.remove(k);
        for a in accumulators {
            let dtype = kernel.dtype(a.value);
            let Some(temp) = kernel.find(&Value::Accumulator(a.id)) else { continue };
            let value = match once {
                true => a.value,
                false => kernel.add(Value::Const(a.op.identity(dtype)), dtype),
            };
            by.insert(temp, value);
        }
        if let Some(var) = kernel.find(&Value::Var(var)) {
            by.insert(var, kernel.add(Value::Const(Const::i64(0)), DType::I64));
        }
    }
}

struct Rebuild<'a> {
    old: &'a KernelIr,
    new: KernelIr,
    by: HashMap<ValueId, ValueId>,
    done: HashMap<ValueId, ValueId>,
}

impl Rebuild<'_> {
    fn of(old: &KernelIr, by: HashMap<ValueId, ValueId>) -> KernelIr {
        let new = old.without_values();
        let mut this = Rebuild { old, new, by, done: HashMap::default() };
        let Some(phase) = old.phases.first() else { return this.new };
        let mut body = Vec::new();
        // Stores come last, so going backwards the users of a reduction are known before it.
        for stmt in phase.body.iter().rev() {
            body.push(match stmt.clone() {
                Stmt::Store { buffer, offset, value } => {
                    let offset = this.value(offset);
                    let (offset, value) = (this.in_order(offset), this.value(value));
                    Stmt::Store { buffer, offset, value }
                }
                Stmt::Reduce { mut loops, body, mut accumulators } => {
                    accumulators.retain(|a| this.new.find(&Value::Accumulator(a.id)).is_some());
                    if accumulators.is_empty() {
                        continue;
                    }
                    for l in &mut loops {
                        if let Extent::Range { low, high } = &mut l.extent {
                            (*low, *high) = (this.value(*low), this.value(*high));
                        }
                    }
                    for a in &mut accumulators {
                        a.value = this.value(a.value);
                    }
                    Stmt::Reduce { loops, body, accumulators }
                }
                other => other,
            });
        }
        body.reverse();
        this.new.phases[0].body = body;
        this.new
    }

    /// The copy of a value. (Kernels that are rebuilt are too small for the recursion to be deep.)
    fn value(&mut self, id: ValueId) -> ValueId {
        let id = self.by.get(&id).copied().unwrap_or(id);
        if let Some(done) = self.done.get(&id) {
            return *done;
        }
        let dtype = self.old.dtype(id);
        let copy = match self.old.value(id).clone() {
            Value::Load { buffer, offset } => {
                let offset = self.value(offset);
                let offset = self.in_order(offset);
                self.new.add(Value::Load { buffer, offset }, dtype)
            }
            Value::Unary(op, a) => {
                let a = self.value(a);
                match (op, self.truth(a)) {
                    (Unary::Not, Some(truth)) => self.bool(!truth),
                    _ => self.new.add(Value::Unary(op, a), dtype),
                }
            }
            Value::Binary(op, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                match (op, self.truth(a), self.truth(b)) {
                    (Binary::And, Some(true), _) | (Binary::Or, Some(false), _) => b,
                    (Binary::And, _, Some(true)) | (Binary::Or, _, Some(false)) => a,
                    (Binary::And, Some(false), _) | (Binary::And, _, Some(false)) => {
                        self.bool(false)
                    }
                    (Binary::Or, Some(true), _) | (Binary::Or, _, Some(true)) => self.bool(true),
                    _ => {
                        let copy = self.new.add(Value::Binary(op, a, b), dtype);
                        let is_sum = matches!(op, Binary::Add | Binary::Sub | Binary::Mul);
                        if is_sum && dtype == DType::I64 { self.in_order(copy) } else { copy }
                    }
                }
            }
            Value::Select(c, a, b) => {
                let c = self.value(c);
                match self.truth(c) {
                    Some(true) => self.value(a),
                    Some(false) => self.value(b),
                    None => {
                        let (a, b) = (self.value(a), self.value(b));
                        self.new.add(Value::Select(c, a, b), dtype)
                    }
                }
            }
            Value::Cast(to, a) => {
                let a = self.value(a);
                self.new.add(Value::Cast(to, a), dtype)
            }
            Value::Foreign { function, arguments } => {
                let arguments = arguments.into_iter().map(|a| self.value(a)).collect();
                self.new.add(Value::Foreign { function, arguments }, dtype)
            }
            leaf => self.new.add(leaf, dtype),
        };
        self.done.insert(id, copy);
        copy
    }

    /// The value of a bool, if it is a constant.
    fn truth(&self, id: ValueId) -> Option<bool> {
        match self.new.value(id) {
            Value::Const(c) if c.dtype == DType::Bool => Some(c.bits != 0),
            _ => None,
        }
    }

    fn bool(&mut self, truth: bool) -> ValueId {
        self.new.add(Value::Const(Const::bool(truth)), DType::Bool)
    }

    /// An offset as a sum in which each variable occurs once, as emitters expect it.
    fn in_order(&mut self, offset: ValueId) -> ValueId {
        let Some(products) = products(&self.new, offset) else { return offset };
        let vars: Vec<VarId> = self.new.parallel.iter().rev().map(|l| l.var).collect();
        let mut of_vars: Vec<Vec<Product>> = vec![Vec::new(); vars.len()];
        let mut rest = Vec::new();
        for mut product in products {
            let is_var =
                |id: &ValueId| matches!(*self.new.value(*id), Value::Var(v) if vars.contains(&v));
            match product.1.iter().filter(|id| is_var(id)).count() {
                0 => rest.push(product),
                1 => {
                    let at = product.1.iter().position(is_var).unwrap_or_default();
                    let Value::Var(var) = *self.new.value(product.1.remove(at)) else {
                        return offset;
                    };
                    let k = vars.iter().position(|v| *v == var).unwrap_or_default();
                    of_vars[k].push(product);
                }
                _ => return offset,
            }
        }
        let mut sum = None;
        for (var, products) in vars.into_iter().zip(of_vars) {
            if products.is_empty() {
                continue;
            }
            let var = self.new.add(Value::Var(var), DType::I64);
            let term = match products.as_slice() {
                [(1, factors)] if factors.is_empty() => var,
                _ => {
                    let factor = self.sum(products);
                    self.new.add(Value::Binary(Binary::Mul, var, factor), DType::I64)
                }
            };
            sum = Some(self.plus(sum, term));
        }
        if rest.is_empty()
            && let Some(sum) = sum
        {
            return sum;
        }
        let rest = self.sum(rest);
        self.plus(sum, rest)
    }

    fn plus(&mut self, sum: Option<ValueId>, term: ValueId) -> ValueId {
        match sum {
            Some(sum) => self.new.add(Value::Binary(Binary::Add, sum, term), DType::I64),
            None => term,
        }
    }

    fn sum(&mut self, products: Vec<Product>) -> ValueId {
        let mut sum = None;
        for (coefficient, factors) in products {
            let mut product = None;
            if coefficient != 1 || factors.is_empty() {
                let constant = Value::Const(Const::i64(coefficient));
                product = Some(self.new.add(constant, DType::I64));
            }
            for factor in factors {
                product = Some(match product {
                    Some(a) => self.new.add(Value::Binary(Binary::Mul, a, factor), DType::I64),
                    None => factor,
                });
            }
            if let Some(product) = product {
                sum = Some(self.plus(sum, product));
            }
        }
        sum.unwrap_or_else(|| self.new.add(Value::Const(Const::i64(0)), DType::I64))
    }
}

/// A number times values.
pub(in crate::schedule) type Product = (i64, Vec<ValueId>);

/// An integer as a sum of products, without those that cancel; `None` if there are many.
pub(in crate::schedule) fn products(kernel: &KernelIr, id: ValueId) -> Option<Vec<Product>> {
    let mut steps = MAX_PRODUCTS;
    let sum = expanded(kernel, id, &mut steps)?;
    Some(sum.into_iter().filter(|(_, c)| *c != 0).map(|(factors, c)| (c, factors)).collect())
}

/// The factors of products, each with a number. `None` if this takes too many steps.
fn expanded(
    kernel: &KernelIr,
    id: ValueId,
    steps: &mut usize,
) -> Option<BTreeMap<Vec<ValueId>, i64>> {
    *steps = steps.checked_sub(1)?;
    let mut sum: BTreeMap<Vec<ValueId>, i64> = BTreeMap::new();
    let mut add = |factors: Vec<ValueId>, c: i64| {
        let total = sum.entry(factors).or_default();
        *total = total.wrapping_add(c);
    };
    match *kernel.value(id) {
        Value::Const(c) => add(Vec::new(), c.bits as i64),
        Value::Unary(Unary::Neg, a) => {
            for (factors, c) in expanded(kernel, a, steps)? {
                add(factors, c.wrapping_neg());
            }
        }
        Value::Binary(op @ (Binary::Add | Binary::Sub), a, b) => {
            for (factors, c) in expanded(kernel, a, steps)? {
                add(factors, c);
            }
            for (factors, c) in expanded(kernel, b, steps)? {
                add(factors, if op == Binary::Sub { c.wrapping_neg() } else { c });
            }
        }
        Value::Binary(Binary::Mul, a, b) => {
            let one = expanded(kernel, a, steps)?;
            let other = expanded(kernel, b, steps)?;
            *steps = steps.checked_sub(one.len() * other.len())?;
            for (x, c) in &one {
                for (y, d) in &other {
                    let mut factors = [x.as_slice(), y].concat();
                    factors.sort();
                    add(factors, c.wrapping_mul(*d));
                }
            }
        }
        _ => add(vec![id], 1),
    }
    Some(sum)
}
