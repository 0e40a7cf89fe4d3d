//! Stores to a slice of a dimension: `u[1..-1] = v`. Where they are done in place, only the points of the slice are
//! left.

use super::{MAX_VALUES, condition};
use crate::dag::{Binary, DType, Dag, Size};
use crate::hash::HashMap;
use crate::schedule::kernel::{Extent, KernelIr, Loop, Stmt, Value, ValueId, VarId};
use crate::schedule::lower::Lowered;
use crate::schedule::pieces::{rebuilt, settled};

/// The most conditions of a store that are looked at, and the most summands of an index.
const MOST: usize = 32;

/// The indices of a dimension from `begin` on, and before `end`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Slice {
    begin: Size,
    end: Size,
}

/// Leaves of a kernel only the points of the slices that its stores change. Returns whether there were such slices.
pub(super) fn narrow(lowered: &mut Lowered, dag: &Dag) -> bool {
    let mut narrowed = false;
    for dimension in 0..lowered.kernel.parallel.len() {
        if let Some(slice) = common_slice(lowered, dag, dimension) {
            leave(lowered, dimension, &slice);
            narrowed = true;
        }
    }
    narrowed
}

/// The slice of a dimension that all stores of a kernel change, if it is known to be one: neither bound is out of
/// range, and the end is not before the beginning.
fn common_slice(lowered: &Lowered, dag: &Dag, dimension: usize) -> Option<Slice> {
    let Lowered { kernel, sizes, extents, .. } = lowered;
    let [phase] = kernel.phases.as_slice() else { return None };
    if !kernel.locals.is_empty() || kernel.value_count() > MAX_VALUES {
        return None;
    }
    let (var, size) = (kernel.parallel[dimension].var, &extents[dimension]);
    let mut common = None;
    for stmt in &phase.body {
        match *stmt {
            Stmt::Store { buffer, offset, value } => {
                let condition = condition(kernel, buffer, offset, value)?;
                let slice = slice(kernel, sizes, condition, var, size);
                if common.get_or_insert_with(|| slice.clone()) != &slice {
                    return None;
                }
            }
            Stmt::Reduce { ref body, .. } if body.is_empty() => {}
            Stmt::Reduce { .. } | Stmt::StoreLocal { .. } => return None,
        }
    }
    let slice = common.filter(|slice| !slice.begin.is_zero() || slice.end != *size)?;
    let known = [slice.begin.clone(), size.sub(&slice.end), slice.end.sub(&slice.begin)];
    known.iter().all(|size| is_not_negative(dag, size)).then_some(slice)
}

/// Whether a size is not negative in any call that gets as far as this kernel.
fn is_not_negative(dag: &Dag, size: &Size) -> bool {
    size.at_least(0) || dag.constraints.iter().any(|known| size.sub(&known.size).at_least(0))
}

/// The indices between the bounds that a condition gives.
fn slice(kernel: &KernelIr, sizes: &[Size], condition: ValueId, var: VarId, size: &Size) -> Slice {
    let (mut begin, mut end) = (None, None);
    let mut stack = vec![condition];
    for _ in 0..MOST {
        let Some(id) = stack.pop() else { break };
        let (op, a, b) = match *kernel.value(id) {
            Value::Binary(Binary::And, a, b) => {
                stack.extend([a, b]);
                continue;
            }
            Value::Binary(op, a, b) => (op, a, b),
            _ => continue,
        };
        // `var` compared with what is subtracted from it.
        let (op, bound) = match difference(kernel, sizes, [a, b], var) {
            Some((1, rest)) => (op, rest.scale(-1)),
            Some((-1, rest)) => match op {
                Binary::Lt => (Binary::Gt, rest),
                Binary::Le => (Binary::Ge, rest),
                Binary::Gt => (Binary::Lt, rest),
                Binary::Ge => (Binary::Le, rest),
                _ => continue,
            },
            _ => continue,
        };
        let behind = bound.add(&Size::one());
        match op {
            Binary::Ge => drop(begin.get_or_insert(bound)),
            Binary::Gt => drop(begin.get_or_insert(behind)),
            Binary::Lt => drop(end.get_or_insert(bound)),
            Binary::Le => drop(end.get_or_insert(behind)),
            _ => {}
        }
    }
    Slice { begin: begin.unwrap_or_default(), end: end.unwrap_or_else(|| size.clone()) }
}

/// The difference of two values as a multiple of a variable and a size, if it is one.
fn difference(
    kernel: &KernelIr,
    sizes: &[Size],
    [a, b]: [ValueId; 2],
    var: VarId,
) -> Option<(i64, Size)> {
    let (mut factor, mut rest) = (0, Size::zero());
    let mut stack = vec![(a, 1), (b, -1)];
    for _ in 0..MOST {
        let Some((id, sign)) = stack.pop() else { return Some((factor, rest)) };
        match *kernel.value(id) {
            Value::Var(of) if of == var => factor += sign,
            Value::Const(c) if kernel.dtype(id) == DType::I64 => {
                rest = rest.add(&Size::constant((c.bits as i64).checked_mul(sign)?));
            }
            Value::Size(k) => rest = rest.add(&sizes.get(k as usize)?.scale(sign)),
            Value::Binary(Binary::Add, a, b) => stack.extend([(a, sign), (b, sign)]),
            Value::Binary(Binary::Sub, a, b) => stack.extend([(a, sign), (b, -sign)]),
            _ => return None,
        }
    }
    None
}

/// The dimension gets the points of a slice. What is known of their indices is settled.
fn leave(lowered: &mut Lowered, dimension: usize, slice: &Slice) {
    let len = slice.end.sub(&slice.begin);
    let extent = match len.as_constant() {
        Some(n) => Extent::Const(n),
        None => Extent::Size(position(&mut lowered.sizes, &len)),
    };
    let begin = match slice.begin.as_constant() {
        Some(n) => Value::Const(crate::dag::Const::i64(n)),
        None => Value::Size(position(&mut lowered.sizes, &slice.begin)),
    };
    let mut kernel = lowered.kernel.clone();
    let old = kernel.parallel[dimension].var;
    let new = unused(&kernel);
    kernel.parallel[dimension] = Loop { var: new, extent };
    lowered.extents[dimension] = len;
    kernel.sizes = lowered.sizes.len() as u32;
    let mut add = |value| kernel.add(value, DType::I64);
    let (old, new, begin) = (add(Value::Var(old)), add(Value::Var(new)), add(begin));
    let index = match slice.begin.is_zero() {
        true => new,
        false => add(Value::Binary(Binary::Add, new, begin)),
    };
    let moved = rebuilt(kernel, HashMap::from_iter([(old, index)]));
    lowered.kernel = settled(moved, &lowered.sizes);
}

/// The position of a size among those of a kernel.
fn position(sizes: &mut Vec<Size>, size: &Size) -> u32 {
    let known = sizes.iter().position(|known| known == size);
    known.unwrap_or_else(|| {
        sizes.push(size.clone());
        sizes.len() - 1
    }) as u32
}

/// A variable that a kernel does not have.
fn unused(kernel: &KernelIr) -> VarId {
    let values = (0..kernel.value_count()).map(|k| kernel.value(ValueId(k as u32)));
    let vars = values.filter_map(|value| match value {
        Value::Var(var) => Some(*var),
        _ => None,
    });
    let of_phases = kernel.phases.iter().flat_map(|phase| {
        let of_stmts = phase.body.iter().flat_map(|stmt| match stmt {
            Stmt::Reduce { loops, .. } => loops.as_slice(),
            Stmt::StoreLocal { .. } | Stmt::Store { .. } => &[],
        });
        phase.loops.iter().chain(of_stmts)
    });
    let loops = kernel.parallel.iter().chain(of_phases).map(|l| l.var);
    VarId(vars.chain(loops).map(|var| var.0 + 1).max().unwrap_or(0))
}
