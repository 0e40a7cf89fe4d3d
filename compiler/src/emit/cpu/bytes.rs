//! Treats bools as bytes, and bytes as bools, where that costs less.
//!
//! A bool is a byte of 0 or 1. A kernel of bools alone needs no masks: it loads, combines and stores registers of
//! bytes. The same holds for comparisons of bytes. On the other hand, a byte that is 0 or 1 by a condition on larger
//! elements is stored as a bool.

use super::analysis::{Analysis, Offset};
use super::order::Order;
use super::widths;
use crate::dag::{Binary, Const, DType, Reduce, Unary};
use crate::schedule::kernel::{
    Access, Accumulator, Extent, KernelIr, Loop, Phase, Stmt, Value, ValueId,
};

/// The same kernel on bytes, if it computes only bools, of neighbouring elements. A reduction of bools along rows stays
/// one of bools, because it can end early.
pub(super) fn of_bools(kernel: &KernelIr) -> Option<KernelIr> {
    let [phase] = kernel.phases.as_slice() else { return None };
    let plain = phase.loops.is_empty() && kernel.locals.is_empty() && kernel.scalars.is_empty();
    let bools = kernel.buffers.iter().all(|buffer| buffer.dtype == DType::Bool && !buffer.index);
    if kernel.routine.is_some() || kernel.pieces.is_some() || !(plain && bools) {
        return None;
    }
    let analysis = Analysis::new(kernel);
    if analysis.order == Order::Rows || analysis.one_lane {
        return None;
    }
    let mut bytes = kernel.without_values();
    bytes.buffers.iter_mut().for_each(|buffer| buffer.dtype = DType::U8);
    let mut values = OnBytes { kernel, analysis: &analysis, bytes, new: Vec::new() };
    for k in 0..kernel.value_count() {
        values.add(ValueId(k as u32))?;
    }
    let OnBytes { mut bytes, new, .. } = values;
    let in_lanes = |stmt: &Stmt| match *stmt {
        Stmt::Store { buffer, value, .. } => {
            kernel.buffers[buffer as usize].access != Access::Read && analysis.is_varying(value)
        }
        _ => true,
    };
    if !phase.body.iter().all(in_lanes) {
        return None;
    }
    let body: Option<Vec<Stmt>> = phase.body.iter().map(|stmt| on_bytes(stmt, &new)).collect();
    bytes.phases = vec![Phase { loops: Vec::new(), body: body? }];
    Some(bytes)
}

/// Rewrites the values of a kernel on bools, one after the other, as values on bytes.
struct OnBytes<'a> {
    kernel: &'a KernelIr,
    analysis: &'a Analysis,
    /// The kernel that they are added to.
    bytes: KernelIr,
    /// The new values so far, by the numbers of the old ones.
    new: Vec<ValueId>,
}

impl OnBytes<'_> {
    /// Adds the next value, if it is a bool that a byte can stand for, or a part of an offset.
    fn add(&mut self, id: ValueId) -> Option<()> {
        let added = if self.is_offset(id) { self.part_of_offset(id) } else { self.zero_or_one(id) };
        self.new.push(added?);
        Some(())
    }

    fn is_offset(&self, id: ValueId) -> bool {
        self.kernel.dtype(id) == DType::I64
    }

    /// The new value for an old one.
    fn of(&self, old: ValueId) -> ValueId {
        self.new[old.0 as usize]
    }

    /// A part of an offset, which stays as it is.
    fn part_of_offset(&mut self, id: ValueId) -> Option<ValueId> {
        let value = match self.kernel.value(id).clone() {
            value @ (Value::Const(_) | Value::Size(_) | Value::Var(_)) => value,
            Value::Binary(op, a, b) if self.is_offset(a) && self.is_offset(b) => {
                Value::Binary(op, self.of(a), self.of(b))
            }
            _ => return None,
        };
        Some(self.bytes.add(value, DType::I64))
    }

    /// A bool as a byte of 0 or 1.
    fn zero_or_one(&mut self, id: ValueId) -> Option<ValueId> {
        let kernel = self.kernel;
        let one = self.bytes.add(Value::Const(byte(1)), DType::U8);
        Some(match *kernel.value(id) {
            Value::Const(c) => self.bytes.add(Value::Const(byte(c.bits)), DType::U8),
            Value::Load { buffer, offset }
                if matches!(
                    self.analysis.offset(kernel, offset),
                    Offset::Linear { stride: None, .. }
                ) =>
            {
                let offset = self.of(offset);
                self.bytes.add(Value::Load { buffer, offset }, DType::U8)
            }
            Value::Accumulator(temp) => {
                let temp = self.bytes.add(Value::Accumulator(temp), DType::U8);
                // The minimum of no bytes has all bits set.
                self.both(Binary::And, temp, one)
            }
            Value::Unary(Unary::Not, a) => self.both(Binary::Xor, self.of(a), one),
            Value::Binary(op, a, b) if !self.is_offset(a) => {
                let (a, b) = (self.of(a), self.of(b));
                match op {
                    Binary::And | Binary::Mul | Binary::Min => self.both(Binary::And, a, b),
                    Binary::Or | Binary::Add | Binary::Max => self.both(Binary::Or, a, b),
                    Binary::Xor | Binary::Ne => self.both(Binary::Xor, a, b),
                    Binary::Eq => {
                        let differ = self.both(Binary::Xor, a, b);
                        self.both(Binary::Xor, differ, one)
                    }
                    _ => return None,
                }
            }
            Value::Select(c, a, b) => {
                let (c, a, b) = (self.of(c), self.of(a), self.of(b));
                let other = self.both(Binary::Xor, c, one);
                let (a, b) = (self.both(Binary::And, c, a), self.both(Binary::And, other, b));
                self.both(Binary::Or, a, b)
            }
            _ => return None,
        })
    }

    /// An operation on two bytes.
    fn both(&mut self, op: Binary, a: ValueId, b: ValueId) -> ValueId {
        self.bytes.add(Value::Binary(op, a, b), DType::U8)
    }
}

/// A statement on bools as one on bytes. `new` has the new value for each old one.
fn on_bytes(stmt: &Stmt, new: &[ValueId]) -> Option<Stmt> {
    let of = |old: ValueId| new[old.0 as usize];
    Some(match stmt {
        Stmt::Store { buffer, offset, value } => {
            Stmt::Store { buffer: *buffer, offset: of(*offset), value: of(*value) }
        }
        Stmt::StoreLocal { .. } => return None,
        Stmt::Reduce { loops, body, accumulators } => {
            let loops = loops.iter().map(|l| {
                let extent = match l.extent {
                    Extent::Range { low, high } => Extent::Range { low: of(low), high: of(high) },
                    other => other,
                };
                Loop { extent, ..*l }
            });
            let accumulators = accumulators.iter().map(|a| {
                let op = match a.op {
                    Reduce::All => Reduce::Min,
                    Reduce::Any => Reduce::Max,
                    _ => return None,
                };
                Some(Accumulator { op, value: of(a.value), ..*a })
            });
            Stmt::Reduce {
                loops: loops.collect(),
                body: body.iter().map(|stmt| on_bytes(stmt, new)).collect::<Option<_>>()?,
                accumulators: accumulators.collect::<Option<_>>()?,
            }
        }
    })
}

/// The same kernel, with results of 0 or 1 stored as bytes or as bools, whichever costs less. `None` if it has no such
/// results. Its statements store each array once.
pub(super) fn of_conditions(kernel: &KernelIr) -> Option<KernelIr> {
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
fn as_byte(kernel: &mut KernelIr, condition: ValueId) -> Option<ValueId> {
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

    #[test]
    fn conditions_are_what_costs_less() {
        let of = |x: &str, y: &str, body: &str| {
            emitted(&format!("pub fn f<N>(x: [{x}; N], y: [{x}; N]) -> [{y}; N] {{ {body} }}"))
        };
        // Bytes made by a condition on larger elements.
        assert!(of("f64", "u8", "(x < y) as u8").contains("as *mut bool"));
        assert!(of("f64", "f32", "(x < y) as f32").contains("as *mut f32"));
        // Conditions on bytes.
        let source = of("u8", "bool", "(x != y) & (x < 3)");
        assert!(source.contains("l::select_eq(") && source.contains("l::select_lt("), "{source}");
        assert!(source.contains("as *mut u8") && !source.contains("_bool"), "{source}");
        assert!(of("i8", "i8", "(x > y) as i8").contains("l::select_lt("));
    }

    #[test]
    fn reductions_down_columns_of_bools_are_of_bytes() {
        let of = |axis: u8, size: &str| {
            emitted(&format!(
                "pub fn f<M, N>(x: [bool; M, N]) -> [bool; {size}] {{ all(x, axis={axis}) }}"
            ))
        };
        assert!(!of(0, "N").contains("_bool"));
        // Rows end early.
        assert!(of(1, "M").contains("l::load_bool"));
    }
}
