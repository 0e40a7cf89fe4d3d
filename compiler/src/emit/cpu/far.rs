//! Kernels for arrays that no cache holds.
//!
//! Two things help a kernel that does little but wait for memory:
//!
//! - Processors guess which memory will be read, page by page, and late. The kernel knows it, and asks for it long
//!   before.
//! - A store brings its line into the caches, and for that reads the line from memory, though all of it is overwritten.
//!   So results of elementwise kernels are better written past the caches.
//!
//! Both cost time if arrays are in a cache. Kernels that may gain are emitted in both forms; the runtime knows the
//! sizes, and chooses.

use super::analysis::{Analysis, Offset, mentions};
use super::order::Order;
use super::value::Tile;
use super::{Emitter, ops};
use crate::dag::{Binary, DType};
use crate::hash::HashMap;
use crate::schedule::kernel::{
    Access, Accumulator, Extent, KernelIr, Loop, Phase, Stmt, Value, ValueId, VarId,
};
use crate::schedule::steps;

/// Rows of fewer points consist mostly of lines of memory that they share with other rows.
const MIN_ROW: i64 = 128;
/// The most values of a kernel with two forms. Code that is compiled twice should be small, and larger kernels do not
/// wait for memory.
const MAX_VALUES: usize = 256;

/// The way in which a kernel treats arrays that no cache holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Far {
    /// It asks for the elements that it reads.
    Fetches,
    /// It also stores its results past the caches. This is its first result, and the element that a point has of it.
    Streams { buffer: u32, offset: ValueId },
}

impl Far {
    pub fn new(kernel: &KernelIr, analysis: &Analysis) -> Option<Far> {
        if analysis.one_lane || kernel.value_count() > MAX_VALUES {
            return None;
        }
        match (analysis.order, kernel.phases.as_slice()) {
            (Order::Points, [phase]) => streams(kernel, phase, analysis),
            (Order::Points, _) => None,
            (Order::Rows | Order::Columns, phases) => {
                let reads = |stmt: &Stmt| match stmt {
                    Stmt::Reduce { loops, accumulators, .. } => loops.last().is_some_and(|last| {
                        !reads(kernel, analysis, accumulators, last).is_empty()
                    }),
                    _ => false,
                };
                phases.iter().flat_map(|phase| &phase.body).any(reads).then_some(Far::Fetches)
            }
        }
    }
}

/// The first store of a kernel whose stores may all pass the caches. Neighbouring points must write neighbouring
/// elements, and nothing that is written may be read, so that points may be computed twice.
fn streams(kernel: &KernelIr, phase: &Phase, analysis: &Analysis) -> Option<Far> {
    let row = kernel.parallel.last();
    let short = row.is_none_or(|row| matches!(row.extent, Extent::Const(n) if n < MIN_ROW));
    if short || !phase.loops.is_empty() || !kernel.locals.is_empty() {
        return None;
    }
    let mut first = None;
    for stmt in &phase.body {
        let Stmt::Store { buffer, offset, .. } = *stmt else { return None };
        let written = kernel.buffers[buffer as usize];
        if written.access != Access::Write
            || !can_stream(written.dtype)
            || !is_contiguous(kernel, analysis, offset)
        {
            return None;
        }
        first.get_or_insert(Far::Streams { buffer, offset });
    }
    first
}

/// Whether vectors of elements are registers, which can be stored past the caches.
fn can_stream(dtype: DType) -> bool {
    matches!(dtype, DType::F32 | DType::F64 | DType::I32 | DType::I64 | DType::U32 | DType::U64)
}

/// Whether neighbouring lanes have neighbouring elements.
fn is_contiguous(kernel: &KernelIr, analysis: &Analysis, offset: ValueId) -> bool {
    matches!(analysis.offset(kernel, offset), Offset::Linear { stride: None, .. })
}

/// The values that a kernel stores.
pub(super) fn stored(kernel: &KernelIr) -> impl Iterator<Item = ValueId> {
    kernel.phases.iter().flat_map(|phase| &phase.body).filter_map(|stmt| match stmt {
        Stmt::Store { value, .. } => Some(*value),
        _ => None,
    })
}

/// The loads that some values need, and that are worth asking for: neighbouring lanes read neighbouring elements, which
/// are not too small.
pub(super) fn loads(
    kernel: &KernelIr,
    analysis: &Analysis,
    roots: impl IntoIterator<Item = ValueId>,
) -> Vec<(u32, ValueId)> {
    let mut loads: Vec<(u32, ValueId)> = steps::loads(kernel, roots)
        .into_iter()
        .filter(|&(_, buffer, offset)| {
            kernel.buffers[buffer as usize].dtype.bytes() >= DType::F32.bytes()
                && is_contiguous(kernel, analysis, offset)
        })
        .map(|(_, buffer, offset)| (buffer, offset))
        .collect();
    loads.sort();
    loads
}

/// The loads of a reduction that are worth asking for. `last` is its last loop. They move on with points and terms, or
/// with terms that follow those of the point before.
fn reads(
    kernel: &KernelIr,
    analysis: &Analysis,
    accumulators: &[Accumulator],
    last: &Loop,
) -> Vec<(u32, ValueId)> {
    let follows = kernel.parallel.is_empty() || matches!(last.extent, Extent::Range { .. });
    let mut loads = loads(kernel, analysis, accumulators.iter().map(|a| a.value));
    loads.retain(|&(_, offset)| {
        let of_points = kernel.parallel.iter().any(|l| mentions(kernel, offset, l.var));
        mentions(kernel, offset, last.var) && (of_points || follows)
    });
    loads
}

impl Emitter<'_> {
    /// The loop over the points of a row. If arrays are far, it stores whole lines of the first result past the caches,
    /// and what is before and after them through the caches.
    pub(super) fn streamed_row(&mut self, buffer: u32, offset: ValueId, lane: VarId) -> String {
        let (kernel, v) = (self.kernel, lane.0);
        let body = std::mem::take(&mut self.out);
        let tile = Tile { depends: &[], copy: 0 };
        self.scopes.push(HashMap::default());
        let (mut asked, mut begin, mut fetch) = (String::new(), String::new(), String::new());
        let loads = loads(kernel, &self.analysis, stored(kernel));
        for of_buffer in loads.chunk_by(|(one, _), (other, _)| one == other) {
            // If several rows of one array are read, only the last one is new.
            let rows: Vec<String> = of_buffer
                .iter()
                .map(|&(buffer, offset)| self.pointer(buffer, offset, &tile))
                .collect();
            let k = of_buffer[0].0;
            asked += &format!("let mut f{k} = {};\n", self.read_pointer(k));
            begin += &format!("f{k} = l::last_of([{}]);\n", rows.join(", "));
            fetch += &format!("l::fetch(f{k}.wrapping_offset((v{v} - first) as isize));\n");
        }
        let first = self.pointer(buffer, offset, &tile);
        let ty = ops::element(kernel.buffers[buffer as usize].dtype);
        self.scopes.pop();
        let offsets = std::mem::take(&mut self.out);
        let moved = format!(
            "if FAR {{
                    {fetch}
                }}
                {body}
                v{v} = if FAR {{ lines.next_vector::<W>() }} else {{ v{v} + W as i64 }};"
        );
        let row = self.overlapping_row(v, &moved);
        format!(
            "let first = v{v};
            let mut full = first + (stop - first) / W as i64 * W as i64;
            let mut lines = l::Lines::none();
            {asked}
            if FAR && full > first {{
                {offsets}
                {begin}
                lines = l::Lines::of::<{ty}, W>({first}, first, stop);
                full = stop;
                v{v} = lines.next_vector::<W>();
            }}
            {row}"
        )
    }

    /// Asks for the elements that a reduction needs some terms later, if arrays are far.
    pub(super) fn fetch_terms(&mut self, accumulators: &[Accumulator], last: &Loop, tile: &Tile) {
        if self.far.is_none() {
            return;
        }
        for (buffer, offset) in reads(self.kernel, &self.analysis, accumulators, last) {
            let fetch = match self.analysis.order {
                // The loop goes forward through memory.
                Order::Points | Order::Rows => {
                    let pointer = self.pointer(buffer, offset, tile);
                    format!("l::fetch({pointer});")
                }
                Order::Columns => {
                    let Some(stride) = self.stride(offset, last.var) else { continue };
                    let stride = self.name(stride, tile);
                    let pointer = self.pointer(buffer, offset, tile);
                    format!("l::fetch_row({pointer}, {stride}, ahead);")
                }
            };
            self.line(format!("if FAR {{\n{fetch}\n}}"));
        }
    }

    /// The factor of a variable in an offset.
    fn stride(&self, offset: ValueId, var: VarId) -> Option<ValueId> {
        let is_var = |id: ValueId| *self.kernel.value(id) == Value::Var(var);
        let mut stack = vec![offset];
        while let Some(id) = stack.pop() {
            match *self.kernel.value(id) {
                Value::Binary(Binary::Add, a, b) => stack.extend([a, b]),
                Value::Binary(Binary::Mul, a, b) if is_var(a) => return Some(b),
                Value::Binary(Binary::Mul, a, b) if is_var(b) => return Some(a),
                _ => {}
            }
        }
        None
    }

    /// The pointer to an element, which need not exist.
    pub(super) fn pointer(&mut self, buffer: u32, offset: ValueId, tile: &Tile) -> String {
        let Offset::Linear { rest, .. } = self.analysis.offset(self.kernel, offset) else {
            unreachable!("contiguous elements have linear offsets")
        };
        let (at, _) = self.linear(None, &rest, tile);
        format!("{}.wrapping_offset(({at}) as isize)", self.read_pointer(buffer))
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// The numbers of stores that pass the caches, of arrays that are asked for, and of rows that are asked for.
    fn far(source: &str) -> (usize, usize, usize) {
        let source = emitted(source);
        let count = |text: &str| source.matches(text).count();
        (count("l::store_past::<FAR"), count("l::fetch("), count("l::fetch_row("))
    }

    #[test]
    fn results_that_are_only_written_pass_the_caches() {
        let source =
            "pub fn f<N>(x: [f64; N], y: [f64; N]) -> ([f64; N], [f64; N]) { (x + y, x * y) }";
        assert_eq!(far(source), (2, 2, 0));
        // Rows of one array are asked for once.
        let source =
            "pub fn f<M, N>(u: [f64; M + 2, N]) -> [f64; M, N] { u[..-2] + u[2..] + u[1..-1] }";
        assert_eq!(far(source), (1, 1, 0));
        assert_eq!(far("pub fn f<N>(x: [f64; N]) -> [f64; N] { x[..;-1] }"), (1, 0, 0));
    }

    #[test]
    fn what_is_read_or_small_stays_in_the_caches() {
        let none = (0, 0, 0);
        assert_eq!(far("pub fn f<N>(x: [f64; N], y: &mut [f64; N]) { y += x; }"), none);
        assert_eq!(far("pub fn f<N>(x: [f64; N]) -> [bool; N] { x > 0 }"), none);
        assert_eq!(
            far("pub fn f<N>(x: [f64; N, 4], y: [f64; N]) -> [f64; N, 4] { x + y[.., newaxis] }"),
            none
        );
    }

    #[test]
    fn sums_ask_for_their_terms() {
        let rows = "pub fn f<M, N>(x: [f64; M, N], y: [f64; N]) -> [f64; M] { sum(x * y, axis=1) }";
        // Only `x` is asked for: `y` is in a cache after the first row. Four vectors at a time, then one, then the
        // rest; so does each of two rows that are done together.
        assert_eq!(far(rows), (0, 3 * 6, 0));
        let columns = "pub fn f<M, N>(x: [f64; M, N]) -> [f64; N] { sum(x, axis=0) }";
        // In parts, and the sum of their results, each four rows at a time, then one.
        assert_eq!(far(columns), (0, 0, 2 * 5));
        // In a sum over several axes, the next term is one step of the last axis away.
        let rows = "pub fn f<K, M, N>(w: [f64; K, M], x: [f64; M, N]) -> [f64; N] {
            sum(w[.., .., newaxis] * x, axis=(0, 1))
        }";
        assert_eq!(far(rows), (0, 0, 5));
        // The parts of a long sum follow each other.
        assert_eq!(far("pub fn f<N>(x: [f64; N]) -> f64 { sum(x) }").1, 12);
    }
}
