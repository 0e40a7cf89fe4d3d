//! Kernels that are routines. There is one block per row or matrix, or one thread per searched value or per segment.
//! Chains of kernels take the place of some of them where there are many elements.
//!
//! The order of operations depends on the length of a row alone, so results are reproducible.

mod chain;
mod counts;
mod dqds;
mod grouped_counts;
mod long_scans;
mod long_segments;
mod matrices;
mod positions;
mod radix;
mod segments;

use super::expression::{self, Expression, OperandFacts};
use super::helpers::Helpers;
use super::mapping::{Mapping, Strategy};
use super::meet::WARP;
use super::names::c_type;
use crate::dag::{DType, Reduce, Routine};
use crate::plan::Chain;
use crate::schedule::kernel::{KernelIr, RoutineKernel};
pub(super) use chain::Stages;
use long_scans::Scanned;
use long_segments::Combined;
use radix::Keys;

/// The threads of a block: a power of two.
const THREADS: u32 = 256;
/// The warps of a block.
const WARPS: u32 = THREADS / WARP;
/// The number of neighbouring elements that one thread scans at a time.
const PER_THREAD: u32 = 4;

pub(super) fn mapping(kernel: &RoutineKernel) -> Mapping {
    let (points_per_block, shared_bytes) = match &kernel.routine {
        Routine::Scan(_) => (1, THREADS * kernel.dtype.bytes() as u32),
        Routine::ComplexProducts => (1, 2 * THREADS * kernel.dtype.bytes() as u32),
        Routine::ArgSort | Routine::Sort | Routine::Middle | Routine::Top { .. } => (1, 0),
        Routine::Positions => (1, positions::SHARED_BYTES),
        Routine::Search { .. } | Routine::ScanColumns(_) => (THREADS, 0),
        Routine::Foreign(_) => (1, 0),
        Routine::Segment(_)
        | Routine::SegmentCount
        | Routine::SegmentLast
        | Routine::SegmentStore => (THREADS, segments::SHARED_BYTES),
        Routine::Lu | Routine::LuSolve | Routine::Cholesky | Routine::SingularValues => {
            (1, matrices::shared_bytes(&kernel.routine, kernel.dtype))
        }
    };
    let threads = if matrices::has(&kernel.routine) { matrices::THREADS } else { THREADS };
    Mapping { strategy: Strategy::Flat, threads, points_per_block, shared_bytes }
}

/// The chains that take the place of the kernel for long rows.
pub(super) fn chains(
    kernel: &KernelIr,
    routine: &RoutineKernel,
    stages: &mut Stages,
    helpers: &mut Helpers,
) -> Vec<Chain> {
    let in_order = kernel.is_strict() && !routine.dtype.is_exact();
    // The first buffer of a routine on segments.
    let first = &kernel.buffers[0];
    let index = if first.index { DType::I32 } else { first.dtype };
    let descending = routine.routine == Routine::Top { largest: true };
    let keys = Keys { dtype: routine.dtype, descending };
    match &routine.routine {
        Routine::Scan(_) | Routine::ScanColumns(_) | Routine::ComplexProducts if in_order => {
            Vec::new()
        }
        Routine::Scan(op) => vec![Scanned::numbers(*op, routine.dtype, helpers).rows(stages)],
        Routine::ScanColumns(op) => {
            vec![Scanned::numbers(*op, routine.dtype, helpers).columns(stages)]
        }
        Routine::ComplexProducts => vec![Scanned::products(routine.dtype, helpers).rows(stages)],
        Routine::SegmentCount => counts::counts(index, stages),
        Routine::SegmentLast => counts::last(index, stages),
        Routine::SegmentStore => counts::stores(routine.dtype, index, stages),
        Routine::Segment(op) => {
            Combined { op: *op, dtype: routine.dtype, index }.chains(stages, helpers)
        }
        Routine::Positions => vec![positions::chain(stages, helpers)],
        Routine::Sort => keys.sort(stages, helpers),
        Routine::ArgSort => keys.argsort(stages, helpers),
        Routine::Middle => keys.middle(stages, helpers),
        Routine::Top { .. } => keys.top(stages, helpers),
        Routine::Search { .. }
        | Routine::Lu
        | Routine::LuSolve
        | Routine::Cholesky
        | Routine::SingularValues
        | Routine::Foreign(_) => Vec::new(),
    }
}

/// The body of the function. It has the same parameters as every kernel.
pub(super) fn body(kernel: &KernelIr, routine: &RoutineKernel, helpers: &mut Helpers) -> String {
    debug_assert_eq!(kernel.parallel.len(), 1 + usize::from(routine.routine.is_on_segments()));
    match &routine.routine {
        Routine::Scan(op) if kernel.is_strict() && !routine.dtype.is_exact() => {
            scan_in_order(*op, routine.dtype, helpers)
        }
        Routine::Scan(op) => scan(*op, routine.dtype, helpers),
        Routine::ScanColumns(op) => scan_columns(*op, routine.dtype, helpers),
        Routine::ComplexProducts if kernel.is_strict() => complex_products_in_order(routine.dtype),
        Routine::ComplexProducts => complex_products(routine.dtype),
        Routine::ArgSort => argsort(routine.dtype),
        Routine::Sort => sort(routine.dtype),
        Routine::Middle => middle(routine.dtype),
        Routine::Top { largest } => top(routine.dtype, *largest),
        Routine::Positions => positions::body(),
        Routine::Search { right } => search(*right, routine.dtype),
        Routine::Segment(_)
        | Routine::SegmentCount
        | Routine::SegmentLast
        | Routine::SegmentStore => segments::body(routine, helpers),
        Routine::Lu => matrices::lu(routine.dtype),
        Routine::LuSolve => matrices::lu_solve(routine.dtype),
        Routine::Cholesky => matrices::cholesky(routine.dtype),
        Routine::SingularValues => matrices::singular_values(routine.dtype),
        Routine::Foreign(call) => {
            // Nobody sees the source if GPUs have no code. If they have, it is the library's.
            helpers.foreign(&call.function);
            String::new()
        }
    }
}

/// The condition that `a` comes before `b`, with NaN last.
fn less(dtype: DType, a: &str, b: &str) -> String {
    match dtype.is_float() {
        true => format!("({a} < {b} || ({b} != {b} && {a} == {a}))"),
        false => format!("({a} < {b})"),
    }
}

/// A scan element by element, with one thread per row.
fn scan_in_order(op: Reduce, dtype: DType, helpers: &mut Helpers) -> String {
    let c = c_type(dtype);
    let facts = OperandFacts { dtype, index: false, right: None };
    let (so_far, element) = (Expression::primary("so_far"), Expression::primary("x[k]"));
    let next = expression::binary(op.combine(), facts, &so_far, &element, helpers).text;
    format!(
        "    if (threadIdx.x > 0) return;
    const {c}* const x = b0 + (long long)blockIdx.x * n0;
    {c}* const y = b1 + (long long)blockIdx.x * n0;
    if (n0 > 0) y[0] = x[0];
    for (long long k = 1; k < n0; ++k) {{
        const {c} so_far = y[k - 1];
        y[k] = {next};
    }}
"
    )
}

/// A scan of columns, row by row, with one thread per column.
fn scan_columns(op: Reduce, dtype: DType, helpers: &mut Helpers) -> String {
    let c = c_type(dtype);
    let facts = OperandFacts { dtype, index: false, right: None };
    let (so_far, element) = (Expression::primary("so_far"), Expression::primary("x[k * n1]"));
    let next = expression::binary(op.combine(), facts, &so_far, &element, helpers).text;
    format!(
        "    const long long point = (long long)blockIdx.x * {THREADS} + threadIdx.x;
    if (point >= m0 || n0 <= 0) return;
    const long long first = point / n1 * n0 * n1 + point % n1;
    const {c}* const x = b0 + first;
    {c}* const y = b1 + first;
    {c} so_far = x[0];
    y[0] = so_far;
    for (long long k = 1; k < n0; ++k) {{
        so_far = {next};
        y[k * n1] = so_far;
    }}
"
    )
}

/// A scan tile by tile: each thread scans a few elements, then the threads scan their totals.
fn scan(op: Reduce, dtype: DType, helpers: &mut Helpers) -> String {
    let c = c_type(dtype);
    let mut combined = |a: &str, b: &str| {
        let facts = OperandFacts { dtype, index: false, right: None };
        let (a, b) = (Expression::primary(a), Expression::primary(b));
        expression::binary(op.combine(), facts, &a, &b, helpers).text
    };
    let own = combined("values[k - 1]", "values[k]");
    let totals = combined("left", "totals[threadIdx.x]");
    let carried = combined("carry", "prefix");
    let result = combined("prefix", "values[k]");
    let next = combined("carry", "total");
    let padding = Expression::constant(op.identity(dtype)).text;
    let tile = THREADS * PER_THREAD;
    format!(
        "    ARRAY_FN_SHARED(shared);
    {c}* const totals = ({c}*)shared;
    const {c}* const x = b0 + (long long)blockIdx.x * n0;
    {c}* const y = b1 + (long long)blockIdx.x * n0;
    {c} carry = {padding};
    for (long long tile = 0; tile < n0; tile += {tile}) {{
        const long long first = tile + (long long)threadIdx.x * {PER_THREAD};
        {c} values[{PER_THREAD}];
        #pragma unroll
        for (int k = 0; k < {PER_THREAD}; ++k) {{
            values[k] = {padding};
            if (first + k < n0) values[k] = x[first + k];
        }}
        #pragma unroll
        for (int k = 1; k < {PER_THREAD}; ++k) values[k] = {own};
        totals[threadIdx.x] = values[{PER_THREAD} - 1];
        __syncthreads();
        for (unsigned int step = 1; step < {THREADS}; step *= 2) {{
            {c} left = {padding};
            if (threadIdx.x >= step) left = totals[threadIdx.x - step];
            __syncthreads();
            if (threadIdx.x >= step) totals[threadIdx.x] = {totals};
            __syncthreads();
        }}
        {c} prefix = {padding};
        if (threadIdx.x > 0) prefix = totals[threadIdx.x - 1];
        if (tile > 0) prefix = threadIdx.x > 0 ? {carried} : carry;
        const bool preceded = tile > 0 || threadIdx.x > 0;
        #pragma unroll
        for (int k = 0; k < {PER_THREAD}; ++k) {{
            if (first + k < n0) y[first + k] = preceded ? {result} : values[k];
        }}
        const {c} total = totals[{THREADS} - 1];
        carry = tile > 0 ? {next} : total;
        __syncthreads();
    }}
"
    )
}

/// The type of a pair of parts, and `x = a * b` for such pairs.
fn pairs(c: &str) -> String {
    format!(
        "    struct Number {{ {c} re, im; }};
    #define ARRAY_FN_TIMES(a, b) \\
        Number {{ (a).re * (b).re - (a).im * (b).im, (a).re * (b).im + (a).im * (b).re }}
    const Number* const x = (const Number*)b0 + (long long)blockIdx.x * n0;
    Number* const y = (Number*)b1 + (long long)blockIdx.x * n0;
"
    )
}

/// A product of complex numbers, number by number, with one thread per row.
fn complex_products_in_order(dtype: DType) -> String {
    let pairs = pairs(c_type(dtype));
    format!(
        "{pairs}    if (threadIdx.x == 0 && n0 > 0) {{
        Number so_far = x[0];
        y[0] = so_far;
        for (long long k = 1; k < n0; ++k) {{
            so_far = ARRAY_FN_TIMES(so_far, x[k]);
            y[k] = so_far;
        }}
    }}
    #undef ARRAY_FN_TIMES
"
    )
}

/// A product of complex numbers tile by tile, as in [`scan`].
fn complex_products(dtype: DType) -> String {
    let pairs = pairs(c_type(dtype));
    let tile = THREADS * PER_THREAD;
    format!(
        "    ARRAY_FN_SHARED(shared);
{pairs}    Number* const totals = (Number*)shared;
    Number carry = Number {{ 1, 0 }};
    for (long long tile = 0; tile < n0; tile += {tile}) {{
        const long long first = tile + (long long)threadIdx.x * {PER_THREAD};
        Number values[{PER_THREAD}];
        #pragma unroll
        for (int k = 0; k < {PER_THREAD}; ++k) {{
            values[k] = Number {{ 1, 0 }};
            if (first + k < n0) values[k] = x[first + k];
        }}
        #pragma unroll
        for (int k = 1; k < {PER_THREAD}; ++k) values[k] = ARRAY_FN_TIMES(values[k - 1], values[k]);
        totals[threadIdx.x] = values[{PER_THREAD} - 1];
        __syncthreads();
        for (unsigned int step = 1; step < {THREADS}; step *= 2) {{
            Number left = Number {{ 1, 0 }};
            if (threadIdx.x >= step) left = totals[threadIdx.x - step];
            __syncthreads();
            if (threadIdx.x >= step) totals[threadIdx.x] = ARRAY_FN_TIMES(left, totals[threadIdx.x]);
            __syncthreads();
        }}
        // A product with 1 is none of infinities: what comes first is taken as it is.
        Number prefix = carry;
        if (threadIdx.x > 0) {{
            prefix = totals[threadIdx.x - 1];
            if (tile > 0) prefix = ARRAY_FN_TIMES(carry, prefix);
        }}
        const bool preceded = tile > 0 || threadIdx.x > 0;
        #pragma unroll
        for (int k = 0; k < {PER_THREAD}; ++k) {{
            if (first + k < n0) y[first + k] = preceded ? ARRAY_FN_TIMES(prefix, values[k]) : values[k];
        }}
        const Number total = totals[{THREADS} - 1];
        carry = tile > 0 ? ARRAY_FN_TIMES(carry, total) : total;
        __syncthreads();
    }}
    #undef ARRAY_FN_TIMES
"
    )
}

/// A merge sort of positions between the result and scratch memory.
fn argsort(dtype: DType) -> String {
    let c = c_type(dtype);
    let x = format!("    const {c}* const x = b0 + (long long)blockIdx.x * n0;\n");
    let sort = merge_sort(dtype, ["long long", "i", "x[from[middle]]", "x[moved]"], SPACE, false);
    x + &sort
}

/// A merge sort of elements between the result and scratch memory.
fn sort(dtype: DType) -> String {
    let c = c_type(dtype);
    let x = format!("    const {c}* const x = b0 + (long long)blockIdx.x * n0;\n");
    x + &merge_sort(dtype, [c, "x[i]", "from[middle]", "moved"], SPACE, false)
}

/// The places where rows are sorted: the result and scratch memory.
const SPACE: [&str; 2] = ["b1 + (long long)blockIdx.x * n0", "b2 + (long long)blockIdx.x * n0"];

/// The places where rows are sorted in scratch memory alone.
const APART: [&str; 2] =
    ["b2 + (long long)blockIdx.x * 2 * n0", "b2 + ((long long)blockIdx.x * 2 + 1) * n0"];

/// Sorts positions in scratch memory, and takes the first of them.
fn top(dtype: DType, largest: bool) -> String {
    let c = c_type(dtype);
    let what = ["long long", "i", "x[from[middle]]", "x[moved]"];
    let sort = merge_sort(dtype, what, APART, largest);
    format!(
        "    const {c}* const x = b0 + (long long)blockIdx.x * n0;
{sort}    for (long long i = threadIdx.x; i < n1; i += {THREADS}) {{
        b1[(long long)blockIdx.x * n1 + i] = from[i];
    }}
"
    )
}

/// Sorts elements in scratch memory, and takes the middle ones.
fn middle(dtype: DType) -> String {
    let c = c_type(dtype);
    let sort = merge_sort(dtype, [c, "x[i]", "from[middle]", "moved"], APART, false);
    format!(
        "    const {c}* const x = b0 + (long long)blockIdx.x * n0;
{sort}    if (threadIdx.x < 3) {{
        const long long places[3] = {{ (n0 - 1) / 2, n0 / 2, n0 - 1 }};
        {c} element = 0;
        if (n0 > 0) element = from[places[threadIdx.x]];
        b1[(long long)blockIdx.x * 3 + threadIdx.x] = element;
    }}
"
    )
}

/// A merge sort. In each pass every element finds its place by a search in the run that its own run is merged with. The
/// elements that are moved have a type, an initial value, and a key.
fn merge_sort(
    dtype: DType,
    [moved, first, other_key, own_key]: [&str; 4],
    [result, scratch]: [&str; 2],
    descending: bool,
) -> String {
    let c = c_type(dtype);
    let ascends = [less(dtype, other_key, "key"), less(dtype, "key", other_key)];
    let [before, after] = &ascends;
    let (before, after) = if descending { (after, before) } else { (before, after) };
    format!(
        "    {moved}* from = {result};
    {moved}* to = {scratch};
    bool odd = false;
    for (long long run = 1; run < n0; run *= 2) odd = !odd;
    if (odd) {{
        {moved}* const other = from;
        from = to;
        to = other;
    }}
    for (long long i = threadIdx.x; i < n0; i += {THREADS}) from[i] = {first};
    __syncthreads();
    for (long long run = 1; run < n0; run *= 2) {{
        for (long long i = threadIdx.x; i < n0; i += {THREADS}) {{
            const long long start = i - i % (2 * run);
            const long long middle_run = start + run < n0 ? start + run : n0;
            const long long end = start + 2 * run < n0 ? start + 2 * run : n0;
            const {moved} moved = from[i];
            const {c} key = {own_key};
            const bool is_left = i < middle_run;
            long long low = is_left ? middle_run : start;
            long long high = is_left ? end : middle_run;
            const long long other = low;
            while (low < high) {{
                const long long middle = low + (high - low) / 2;
                if (is_left ? {before} : !{after}) low = middle + 1;
                else high = middle;
            }}
            const long long own = is_left ? i - start : i - middle_run;
            to[start + own + (low - other)] = moved;
        }}
        __syncthreads();
        {moved}* const other = from;
        from = to;
        to = other;
    }}
"
    )
}

fn search(right: bool, dtype: DType) -> String {
    let c = c_type(dtype);
    let before = match right {
        true => format!("!{}", less(dtype, "value", "x[k]")),
        false => less(dtype, "x[k]", "value"),
    };
    format!(
        "    const long long point = (long long)blockIdx.x * {THREADS} + threadIdx.x;
    if (point >= m0) return;
    const {c}* const x = b0 + point / n1 * n0;
    const {c} value = b1[point];
    long long place = 0;
    long long left = n0;
    while (left > 1) {{
        const long long half = left / 2;
        const long long k = place + half - 1;
        if ({before}) place += half;
        left -= half;
    }}
    const long long k = place;
    if (left == 1 && {before}) place += 1;
    b2[point] = place;
"
    )
}
