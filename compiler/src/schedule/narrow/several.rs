//! Several stores to parts of one array: `u[0] = a; u[-1] = b;`. Together they would go through the whole array. Apart,
//! each has its own points only.

use super::{condition, narrow};
use crate::dag::{Binary, DType, Dag, Size, Unary};
use crate::hash::{HashMap, HashSet};
use crate::schedule::cost::typical;
use crate::schedule::kernel::{KernelIr, Stmt, Value, ValueId};
use crate::schedule::lower::Lowered;
use crate::schedule::pieces::rebuilt;

/// The most parts of an array. (A box has six faces.)
const MOST: usize = 6;
/// The least number of elements, where that is known, of arrays for which several launches pay.
const LEAST: i64 = 64;
/// The parts have at most one of this many elements of the array.
const SHARE: i64 = 8;

/// The kernels of the stores, in any order, if a kernel only stores to a few small parts of an array. Each element is
/// changed by one of them, and is read there at most. They may not run at the same time, because where parts overlap the
/// others store the element that they find.
pub(super) fn apart(lowered: &Lowered, dag: &Dag) -> Option<Vec<Lowered>> {
    let [phase] = lowered.kernel.phases.as_slice() else { return None };
    let [Stmt::Store { buffer, offset, value }] = *phase.body.as_slice() else { return None };
    let all = Size::product(&lowered.extents);
    if !phase.loops.is_empty() || all.as_constant().is_some_and(|n| n < LEAST) {
        return None;
    }
    let stores = stores(lowered, buffer, offset, value)?;
    // A condition on elements would come out differently once one of the stores is done.
    if stores.iter().any(|(here, _)| reads(&lowered.kernel, *here, buffer)) {
        return None;
    }
    let (mut parts, mut points) = (Vec::new(), 0i64);
    for (k, (here, new)) in stores.iter().enumerate() {
        let mut part = lowered.clone();
        let kernel = &mut part.kernel;
        let mut condition = *here;
        // Later stores come first.
        for (later, _) in &stores[..k] {
            let other = kernel.add(Value::Unary(Unary::Not, *later), DType::Bool);
            condition = kernel.add(Value::Binary(Binary::And, condition, other), DType::Bool);
        }
        let dtype = kernel.dtype(value);
        let old = kernel.find(&Value::Load { buffer, offset })?;
        let value = kernel.add(Value::Select(condition, *new, old), dtype);
        kernel.phases[0].body = vec![Stmt::Store { buffer, offset, value }];
        part.kernel = rebuilt(part.kernel, HashMap::default());
        if !narrow(&mut part, dag) {
            return None;
        }
        points = points.saturating_add(typical(&Size::product(&part.extents)));
        parts.push(part);
    }
    (points.saturating_mul(SHARE) <= typical(&all)).then_some(parts)
}

/// Whether a value depends on elements of a buffer.
fn reads(kernel: &KernelIr, root: ValueId, buffer: u32) -> bool {
    let (mut stack, mut seen) = (vec![root], HashSet::default());
    while let Some(id) = stack.pop() {
        if matches!(*kernel.value(id), Value::Load { buffer: of, .. } if of == buffer) {
            return true;
        }
        if seen.insert(id) {
            kernel.operands(id, &mut |operand| stack.push(operand));
        }
    }
    false
}

/// The conditions and the values of the stores that a stored value consists of, the last store first.
fn stores(
    lowered: &Lowered,
    buffer: u32,
    offset: ValueId,
    value: ValueId,
) -> Option<Vec<(ValueId, ValueId)>> {
    let kernel = &lowered.kernel;
    let (mut stores, mut value) = (Vec::new(), value);
    while condition(kernel, buffer, offset, value).is_none() {
        let Value::Select(here, new, before) = *kernel.value(value) else { return None };
        stores.push((here, new));
        value = before;
        if stores.len() >= MOST {
            return None;
        }
    }
    let Value::Select(here, new, _) = *kernel.value(value) else { return None };
    stores.push((here, new));
    (stores.len() > 1).then_some(stores)
}
