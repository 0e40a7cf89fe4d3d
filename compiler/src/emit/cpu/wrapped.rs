//! Vectors that go on in the next row, for arrays whose rows have fewer points than a vector has lanes. Otherwise no
//! vector would be filled.
//!
//! The row and the column of each lane are vectors themselves. Elements that follow each other in memory, also over the
//! ends of rows, are loaded and stored as they lie there. All others are gathered.

use super::analysis::{Analysis, Offset, mentions};
use super::far::stored;
use super::matrices;
use super::order::Order;
use super::outer::{self, Numbered};
use super::short_columns::SHORT;
use super::value::Tile;
use super::{Emitter, extent, tables};
use crate::dag::DType;
use crate::emit::text::add_line;
use crate::hash::HashMap;
use crate::schedule::kernel::{Access, Extent, KernelIr, Loop, Stmt, Value, ValueId, VarId};
use crate::schedule::steps::loads;

/// Rows of several dimensions lie equally far apart within the last of them. If a kernel loads from more than
/// `FEW_PLACES` elsewhere, this dimension must have `LONG_INNER` rows, so that few blocks reach over its end.
const FEW_PLACES: usize = 2;
const LONG_INNER: i64 = 32;

/// The dimensions that lanes run through.
#[derive(Clone, Copy)]
pub struct Wrapped {
    pub row: Loop,
    pub lane: Loop,
}

/// The dimensions of a kernel that may have such rows. It must be elementwise, and its results must fill their arrays.
pub fn wrapped(kernel: &KernelIr) -> Option<Wrapped> {
    // With further dimensions, tasks would begin and end within a matrix, where some points fill no vector; and which
    // points these are would depend on threads.
    let ([phase], [row, lane]) = (kernel.phases.as_slice(), kernel.parallel.as_slice()) else {
        return None;
    };
    // If the extents of a kernel are known, its lanes have been chosen for them.
    if !matches!(lane.extent, Extent::Size(_))
        || !phase.loops.is_empty()
        || !kernel.locals.is_empty()
    {
        return None;
    }
    let wrapped = Wrapped { row: *row, lane: *lane };
    let analysis = Analysis::wrapped(kernel, wrapped);
    let fills = |stmt: &Stmt| match *stmt {
        Stmt::Store { buffer, offset, .. } => {
            kernel.buffers[buffer as usize].access == Access::Write
                && matches!(analysis.offset(kernel, offset), Offset::Linear { stride: None, .. })
        }
        _ => false,
    };
    let elementwise = analysis.order == Order::Points && !analysis.one_lane;
    let reads_own = kernel.buffers.iter().any(|buffer| buffer.access == Access::ReadWrite);
    (elementwise && !reads_own && phase.body.iter().all(fills)).then_some(wrapped)
}

/// The code for a kernel's short rows.
pub struct ShortRows {
    /// The function `{name}_wrapped`.
    pub code: String,
    /// The size that is the length of rows.
    pub length: u32,
    pub kind: Kind,
    /// Whether all rows that are read are equally far from each other.
    pub is_even: bool,
}

pub enum Kind {
    /// Vectors that go on in the next row.
    Plain,
    /// The same with tables.
    Tables,
    /// The same for rows of several dimensions. How many rows there are, in Rust, and what else has to hold: nothing, or
    /// conditions that begin with `&&`.
    Numbered { rows: String, others: String },
    /// Reductions down the columns of small matrices, and what else has to hold.
    Matrices(String),
}

impl ShortRows {
    /// The condition for rows to be short, for a kernel with `lanes` lanes.
    pub fn are_there(&self, lanes: usize) -> String {
        let n = format!("*a.sizes.add({})", self.length);
        match &self.kind {
            Kind::Plain => format!("{n} < {lanes}"),
            Kind::Tables => tables::is_short(&n, lanes),
            Kind::Numbered { rows, others } => {
                format!("{}{others}", tables::is_short_numbered(&n, rows, lanes))
            }
            Kind::Matrices(others) => format!("{n} < {SHORT}{others}"),
        }
    }
}

/// The code for the short rows of a kernel that may have some. Rows of several dimensions need tables, because the
/// places of each lane are not worth the divisions in each vector.
pub fn short_rows(kernel: &KernelIr, name: &str) -> Option<ShortRows> {
    if let Some(matrices) = matrices::emit(kernel, name) {
        return Some(matrices);
    }
    let numbered = outer::numbered(kernel);
    let rows = numbered.as_ref().map_or(kernel, |numbered| &numbered.kernel);
    let wrapped = wrapped(rows)?;
    let Extent::Size(length) = wrapped.lane.extent else { return None };
    let (code, has_tables) = emit(rows, wrapped, name, None);
    let kind = match (&numbered, has_tables) {
        (None, false) => Kind::Plain,
        (None, true) => Kind::Tables,
        (Some(_), false) => return None,
        (Some(Numbered { condition, rows: count, inner, .. }), true) => {
            let inner = match several_places(rows, wrapped) {
                true => format!(" && {inner} >= {LONG_INNER}"),
                false => String::new(),
            };
            Kind::Numbered { rows: count.clone(), others: format!("{inner}{condition}") }
        }
    };
    let is_even = numbered.is_none() && tables::is_even(kernel, wrapped);
    Some(ShortRows { code, length, kind, is_even })
}

/// Whether so many loads are far from the points of their rows that loads in one piece matter.
fn several_places(kernel: &KernelIr, wrapped: Wrapped) -> bool {
    let analysis = Analysis::wrapped(kernel, wrapped);
    let far = |&&(_, _, offset): &&(ValueId, u32, ValueId)| {
        matches!(analysis.offset(kernel, offset), Offset::Other)
            && mentions(kernel, offset, wrapped.row.var)
    };
    loads(kernel, stored(kernel)).iter().filter(far).count() > FEW_PLACES
}

/// The function `{name}_wrapped` of such a kernel, for points from `begin` to `end` of short rows; and whether it has
/// tables, so that rows may be longer than a vector. In a kernel for pieces, `first` is the variable of a piece's first
/// point.
pub fn emit(
    kernel: &KernelIr,
    wrapped: Wrapped,
    name: &str,
    first: Option<VarId>,
) -> (String, bool) {
    let mut e = Emitter::new(kernel);
    e.analysis = Analysis::wrapped(kernel, wrapped);
    (e.wrapped, e.first) = (Some(wrapped), first);
    let [phase] = kernel.phases.as_slice() else { unreachable!("elementwise kernels have one") };
    e.scopes.push(HashMap::default());
    e.neighbours = e.neighbours(phase);
    e.stores(phase, &Tile { depends: &[], copy: 0 });
    e.scopes.pop();
    let body = std::mem::take(&mut e.out);
    let mut s = e.begin_wrapped(wrapped, name);
    let tabled = e.in_tables(phase, wrapped, &body);
    let has_tables = tabled.is_some();
    s += &tabled.unwrap_or_else(|| vectors(&body));
    s += "\n}\n}\n";
    (s, has_tables)
}

impl Emitter<'_> {
    /// The beginning of `{name}_wrapped`, with the names `start` and `stop` of its points and `n` of their number in a
    /// row.
    pub(super) fn begin_wrapped(&self, wrapped: Wrapped, name: &str) -> String {
        let n = extent(wrapped.lane.extent);
        let mut s = format!(
            "#[inline(always)]
            unsafe fn {name}_wrapped<const W: usize>(a: &CpuArgs, begin: usize, end: usize) {{
            unsafe {{\n"
        );
        self.arguments(&mut s);
        add_line!(
            &mut s,
            "let (start, stop, n) = (begin as i64, end as i64, {n});
            if stop - start < W as i64 {{
                {name}_baseline(a, begin, end);
                return;
            }}"
        );
        s
    }
}

/// The loop over all vectors, of which `body` is one. The last one overlaps with that before.
pub(super) fn vectors(body: &str) -> String {
    format!(
        "let (mut at, mut full) = (start, start + (stop - start) / W as i64 * W as i64);
        let (mut rows, mut columns) = l::rows_and_columns::<W>(at, n);
        loop {{
            while at < full {{
                {body}
                at += W as i64;
                (rows, columns) = l::next_rows_and_columns(rows, columns, n);
            }}
            if full == stop {{
                break;
            }}
            at = stop - W as i64;
            full = stop;
            (rows, columns) = l::rows_and_columns::<W>(at, n);
        }}"
    )
}

/// The number of lanes in short rows, for a kernel that has `lanes` lanes in other rows. If elements are only moved,
/// they fill registers, whatever is computed to find them.
pub fn lanes(kernel: &KernelIr, lanes: usize) -> usize {
    let moved = |stmt: &Stmt| match *stmt {
        Stmt::Store { buffer, value, .. } => match *kernel.value(value) {
            Value::Load { buffer: from, .. } => {
                let [to, from] = [buffer, from].map(|buffer| kernel.buffers[buffer as usize]);
                (to.dtype == from.dtype && to.dtype != DType::Bool).then(|| to.dtype.bytes())
            }
            _ => None,
        },
        _ => None,
    };
    match kernel.phases.iter().flat_map(|phase| &phase.body).map(moved).max() {
        Some(Some(bytes)) if kernel.phases[0].body.len() == 1 => {
            lanes.max((32 / bytes as usize).min(tables::MOST_COLUMNS as usize / 2))
        }
        _ => lanes,
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// The number of loads that are gathers in the code for short rows; `None` if there is no such code.
    fn short_rows(source: &str) -> Option<usize> {
        let source = emitted(source);
        let begin = source.find("_wrapped<const W: usize>")?;
        let end =
            source[begin..].find("unsafe fn k_baseline").map_or(source.len(), |end| begin + end);
        Some(source[begin..end].matches("l::gather").count())
    }

    /// Elements that lie near each other are loaded in one piece. That holds for places in columns, if elements are
    /// small, and for places in rows and columns.
    #[test]
    fn elements_of_a_block_of_rows_are_moved_in_registers() {
        let pieces = |source: &str| emitted(source).matches("near0.load").count();
        assert_eq!(pieces("pub fn f<M, N>(x: [f32; M, N]) -> [f32; M, N] { x[.., ..;-1] }"), 1);
        assert_eq!(pieces("pub fn f<M, N>(x: [f64; M, N]) -> [f64; M, N] { x[.., ..;-1] }"), 0);
        let tile = "pub fn f<M, N>(x: [f64; M, N]) -> [f64; 2 * M, 2 * N] { tile(x, (2, 2)) }";
        assert_eq!(pieces(tile), 1);
        assert_eq!(pieces(&tile.replace("f64", "f16")), 1);
        assert_eq!(pieces(&tile.replace("f64", "bool")), 0);
    }

    #[test]
    fn short_rows_of_elements_go_on_in_the_next() {
        let row = "pub fn f<M, N>(x: [f64; M, N], y: [f64; N]) -> [f64; M, N] { x * y }";
        // Once for the table, and once for the last vector.
        assert_eq!(short_rows(row), Some(2));
        let both = "pub fn f<M, N>(x: [f64; M, N], y: [f64; N], z: [f64; M]) -> [f64; M, N] { x * y + z[.., newaxis] }";
        assert_eq!(short_rows(both), Some(4));
        // Dimensions that follow each other in memory are one.
        assert_eq!(short_rows("pub fn f<M, N>(x: [f64; M, N]) -> [f64; M, N] { 2 * x }"), None);
        // An element that is updated must be computed once.
        let update =
            "pub fn f<M, N>(x: [f64; M, N], y: [f64; N], r: &mut [f64; M, N]) { r += x * y; }";
        assert_eq!(short_rows(update), None);
        let sums = "pub fn f<M, N>(x: [f64; M, N]) -> [f64; M] { sum(x, axis=1) }";
        assert_eq!(short_rows(sums), None);
    }
}
