//! Decides how many lanes fill registers with the elements that a kernel computes.

use super::analysis::{Analysis, Offset};
use super::order::Order;
use super::search::search;
use super::value::exponent;
use crate::dag::{Binary, DType};
use crate::hash::HashSet;
use crate::schedule::kernel::{KernelIr, Stmt, Value, ValueId};

/// The numbers of lanes, with AVX2 and with AVX-512, in which elements of 8 bytes fill a register.
pub const WIDE: (usize, usize) = (4, 8);
/// Those in which elements of 4 bytes fill a register.
const NARROW: (usize, usize) = (8, 16);
/// Those for small elements. Elements of one byte fill half a register, and those of two bytes a whole one. There are
/// not more lanes, because masks have 32 bits.
pub const SMALL: (usize, usize) = (16, 32);

/// The numbers of lanes of a kernel. If floats are computed, 8 lanes of 8 bytes mean AVX-512. So do 32 lanes of
/// anything (`array_fn_runtime::lanes`).
pub fn widths(kernel: &KernelIr, analysis: &Analysis) -> (usize, usize) {
    let mut all: Vec<DType> = (0..kernel.value_count())
        .map(|k| kernel.dtype(ValueId(k as u32)))
        .filter(|dtype| dtype.is_float())
        .collect();
    all.sort();
    all.dedup();
    let has = |dtype| all.contains(&dtype);
    if has(DType::F64) {
        return WIDE;
    }
    let computed = computed(kernel, analysis);
    let widest = computed.iter().map(|id| kernel.dtype(*id).bytes()).max().unwrap_or(8);
    match widest {
        ..=2 if !has(DType::F32) && is_flat(kernel, analysis) => SMALL,
        ..=4 => NARROW,
        _ if has(DType::F32) => NARROW,
        _ => WIDE,
    }
}

/// The values that are computed in lanes. Offsets that grow by equal steps from lane to lane are not among them,
/// because they are computed for the first lane only.
fn computed(kernel: &KernelIr, analysis: &Analysis) -> HashSet<ValueId> {
    let mut stack = Vec::new();
    for_all(kernel, &mut |stmt| match stmt {
        Stmt::Reduce { accumulators, .. } => {
            for a in accumulators {
                // Places are computed only when one is found.
                let found = search(kernel, a).filter(|_| analysis.order != Order::Points);
                stack.push(found.map_or(a.value, |(found, _)| found));
            }
        }
        Stmt::StoreLocal { offset, value, .. } => stack.extend([*offset, *value]),
        Stmt::Store { offset, value, .. } => {
            stack.push(*value);
            if matches!(analysis.offset(kernel, *offset), Offset::Other) {
                stack.push(*offset);
            }
        }
    });
    let mut computed = HashSet::default();
    while let Some(id) = stack.pop() {
        // The results of reductions have been looked at with their terms.
        let is_total = matches!(kernel.value(id), Value::Accumulator(_));
        if is_total || !analysis.is_varying(id) || !computed.insert(id) {
            continue;
        }
        match *kernel.value(id) {
            Value::Load { offset, .. }
                if !matches!(analysis.offset(kernel, offset), Offset::Other)
                    || analysis.repeated(kernel, offset).is_some() => {}
            Value::Binary(Binary::PowI, base, wide) => {
                stack.extend([base, exponent(kernel, id).unwrap_or(wide)]);
            }
            _ => kernel.operands(id, &mut |operand| stack.push(operand)),
        }
    }
    computed
}

/// Whether there are no local arrays, and neighbouring lanes use neighbouring elements, or several lanes the same one.
fn is_flat(kernel: &KernelIr, analysis: &Analysis) -> bool {
    let [phase] = kernel.phases.as_slice() else { return false };
    let in_order = |offset: ValueId| {
        matches!(
            analysis.offset(kernel, offset),
            Offset::Uniform | Offset::Linear { stride: None, .. }
        ) || analysis.repeated(kernel, offset).is_some()
    };
    let mut flat = phase.loops.is_empty() && kernel.locals.is_empty();
    for_all(kernel, &mut |stmt| {
        if let Stmt::Store { offset, .. } = stmt {
            flat &= in_order(*offset);
        }
    });
    flat && (0..kernel.value_count()).all(|k| match *kernel.value(ValueId(k as u32)) {
        Value::Load { offset, .. } => in_order(offset),
        _ => true,
    })
}

/// Calls `f` on all statements, including those inside of others.
fn for_all(kernel: &KernelIr, f: &mut dyn FnMut(&Stmt)) {
    let mut stack: Vec<&Stmt> = kernel.phases.iter().flat_map(|phase| &phase.body).collect();
    while let Some(stmt) = stack.pop() {
        f(stmt);
        if let Stmt::Reduce { body, .. } = stmt {
            stack.extend(body);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// Lanes with AVX2 and with AVX-512 of the first kernel.
    fn lanes(source: &str) -> (usize, usize) {
        let source = emitted(source);
        let of = |version: &str| {
            let (_, body) = source.split_once(&format!("unsafe fn k_{version}(")).unwrap();
            let (_, call) = body.split_once("k::<").unwrap();
            let digits: String = call.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().unwrap()
        };
        (of("avx2"), of("avx512"))
    }

    #[test]
    fn lanes_fill_registers_with_the_largest_elements() {
        let of = |x: &str, y: &str, body: &str| {
            lanes(&format!("pub fn f<N>(x: [{x}; N]) -> [{y}; N] {{ {body} }}"))
        };
        assert_eq!(of("f64", "f64", "x + 1"), (4, 8));
        assert_eq!(of("i64", "bool", "x > 1"), (4, 8));
        assert_eq!(of("f32", "f32", "x + 1"), (8, 16));
        assert_eq!(of("f32", "i64", "x as i64"), (8, 16));
        assert_eq!(of("i32", "u8", "x as u8"), (8, 16));
        assert_eq!(of("u8", "f32", "x as f32"), (8, 16));
        assert_eq!(of("u8", "i64", "x as i64"), (4, 8));
        assert_eq!(of("u8", "u8", "x + 1"), (16, 32));
        assert_eq!(of("bool", "bool", "!x"), (16, 32));
        assert_eq!(of("i16", "bool", "x > 1"), (16, 32));
        assert_eq!(of("i32", "i32", "pow(x, x)"), (8, 16));
        assert_eq!(of("i16", "bool", "x[..;-1] > 1"), (8, 16));
        // Arithmetic on halves is done on `f32`.
        assert_eq!(of("f16", "f16", "x + x"), (8, 16));
    }

    #[test]
    fn places_count_where_they_are_results() {
        let i64s = "pub fn f<N>() -> [i64; N] { from_fn(|i: N| i) }";
        assert_eq!(lanes(i64s), (4, 8));
        let gathered = "pub fn f<N>(x: [i32; N], i: [index<N>; N]) -> [i32; N] { x[i] }";
        assert_eq!(lanes(gathered), (4, 8));
    }
}
