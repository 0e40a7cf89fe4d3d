//! Scans of long rows ([`one_pass`]), and of long columns as chains of three kernels: the total of each piece, a scan of
//! these totals, and the scan of each piece with what comes before it. How totals are combined depends on the length of a
//! row or column alone.

mod one_pass;

use super::chain::{
    Formula, Stages, constant, divided_up, number, read, scan_of_threads, size, stage, times,
    within, written,
};
use super::{Helpers, THREADS};
use crate::dag::{DType, Reduce};
use crate::emit::cuda::expression::{self, Expression, OperandFacts};
use crate::emit::cuda::names::c_type;
use crate::plan::StageArgument::{Buffer, Number, Scratch};
use crate::plan::{Chain, Stage};
use array_fn_plan::BLOCK_ROW;
use std::cell::RefCell;

/// The rows of a column that a thread combines.
const COLUMN_PIECE: u32 = 128;

/// What is scanned.
pub(super) struct Scanned<'a> {
    helpers: RefCell<&'a mut Helpers>,
    /// The operation on numbers; `None` for a product of complex numbers.
    op: Option<Reduce>,
    /// The dtype of the buffers.
    dtype: DType,
    /// The operation and the dtype, as a part of names.
    name: String,
    /// The type of the buffers.
    buffer: &'static str,
    /// The type of an element, which is one or two of those.
    element: &'static str,
    /// The statements that define that type.
    types: String,
    /// Bytes of an element.
    bytes: u32,
    /// An element that changes nothing that is kept.
    padding: String,
}

impl Scanned<'_> {
    pub(super) fn numbers(op: Reduce, dtype: DType, helpers: &mut Helpers) -> Scanned<'_> {
        Scanned {
            helpers: RefCell::new(helpers),
            op: Some(op),
            dtype,
            name: format!("{}_{dtype}", format!("{op:?}").to_lowercase()),
            buffer: c_type(dtype),
            element: c_type(dtype),
            types: String::new(),
            bytes: dtype.bytes() as u32,
            padding: Expression::constant(op.identity(dtype)).text,
        }
    }

    /// Products of complex numbers, whose parts have a dtype.
    pub(super) fn products(dtype: DType, helpers: &mut Helpers) -> Scanned<'_> {
        let c = c_type(dtype);
        Scanned {
            helpers: RefCell::new(helpers),
            op: None,
            dtype,
            name: format!("complex_prod_{dtype}"),
            buffer: c,
            element: "Number",
            types: format!("    struct Number {{ {c} re, im; }};\n"),
            bytes: 2 * dtype.bytes() as u32,
            padding: "Number { 1, 0 }".to_string(),
        }
    }

    /// The text of `a op b`.
    fn combine(&self, a: &str, b: &str) -> String {
        let Some(op) = self.op else {
            return format!(
                "Number {{ ({a}).re * ({b}).re - ({a}).im * ({b}).im, ({a}).re * ({b}).im + ({a}).im * ({b}).re }}"
            );
        };
        let facts = OperandFacts { dtype: self.dtype, index: false, right: None };
        let (a, b) = (Expression::primary(a), Expression::primary(b));
        expression::binary(op.combine(), facts, &a, &b, &mut self.helpers.borrow_mut()).text
    }

    /// A scan of each row of totals by one block.
    fn carries(&self, stages: &mut Stages) -> String {
        let Scanned { buffer, element, types, padding, .. } = self;
        let per_thread = 4;
        let tile = THREADS * per_thread;
        let own = self.combine("values[k - 1]", "values[k]");
        let combined = self.combine("from[threadIdx.x - step]", "total");
        let totals = scan_of_threads(self.element, &THREADS.to_string(), &combined);
        let carried = self.combine("carry", "prefix");
        let result = self.combine("prefix", "values[k]");
        let next = self.combine("carry", &format!("from[{}]", THREADS - 1));
        let parameters = [read(buffer, "b0"), written(buffer, "b1"), number("n")];
        stages.name(&format!("carries_{}", self.name), &parameters, || {
            format!(
                "    ARRAY_FN_SHARED(shared);
{types}    {element}* from = ({element}*)shared;
    {element}* to = from + {THREADS};
    const {element}* const x = (const {element}*)b0 + blockIdx.x * n;
    {element}* const y = ({element}*)b1 + blockIdx.x * n;
    {element} carry = {padding};
    for (long long tile = 0; tile < n; tile += {tile}) {{
    const long long first = tile + threadIdx.x * {per_thread};
    {element} values[{per_thread}];
    #pragma unroll
    for (int k = 0; k < {per_thread}; ++k) {{
        values[k] = {padding};
        if (first + k < n) values[k] = x[first + k];
    }}
    #pragma unroll
    for (int k = 1; k < {per_thread}; ++k) values[k] = {own};
    from[threadIdx.x] = values[{per_thread} - 1];
    __syncthreads();
{totals}    {element} prefix = carry;
    if (threadIdx.x > 0) {{
        prefix = from[threadIdx.x - 1];
        if (tile > 0) prefix = {carried};
    }}
    const bool preceded = tile > 0 || threadIdx.x > 0;
    #pragma unroll
    for (int k = 0; k < {per_thread}; ++k) {{
        if (first + k < n) y[first + k] = preceded ? {result} : values[k];
    }}
    carry = tile > 0 ? {next} : from[{THREADS} - 1];
    __syncthreads();
    }}
"
            )
        })
    }

    /// The totals of pieces of columns, or, with what comes before them, the scans of pieces. The totals of a column
    /// are a row.
    fn pieces(&self, scan: bool, stages: &mut Stages) -> String {
        let Scanned { buffer, .. } = self;
        let next = self.combine("so_far", "x[k * columns]");
        let numbers = ["n", "columns", "pieces", "points"].map(number);
        let (what, buffers, first, each, last) = match scan {
            false => (
                "column_sums",
                vec![read(buffer, "b0"), written(buffer, "b1")],
                format!("{buffer} so_far = x[0];"),
                "",
                "b1[place] = so_far;",
            ),
            true => (
                "column_tiles",
                vec![read(buffer, "b0"), read(buffer, "b1"), written(buffer, "b2")],
                format!(
                    "{buffer} so_far = x[0];
    {buffer}* const y = b2 + at;
    if (piece > 0) {{
        const {buffer} carry = b1[place - 1];
        so_far = {};
    }}
    y[0] = so_far;",
                    self.combine("carry", "so_far")
                ),
                "\n        y[k * columns] = so_far;",
                "",
            ),
        };
        let parameters: Vec<String> = buffers.into_iter().chain(numbers).collect();
        let last = if last.is_empty() { String::new() } else { format!("    {last}\n") };
        stages.name(&format!("{what}_{}", self.name), &parameters, || {
            format!(
                "    const long long point = blockIdx.x * {THREADS}LL + threadIdx.x;
    if (point >= points) return;
    const long long column = point % columns;
    const long long piece = point / columns % pieces;
    const long long row = point / columns / pieces;
    const long long place = (row * columns + column) * pieces + piece;
    const long long at = (row * n + piece * {COLUMN_PIECE}) * columns + column;
    const {buffer}* const x = b0 + at;
    const long long left = n - piece * {COLUMN_PIECE};
    const long long end = left < {COLUMN_PIECE} ? left : {COLUMN_PIECE};
    {first}
    for (long long k = 1; k < end; ++k) {{
        so_far = {next};{each}
    }}
{last}"
            )
        })
    }

    /// A scan of each row of numbers from the first scratch memory to the second.
    pub(super) fn carry_stage(&self, stages: &mut Stages, rows: Formula, n: Formula) -> Stage {
        stage(
            self.carries(stages),
            2 * THREADS * self.bytes,
            rows,
            vec![Scratch(0), Scratch(1), Number(n)],
        )
    }

    /// The chain for columns, of size 0, of which size 1 are beside each other. Extent 0 is their number.
    pub(super) fn columns(&self, stages: &mut Stages) -> Chain {
        let (n, columns, points) = (size(0), size(1), size(2));
        let pieces = divided_up(&n, COLUMN_PIECE);
        let all = times(&points, &pieces);
        let bytes = times(&all, &constant(self.bytes.into()));
        let numbers = || [&n, &columns, &pieces, &all].map(|n| Number(n.clone()));
        let sums = [Buffer(0), Scratch(0)].into_iter().chain(numbers()).collect();
        let scans = [Buffer(0), Scratch(1), Buffer(1)].into_iter().chain(numbers()).collect();
        let blocks = divided_up(&all, THREADS);
        Chain {
            suits: vec![within(0, BLOCK_ROW + 1, i64::MAX)],
            scratch: vec![bytes.clone(), bytes],
            stages: vec![
                stage(self.pieces(false, stages), 0, blocks.clone(), sums),
                self.carry_stage(stages, points, pieces.clone()),
                stage(self.pieces(true, stages), 0, blocks, scans),
            ],
        }
    }
}
