//! Outer dimensions as one: for short rows whose rows are numbered by several dimensions.
//!
//! The channels of a pixel are a row, and pixels have two dimensions: in `image[.., ..;2]`, those of the result follow
//! each other in memory, but those of the image do not. If one number counts all rows, short rows can go on in the next
//! one ([`super::wrapped`]). The places in each dimension are quotients and remainders of that number.

use crate::dag::{Binary, Const, DType};
use crate::schedule::kernel::{Extent, KernelIr, Loop, Stmt, Value, ValueId};

/// A kernel with one dimension of rows.
pub struct Numbered {
    pub kernel: KernelIr,
    /// What must hold for the sizes of a call, in Rust, so that this is the same kernel: results fill their arrays.
    pub condition: String,
    /// The number of rows, and the extent of the last dimension of rows, in Rust.
    pub rows: String,
    pub inner: String,
}

/// A kernel with several dimensions of rows as one that numbers the rows; `None` if it has other dimensions, or if its
/// results cannot fill their arrays.
pub fn numbered(kernel: &KernelIr) -> Option<Numbered> {
    let ([phase], [outer @ .., lane]) = (kernel.phases.as_slice(), kernel.parallel.as_slice())
    else {
        return None;
    };
    let [first, others @ ..] = outer else { return None };
    let inner = argument(others.last()?.extent);
    let rows = product(outer.iter().map(|dimension| dimension.extent));
    if !phase.loops.is_empty() || !kernel.locals.is_empty() {
        return None;
    }
    let mut stores = Vec::new();
    let mut condition = String::new();
    for stmt in &phase.body {
        let Stmt::Store { offset, .. } = *stmt else { return None };
        stores.push((offset, fills(kernel, offset, &mut condition)?));
    }
    let mut new = kernel.without_values();
    // Code for short rows does not ask how many there are.
    new.parallel = vec![*first, *lane];
    let row = new.add(Value::Var(first.var), DType::I64);
    let mut places = Vec::new();
    let mut rest = row;
    for dimension in others.iter().rev() {
        let extent = extent(&mut new, dimension.extent)?;
        places.push((dimension, new.add(Value::Binary(Binary::Rem, rest, extent), DType::I64)));
        rest = new.add(Value::Binary(Binary::FloorDiv, rest, extent), DType::I64);
    }
    places.push((first, rest));
    // Operands come before their users.
    let mut copies: Vec<ValueId> = Vec::with_capacity(kernel.value_count());
    for k in 0..kernel.value_count() {
        let id = ValueId(k as u32);
        let place = |var| places.iter().find(|(l, _)| l.var == var).map(|(_, place)| *place);
        let copy = match kernel.value(id) {
            Value::Var(var) if place(*var).is_some() => place(*var)?,
            value => {
                let copy = value.with_operands(&mut |operand| Some(copies[operand.0 as usize]))?;
                let stored = stores.iter().find(|(offset, _)| *offset == id);
                match stored {
                    Some((_, beside)) => {
                        let beside = beside.iter().map(|part| copies[part.0 as usize]).collect();
                        in_order(&mut new, row, *lane, beside)?
                    }
                    None => new.add(copy, kernel.dtype(id)),
                }
            }
        };
        copies.push(copy);
    }
    let copy = |id: ValueId| copies[id.0 as usize];
    for stmt in &mut new.phases[0].body {
        if let Stmt::Store { offset, value, .. } = stmt {
            (*offset, *value) = (copy(*offset), copy(*value));
        }
    }
    Some(Numbered { kernel: new, condition, rows, inner })
}

/// The summands of an offset beside a kernel's variables, if its points may follow each other in memory. Then they do
/// if the condition holds, to which this adds.
fn fills(kernel: &KernelIr, offset: ValueId, condition: &mut String) -> Option<Vec<ValueId>> {
    let (mut steps, mut beside) = (vec![None; kernel.parallel.len()], Vec::new());
    let dimension = |id: ValueId| match *kernel.value(id) {
        Value::Var(var) => kernel.parallel.iter().position(|l| l.var == var),
        _ => None,
    };
    let mut stack = vec![offset];
    while let Some(id) = stack.pop() {
        let (k, step) = match *kernel.value(id) {
            Value::Binary(Binary::Add, a, b) => {
                stack.extend([a, b]);
                continue;
            }
            Value::Binary(Binary::Mul, a, b) => match (dimension(a), dimension(b)) {
                (Some(k), None) => (k, size(kernel, b)?),
                (None, Some(k)) => (k, size(kernel, a)?),
                _ => return None,
            },
            Value::Var(_) => (dimension(id)?, Extent::Const(1)),
            Value::Size(_) | Value::Const(_) => {
                beside.push(id);
                continue;
            }
            _ => return None,
        };
        if steps[k].replace(step).is_some() {
            return None;
        }
    }
    let mut inner = Vec::new();
    for (l, step) in kernel.parallel.iter().zip(steps).rev() {
        let step = step?;
        match inner.as_slice() {
            [] if step == Extent::Const(1) => {}
            [] => return None,
            [length] if step == *length => {}
            _ => {
                let product = product(inner.iter().copied());
                let equal = format!(" && {} == {product}", argument(step));
                if !condition.contains(&equal) {
                    condition.push_str(&equal);
                }
            }
        }
        inner.push(l.extent);
    }
    Some(beside)
}

/// A value that is a size.
fn size(kernel: &KernelIr, id: ValueId) -> Option<Extent> {
    match *kernel.value(id) {
        Value::Size(k) => Some(Extent::Size(k)),
        Value::Const(c) => Some(Extent::Const(c.bits as i64)),
        _ => None,
    }
}

/// The Rust expression of a size before a kernel's sizes have names.
pub(super) fn argument(extent: Extent) -> String {
    match extent {
        Extent::Const(n) => format!("{n}i64"),
        Extent::Size(k) => format!("(*a.sizes.add({k}))"),
        Extent::Range { .. } => unreachable!("only reductions run over ranges"),
    }
}

/// The Rust expression of a product of sizes.
fn product(extents: impl Iterator<Item = Extent>) -> String {
    let factors: Vec<String> = extents.map(argument).collect();
    factors.join(".wrapping_mul(") + &")".repeat(factors.len().saturating_sub(1))
}

/// An extent as a value.
fn extent(kernel: &mut KernelIr, extent: Extent) -> Option<ValueId> {
    let value = match extent {
        Extent::Const(n) => Value::Const(Const::i64(n)),
        Extent::Size(k) => Value::Size(k),
        Extent::Range { .. } => return None,
    };
    Some(kernel.add(value, DType::I64))
}

/// The offset of a point in the order of all points, and other summands.
fn in_order(
    kernel: &mut KernelIr,
    row: ValueId,
    lane: Loop,
    beside: Vec<ValueId>,
) -> Option<ValueId> {
    let length = extent(kernel, lane.extent)?;
    let mut sum = kernel.add(Value::Binary(Binary::Mul, row, length), DType::I64);
    let lane = kernel.add(Value::Var(lane.var), DType::I64);
    for part in [lane].into_iter().chain(beside) {
        sum = kernel.add(Value::Binary(Binary::Add, sum, part), DType::I64);
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// The condition for the rows of the only kernel of a function to be short; `None` if it has no code for such rows.
    fn condition(body: &str, result: &str) -> Option<String> {
        let source = emitted(&format!(
            "pub fn f<M, N, K>(x: [f32; M, N, K], y: [f32; M, K]) -> {result} {{ {body} }}"
        ));
        let end = source.rfind("{ return k_wrapped::<16>")?;
        let begin = source[..end].rfind("if ")?;
        Some(source[begin + 3..end].trim().to_string())
    }

    #[test]
    fn rows_of_two_dimensions_are_numbered() {
        let every = condition("x[.., ..;2] * 2", "[f32; M, floor_div(N + 1, 2), K]");
        let every = every.expect("elements of rows");
        // What tasks there are must not matter.
        assert!(every.contains(" >= 64") && !every.contains("begin"), "{every}");
        // The result fills its array.
        assert!(every.contains(").wrapping_mul("), "{every}");
        // Few blocks may reach over the ends of short rows of pixels, if there are many loads.
        let image = "[f32; M - 2, N - 2, K]";
        let two = "x[1..-1, 1..-1] - y[1..-1, newaxis]";
        let three = condition(&format!("{two} + x[2.., 1..-1]"), image).expect("three loads");
        assert!(!condition(two, image).expect("two loads").contains(">= 32"));
        assert!(three.contains(">= 32"), "{three}");
    }
}
