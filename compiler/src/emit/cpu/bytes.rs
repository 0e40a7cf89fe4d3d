//! Bools as bytes, and bytes as bools. A bool is a byte of 0 or 1, and what is made of bools alone needs no mask: a register
//! of them is loaded, combined and stored as it is. So are comparisons of bytes. A byte that is 0 or 1 by a condition on
//! larger elements is stored as a bool.

use super::analysis::{Analysis, Offset};
use super::widths;
use crate::dag::{Binary, Const, DType, Unary};
use crate::schedule::kernel::{Access, Kernel, Phase, Stmt, Value, ValueId};

/// The same kernel on bytes, if all that it computes are bools, element by element.
pub(super) fn of_bools(kernel: &Kernel) -> Option<Kernel> {
    let [phase] = kernel.phases.as_slice() else { return None };
    let plain = phase.loops.is_empty() && kernel.locals.is_empty() && kernel.scalars.is_empty();
    let stores = phase.body.iter().all(|stmt| matches!(stmt, Stmt::Store { .. }));
    let bools = kernel.buffers.iter().all(|buffer| buffer.dtype == DType::Bool && !buffer.index);
    if kernel.routine.is_some() || kernel.pieces.is_some() || !(plain && stores && bools) {
        return None;
    }
    let analysis = Analysis::new(kernel);
    let is_offset = |id: &ValueId| kernel.dtype(*id) == DType::I64;
    let mut bytes = kernel.without_values();
    bytes.buffers.iter_mut().for_each(|buffer| buffer.dtype = DType::U8);
    let mut new: Vec<ValueId> = Vec::new();
    for k in 0..kernel.value_count() {
        let id = ValueId(k as u32);
        let of = |old: ValueId| new[old.0 as usize];
        let value = kernel.value(id).clone();
        let added = if is_offset(&id) {
            let value = match value {
                Value::Const(_) | Value::Size(_) | Value::Var(_) => value,
                Value::Binary(op, a, b) if is_offset(&a) && is_offset(&b) => {
                    Value::Binary(op, of(a), of(b))
                }
                _ => return None,
            };
            bytes.add(value, DType::I64)
        } else {
            let one = bytes.add(Value::Const(byte(1)), DType::U8);
            let mut both = |op, a, b| bytes.add(Value::Binary(op, a, b), DType::U8);
            match value {
                Value::Const(c) => bytes.add(Value::Const(byte(c.bits)), DType::U8),
                Value::Load { buffer, offset }
                    if matches!(
                        analysis.offset(kernel, offset),
                        Offset::Linear { stride: None, .. }
                    ) =>
                {
                    bytes.add(Value::Load { buffer, offset: of(offset) }, DType::U8)
                }
                Value::Unary(Unary::Not, a) => both(Binary::Xor, of(a), one),
                Value::Binary(op, a, b) if !is_offset(&a) => {
                    let (a, b) = (of(a), of(b));
                    match op {
                        Binary::And | Binary::Mul | Binary::Min => both(Binary::And, a, b),
                        Binary::Or | Binary::Add | Binary::Max => both(Binary::Or, a, b),
                        Binary::Xor | Binary::Ne => both(Binary::Xor, a, b),
                        Binary::Eq => {
                            let differ = both(Binary::Xor, a, b);
                            both(Binary::Xor, differ, one)
                        }
                        _ => return None,
                    }
                }
                Value::Select(c, a, b) => {
                    let (c, a, b) = (of(c), of(a), of(b));
                    let other = both(Binary::Xor, c, one);
                    let (a, b) = (both(Binary::And, c, a), both(Binary::And, other, b));
                    both(Binary::Or, a, b)
                }
                _ => return None,
            }
        };
        new.push(added);
    }
    let mut body = Vec::new();
    for stmt in &phase.body {
        let Stmt::Store { buffer, offset, value } = *stmt else { return None };
        let written = kernel.buffers[buffer as usize].access != Access::Read;
        if !written || !analysis.is_varying(value) {
            return None;
        }
        let (offset, value) = (new[offset.0 as usize], new[value.0 as usize]);
        body.push(Stmt::Store { buffer, offset, value });
    }
    bytes.phases = vec![Phase { loops: Vec::new(), body }];
    Some(bytes)
}

/// The same kernel with results of 0 or 1 as what costs less, bytes or bools, if there are such. Its statements store each
/// array once.
pub(super) fn of_conditions(kernel: &Kernel) -> Option<Kernel> {
    let [phase] = kernel.phases.as_slice() else { return None };
    let small = Analysis::new(kernel).widths == widths::SMALL;
    let mut new = kernel.clone();
    let mut body = Vec::new();
    for stmt in &phase.body {
        let Stmt::Store { buffer, offset, value } = *stmt else { return None };
        let to = &kernel.buffers[buffer as usize];
        let alone = |other: &&Stmt| matches!(other, Stmt::Store { buffer: b, .. } if *b == buffer);
        let condition = match *kernel.value(value) {
            Value::Cast(_, condition) if to.dtype.bytes() == 1 => condition,
            _ => value,
        };
        let written = to.access == Access::Write && phase.body.iter().filter(alone).count() == 1;
        let stored = match kernel.dtype(condition) == DType::Bool && written {
            false => (value, to.dtype),
            true => match small.then(|| as_byte(&mut new, condition)).flatten() {
                Some(byte) => (byte, new.dtype(byte)),
                None => (condition, DType::Bool),
            },
        };
        new.buffers[buffer as usize].dtype = stored.1;
        body.push(Stmt::Store { buffer, offset, value: stored.0 });
    }
    new.phases[0].body = body;
    (new.phases != kernel.phases).then_some(new)
}

/// A condition on bytes as 0 or 1.
fn as_byte(kernel: &mut Kernel, condition: ValueId) -> Option<ValueId> {
    let Value::Binary(op, a, b) = *kernel.value(condition) else { return None };
    match (op, kernel.dtype(a)) {
        (_, dtype @ (DType::U8 | DType::I8)) if op.is_comparison() => {
            let [yes, no] = [1, 0].map(|bit| Const::from_i128(dtype, bit));
            let [yes, no] = [yes, no].map(|bit| kernel.add(Value::Const(bit), dtype));
            Some(kernel.add(Value::Select(condition, yes, no), dtype))
        }
        (Binary::And | Binary::Or | Binary::Xor, DType::Bool) => {
            let (a, b) = (as_byte(kernel, a)?, as_byte(kernel, b)?);
            let dtype = kernel.dtype(a);
            let is_one = kernel.dtype(b) == dtype;
            is_one.then(|| kernel.add(Value::Binary(op, a, b), dtype))
        }
        _ => None,
    }
}

fn byte(bits: u64) -> Const {
    Const::from_i128(DType::U8, bits.into())
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    #[test]
    fn what_is_made_of_bools_alone_is_bytes() {
        let of = |body: &str| {
            emitted(&format!(
                "pub fn f<N>(x: [bool; N], y: [bool; N], z: [f64; N]) -> [bool; N] {{ {body} }}"
            ))
        };
        let source = of("(x & !y) | (x ^ y)");
        assert!(source.contains("as *const u8"), "{source}");
        assert!(source.contains("l::bit_xor("), "{source}");
        assert!(!source.contains("_bool"), "{source}");
        assert!(of("x & (z > 0)").contains("l::load_bool"));
        assert!(!of("where(x, y, !x)").contains("_bool"));
    }
}
