//! Stencils: kernels whose points read several rows of an array. A block has a patch of points, some rows high, so that
//! most of what two points read is read from memory once.

use super::body::Body;
use super::helpers::Helpers;
use super::kernel::{decode, from_row, parallel_loops, product};
use super::mapping::Mapping;
use super::uses::each_root;
use crate::dag::Binary;
use crate::emit::text::add_line;
use crate::schedule::kernel::{KernelIr, Stmt, Value, ValueId, VarId};
use crate::schedule::steps::{Step, loads, step};
use array_fn_plan::PATCH_WIDTH;

/// Rows of an array that are fewer elements apart than this are close in memory, too.
const FAR_APART: i128 = 64;

/// Whether points of a kernel read several rows of an array, each of which also is a row of other points.
pub(super) fn reads_rows(kernel: &KernelIr) -> bool {
    let ([phase], [.., row, column]) = (kernel.phases.as_slice(), kernel.parallel.as_slice())
    else {
        return false;
    };
    if !phase.loops.is_empty() || !kernel.locals.is_empty() {
        return false;
    }
    let (mut roots, mut inner) = (Vec::new(), Vec::new());
    each_root(&phase.body, &mut |root, _| roots.push(root));
    each_loop(&phase.body, &mut |var| inner.push(var));
    let step = |offset, var| step(kernel, offset, var);
    let mut rows: Vec<(u32, ValueId)> = Vec::new();
    for (_, buffer, offset) in loads(kernel, roots) {
        let is_of_rows =
            step(offset, column.var) == Some(Step::One) && step(offset, row.var) == Some(Step::Far);
        if !is_of_rows {
            continue;
        }
        let goes_down = |var: &VarId| step(offset, *var) == Some(Step::Far);
        let others = || rows.iter().filter(|(other, _)| *other == buffer);
        if inner.iter().any(goes_down) || others().any(|&(_, o)| are_far_apart(kernel, o, offset)) {
            return true;
        }
        rows.push((buffer, offset));
    }
    false
}

/// Calls with the variables of all loops of reductions.
fn each_loop(statements: &[Stmt], found: &mut dyn FnMut(VarId)) {
    for statement in statements {
        if let Stmt::Reduce { loops, body, .. } = statement {
            loops.iter().for_each(|l| found(l.var));
            each_loop(body, found);
        }
    }
}

/// Whether two sums differ by more than a small number, as far as can be seen.
fn are_far_apart(kernel: &KernelIr, a: ValueId, b: ValueId) -> bool {
    let ((terms, constant), (others, other)) = (terms(kernel, a), terms(kernel, b));
    terms != others || (constant - other).abs() >= FAR_APART
}

/// The terms of a sum, in order, but for constants, whose sum comes last.
fn terms(kernel: &KernelIr, sum: ValueId) -> (Vec<ValueId>, i128) {
    let (mut terms, mut constant, mut stack) = (Vec::new(), 0, vec![sum]);
    while let Some(id) = stack.pop() {
        match *kernel.value(id) {
            Value::Binary(Binary::Add, a, b) => stack.extend([a, b]),
            Value::Const(c) => constant += c.to_i128().unwrap_or(0),
            _ => terms.push(id),
        }
    }
    terms.sort();
    (terms, constant)
}

/// What follows the signature. Blocks may have any power of two of threads.
pub(super) fn body(kernel: &KernelIr, mapping: &Mapping, helpers: &mut Helpers) -> String {
    let mut out = String::new();
    let mut others = parallel_loops(kernel);
    let (Some(columns), Some(rows), [phase]) =
        (others.pop(), others.pop(), kernel.phases.as_slice())
    else {
        return out;
    };
    let (across, down) = (&columns.1, &rows.1);
    // As `Tile::patch`.
    add_line!(
        &mut out,
        "    const unsigned int all = __popc(blockDim.x - 1);
    unsigned int wide = 0, tall = 0;
    while (wide < {PATCH_WIDTH} && wide < all && (1LL << wide) < {across}) ++wide;
    while (tall < all - wide && (1LL << tall) < {down}) ++tall;
    while (wide < all - tall && (1LL << wide) < {across}) ++wide;
    const unsigned int across = (unsigned int)((({across} - 1) >> wide) + 1);
    const unsigned int down = (unsigned int)((({down} - 1) >> tall) + 1);
    const unsigned int above = blockIdx.x / across;"
    );
    let mut body = Body::new(kernel, mapping, phase, helpers);
    let (row, column) = (body.bind(rows.0.var), body.bind(columns.0.var));
    let from = from_row(kernel, rows.0);
    add_line!(
        &mut out,
        "    const long long {column} = ((long long)(blockIdx.x - above * across) << wide) + (threadIdx.x & ((1u << wide) - 1));
    const long long {row} = {from}((long long)(above % down) << tall) + (threadIdx.x >> wide & ((1u << tall) - 1));
    const long long other = ((long long)(above / down) << (all - tall - wide)) + (threadIdx.x >> (tall + wide));
    if ({row} >= {from}{down} || {column} >= {across} || other >= {}) return;",
        product(None, &others)
    );
    decode(&mut body, "other", "long long", &others);
    body.statements(&phase.body);
    out.push_str(&body.finish());
    out
}

#[cfg(test)]
mod tests {
    use crate::compile::{check_tokens, schedule_function};
    use crate::diagnostic::Errors;
    use crate::emit::cuda;

    fn is_patched(source: &str) -> bool {
        let mut errors = Errors::default();
        let checked = check_tokens(source.parse().unwrap(), &mut errors);
        assert!(errors.is_empty(), "{errors:?}\n{source}");
        let function = &checked.functions[0];
        let scheduled = schedule_function(&checked.block, function, &function.instances[0]);
        cuda::emit(&scheduled).source.contains("const unsigned int above")
    }

    #[test]
    fn stencils_of_several_rows_have_patches() {
        for source in [
            "pub fn f<M, N>(u: [f64; M, N]) -> [f64; M - 2, N - 2] {
                u[2.., 1..-1] + u[..-2, 1..-1] + u[1..-1, 2..] + u[1..-1, ..-2]
            }",
            "pub fn f<M, N>(u: [f32; M, N]) -> [f32; M - 1, N - 1] { u[1.., 1..] - u[..-1, 1..] }",
            "pub fn f(u: [f32; 100, 200]) -> [f32; 99, 199] { u[1.., 1..] - u[..-1, 1..] }",
            "pub fn f<L, M, N>(u: [f64; L, M, N]) -> [f64; L, M - 1, N - 1] {
                u[.., 1.., 1..] - u[.., ..-1, 1..]
            }",
            "pub fn f<M, N>(u: [f64; M, N], k: [f64; 3, 3]) -> [f64; M - 2, N - 2] {
                from_fn(|i: M - 2, j: N - 2| sum(|p: 3, q: 3| k[p, q] * u[i + p, j + q]))
            }",
        ] {
            assert!(is_patched(source), "{source}");
        }
    }

    #[test]
    fn other_points_are_neighbours_of_a_row() {
        for source in [
            // One row; rows that are close; whole rows, which are one dimension; other rows for each point; two arrays.
            "pub fn f<M, N>(u: [f64; M, N]) -> [f64; M, N - 2] { u[.., 2..] - u[.., ..-2] }",
            "pub fn f<M>(u: [f64; M, 3]) -> [f64; M - 1, 2] { u[1.., 1..] - u[..-1, 1..] }",
            "pub fn f<M, N>(u: [f64; M, N]) -> [f64; M - 1, N] { u[1.., ..] - u[..-1, ..] }",
            "pub fn f<M, N, K>(u: [f64; M, N], i: [index<M>; K], j: [index<M>; K]) -> [f64; K, N] { u[i] + u[j] }",
            "pub fn f<N>(u: [f64; N]) -> [f64; N - 2] { u[2..] - u[..-2] }",
            "pub fn f<M, N>(u: [f64; M, N], v: [f64; M, N]) -> [f64; M, N] { u * v }",
            "pub fn f<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] { a @ b }",
        ] {
            assert!(!is_patched(source), "{source}");
        }
    }
}
