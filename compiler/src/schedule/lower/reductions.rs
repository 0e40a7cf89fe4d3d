//! Reductions: loops with accumulators. Short reductions become copies of the body.

use super::{Lowerer, Memo, Scope, points_of};
use crate::dag::{Binary, DType, Reduce, ScalarId, Size, Var};
use crate::hash::HashSet;
use crate::schedule::affine::Affine;
use crate::schedule::kernel::{
    Accumulator, AccumulatorId, Extent, Loop, Stmt, Value, ValueId, VarId,
};
use crate::schedule::phases::unrolled_variables;

impl Lowerer<'_> {
    pub(super) fn reduce(
        &mut self,
        op: Reduce,
        height: u32,
        extents: &[Size],
        body: ScalarId,
    ) -> ValueId {
        let dtype = self.dag.dtype(body);
        let unrolled = unrolled_variables(self.dag, body, extents);
        let (mut short, mut long) = (Vec::new(), Vec::new());
        for (k, extent) in extents.iter().enumerate() {
            match extent.as_constant() {
                Some(n) if unrolled[k] => short.push((k, n)),
                _ => long.push(k),
            }
        }
        if short.iter().any(|(_, n)| *n <= 0) {
            return self.constant(op.identity(dtype));
        }
        let depth = self.env.len();
        if long.is_empty() {
            let value = self.combine(op, height, &short, body, dtype);
            self.env.truncate(depth);
            // This matters for sums of negative zeros, because sums begin with 0.
            let begins_with_0 =
                self.dag.tuning.is_strict() && op == Reduce::Sum && !dtype.is_exact();
            return match begins_with_0 {
                true => {
                    let zero = self.constant(op.identity(dtype));
                    self.fold_binary(Binary::Add, zero, value, dtype)
                }
                false => value,
            };
        }
        let key: Vec<Extent> = long.iter().map(|k| self.extent(&extents[*k])).collect();
        let known = self.scopes.last().and_then(|s| s.vars.get(&key).cloned());
        let vars = known.unwrap_or_else(|| {
            long.iter().map(|k| self.new_var(&extents[*k]).0).collect::<Vec<VarId>>()
        });
        if let Some(scope) = self.scopes.last_mut() {
            scope.vars.insert(key.clone(), vars.clone());
        }
        for (k, var) in long.iter().zip(&vars) {
            let value = self.kernel.add(Value::Var(*var), DType::I64);
            self.env.push((Var::Reduction { height, k: *k as u32 }, Affine::value(value)));
        }
        self.scopes.push(Scope::default());
        let value = self.combine(op, height, &short, body, dtype);
        let inner = self.scopes.pop().expect("the reduction's scope").stmts;
        self.env.truncate(depth);
        let loops: Vec<Loop> =
            vars.iter().zip(key).map(|(var, extent)| Loop { var: *var, extent }).collect();
        let (loops, inner, value) = self.flattened(loops, inner, op, value);
        let temp = self.accumulate(loops, inner, op, value);
        self.kernel.add(Value::Accumulator(temp), dtype)
    }

    /// A reduction whose body is a reduction of the same kind becomes one over the loops of both.
    fn flattened(
        &self,
        mut loops: Vec<Loop>,
        inner: Vec<Stmt>,
        op: Reduce,
        value: ValueId,
    ) -> (Vec<Loop>, Vec<Stmt>, ValueId) {
        let [Stmt::Reduce { loops: within, body, accumulators }] = inner.as_slice() else {
            return (loops, inner, value);
        };
        let [a] = accumulators.as_slice() else { return (loops, inner, value) };
        let bounds = within.iter().flat_map(|l| match l.extent {
            Extent::Range { low, high } => vec![low, high],
            Extent::Const(_) | Extent::Size(_) => Vec::new(),
        });
        // Bounds are evaluated before the first loop.
        let fixed = bounds.into_iter().all(|bound| !self.depends(bound, &loops));
        let same = a.op == op && *self.kernel.value(value) == Value::Accumulator(a.id);
        // Otherwise sums of sums would be added in another order.
        let same = same && (!self.dag.tuning.is_strict() || self.kernel.dtype(a.value).is_exact());
        if !body.is_empty() || !fixed || !same {
            return (loops, inner, value);
        }
        loops.extend(within.iter().cloned());
        (loops, Vec::new(), a.value)
    }

    /// Whether a value depends on the variable of one of the loops.
    fn depends(&self, value: ValueId, loops: &[Loop]) -> bool {
        let (mut stack, mut seen) = (vec![value], HashSet::default());
        while let Some(id) = stack.pop() {
            if matches!(*self.kernel.value(id), Value::Var(var) if loops.iter().any(|l| l.var == var))
            {
                return true;
            }
            if seen.insert(id) {
                self.kernel.operands(id, &mut |o| stack.push(o));
            }
        }
        false
    }

    /// A reduction over a range of an extent.
    pub(super) fn reduce_range(
        &mut self,
        op: Reduce,
        height: u32,
        extent: &Size,
        [low, high]: [ScalarId; 2],
        body: ScalarId,
    ) -> ValueId {
        let dtype = self.dag.dtype(body);
        let (low, high) = (self.value(low), self.value(high));
        let (first, end) = (self.int(0), self.size_value(extent));
        let low = self.i64_binary(Binary::Max, low, first);
        let high = self.i64_binary(Binary::Min, high, end);
        let key = vec![Extent::Range { low, high }];
        let known = self.scopes.last().and_then(|s| s.vars.get(&key).cloned());
        let vars = known.unwrap_or_else(|| vec![self.new_var(extent).0]);
        if let Some(scope) = self.scopes.last_mut() {
            scope.vars.insert(key.clone(), vars.clone());
        }
        let depth = self.env.len();
        let value = self.kernel.add(Value::Var(vars[0]), DType::I64);
        self.env.push((Var::Reduction { height, k: 0 }, Affine::value(value)));
        self.scopes.push(Scope::default());
        let value = self.combine(op, height, &[], body, dtype);
        let inner = self.scopes.pop().expect("the reduction's scope").stmts;
        self.env.truncate(depth);
        let loops = vec![Loop { var: vars[0], extent: key[0] }];
        let (loops, inner, value) = self.flattened(loops, inner, op, value);
        let temp = self.accumulate(loops, inner, op, value);
        self.kernel.add(Value::Accumulator(temp), dtype)
    }

    /// The body at all points of the short variables, combined.
    fn combine(
        &mut self,
        op: Reduce,
        height: u32,
        short: &[(usize, i64)],
        body: ScalarId,
        dtype: DType,
    ) -> ValueId {
        let extents: Vec<i64> = short.iter().map(|(_, n)| *n).collect();
        let mut total: Option<ValueId> = None;
        for point in points_of(&extents) {
            let depth = self.env.len();
            for ((k, _), i) in short.iter().zip(&point) {
                let at = Affine::constant(Size::constant(*i));
                self.env.push((Var::Reduction { height, k: *k as u32 }, at));
            }
            self.memo.push(Memo::default());
            let value = self.value(body);
            self.memo.pop();
            self.env.truncate(depth);
            total = Some(match total {
                Some(t) => self.fold_binary(op.combine(), t, value, dtype),
                None => value,
            });
        }
        total.expect("at least one point")
    }

    /// Adds an accumulator, if possible to an existing reduction over the same loops.
    fn accumulate(
        &mut self,
        loops: Vec<Loop>,
        body: Vec<Stmt>,
        op: Reduce,
        value: ValueId,
    ) -> AccumulatorId {
        let outermost = self.scopes.len() == 1;
        let mut needs = self.needs(value);
        for l in &loops {
            if let Extent::Range { low, high } = l.extent {
                needs = needs.max(self.needs(low)).max(self.needs(high));
            }
        }
        let scope = self.scopes.last_mut().expect("a scope");
        for (k, stmt) in scope.stmts.iter_mut().enumerate() {
            let Stmt::Reduce { loops: l, body: b, accumulators } = stmt else { continue };
            if *l != loops || !b.is_empty() || !body.is_empty() || !outermost || k < needs {
                continue;
            }
            let same = accumulators.iter().find(|a| a.op == op && a.value == value);
            if let Some(same) = same {
                return same.id;
            }
            let temp = AccumulatorId(self.next_temp);
            self.next_temp += 1;
            accumulators.push(Accumulator { id: temp, op, value });
            self.made_by.insert(temp, k);
            return temp;
        }
        let temp = AccumulatorId(self.next_temp);
        self.next_temp += 1;
        if outermost {
            self.made_by.insert(temp, scope.stmts.len());
        }
        let accumulators = vec![Accumulator { id: temp, op, value }];
        scope.stmts.push(Stmt::Reduce { loops, body, accumulators });
        temp
    }

    /// The number of statements of the outermost scope that have to run before `value` is known.
    fn needs(&self, value: ValueId) -> usize {
        let mut seen = HashSet::default();
        let (mut stack, mut needs) = (vec![value], 0);
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            if let Value::Accumulator(t) = self.kernel.value(id) {
                needs = needs.max(self.made_by.get(t).map_or(0, |k| k + 1));
            }
            self.kernel.operands(id, &mut |o| stack.push(o));
        }
        needs
    }
}
