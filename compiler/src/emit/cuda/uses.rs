//! The uses of values in a phase. All walks are loops, not recursion, because an expression of a user may be thousands
//! of operations deep.

use crate::dag::Binary;
use crate::hash::HashSet;
use crate::schedule::kernel::{KernelIr, Stmt, Value, ValueId};

/// Facts about the values of a phase, by id.
pub(super) struct Uses {
    count: Vec<u32>,
    data: Vec<bool>,
    loads: Vec<bool>,
}

impl Uses {
    pub fn of(kernel: &KernelIr, statements: &[Stmt]) -> Uses {
        let values = kernel.value_count();
        let mut uses =
            Uses { count: vec![0; values], data: vec![false; values], loads: vec![false; values] };
        each_root(statements, &mut |root, is_place| {
            uses.count[index(root)] += 1;
            uses.data[index(root)] |= !is_place;
        });
        // Operands have smaller ids than their users, so going backwards all users of a value come before it.
        for id in (0..values).rev() {
            if uses.count[id] > 0 {
                uses.visit_operands(kernel, id);
            }
        }
        for id in 0..values {
            let value = ValueId(id as u32);
            let mut loads = reads_memory(kernel.value(value));
            kernel.operands(value, &mut |operand| loads |= uses.loads[index(operand)]);
            uses.loads[id] = loads;
        }
        uses
    }

    fn visit_operands(&mut self, kernel: &KernelIr, id: usize) {
        let value = ValueId(id as u32);
        let polynomial = matches!(
            kernel.value(value),
            Value::Binary(Binary::Add | Binary::Sub | Binary::Mul, ..)
        );
        let is_data = !reads_memory(kernel.value(value)) && (self.data[id] || !polynomial);
        kernel.operands(value, &mut |operand| {
            self.count[index(operand)] += 1;
            self.data[index(operand)] |= is_data;
        });
    }

    /// Whether the phase uses the value more than once.
    pub fn is_shared(&self, id: ValueId) -> bool {
        self.count[index(id)] > 1
    }

    /// Whether a stored, accumulated or selected value is computed from it. Otherwise it is only a part of a place in
    /// memory, as a term or a factor.
    pub fn is_data(&self, id: ValueId) -> bool {
        self.data[index(id)]
    }

    /// Whether it is computed from something in memory.
    pub fn loads(&self, id: ValueId) -> bool {
        self.loads[index(id)]
    }
}

fn index(id: ValueId) -> usize {
    id.0 as usize
}

pub(super) fn reads_memory(value: &Value) -> bool {
    matches!(value, Value::Load { .. } | Value::LoadLocal { .. })
}

/// Calls `f` on every value that a statement names, with whether it is a place in memory.
pub(super) fn each_root(statements: &[Stmt], f: &mut dyn FnMut(ValueId, bool)) {
    for statement in statements {
        match statement {
            Stmt::Reduce { body, accumulators, .. } => {
                statement.bounds(&mut |bound| f(bound, false));
                each_root(body, f);
                accumulators.iter().for_each(|a| f(a.value, false));
            }
            Stmt::StoreLocal { offset, value, .. } | Stmt::Store { offset, value, .. } => {
                f(*value, false);
                f(*offset, true);
            }
        }
    }
}

/// The roots and everything that they are computed from, operands first. The operands of values that `stop` accepts are
/// left out.
pub(super) fn reachable(
    kernel: &KernelIr,
    roots: &[ValueId],
    stop: &dyn Fn(ValueId) -> bool,
) -> Vec<ValueId> {
    let mut seen = HashSet::default();
    let mut pending = roots.to_vec();
    while let Some(id) = pending.pop() {
        if !stop(id) && seen.insert(id) {
            kernel.operands(id, &mut |operand| pending.push(operand));
        }
    }
    let mut found: Vec<ValueId> = seen.into_iter().collect();
    found.sort();
    found
}
