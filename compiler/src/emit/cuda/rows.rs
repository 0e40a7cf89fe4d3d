//! Kernels whose points are rows with long sums, of which the program has written the length: threads of a block share
//! a row in all phases. Local arrays are in shared memory, one row's after another's.

use super::helpers::Helpers;
use super::kernel::{Form, inner_loops, parallel_loops, parameters, signature};
use super::mapping::{
    MAX_SHARED_BYTES, Mapping, Neighbours, STATIC_SHARED_BYTES, Sharing, Strategy, Terms, constant,
    inner_points,
};
use super::meet;
use super::parts::{self, Part};
use super::shared::{Places, is_summed};
use super::uses::reachable;
use crate::emit::text::add_line;
use crate::schedule::kernel::{Extent, KernelIr, Loop, Phase, Stmt, Value, ValueId};
use crate::schedule::steps::{Step, loads, step};
use array_fn_plan::sharing;

/// Rows with shorter sums are left to one thread each.
const LEAST_TERMS: i64 = 64;
/// Arrays of a row begin at multiples of this many bytes.
const ALIGNMENT: i64 = 16;

/// The mapping of a kernel of this kind.
pub(super) fn mapping(kernel: &KernelIr, threads: u32) -> Option<Mapping> {
    if kernel.phases.len() < 2 || !threads.is_power_of_two() || threads < 32 {
        return None;
    }
    let mut longest = 0;
    for phase in &kernel.phases {
        inner_points(phase)?;
        for statement in phase.body.iter().filter(|_| shares_sums(kernel, phase)) {
            let Stmt::Reduce { loops, .. } = statement else { continue };
            longest = longest.max(loops.last().and_then(constant).unwrap_or(0));
        }
    }
    // Products of matrices are better shared out by points and results.
    let mut sums = kernel.phases.iter().filter(|phase| is_summed(phase));
    if longest < LEAST_TERMS || !sums.all(|phase| shares_sums(kernel, phase)) {
        return None;
    }
    let per_row = bytes_of_row(kernel);
    let mut rows = threads / sharing(longest, threads);
    let meeting = i64::from(meet::shared_bytes(threads, Neighbours::Terms, 0));
    let shared = |rows: u32| i64::from(rows) * per_row + meeting;
    while rows > 1 && shared(rows) > STATIC_SHARED_BYTES {
        rows /= 2;
    }
    (shared(rows) <= MAX_SHARED_BYTES).then(|| Mapping {
        strategy: Strategy::Rows { sharing: threads / rows },
        threads,
        points_per_block: rows,
        shared_bytes: shared(rows) as u32,
    })
}

fn bytes_of_row(kernel: &KernelIr) -> i64 {
    (Places::of(kernel, false).bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT
}

/// Whether a phase has sums of its point alone, whose terms are neighbours in memory or in a local array.
fn shares_sums(kernel: &KernelIr, phase: &Phase) -> bool {
    let sums = phase.body.iter().take_while(|s| matches!(s, Stmt::Reduce { .. })).count();
    let later = &phase.body[sums..];
    if sums == 0
        || !phase.loops.is_empty()
        || later.iter().any(|s| matches!(s, Stmt::Reduce { .. }))
    {
        return false;
    }
    phase.body[..sums].iter().all(|statement| {
        let Stmt::Reduce { loops, body, accumulators } = statement else { return false };
        let [Loop { var, extent: Extent::Const(n) }] = loops.as_slice() else { return false };
        let any_order = |exact: bool| exact || !kernel.is_strict();
        let beside = |offset| {
            matches!(step(kernel, offset, *var), Some(Step::Zero | Step::One))
                && !reads_locals(kernel, offset)
        };
        body.is_empty()
            && *n >= array_fn_plan::MIN_TERMS
            && accumulators.iter().all(|a| any_order(kernel.dtype(a.value).is_exact()))
            && loads(kernel, accumulators.iter().map(|a| a.value)).iter().all(|(.., o)| beside(*o))
    })
}

/// Whether a place in memory depends on local arrays, which threads without a row have not written.
fn reads_locals(kernel: &KernelIr, offset: ValueId) -> bool {
    let all = reachable(kernel, &[offset], &|_| false);
    all.into_iter().any(|id| matches!(kernel.value(id), Value::LoadLocal { .. }))
}

/// The kernel and its parts.
pub(super) fn emit(
    name: &str,
    kernel: &KernelIr,
    mapping: &Mapping,
    shared_by: u32,
    helpers: &mut Helpers,
) -> String {
    let (mut out, mut calls) = (String::new(), Vec::new());
    let arguments = parameters(kernel, Form::Part).into_iter().map(|(_, name)| name);
    let arguments = arguments.chain(parts::locals(kernel).map(|(_, name)| name));
    let arguments: Vec<String> =
        arguments.chain(["own", "lane", "sharing"].map(str::to_string)).collect();
    for (k, phase) in kernel.phases.iter().enumerate() {
        if inner_points(phase) == Some(0) {
            continue;
        }
        let strategy = match shares_sums(kernel, phase) {
            true => Strategy::Terms(Sharing {
                terms: Terms::Known(i64::from(shared_by)),
                most: shared_by,
                neighbours: Neighbours::Terms,
            }),
            false => Strategy::Flat,
        };
        let name = format!("part_{k}_of_{name}");
        let part = Part {
            name: &name,
            kernel,
            mapping: &Mapping { strategy, ..*mapping },
            phase,
            rows: parallel_loops(kernel),
            items: inner_loops(phase),
            kept: Vec::new(),
        };
        out.push_str(&part.text(helpers));
        calls.push(format!("    {name}({});\n", arguments.join(", ")));
    }
    out.push_str(&signature(name, kernel, mapping));
    out.push_str("    ARRAY_FN_SHARED(shared);\n");
    let places = Places::of(kernel, false);
    let first = i64::from(mapping.shared_bytes)
        - i64::from(mapping.points_per_block) * bytes_of_row(kernel);
    add_line!(
        &mut out,
        "    const unsigned int sharing = {shared_by};
    const unsigned int lane = threadIdx.x % sharing;
    const long long own = (long long)blockIdx.x * {} + threadIdx.x / sharing;
    unsigned char* const arrays = shared + {first} + threadIdx.x / sharing * {};",
        mapping.points_per_block,
        bytes_of_row(kernel)
    );
    for ((ty, name), offset) in parts::locals(kernel).zip(&places.offsets) {
        add_line!(&mut out, "    {ty}* const {name} = ({ty}*)(arrays + {offset});");
    }
    out.push_str(&calls.join("    __syncthreads();\n"));
    out.push_str("}\n");
    out
}

#[cfg(test)]
mod tests {
    use crate::compile::{check_tokens, schedule_function};
    use crate::diagnostic::Errors;
    use crate::emit::cuda;

    fn emitted(source: &str) -> String {
        let mut errors = Errors::default();
        let checked = check_tokens(source.parse().unwrap(), &mut errors);
        assert!(errors.is_empty(), "{errors:?}\n{source}");
        let function = &checked.functions[0];
        let scheduled = schedule_function(&checked.block, function, &function.instances[0]);
        cuda::emit(&scheduled).source
    }

    #[test]
    fn threads_share_rows_with_long_sums() {
        let softmax = |n: usize| {
            emitted(&format!(
                "pub fn f<M>(x: [f32; M, {n}]) -> [f32; M, {n}] {{
                    let e = exp(x - x.max(axis=1, keepdims=true));
                    e / e.sum(axis=1, keepdims=true)
                }}"
            ))
        };
        for (n, sharing, rows) in [(64, 8, 32), (1000, 64, 4), (4000, 256, 1)] {
            let text = softmax(n);
            for expected in [
                format!("const unsigned int sharing = {sharing};"),
                format!("blockIdx.x * {rows} + threadIdx.x / sharing;"),
                "i2 += sharing) {\n        t0 = maximum_f32(t0, local0[i2]);".to_string(),
            ] {
                assert!(text.contains(&expected), "{expected}\n{text}");
            }
        }
        assert!(!softmax(63).contains("sharing"));
    }

    #[test]
    fn other_sums_are_those_of_one_thread() {
        for source in [
            // Columns, in order, and beside a product.
            "pub fn f<M>(x: [f64; 100, M]) -> [f64; 100, M] {
                x - x.mean(axis=0) + x.std(axis=0)
            }",
            "#[strict] pub fn f<M>(x: [f64; M, 100]) -> [f64; M, 100] {
                x - x.mean(axis=1, keepdims=true)
            }",
            "pub fn f<M>(x: [f32; M, 100], w: [f32; 10, 100]) -> [f32; M, 10] {
                let y = x @ w.T;
                y / x.sum(axis=1, keepdims=true)
            }",
        ] {
            let text = emitted(source);
            assert!(!text.contains("part_0_of_"), "{text}");
        }
    }
}
