//! Reductions whose terms threads share, with all that a thread loads for them in registers: the loads are under way
//! together, and a second reduction of the same row, as in a variance, loads nothing.
//!
//! Threads add the same terms in the same order as in a loop, so sums have the same bits.

use super::rounds::weight;
use super::uses::reachable;
use crate::schedule::kernel::{Access, Extent, KernelIr, Loop, Stmt, Value, ValueId};
use crate::schedule::steps::mentions;

/// The most bytes of registers for the loads of a term, of which a thread has up to
/// [`TERMS_PER_THREAD`](array_fn_plan::TERMS_PER_THREAD).
const MOST_BYTES: i64 = 8;
/// The most values of a term, which are written out for each term of a thread.
const MOST_VALUES: usize = 16;

/// A reduction whose loads may be in registers.
pub(super) struct Held {
    /// The loop over the terms.
    pub(super) terms: Loop,
    /// The loads of a term.
    pub(super) loads: Vec<ValueId>,
}

impl Held {
    /// The loads of a reduction whose terms are short, if they need few registers, and nothing that is loaded before them.
    pub(super) fn of(kernel: &KernelIr, reduction: &Stmt) -> Option<Held> {
        let Stmt::Reduce { loops, body, accumulators } = reduction else { return None };
        let &[terms] = loops.as_slice() else { return None };
        if !body.is_empty() || matches!(terms.extent, Extent::Range { .. }) {
            return None;
        }
        let roots: Vec<ValueId> = accumulators.iter().map(|a| a.value).collect();
        let values = reachable(kernel, &roots, &|_| false);
        let of_term = values.iter().filter(|id| mentions(kernel, **id, terms.var));
        if of_term.map(|id| weight(kernel.value(*id))).sum::<usize>() > MOST_VALUES {
            return None;
        }
        let mut loads = Vec::new();
        for id in values {
            let Value::Load { buffer, offset } = *kernel.value(id) else { continue };
            if !mentions(kernel, id, terms.var) {
                continue;
            }
            let read = kernel.buffers[buffer as usize];
            if read.access != Access::Read || read.index || loads_first(kernel, offset) {
                return None;
            }
            loads.push(id);
        }
        let bytes: i64 = loads.iter().map(|id| kernel.dtype(*id).bytes().max(4)).sum();
        (!loads.is_empty() && bytes <= MOST_BYTES).then_some(Held { terms, loads })
    }
}

/// Whether a place in memory depends on something that is loaded.
fn loads_first(kernel: &KernelIr, offset: ValueId) -> bool {
    let all = reachable(kernel, &[offset], &|_| false);
    let loaded =
        |id: &ValueId| matches!(kernel.value(*id), Value::Load { .. } | Value::LoadLocal { .. });
    all.iter().any(loaded)
}

#[cfg(test)]
mod tests {
    use crate::compile::{check_tokens, schedule_function};
    use crate::diagnostic::Errors;
    use crate::emit::cuda;

    /// How many arrays of registers a function has, and how often they are filled.
    fn held(source: &str) -> (usize, usize) {
        let mut errors = Errors::default();
        let checked = check_tokens(source.parse().unwrap(), &mut errors);
        assert!(errors.is_empty(), "{errors:?}\n{source}");
        let function = &checked.functions[0];
        let scheduled = schedule_function(&checked.block, function, &function.instances[0]);
        let text = cuda::emit(&scheduled).source;
        (text.matches("[16];\n").count(), text.matches("[k] = ").count())
    }

    #[test]
    fn a_variance_loads_its_row_once() {
        assert_eq!(held("pub fn f<M, N>(x: [f64; M, N]) -> [f64; M] { var(x, axis=1) }"), (1, 1));
        // With blocks of half the threads as an alternative.
        assert_eq!(held("pub fn f<M>(x: [f32; M, 500]) -> [f32; M] { sum(x, axis=1) }"), (2, 2));
        assert_eq!(held("pub fn f<M, N>(x: [f64; M, N]) -> [f64; M] { sum(x, axis=1) }"), (1, 1));
    }

    #[test]
    fn functions_many_registers_and_gathers_are_left_to_loops() {
        for source in [
            "pub fn f<M, N>(x: [f64; M, N], y: [f64; M, N]) -> [f64; M] { sum(x * y, axis=1) }",
            "pub fn f<M, N>(x: [f64; M], i: [index<M>; M, N]) -> [f64; M] { sum(x[i], axis=1) }",
            "pub fn f<M, N>(x: [f64; M, N]) -> [f64; M] { sum(exp(x), axis=1) }",
            "pub fn f<M>(x: [f64; M, 9]) -> [f64; M] { var(x, axis=1) }",
        ] {
            assert_eq!(held(source), (0, 0), "{source}");
        }
    }
}
