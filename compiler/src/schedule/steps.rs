//! The distances in memory between elements that a kernel reads at neighbouring points.

use super::kernel::{KernelIr, Value, ValueId, VarId};
use crate::dag::Binary;
use crate::hash::HashSet;

/// The step of an offset when a variable grows by 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It does not move.
    Zero,
    /// It moves to the next element.
    One,
    /// It moves by some other number, which is the same everywhere.
    Far,
}

/// Whether a value needs a variable.
pub fn mentions(kernel: &KernelIr, root: ValueId, var: VarId) -> bool {
    let (mut stack, mut seen) = (vec![root], HashSet::default());
    while let Some(id) = stack.pop() {
        if *kernel.value(id) == Value::Var(var) {
            return true;
        }
        if seen.insert(id) {
            kernel.operands(id, &mut |o| stack.push(o));
        }
    }
    false
}

/// All loads that some values need, each with its buffer and offset, in the order of their numbers.
pub fn loads(
    kernel: &KernelIr,
    roots: impl IntoIterator<Item = ValueId>,
) -> Vec<(ValueId, u32, ValueId)> {
    let (mut loads, mut stack, mut seen) =
        (Vec::new(), roots.into_iter().collect::<Vec<_>>(), HashSet::default());
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        if let Value::Load { buffer, offset } = *kernel.value(id) {
            loads.push((id, buffer, offset));
        }
        kernel.operands(id, &mut |o| stack.push(o));
    }
    loads.sort();
    loads
}

/// The step of an offset with `var`; `None` if it is not linear.
pub fn step(kernel: &KernelIr, offset: ValueId, var: VarId) -> Option<Step> {
    let (mut step, mut stack) = (Step::Zero, vec![offset]);
    while let Some(id) = stack.pop() {
        let of_term = match *kernel.value(id) {
            Value::Var(v) if v == var => Step::One,
            _ if !mentions(kernel, id, var) => Step::Zero,
            Value::Binary(Binary::Add, a, b) => {
                stack.extend([a, b]);
                Step::Zero
            }
            Value::Binary(Binary::Mul, a, b) => {
                let is_var = |v: ValueId| *kernel.value(v) == Value::Var(var);
                match (is_var(a), is_var(b)) {
                    (true, false) if !mentions(kernel, b, var) => Step::Far,
                    (false, true) if !mentions(kernel, a, var) => Step::Far,
                    _ => return None,
                }
            }
            _ => return None,
        };
        step = match (step, of_term) {
            (step, Step::Zero) => step,
            (Step::Zero, of_term) => of_term,
            _ => Step::Far,
        };
    }
    Some(step)
}
