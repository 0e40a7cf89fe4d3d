//! Emits kernels as Rust over lanes (`array_fn::__rt::lanes`).
//!
//! The last parallel dimension runs in lanes, `W` points at a time. Values that are equal in all lanes are kept once
//! (`V<T, 1>`, or plain `i64` for integers). A kernel has one generic body, which is compiled for each instruction set.
//!
//! - `order` decides what runs in lanes, `widths` how many lanes there are, and `analysis` which values vary between
//!   them.
//! - `range` writes the function over a range of points, `phase` and `value` the code of a point. `rows`, `columns`,
//!   `short_columns`, `matrices` and `few_terms` write reductions, and `search` writes those for a place.
//! - `transposed`, `fields`, `tiles` and `moved` move elements through registers. `wrapped`, `outer`, `tables`, `copied`
//!   and `pieces` are for short rows, and for rows whose points read different things.
//! - `kept` keeps vectors that all rows gather from the same places.
//! - `foreign` calls functions in C and in Rust.
//! - `far` and `ahead` are for arrays that no cache holds; `bytes` and `masks` are for bools.

mod ahead;
mod analysis;
mod bytes;
mod columns;
mod copied;
mod extrema;
mod far;
mod few_terms;
mod fields;
mod foreign;
mod gathered;
mod invariants;
mod kept;
mod loads;
mod masks;
mod matrices;
mod moved;
mod ops;
mod outer;
mod phase;
mod pieces;
mod range;
mod routine;
mod row_pairs;
mod rows;
mod search;
mod short_columns;
mod tables;
mod tiles;
mod transposed;
mod turned_columns;
mod value;
mod widths;
mod wrapped;

pub use ops::literal;

use crate::dag::{DType, Routine};
use crate::emit::order::{self, Order};
use crate::emit::text::add_line;
use crate::hash::HashMap;
use crate::plan::Lanes;
use crate::schedule::kernel::{Access, Buffer, Extent, KernelIr, Loop, ValueId, VarId};
use analysis::Analysis;
use array_fn_plan::Writer;
use far::Far;
use std::borrow::Cow;
use transposed::{Neighbours, RowLoad};
use wrapped::Wrapped;

/// The attributes of functions for AVX2 and for AVX-512.
const AVX2: &str =
    "#[cfg(target_arch = \"x86_64\")]\n#[target_feature(enable = \"avx2,fma,f16c\")]";
const AVX512: &str = "#[cfg(target_arch = \"x86_64\")]
    #[target_feature(enable = \"avx512f,avx512bw,avx512dq,avx512vl,avx2,fma\")]";

/// The Rust source of a kernel's functions:
///
/// - `{name}_baseline`;
/// - if the kernel runs in lanes, `{name}_avx2` and `{name}_avx512`;
/// - if it has a form for arrays that no cache holds, `{name}_far_avx2` and `{name}_far_avx512`.
pub fn emit(kernel: &KernelIr, name: &str) -> String {
    if let Some(routine) = &kernel.routine {
        return routine::emit(kernel, routine, name);
    }
    match &kernel.pieces {
        Some(pieces) => pieces::emit(kernel, pieces, name),
        None => functions(&in_bytes(kernel), name, None),
    }
}

/// The kernel with `bool`s as bytes, where that is faster.
fn in_bytes(kernel: &KernelIr) -> Cow<'_, KernelIr> {
    let bytes = bytes::of_bools(kernel).or_else(|| bytes::of_conditions(kernel));
    bytes.map_or(Cow::Borrowed(kernel), Cow::Owned)
}

/// The functions of a kernel, or of a kernel for pieces of another kernel's rows.
fn functions(kernel: &KernelIr, name: &str, first: Option<VarId>) -> String {
    let mut e = Emitter::new(kernel);
    (e.far, e.first) = (Far::new(kernel, &e.analysis), first);
    e.kept = match first {
        None => kept::kept(kernel, &e.analysis),
        Some(_) => None,
    };
    e.body();
    let range = e.wrap(name);
    if e.analysis.one_lane {
        return format!(
            "{range}
            unsafe fn {name}_baseline(a: &CpuArgs, begin: usize, end: usize) {{
                unsafe {{ {name}::<1>(a, begin, end) }}
            }}"
        );
    }
    let (half, full) = e.widths();
    let may_wrap = first.is_none() && moved::moved(kernel).is_none();
    let copied = may_wrap.then(|| copied::emit(kernel, name)).flatten();
    let short_rows = may_wrap.then(|| wrapped::short_rows(kernel, name)).flatten();
    // Rows in order fill registers. Where the place of each row has to be found, it is best to find it once.
    let short_rows = short_rows.filter(|rows| copied.is_none() || rows.is_even);
    let (copied_rows, are_copied) = copied.unwrap_or_default();
    let few_terms = match first {
        None => few_terms::emit(kernel, &e.analysis, name),
        Some(_) => None,
    };
    // Rows that fill no vector. They have only the form for arrays in a cache, because there is nothing to stream.
    let short = |suffix: &str, version: &str, lanes: usize| match &short_rows {
        Some(rows) => {
            let in_row = wrapped::lanes(kernel, lanes);
            let short = match suffix {
                "" => format!("{name}_wrapped::<{in_row}>"),
                _ => format!("{name}_{version}"),
            };
            format!(
                "if {} {{ return {short}(a, begin, end); }}
                {are_copied}",
                rows.are_there(lanes)
            )
        }
        None => match &few_terms {
            Some(few) => {
                let lanes = if version == "avx2" { few.lanes.0 } else { few.lanes.1 };
                format!("if {} {{ return {name}_few::<{lanes}>(a, begin, end); }}", few.condition)
            }
            None => are_copied.clone(),
        },
    };
    let few_terms = few_terms.as_ref().map_or("", |few| few.code.as_str());
    let of_short_rows = short_rows.as_ref().map_or("", |rows| rows.code.as_str());
    let versions = |suffix: &str, is_far: &str| {
        let [short_avx2, short_avx512] = [("avx2", half), ("avx512", full)]
            .map(|(version, lanes)| short(suffix, version, lanes));
        format!(
            "{AVX2}
            unsafe fn {name}{suffix}_avx2(a: &CpuArgs, begin: usize, end: usize) {{
                unsafe {{ {short_avx2} {name}::<{half}{is_far}>(a, begin, end) }}
            }}
            {AVX512}
            unsafe fn {name}{suffix}_avx512(a: &CpuArgs, begin: usize, end: usize) {{
                unsafe {{ {short_avx512} {name}::<{full}{is_far}>(a, begin, end) }}
            }}"
        )
    };
    let (is_near, far) = match e.far {
        Some(_) => (", false", versions("_far", ", true")),
        None => ("", String::new()),
    };
    let near = versions("", is_near);
    format!(
        "{range}
        {copied_rows}
        {of_short_rows}
        {few_terms}
        unsafe fn {name}_baseline(a: &CpuArgs, begin: usize, end: usize) {{
            unsafe {{ {name}::<1{is_near}>(a, begin, end) }}
        }}
        {near}
        {far}"
    )
}

/// Whether a kernel changes elements that it has read. No point of such a kernel may be computed twice.
fn updates(kernel: &KernelIr) -> bool {
    kernel.buffers.iter().any(|buffer| buffer.access == Access::ReadWrite)
}

/// Whether all points of a part of a row are in lanes if it fills a vector, or are rounded the same alone.
fn ends_anywhere(kernel: &KernelIr, analysis: &Analysis) -> bool {
    let are_points = analysis.order != Order::Rows && !analysis.one_lane;
    let is_exact = |buffer: &Buffer| buffer.access == Access::Read || buffer.dtype.is_exact();
    !are_points
        || kernel.pieces.is_none() && !updates(kernel)
        || kernel.buffers.iter().all(is_exact)
}

/// The initialiser of a kernel's `CpuKernel`.
pub fn table(kernel: &KernelIr, name: &str) -> String {
    let analysis = Analysis::new(kernel);
    let lanes = match (kernel.routine.as_ref().map(|r| &r.routine), analysis.order) {
        (Some(routine), _) if routine.shares_points() => Lanes::Shared,
        (Some(routine), _) if routine.is_on_segments() => Lanes::Rows,
        (Some(Routine::ScanColumns(_)), _) => Lanes::Columns,
        _ if kernel.pieces.is_some() => Lanes::Points,
        (_, Order::Points) => Lanes::Points,
        (_, Order::Rows) if rows::ends_early(kernel) => Lanes::EarlyTerms,
        (_, Order::Rows) => Lanes::Terms,
        (_, Order::Columns) => Lanes::Blocks,
    };
    let lanes = format!("lanes: {}", Writer::text(&lanes, &[]));
    if kernel.routine.is_some() || analysis.one_lane {
        return format!(
            "CpuKernel {{
                {lanes}, baseline: {name}_baseline, avx2: None, avx512: None, far: None,
                few_terms: None, turns: None, ends_anywhere: true
            }}"
        );
    }
    // Only a kernel of several dimensions transposes.
    let turns = match kernel.pieces.is_some() || kernel.parallel.len() < 2 {
        true => None,
        false => turned_columns::turns(&in_bytes(kernel)),
    };
    let turns = match turns {
        Some(turned_columns::Turns { bytes, together }) => {
            format!("Some(plan::Turns {{ bytes: {bytes}, together: {together} }})")
        }
        None => "None".to_string(),
    };
    let only_x86 = |some: String| {
        format!(
            "{{ #[cfg(target_arch = \"x86_64\")] {{ Some({some}) }}
               #[cfg(not(target_arch = \"x86_64\"))] {{ None }} }}"
        )
    };
    let far = match Far::new(kernel, &analysis) {
        Some(far) => {
            let streams = matches!(far, Far::Streams { .. });
            let turns = moved::turns_past(kernel, far);
            only_x86(format!(
                "plan::Far {{
                    avx2: {name}_far_avx2, avx512: {name}_far_avx512, streams: {streams}, turns: {turns}
                }}"
            ))
        }
        None => "None".to_string(),
    };
    let few_terms = few_terms::size(kernel, &analysis);
    format!(
        "CpuKernel {{
            {lanes}, baseline: {name}_baseline, avx2: {}, avx512: {}, far: {far},
            few_terms: {few_terms:?}, turns: {turns}, ends_anywhere: {}
        }}",
        only_x86(format!("{name}_avx2 as CpuFn")),
        only_x86(format!("{name}_avx512 as CpuFn")),
        ends_anywhere(kernel, &analysis),
    )
}

/// A value, and the copy of the tiled loop that it belongs to; `None` if it is the same in all copies.
type Key = (ValueId, Option<u8>);

struct Emitter<'a> {
    kernel: &'a KernelIr,
    analysis: Analysis,
    out: String,
    /// The code before the loop over points.
    before: String,
    /// The names of values, the innermost scope last.
    scopes: Vec<HashMap<Key, String>>,
    /// The local arrays for rows that are read before a loop, or written after it, all columns at once.
    outputs: Vec<(DType, i64)>,
    /// The loads whose columns lie in one of these arrays already.
    columns: HashMap<ValueId, RowLoad>,
    /// The loads of the phase that are done together.
    neighbours: Neighbours,
    /// The variable of the reduction that runs in lanes at present, and its value in lane 0 for each copy.
    row: Option<VarId>,
    bases: HashMap<u8, String>,
    /// The dimensions that lanes run through, if they run on over the ends of rows.
    wrapped: Option<Wrapped>,
    /// Whether, at present, each lane has the row after that of the lane before, or the `last` row. The first lane has
    /// `row + next`.
    rows_follow: bool,
    /// Whether a reduction that is being written is a search of few terms.
    is_short_search: bool,
    /// Whether lanes are those of a period of short rows.
    in_periods: bool,
    /// The loads whose places, or values, are in tables, with their expressions.
    tabled: HashMap<ValueId, String>,
    /// The number of lanes of a vector that are left of a row, if these are not all.
    partial: Option<String>,
    /// The strided loads that are the same in each row.
    kept: Option<kept::Kept>,
    /// What the kernel's form for arrays that no cache holds does, if it has one. That code runs if `FAR` is true.
    far: Option<Far>,
    /// In a piece of a row, the variable of its first point. The caller of a piece finishes streams.
    first: Option<VarId>,
    next: usize,
}

impl<'a> Emitter<'a> {
    fn new(kernel: &'a KernelIr) -> Self {
        Emitter {
            kernel,
            analysis: Analysis::new(kernel),
            out: String::new(),
            before: String::new(),
            scopes: vec![HashMap::default()],
            outputs: Vec::new(),
            columns: HashMap::default(),
            neighbours: Neighbours::default(),
            row: None,
            bases: HashMap::default(),
            wrapped: None,
            rows_follow: false,
            is_short_search: false,
            in_periods: false,
            tabled: HashMap::default(),
            partial: None,
            kept: None,
            far: None,
            first: None,
            next: 0,
        }
    }

    /// The numbers of lanes with AVX2 and with AVX-512.
    fn widths(&self) -> (usize, usize) {
        self.analysis.widths
    }

    fn line(&mut self, line: impl AsRef<str>) {
        self.out.push_str(line.as_ref());
        self.out.push('\n');
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("x{}", self.next)
    }

    fn body(&mut self) {
        let kernel = self.kernel;
        if self.analysis.order == Order::Points {
            self.load_invariants();
        }
        for phase in &kernel.phases {
            match (self.analysis.order, self.analysis.lane) {
                (Order::Rows, _) => self.rows(phase),
                (Order::Columns, Some(lane)) => self.columns(phase, lane),
                _ => self.phase(phase),
            }
        }
    }

    /// Whether the last vector of each row overlaps with the one before. Rows may be short, so the points that are left
    /// over may be much of the work. And points alone are rounded otherwise than in lanes: a part of a row must give the
    /// same results wherever it ends.
    fn rows_overlap(&self) -> bool {
        self.analysis.order == Order::Points
            && !self.analysis.one_lane
            && self.first.is_none()
            && !updates(self.kernel)
    }

    /// The points of a row in whole vectors. If they do not fill the last vector, it overlaps with the one before.
    /// `turn` is the code that does one vector and moves on.
    fn overlapping_row(&self, v: u32, turn: &str) -> String {
        if !self.rows_overlap() {
            return format!("while v{v} < full {{\n{turn}\n}}");
        }
        format!(
            "loop {{
                while v{v} < full {{
                    {turn}
                }}
                if full == stop || stop - start < W as i64 {{
                    break;
                }}
                v{v} = stop - W as i64;
                full = stop;
            }}"
        )
    }

    /// Reads pointers, scalars and sizes.
    fn arguments(&self, w: &mut String) {
        let kernel = self.kernel;
        for (k, buffer) in kernel.buffers.iter().enumerate() {
            let ty = if buffer.index { "i32" } else { ops::element(buffer.dtype) };
            let pointer = if buffer.access == Access::Read { "*const" } else { "*mut" };
            add_line!(w, "let b{k} = *a.buffers.add({k}) as {pointer} {ty};");
        }
        for (k, dtype) in kernel.scalars.iter().enumerate() {
            let value = match dtype {
                DType::Bool => format!("M::<1>((*a.scalars.add({k}) & 1) as u32)"),
                DType::F64 => format!("V([f64::from_bits(*a.scalars.add({k}))])"),
                DType::F32 => format!("V([f32::from_bits(*a.scalars.add({k}) as u32)])"),
                DType::I64 => format!("*a.scalars.add({k}) as i64"),
                other => format!("V([*a.scalars.add({k}) as {}])", ops::element(*other)),
            };
            add_line!(w, "let s{k} = {value};");
        }
        for k in 0..kernel.sizes {
            add_line!(w, "let z{k} = *a.sizes.add({k});");
        }
    }
}

/// Finds the row of point `flat`, and the points `start..stop` of it that are to be done. Of a row that is done in
/// part because of the columns, `at` is the first point, and `next` the point after it.
fn rows_of(outer: &[Loop], lane: &Loop, has_columns: bool) -> String {
    if outer.is_empty() {
        return "let (start, stop) = (flat, end);\n".to_string();
    }
    let mut rows = format!("let n = {}; let mut row = flat / n;\n", extent(lane.extent));
    rows += match has_columns {
        true => {
            "let at = row * n; let next = i64::min(at + n, end);
            let start = i64::max(left, flat - at); let stop = i64::min(right, end - at);\n"
        }
        false => "let start = flat % n; let stop = i64::min(n, start + (end - flat));\n",
    };
    for (k, l) in outer.iter().enumerate().rev() {
        let (v, n) = (l.var.0, extent(l.extent));
        rows += &match k {
            0 => format!("let v{v} = row;\n"),
            _ => format!("let v{v} = row % {n}; row /= {n};\n"),
        };
    }
    rows + "let _ = row;\n"
}

/// The extent of a loop that starts at 0.
fn extent(extent: Extent) -> String {
    match extent {
        Extent::Const(n) => format!("{n}i64"),
        Extent::Size(k) => format!("z{k}"),
        Extent::Range { .. } => unreachable!("only reductions run over ranges"),
    }
}
