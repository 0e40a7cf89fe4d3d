//! The rewriting that `#[fast_math]` allows: chains of sums, differences and multiples become linear combinations of
//! their operands, as if numbers were real. `0.5 * ((1.01 * x + y) + (x - 0.5 * y))` becomes `1.005 * x + 0.25 * y`.

use super::kernel::{Accumulator, KernelIr, Stmt, Value, ValueId};
use super::lower::Lowered;
use crate::dag::{Binary, Const, DType, Unary};
use crate::hash::{HashMap, HashSet};
use crate::plan::ScalarArg;

/// Combinations of more values than this are left as they are written.
const MAX_TERMS: usize = 4;

/// `constant + sum(factor * value)`, and the operations that it may stand for.
#[derive(Clone, Default)]
struct Combination {
    terms: Vec<(ValueId, f64)>,
    constant: f64,
    replaces: HashSet<ValueId>,
}

impl Combination {
    fn of(value: ValueId) -> Combination {
        Combination { terms: vec![(value, 1.0)], ..Combination::default() }
    }

    fn scaled(mut self, by: f64) -> Combination {
        self.terms.iter_mut().for_each(|(_, factor)| *factor *= by);
        self.constant *= by;
        self
    }

    fn plus(mut self, other: Combination) -> Combination {
        for (value, factor) in other.terms {
            match self.terms.iter_mut().find(|(v, _)| *v == value) {
                Some((_, sum)) => *sum += factor,
                None => self.terms.push((value, factor)),
            }
        }
        self.terms.retain(|(_, factor)| *factor != 0.0);
        self.constant += other.constant;
        self.replaces.extend(other.replaces);
        self
    }

    /// The number of operations that compute it. A product and a sum count as one.
    fn cost(&self) -> usize {
        let begins_free = self.constant != 0.0 || self.terms.iter().any(|(_, f)| *f == 1.0);
        self.terms.len() - usize::from(self.constant == 0.0 && begins_free)
    }

    fn is_fit(&self) -> bool {
        let finite = self.terms.iter().all(|(_, factor)| factor.is_finite());
        finite && self.constant.is_finite() && self.terms.len() <= MAX_TERMS
    }
}

/// Rewrites the values that a kernel stores and accumulates.
pub fn simplify(lowered: &mut Lowered) {
    let scalars = lowered.scalars.clone();
    let mut rewriter = Rewriter {
        kernel: &mut lowered.kernel,
        scalars: &scalars,
        combinations: HashMap::default(),
        new: HashMap::default(),
    };
    let mut phases = std::mem::take(&mut rewriter.kernel.phases);
    phases.iter_mut().for_each(|phase| rewriter.statements(&mut phase.body));
    lowered.kernel.phases = phases;
}

struct Rewriter<'a> {
    kernel: &'a mut KernelIr,
    scalars: &'a [ScalarArg],
    combinations: HashMap<ValueId, Combination>,
    new: HashMap<ValueId, ValueId>,
}

impl Rewriter<'_> {
    fn statements(&mut self, statements: &mut [Stmt]) {
        for statement in statements {
            match statement {
                Stmt::Reduce { body, accumulators, .. } => {
                    self.statements(body);
                    for Accumulator { value, .. } in accumulators {
                        *value = self.rewritten(*value);
                    }
                }
                Stmt::StoreLocal { value, .. } | Stmt::Store { value, .. } => {
                    *value = self.rewritten(*value);
                }
            }
        }
    }

    /// All operands of a value that are not known to `done`, operands first.
    fn pending(&self, root: ValueId, done: &dyn Fn(ValueId) -> bool) -> Vec<ValueId> {
        let (mut seen, mut stack, mut found) = (HashSet::default(), vec![root], Vec::new());
        while let Some(id) = stack.pop() {
            if !done(id) && seen.insert(id) {
                found.push(id);
                self.kernel.operands(id, &mut |operand| stack.push(operand));
            }
        }
        found.sort();
        found
    }

    fn rewritten(&mut self, root: ValueId) -> ValueId {
        for id in self.pending(root, &|id| self.combinations.contains_key(&id)) {
            let combination = self.combine(id);
            self.combinations.insert(id, combination);
        }
        for id in self.pending(root, &|id| self.new.contains_key(&id)) {
            let combination = &self.combinations[&id];
            let new = match combination.replaces.len() > combination.cost() + 1 {
                true => self.build(id, combination.clone()),
                false => self.with_new_operands(id),
            };
            self.new.insert(id, new);
        }
        self.new[&root]
    }

    /// A value as a combination of others. The combinations of its operands are known.
    fn combine(&self, id: ValueId) -> Combination {
        let of = |v: &ValueId| self.combinations[v].clone();
        let factor = |v: &ValueId| {
            let combination = &self.combinations[v];
            combination.terms.is_empty().then_some(combination.constant)
        };
        if let Some(constant) = self.constant(id) {
            return Combination { constant, ..Combination::default() };
        }
        if !matches!(self.kernel.dtype(id), DType::F32 | DType::F64) {
            return Combination::of(id);
        }
        let (mut combination, as_written) = match self.kernel.value(id) {
            Value::Binary(op @ (Binary::Add | Binary::Sub), a, b) => {
                let sign = if *op == Binary::Add { 1.0 } else { -1.0 };
                let written = Combination::of(*a).plus(Combination::of(*b).scaled(sign));
                (of(a).plus(of(b).scaled(sign)), written)
            }
            Value::Binary(Binary::Mul, a, b) => match (factor(a), factor(b)) {
                (_, Some(by)) => (of(a).scaled(by), Combination::of(*a).scaled(by)),
                (Some(by), None) => (of(b).scaled(by), Combination::of(*b).scaled(by)),
                (None, None) => return Combination::of(id),
            },
            Value::Binary(Binary::Div, a, b) => match factor(b) {
                Some(by) => (of(a).scaled(by.recip()), Combination::of(*a).scaled(by.recip())),
                None => return Combination::of(id),
            },
            Value::Unary(Unary::Neg, a) => (of(a).scaled(-1.0), Combination::of(*a).scaled(-1.0)),
            _ => return Combination::of(id),
        };
        if !combination.is_fit() {
            combination = as_written;
        }
        if !combination.is_fit() {
            return Combination::of(id);
        }
        combination.replaces.insert(id);
        combination
    }

    /// The number that a value has in every call, if it is a constant.
    fn constant(&self, id: ValueId) -> Option<f64> {
        let dtype = self.kernel.dtype(id);
        let constant = match *self.kernel.value(id) {
            Value::Const(constant) => constant,
            Value::Scalar(k) => match self.scalars[k as usize] {
                ScalarArg::Const(bits) => Const { dtype, bits },
                ScalarArg::Param(_) => return None,
            },
            _ => return None,
        };
        matches!(dtype, DType::F32 | DType::F64).then(|| constant.to_f64())
    }

    fn build(&mut self, id: ValueId, mut combination: Combination) -> ValueId {
        let dtype = self.kernel.dtype(id);
        let constant = |this: &mut Self, value: f64| {
            this.kernel.add(Value::Const(Const::from_f64(dtype, value)), dtype)
        };
        // Terms without a factor come first.
        combination.terms.sort_by_key(|(value, factor)| (*factor != 1.0, *value));
        let mut sum = match combination.constant != 0.0 || combination.terms.is_empty() {
            true => Some(constant(self, combination.constant)),
            false => None,
        };
        for (value, factor) in combination.terms {
            let value = self.new[&value];
            let term = match factor == 1.0 {
                true => value,
                false => {
                    let factor = constant(self, factor);
                    self.kernel.add(Value::Binary(Binary::Mul, value, factor), dtype)
                }
            };
            sum = Some(match sum {
                None => term,
                Some(sum) => self.kernel.add(Value::Binary(Binary::Add, sum, term), dtype),
            });
        }
        sum.unwrap_or(id)
    }

    fn with_new_operands(&mut self, id: ValueId) -> ValueId {
        let new = |v: ValueId| self.new[&v];
        let value = match self.kernel.value(id).clone() {
            Value::Load { buffer, offset } => Value::Load { buffer, offset: new(offset) },
            Value::LoadLocal { local, offset } => Value::LoadLocal { local, offset: new(offset) },
            Value::Unary(op, a) => Value::Unary(op, new(a)),
            Value::Binary(op, a, b) => Value::Binary(op, new(a), new(b)),
            Value::Select(c, a, b) => Value::Select(new(c), new(a), new(b)),
            Value::Cast(dtype, a) => Value::Cast(dtype, new(a)),
            Value::Foreign { function, arguments } => {
                let arguments = arguments.into_iter().map(new).collect();
                Value::Foreign { function, arguments }
            }
            leaf => leaf,
        };
        self.kernel.add(value, self.kernel.dtype(id))
    }
}

#[cfg(test)]
mod tests {
    use crate::check::check_block;
    use crate::dag::{Binary, Reduce};
    use crate::diagnostic::Errors;
    use crate::optimise::optimise;
    use crate::parse::parse_block;
    use crate::schedule::kernel::{KernelIr, Stmt, Value, ValueId};
    use crate::schedule::{KernelSet, Mode, schedule};

    fn kernels(body: &str, result: &str) -> Vec<KernelIr> {
        let source = format!(
            "#[fast_math] pub fn f<N>(x: [f64; N], y: [f64; N], a: f64) -> {result} {{ {body} }}"
        );
        let mut errors = Errors::default();
        let block = parse_block(source.parse().unwrap(), &mut errors);
        let checked = check_block(&block, &mut errors);
        assert!(errors.is_empty(), "{}", errors.render(&source, "source"));
        let mut kernels = KernelSet::default();
        schedule(&optimise(&checked[0].instances[0].dag), Mode::Fused, &mut kernels);
        kernels.kernels
    }

    /// The values that the last kernel stores, with loads by their buffers.
    fn stored(body: &str) -> String {
        let kernels = kernels(body, "[f64; N]");
        let kernel = kernels.last().unwrap();
        let statements = kernel.phases.iter().flat_map(|phase| &phase.body);
        let stores = statements.filter_map(|s| match s {
            Stmt::Store { value, .. } => Some(text(kernel, *value)),
            _ => None,
        });
        stores.collect::<Vec<_>>().join("; ")
    }

    fn text(kernel: &KernelIr, id: ValueId) -> String {
        match kernel.value(id) {
            Value::Const(c) => c.to_f64().to_string(),
            Value::Load { buffer, .. } => format!("b{buffer}"),
            Value::Scalar(k) => format!("s{k}"),
            Value::Binary(op, a, b) => {
                let symbol = match op {
                    Binary::Add => "+",
                    Binary::Sub => "-",
                    Binary::Mul => "*",
                    Binary::Div => "/",
                    _ => "?",
                };
                format!("({} {symbol} {})", text(kernel, *a), text(kernel, *b))
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn chains_become_combinations() {
        assert_eq!(stored("0.5 * ((1.5 * x + y) + (x - 0.5 * y))"), "((b0 * 1.25) + (b1 * 0.25))");
        assert_eq!(stored("2 * (x + 1) + 2 * (x - 3) - 3 * x"), "(-4 + b0)");
        assert_eq!(stored("(x + y) / 2 - (x - y) / 2 + 3 * (y - y)"), "b1");
        assert_eq!(stored("y + 0.5 * (2 * (0.5 * x + y) - y)"), "((b0 * 0.5) + (b1 * 1.5))");
        // Common factors are taken out.
        assert_eq!(
            stored("2 * (x * y) + a * x + 4 * (x * y) - 3 * (x * y)"),
            "((s0 * b0) + ((b0 * b1) * 3))"
        );
    }

    #[test]
    fn what_would_not_be_less_stays_as_it_is() {
        assert_eq!(stored("0.5 * (x - y)"), "(0.5 * (b0 - b1))");
        assert_eq!(stored("1.5 * x + y"), "((s0 * b0) + b1)");
        // Factors stay finite.
        let text = stored("x * 1e300 * 1e300 * 1e-300 * 1e-300 - y + 2 * y");
        assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
    }

    #[test]
    fn accumulated_values_are_rewritten() {
        let kernels = kernels("sum(0.5 * ((1.5 * x + y) + (x - 0.5 * y)))", "f64");
        let reduced: Vec<_> = kernels
            .iter()
            .flat_map(|k| k.phases.iter().flat_map(|p| &p.body).map(move |s| (k, s)))
            .filter_map(|(kernel, s)| match s {
                Stmt::Reduce { accumulators, .. } if accumulators[0].op == Reduce::Sum => {
                    Some(text(kernel, accumulators[0].value))
                }
                _ => None,
            })
            .collect();
        assert_eq!(reduced[0], "((b0 * 1.25) + (b1 * 0.25))");
    }
}
