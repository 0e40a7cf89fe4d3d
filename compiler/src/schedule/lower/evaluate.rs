//! Evaluates scalars at a point: as values, or as integers in affine form.

use super::Lowerer;
use crate::dag::visit::visit_operands;
use crate::dag::{Binary, DType, Scalar, ScalarId, Size, Unary, Var, evaluate};
use crate::schedule::affine::Affine;
use crate::schedule::kernel::{Value, ValueId};

/// Longer sums become values.
const MAX_TERMS: usize = 12;

/// An evaluation of a scalar.
#[derive(Clone, Copy)]
enum Task {
    Value(ScalarId),
    /// In affine form.
    Affine(ScalarId),
}

impl Lowerer<'_> {
    fn lookup(&self, var: Var) -> Affine {
        let found = self.env.iter().rev().find(|(v, _)| *v == var);
        found.map(|(_, a)| a.clone()).expect("variables are bound where they are used")
    }

    pub(super) fn value(&mut self, id: ScalarId) -> ValueId {
        self.evaluate(Task::Value(id));
        self.known_value(id).expect("just evaluated")
    }

    /// An `i64` scalar in affine form.
    fn affine(&mut self, id: ScalarId) -> Affine {
        self.evaluate(Task::Affine(id));
        let memo = self.memo.last().expect("a point");
        memo.affines[&id].clone()
    }

    fn known_value(&self, id: ScalarId) -> Option<ValueId> {
        self.memo.last()?.values.get(&id).copied()
    }

    fn is_done(&self, task: Task) -> bool {
        self.memo.last().is_some_and(|memo| match task {
            Task::Value(id) => memo.values.contains_key(&id),
            Task::Affine(id) => memo.affines.contains_key(&id),
        })
    }

    /// Evaluates everything that is not known yet, operands first. It is a loop, not a recursion, because an expression
    /// may be as deep as a program is long.
    fn evaluate(&mut self, root: Task) {
        let mut stack = vec![root];
        let mut operands = Vec::new();
        while let Some(task) = stack.last().copied() {
            operands.clear();
            if !self.is_done(task) {
                self.operands(task, &mut operands);
                operands.retain(|operand| !self.is_done(*operand));
                stack.extend(operands.iter().rev());
                if operands.is_empty() {
                    self.step(task);
                }
            }
            if operands.is_empty() {
                stack.pop();
            }
        }
    }

    /// The operands that have to be known for the next step of an evaluation. A branch that constants rule out is not
    /// evaluated, because it may be out of range.
    fn operands(&self, task: Task, operands: &mut Vec<Task>) {
        let dag = self.dag;
        match task {
            Task::Value(id) if self.is_affine(id) => operands.push(Task::Affine(id)),
            Task::Value(id) => match dag.scalar(id) {
                Scalar::Load { index, .. } => {
                    operands.extend(index.iter().map(|i| Task::Affine(*i)))
                }
                Scalar::Select(c, a, b) => match self.known_value(*c).map(|c| self.kernel.value(c))
                {
                    None => operands.push(Task::Value(*c)),
                    Some(Value::Const(k)) => {
                        operands.push(Task::Value(if k.bits != 0 { *a } else { *b }))
                    }
                    Some(_) => operands.extend([Task::Value(*a), Task::Value(*b)]),
                },
                Scalar::Reduce { range, .. } => {
                    operands.extend(range.iter().flatten().map(|s| Task::Value(*s)));
                }
                scalar => visit_operands(scalar, &mut |s| operands.push(Task::Value(s))),
            },
            Task::Affine(id) => match dag.scalar(id) {
                Scalar::Const(_) | Scalar::Size(_) | Scalar::Var(_) => {}
                Scalar::Binary(
                    Binary::Add | Binary::Sub | Binary::Mul | Binary::FloorDiv | Binary::Rem,
                    a,
                    b,
                ) => operands.extend([Task::Affine(*a), Task::Affine(*b)]),
                Scalar::Unary(Unary::Neg, a) => operands.push(Task::Affine(*a)),
                _ => operands.push(Task::Value(id)),
            },
        }
    }

    /// Whether a value is evaluated in affine form.
    fn is_affine(&self, id: ScalarId) -> bool {
        match self.dag.scalar(id) {
            Scalar::Size(_) | Scalar::Var(_) => true,
            Scalar::Binary(
                Binary::Add | Binary::Sub | Binary::Mul | Binary::FloorDiv | Binary::Rem,
                ..,
            )
            | Scalar::Unary(Unary::Neg, _) => self.dag.dtype(id) == DType::I64,
            _ => false,
        }
    }

    /// Evaluates a scalar whose operands are known.
    fn step(&mut self, task: Task) {
        match task {
            Task::Value(id) => {
                let value = self.value_step(id);
                self.memo.last_mut().expect("a point").values.insert(id, value);
            }
            Task::Affine(id) => {
                let mut affine = self.affine_step(id);
                if affine.terms.len() > MAX_TERMS {
                    let value = self.affine_value(&affine);
                    affine = Affine::value(value);
                }
                self.memo.last_mut().expect("a point").affines.insert(id, affine);
            }
        }
    }

    fn value_step(&mut self, id: ScalarId) -> ValueId {
        let dag = self.dag;
        let dtype = dag.dtype(id);
        if self.is_affine(id) {
            let affine = self.affine(id);
            return self.affine_value(&affine);
        }
        match dag.scalar(id) {
            Scalar::Size(_) | Scalar::Var(_) => unreachable!("read in affine form"),
            Scalar::Const(c) => self.constant(*c),
            Scalar::Load { node, index } => {
                let index: Vec<Affine> = index.iter().map(|i| self.affine(*i)).collect();
                self.load(*node, &index)
            }
            Scalar::Unary(op, a) => {
                let a = self.value(*a);
                self.kernel.add(Value::Unary(*op, a), dtype)
            }
            Scalar::Binary(op, a, b) => {
                let (a, b) = (self.value(*a), self.value(*b));
                self.fold_binary(*op, a, b, dtype)
            }
            Scalar::Select(c, a, b) => {
                let c = self.value(*c);
                match self.kernel.value(c) {
                    Value::Const(k) if k.bits != 0 => self.value(*a),
                    Value::Const(_) => self.value(*b),
                    _ => {
                        let (a, b) = (self.value(*a), self.value(*b));
                        self.kernel.add(Value::Select(c, a, b), dtype)
                    }
                }
            }
            Scalar::Cast(to, a) => {
                let a = self.value(*a);
                self.kernel.add(Value::Cast(*to, a), *to)
            }
            Scalar::Foreign { function, arguments } => {
                let arguments = arguments.iter().map(|a| self.value(*a)).collect();
                self.kernel.add(Value::Foreign { function: function.clone(), arguments }, dtype)
            }
            Scalar::Reduce { op, height, extents, range: None, body } => {
                self.reduce(*op, *height, extents, *body)
            }
            Scalar::Reduce { op, height, extents, range: Some(range), body } => {
                self.reduce_range(*op, *height, &extents[0], *range, *body)
            }
        }
    }

    /// Folds integers and bools. Choices among stacked arrays, and indices, have to become constant on unrolled axes
    /// ([`crate::schedule::phases`] relies on it).
    pub(super) fn fold_binary(
        &mut self,
        op: Binary,
        a: ValueId,
        b: ValueId,
        dtype: DType,
    ) -> ValueId {
        if let (Value::Const(x), Value::Const(y)) = (self.kernel.value(a), self.kernel.value(b))
            && op != Binary::PowI
            && !x.dtype.is_float()
            && let Some(known) = evaluate::binary(op, *x, *y)
        {
            return self.kernel.add(Value::Const(known), dtype);
        }
        self.kernel.add(Value::Binary(op, a, b), dtype)
    }

    /// The affine expression that consists of this value.
    fn affine_of(&self, value: ValueId) -> Affine {
        match *self.kernel.value(value) {
            Value::Const(c) => Affine::constant(Size::constant(c.bits as i64)),
            _ => Affine::value(value),
        }
    }

    fn affine_step(&mut self, id: ScalarId) -> Affine {
        let dag = self.dag;
        match dag.scalar(id) {
            Scalar::Const(c) => Affine::constant(Size::constant(c.bits as i64)),
            Scalar::Size(size) => Affine::constant(size.clone()),
            Scalar::Var(var) => self.lookup(*var),
            Scalar::Binary(Binary::Add, a, b) => {
                let a = self.affine(*a);
                a.add(&self.affine(*b))
            }
            Scalar::Binary(Binary::Sub, a, b) => {
                let a = self.affine(*a);
                a.add(&self.affine(*b).scale(&Size::constant(-1)))
            }
            Scalar::Unary(Unary::Neg, a) => self.affine(*a).scale(&Size::constant(-1)),
            Scalar::Binary(Binary::Mul, a, b) => {
                let (a, b) = (self.affine(*a), self.affine(*b));
                let short = |a: &Affine, k: &Size| {
                    a.terms.values().chain([&a.constant]).all(|c| c.short_product(k).is_some())
                };
                match (a.as_size(), b.as_size()) {
                    (_, Some(k)) if short(&a, k) => a.scale(k),
                    (Some(k), _) if short(&b, k) => b.scale(k),
                    _ => {
                        let (a, b) = (self.affine_value(&a), self.affine_value(&b));
                        let product = self.i64_binary(Binary::Mul, a, b);
                        self.affine_of(product)
                    }
                }
            }
            Scalar::Binary(op @ (Binary::FloorDiv | Binary::Rem), a, b) => {
                let (a, b) = (self.affine(*a), self.affine(*b));
                self.divide(*op, a, b)
            }
            _ => {
                let value = self.value(id);
                self.affine_of(value)
            }
        }
    }

    /// A floor division or a remainder. It is simplified if the divisor is a size that divides terms.
    fn divide(&mut self, op: Binary, a: Affine, b: Affine) -> Affine {
        if let Some(n) = b.as_size().filter(|n| self.is_positive(n) && self.is_exact(&a)) {
            let (quotient, rest) = a.split(n);
            if self.is_below(&rest, n) {
                return if op == Binary::Rem { rest } else { quotient };
            }
        }
        let (a, b) = (self.affine_value(&a), self.affine_value(&b));
        let value = self.i64_binary(op, a, b);
        self.affine_of(value)
    }

    /// Whether a size is at least 1 whenever this kernel has a point.
    fn is_positive(&self, n: &Size) -> bool {
        n.at_least(1) || self.group.parallel.iter().any(|p| p.exact_div(n).is_some())
    }

    /// Whether the arithmetic of an affine expression cannot wrap, because its terms are loop variables and indices,
    /// and its constants are moderate. (Sizes of arrays and their products do not overflow.)
    fn is_exact(&self, a: &Affine) -> bool {
        moderate(&a.constant) && a.terms.iter().all(|(id, c)| moderate(c) && self.is_bounded(*id))
    }

    /// Whether a value is a loop variable or an index, or a quotient or remainder of such.
    fn is_bounded(&self, id: ValueId) -> bool {
        match *self.kernel.value(id) {
            Value::Var(_) => true,
            Value::Load { buffer, .. } => self.kernel.buffers[buffer as usize].index,
            Value::Binary(Binary::Rem, _, n) => self.size_of(n).is_some(),
            Value::Binary(Binary::FloorDiv, a, n) => {
                self.size_of(n).is_some() && self.is_bounded(a)
            }
            _ => false,
        }
    }

    /// Whether `0 <= a < n` certainly.
    fn is_below(&self, a: &Affine, n: &Size) -> bool {
        if a.terms.is_empty() && a.constant.is_zero() {
            return true;
        }
        let (Some(mut high), Some(n)) = (a.constant.as_constant(), n.as_constant()) else {
            // It is one index of an axis with exactly this extent.
            let extent = a.as_value().and_then(|v| self.parallel.iter().position(|p| *p == v));
            return extent.is_some_and(|k| self.group.parallel[k] == *n);
        };
        if high < 0 {
            return false;
        }
        for (id, c) in &a.terms {
            let (Some(c), Some(extent)) = (c.as_constant(), self.var_extents.get(id)) else {
                return false;
            };
            if c < 0 {
                return false;
            }
            high = high.saturating_add(c.saturating_mul((*extent - 1).max(0)));
        }
        high < n
    }
}

/// Whether multiples of a size do not overflow, for all sizes that arrays can have.
fn moderate(size: &Size) -> bool {
    size.terms().all(|(_, c)| c.unsigned_abs() < 1 << 28)
}
