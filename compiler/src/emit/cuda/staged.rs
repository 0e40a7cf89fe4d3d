//! Results on their way to memory. The last phase of a kernel may have threads of neighbouring points side by side, while
//! inner points are neighbours in memory. Then what it computes goes through shared memory, and one more phase stores
//! it, by memory ([`super::rounds`]).

use super::mapping::{Mapping, Strategy, constant};
use super::rounds::is_by_memory;
use super::shared::is_summed;
use super::uses::reachable;
use crate::dag::{Binary, Const, DType};
use crate::hash::{HashMap, HashSet};
use crate::schedule::kernel::{KernelIr, Local, Loop, Phase, Stmt, Value, ValueId, VarId};
use crate::schedule::steps::{Step, step};

/// The kernel with such a phase, if one is of use.
pub(super) fn staged(kernel: &KernelIr) -> Option<KernelIr> {
    let (phase, point) = (kernel.phases.last()?, kernel.parallel.last()?.var);
    let inner = phase.loops.last()?.var;
    let known = phase.loops.iter().all(|l| constant(l).is_some());
    if kernel.locals.is_empty() || !is_summed(phase) || !known {
        return None;
    }
    let along = |offset| {
        let beside = |var| step(kernel, offset, var) == Some(Step::One);
        beside(inner) && !beside(point)
    };
    let stores = phase.body.iter().filter(|s| !matches!(s, Stmt::Reduce { .. }));
    let stores: Vec<(u32, ValueId, ValueId)> = stores
        .map(|statement| match *statement {
            Stmt::Store { buffer, offset, value } if along(offset) => Some((buffer, offset, value)),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let mut split =
        Split { new: kernel.clone(), facts: HashMap::default(), copies: HashMap::default() };
    let roots: Vec<ValueId> =
        stores.iter().flat_map(|&(_, offset, value)| [offset, value]).collect();
    split.find_facts(kernel, &roots, &along);
    let computed = split.frontier(kernel, &stores);
    let loops = split.rename(&phase.loops);
    let places = [&phase.loops, &loops].map(|loops| split.place(loops));
    let (mut body, mut later) = (Vec::new(), Vec::new());
    body.extend(phase.body.iter().filter(|s| matches!(s, Stmt::Reduce { .. })).cloned());
    let len = phase.loops.iter().filter_map(constant).product::<i64>() as usize;
    for value in computed {
        let dtype = kernel.dtype(value);
        let local = split.new.locals.len() as u32;
        split.new.locals.push(Local { dtype, len });
        body.push(Stmt::StoreLocal { local, offset: places[0], value });
        let load = split.new.add(Value::LoadLocal { local, offset: places[1] }, dtype);
        split.copies.insert(value, load);
    }
    split.copy(kernel, &roots);
    for (buffer, offset, value) in stores {
        let (offset, value) = (split.copied(offset), split.copied(value));
        later.push(Stmt::Store { buffer, offset, value });
    }
    let later = Phase { loops, body: later };
    split.new.phases.last_mut()?.body = body;
    // Where points are neighbours, too, nothing is gained.
    if !is_by_memory(&split.new, &later) {
        return None;
    }
    split.new.phases.push(later);
    // Nor where blocks would have fewer points.
    let points = |kernel: &KernelIr| match Mapping::choose(kernel) {
        Mapping { strategy: Strategy::Shared { .. }, points_per_block, .. } => points_per_block,
        _ => 0,
    };
    (points(kernel) > 1 && points(&split.new) >= points(kernel)).then_some(split.new)
}

/// What a value needs.
#[derive(Clone, Copy, Default)]
struct Facts {
    /// A sum, or an element of a local array.
    computed: bool,
    /// An element that is better loaded by memory.
    along: bool,
}

struct Split {
    new: KernelIr,
    facts: HashMap<ValueId, Facts>,
    /// The copies of values in the new phase.
    copies: HashMap<ValueId, ValueId>,
}

impl Split {
    fn find_facts(
        &mut self,
        kernel: &KernelIr,
        roots: &[ValueId],
        along: &dyn Fn(ValueId) -> bool,
    ) {
        for id in reachable(kernel, roots, &|_| false) {
            let mut facts = Facts::default();
            kernel.operands(id, &mut |operand| {
                let of = self.facts.get(&operand).copied().unwrap_or_default();
                facts.computed |= of.computed;
                facts.along |= of.along;
            });
            match *kernel.value(id) {
                Value::Accumulator(_) | Value::LoadLocal { .. } => facts.computed = true,
                Value::Load { offset, .. } => facts.along |= along(offset),
                _ => {}
            }
            self.facts.insert(id, facts);
        }
    }

    /// The values that the old phase computes for the new one.
    fn frontier(&self, kernel: &KernelIr, stores: &[(u32, ValueId, ValueId)]) -> Vec<ValueId> {
        let (mut found, mut seen) = (Vec::new(), HashSet::default());
        let mut stack: Vec<ValueId> =
            stores.iter().rev().flat_map(|&(_, offset, value)| [offset, value]).collect();
        while let Some(id) = stack.pop() {
            let facts = self.facts.get(&id).copied().unwrap_or_default();
            if !facts.computed || !seen.insert(id) {
                continue;
            }
            if facts.along {
                kernel.operands(id, &mut |operand| stack.push(operand));
            } else {
                found.push(id);
            }
        }
        found
    }

    /// Loops of their own, with the variables of the old ones as copies.
    fn rename(&mut self, loops: &[Loop]) -> Vec<Loop> {
        let kernel = &self.new;
        let mut next = kernel.parallel.iter().map(|l| l.var.0 + 1).max().unwrap_or(0);
        let mut stack: Vec<&Stmt> = Vec::new();
        for phase in &kernel.phases {
            next = phase.loops.iter().fold(next, |next, l| next.max(l.var.0 + 1));
            stack.extend(&phase.body);
        }
        while let Some(statement) = stack.pop() {
            if let Stmt::Reduce { loops, body, .. } = statement {
                next = loops.iter().fold(next, |next, l| next.max(l.var.0 + 1));
                stack.extend(body);
            }
        }
        let mut renamed = Vec::new();
        for (k, l) in loops.iter().enumerate() {
            let var = VarId(next + k as u32);
            renamed.push(Loop { var, ..*l });
            let old = self.new.add(Value::Var(l.var), DType::I64);
            let new = self.new.add(Value::Var(var), DType::I64);
            self.copies.insert(old, new);
        }
        renamed
    }

    /// The place of an item in a local array.
    fn place(&mut self, loops: &[Loop]) -> ValueId {
        let kernel = &mut self.new;
        let mut place: Option<ValueId> = None;
        for l in loops {
            let var = kernel.add(Value::Var(l.var), DType::I64);
            place = Some(match place {
                None => var,
                Some(place) => {
                    let n = Const::i64(constant(l).unwrap_or(1));
                    let n = kernel.add(Value::Const(n), DType::I64);
                    let rows = kernel.add(Value::Binary(Binary::Mul, place, n), DType::I64);
                    kernel.add(Value::Binary(Binary::Add, rows, var), DType::I64)
                }
            });
        }
        place.unwrap_or_else(|| kernel.add(Value::Const(Const::i64(0)), DType::I64))
    }

    fn copied(&self, id: ValueId) -> ValueId {
        self.copies.get(&id).copied().unwrap_or(id)
    }

    /// Copies everything that these values need and that is not known yet.
    fn copy(&mut self, kernel: &KernelIr, roots: &[ValueId]) {
        let known = self.copies.clone();
        for id in reachable(kernel, roots, &|id| known.contains_key(&id)) {
            let of = |a: ValueId| self.copied(a);
            let value = match kernel.value(id).clone() {
                Value::Load { buffer, offset } => Value::Load { buffer, offset: of(offset) },
                Value::LoadLocal { local, offset } => {
                    Value::LoadLocal { local, offset: of(offset) }
                }
                Value::Unary(op, a) => Value::Unary(op, of(a)),
                Value::Binary(op, a, b) => Value::Binary(op, of(a), of(b)),
                Value::Select(c, a, b) => Value::Select(of(c), of(a), of(b)),
                Value::Cast(to, a) => Value::Cast(to, of(a)),
                Value::Foreign { function, arguments } => {
                    let arguments = arguments.into_iter().map(of).collect();
                    Value::Foreign { function, arguments }
                }
                leaf => leaf,
            };
            let copy = self.new.add(value, kernel.dtype(id));
            self.copies.insert(id, copy);
        }
    }
}
