//! Strided loads that are the same in each row of a kernel. Those of a matrix that all rows multiply are an example, as
//! in `einsum("ij,ej->ei", a, u)`. The first row keeps their vectors for the others (`l::Kept`).

use super::analysis::{Analysis, Offset};
use super::order::Order;
use super::search::search;
use super::{Emitter, ops};
use crate::dag::{DType, Reduce};
use crate::hash::HashSet;
use crate::schedule::kernel::{Access, KernelIr, Stmt, Value, ValueId, VarId};

/// The loads of a kernel whose vectors are kept, all of one dtype.
pub(super) struct Kept {
    dtype: DType,
    /// Their buffers and offsets.
    loads: HashSet<(u32, ValueId)>,
}

/// The loads of a kernel whose vectors are kept. All rows have to do the same loads, so no reduction may end early.
pub(super) fn kept(kernel: &KernelIr, analysis: &Analysis) -> Option<Kept> {
    let [outer @ .., _] = kernel.parallel.as_slice() else { return None };
    if analysis.order != Order::Points || analysis.one_lane || outer.is_empty() {
        return None;
    }
    let rows: HashSet<VarId> = outer.iter().map(|l| l.var).collect();
    let mut kept: Option<Kept> = None;
    let mut stack: Vec<&Stmt> = kernel.phases.iter().flat_map(|phase| &phase.body).collect();
    let (mut values, mut seen) = (Vec::new(), HashSet::default());
    while let Some(stmt) = stack.pop() {
        let Stmt::Reduce { body, accumulators, .. } = stmt else { continue };
        let ends_early = |op| matches!(op, Reduce::All | Reduce::Any);
        if accumulators.iter().any(|a| ends_early(a.op) || search(kernel, a).is_some()) {
            return None;
        }
        stack.extend(body);
        values.extend(accumulators.iter().map(|a| a.value));
    }
    while let Some(id) = values.pop() {
        if !seen.insert(id) {
            continue;
        }
        kernel.operands(id, &mut |operand| values.push(operand));
        let Value::Load { buffer, offset } = *kernel.value(id) else { continue };
        let info = kernel.buffers[buffer as usize];
        if info.index || info.dtype == DType::Bool || info.access != Access::Read {
            continue;
        }
        let Offset::Linear { stride: Some(stride), rest } = analysis.offset(kernel, offset) else {
            continue;
        };
        let has_own_form =
            matches!(kernel.value(stride), Value::Const(c) if matches!(c.bits as i64, 2 | -1));
        if has_own_form || differ(kernel, rest.into_iter().chain([stride]).collect(), &rows) {
            continue;
        }
        let kept =
            kept.get_or_insert_with(|| Kept { dtype: info.dtype, loads: HashSet::default() });
        if kept.dtype == info.dtype {
            kept.loads.insert((buffer, offset));
        }
    }
    kept
}

/// Whether one of the values may differ between rows, whose variables are `rows`.
fn differ(kernel: &KernelIr, mut values: Vec<ValueId>, rows: &HashSet<VarId>) -> bool {
    let mut seen: HashSet<ValueId> = HashSet::default();
    while let Some(id) = values.pop() {
        match kernel.value(id) {
            Value::Var(var) if rows.contains(var) => return true,
            Value::Accumulator(_) | Value::LoadLocal { .. } => return true,
            _ if seen.insert(id) => kernel.operands(id, &mut |operand| values.push(operand)),
            _ => {}
        }
    }
    false
}

impl Emitter<'_> {
    pub(super) fn is_kept(&self, buffer: u32, offset: ValueId) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.loads.contains(&(buffer, offset)))
    }

    /// The code before the loop over rows.
    pub(super) fn kept_vectors(&self) -> String {
        let Some(kept) = &self.kept else { return String::new() };
        format!("let mut kept = l::Kept::<{}, W>::new();\n", ops::element(kept.dtype))
    }

    /// The code at the beginning of a row.
    pub(super) fn keep_row(&self) -> &'static str {
        match self.kept {
            Some(_) => "kept.row(start == 0 && stop == n, end - flat >= 2 * n);\n",
            None => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// The number of loads that are kept, in the code of one function.
    fn kept(source: &str) -> usize {
        emitted(source).matches("kept.load(").count()
    }

    #[test]
    fn matrices_that_all_rows_multiply_are_kept() {
        let of = |body: &str| {
            kept(&format!(
                "#[strict] pub fn f<E, N, M>(d: [f64; 3, N, M], a: [f64; M, N], b: [f64; E, N, M],
                    u: [f64; E, M], k: [index<E>; E]) -> [f64; E, N] {{ {body} }}"
            ))
        };
        assert_eq!(of(r#"2 * einsum("ij,ej->ei", d[0], u)"#), 1);
        assert_eq!(of(r#"2 * einsum("ij,ej->ei", d[0], u[k]) - einsum("ij,ej->ei", d[1], u)"#), 2);
        assert_eq!(of(r#"2 * einsum("rij,ej->ei", d, u ** 2)"#), 1);
        // Lanes have neighbouring elements.
        assert_eq!(of("u @ a + 1"), 0);
        // Each row has a matrix of its own.
        assert_eq!(of(r#"einsum("eij,ej->ei", b, u) + 1"#), 0);
        // There is one row only.
        assert_eq!(
            kept("#[strict] pub fn f<N, M>(d: [f64; N, M], u: [f64; M]) -> [f64; N] { d @ u + 1 }"),
            0
        );
        // A row ends when it has found something.
        let any = "#[strict] pub fn f<E, N, M>(d: [f64; N, M], u: [f64; E, M]) -> [bool; E, N] {
            any(d[newaxis] > u[.., newaxis], axis=2)
        }";
        assert_eq!(kept(any), 0);
    }
}
