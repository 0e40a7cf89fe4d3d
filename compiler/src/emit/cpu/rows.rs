//! Reductions whose terms run in lanes ([`Order::Rows`](super::order::Order)).

use super::analysis::Offset;
use super::value::Tile;
use super::{Emitter, ops, search};
use crate::dag::{DType, Reduce};
use crate::hash::HashMap;
use crate::schedule::kernel::{Accumulator, Extent, KernelIr, Loop, Phase, Stmt, Value, VarId};
use crate::schedule::steps::loads;
use std::collections::BTreeSet;
use std::ops::Range;

/// The number of accumulators of one loop, so that additions do not wait for each other.
const CHAINS: usize = 8;

impl Emitter<'_> {
    /// Emits a point whose reductions run in lanes: `L` terms at a time, while everything else is a single value
    /// (`W = 1`).
    pub fn rows(&mut self, phase: &Phase) {
        if let Some((point, short)) = self.are_short(phase) {
            // The loop over all rows, so that values that are the same for all of them are outside of it.
            let v = point.0;
            self.line(format!("if L > 1 && {short} {{\nwhile v{v} < stop {{"));
            self.row_of_points(phase, Emitter::reduce_short_row, false);
            self.line(format!("v{v} += 1;\n}}\ncontinue;\n}}"));
        }
        if let Some(pair) = self.pair(phase) {
            self.pairs_of_rows(phase, &pair);
        }
        self.row_of_points(phase, Emitter::reduce_row, true);
    }

    /// `whole_rows`: rows have any length, so that the position of an extremum is better found in one pass.
    fn row_of_points(&mut self, phase: &Phase, reduce: fn(&mut Self, &Stmt), whole_rows: bool) {
        let tile = Tile { depends: &[], copy: 0 };
        self.scopes.push(HashMap::default());
        let mut rest = phase.body.as_slice();
        while let Some((stmt, more)) = rest.split_first() {
            rest = match self.position_of_extremum(rest).filter(|_| whole_rows) {
                Some(position) => {
                    self.find_position(&position);
                    &more[1..]
                }
                None => {
                    reduce(self, stmt);
                    more
                }
            };
        }
        self.stores(phase, &tile);
        self.scopes.pop();
    }

    /// The variable of the points, and the condition under which one vector, which is read in part, holds all terms of
    /// each reduction.
    fn are_short(&self, phase: &Phase) -> Option<(VarId, String)> {
        let mut lengths = BTreeSet::new();
        for stmt in &phase.body {
            let Stmt::Reduce { loops, accumulators, .. } = stmt else { continue };
            let [Loop { extent: Extent::Size(k), .. }] = loops.as_slice() else { return None };
            if !self.loads_in_part(accumulators) {
                return None;
            }
            lengths.insert(format!("z{k} <= L as i64"));
        }
        let short = lengths.into_iter().collect::<Vec<_>>().join(" && ");
        Some((self.kernel.parallel.last()?.var, short))
    }

    fn reduce_short_row(&mut self, stmt: &Stmt) {
        let Stmt::Reduce { loops, accumulators, .. } = stmt else { return };
        let [last] = loops.as_slice() else { return };
        let depends = super::analysis::depending_on(self.kernel, last.var, &Default::default());
        let point = Tile { depends: &[], copy: 0 };
        let (first, n) = self.limits(last.extent, &point);
        self.line(format!("let v{} = {first};", last.var.0));
        if let Some(search) = search::first_place(self.kernel, loops, accumulators) {
            return self.first_of_short_row(&accumulators[0], last, search, &depends);
        }
        self.initialise(accumulators, 0..1, None);
        self.rest_of_row(accumulators, last, &n, &[Tile { depends: &depends, copy: 0 }]);
        accumulators.iter().for_each(|a| self.across(a, 1, None, true));
    }

    /// Declares the accumulators of the chains, including that of one lane.
    pub(super) fn initialise(
        &mut self,
        accumulators: &[Accumulator],
        chains: Range<u8>,
        single: Option<u8>,
    ) {
        for a in accumulators {
            let dtype = self.kernel.dtype(a.value);
            let identity = ops::literal(a.op.identity(dtype));
            for c in chains.clone() {
                let (name, width) = (a.id.0, if Some(c) == single { "1" } else { "L" });
                self.line(match dtype {
                    DType::Bool => {
                        format!(
                            "let mut t{name}_{c} = M::<1>({identity} as u32).splat::<{width}>();"
                        )
                    }
                    _ => format!("let mut t{name}_{c} = V([{identity}; {width}]);"),
                });
            }
        }
    }

    fn reduce_row(&mut self, stmt: &Stmt) {
        let Stmt::Reduce { loops, accumulators, .. } = stmt else { return };
        let Some((last, outer)) = loops.split_last() else { return };
        let var = last.var;
        let depends = super::analysis::depending_on(self.kernel, var, &Default::default());
        let chains = (CHAINS / accumulators.len().max(1)).clamp(1, 4) as u8;
        let tile = |copy| Tile { depends: &depends, copy };
        let single = chains;
        let in_part = self.loads_in_part(accumulators);
        if let Some(search) = search::first_place(self.kernel, loops, accumulators) {
            return self.first_of_row(&accumulators[0], last, search, &depends, in_part);
        }
        self.initialise(accumulators, 0..chains + u8::from(!in_part), Some(single));
        let point = Tile { depends: &[], copy: 0 };
        self.open_all(outer, loops, &point);
        let v = var.0;
        let (first, n) = self.limits(last.extent, &point);
        self.line(format!("let mut v{v} = {first};"));
        let wide: Vec<Tile> = (0..chains).map(tile).collect();
        self.add_terms(accumulators, last, &n, &wide, chains);
        if chains > 1 {
            self.add_terms(accumulators, last, &n, &wide[..1], chains);
        }
        if !in_part {
            self.add_terms(accumulators, last, &n, &[tile(single)], chains);
        }
        if in_part {
            self.fetch_rest(accumulators, last, &n, &wide[0]);
            self.rest_of_row(accumulators, last, &n, &wide[..1]);
        }
        for l in outer.iter().rev() {
            self.close(l.var, 1);
        }
        // In short rows the other chains have no terms.
        let is_long = outer.is_empty().then(|| format!("{n} - {first} >= {chains} * L as i64"));
        for a in accumulators {
            self.across(a, chains, is_long.as_deref(), in_part);
        }
    }

    /// The loop over terms that fill the vectors of some chains, or over single terms in the chain after all others.
    pub(super) fn add_terms(
        &mut self,
        accumulators: &[Accumulator],
        last: &Loop,
        n: &str,
        tiles: &[Tile],
        chains: u8,
    ) {
        let (v, count) = (last.var.0, tiles.len());
        let is_single = tiles[0].copy == chains;
        let width = if is_single { "1" } else { "L as i64" };
        if is_single {
            self.fetch_rest(accumulators, last, n, &tiles[0]);
        }
        self.line(format!("while v{v} + {count} * {width} <= {n} {{"));
        self.scopes.push(HashMap::default());
        self.vectors_of_terms(accumulators, last, tiles, chains);
        if let (false, Some(settled)) = (is_single, settled(accumulators, tiles)) {
            // There is nothing left to do in this row.
            self.line(format!("if {settled} {{ v{v} = {n}; break; }}"));
        }
        self.line(format!("v{v} += {count} * {width};\n}}"));
        self.scopes.pop();
    }

    /// Adds one vector of terms to each chain, or one term to the chain of single terms.
    pub(super) fn vectors_of_terms(
        &mut self,
        accumulators: &[Accumulator],
        last: &Loop,
        tiles: &[Tile],
        chains: u8,
    ) {
        let (v, begin) = (last.var.0, self.out.len());
        let is_single = tiles[0].copy == chains && tiles.len() == 1;
        for t in tiles {
            self.bases.insert(t.copy, format!("(v{v} + {} * W as i64)", t.copy % chains));
        }
        self.row = Some(last.var);
        if !is_single {
            tiles.iter().for_each(|tile| self.fetch_terms(accumulators, last, tile));
        }
        self.accumulate_all(accumulators, tiles);
        self.row = None;
        if !is_single {
            let body = in_lanes(&self.out[begin..], "L");
            self.out.truncate(begin);
            self.out.push_str(&body);
        }
    }

    /// Whether the loads of terms can be done for the first lanes only, because lanes read neighbouring elements.
    pub(super) fn loads_in_part(&self, accumulators: &[Accumulator]) -> bool {
        let loads = loads(self.kernel, accumulators.iter().map(|a| a.value));
        loads.iter().all(|&(_, buffer, offset)| {
            let is_index = self.kernel.buffers[buffer as usize].index;
            match self.analysis.offset(self.kernel, offset) {
                Offset::Uniform => true,
                Offset::Linear { stride: None, .. } => !is_index,
                _ => false,
            }
        })
    }

    /// Adds the terms that do not fill a vector, in a vector whose other lanes change nothing.
    pub(super) fn rest_of_row(
        &mut self,
        accumulators: &[Accumulator],
        last: &Loop,
        n: &str,
        tiles: &[Tile],
    ) {
        let v = last.var.0;
        self.line(format!("if L > 1 && v{v} < {n} {{"));
        self.scopes.push(HashMap::default());
        let begin = self.out.len();
        self.line(format!("let left = {n} - v{v};"));
        for a in accumulators {
            self.line(format!("let k{0} = t{0}_0;", a.id.0));
        }
        self.bases.insert(tiles[0].copy, format!("v{v}"));
        (self.row, self.partial) = (Some(last.var), Some("left".to_string()));
        self.accumulate_all(accumulators, tiles);
        (self.row, self.partial) = (None, None);
        for a in accumulators {
            let select = match self.kernel.dtype(a.value) {
                DType::Bool => "select_bool",
                _ => "select",
            };
            let t = a.id.0;
            self.line(format!("t{t}_0 = l::{select}(l::first_lanes::<W>(left), t{t}_0, k{t});"));
        }
        let body = in_lanes(&self.out[begin..], "L");
        self.out.truncate(begin);
        self.out.push_str(&body);
        self.line("}");
        self.scopes.pop();
    }

    /// Asks for the elements that no vector of terms has asked for.
    pub(super) fn fetch_rest(
        &mut self,
        accumulators: &[Accumulator],
        last: &Loop,
        n: &str,
        tile: &Tile,
    ) {
        if self.far.is_none() {
            return;
        }
        let v = last.var.0;
        self.line(format!("if FAR && v{v} < {n} {{"));
        self.scopes.push(HashMap::default());
        self.bases.insert(tile.copy, format!("v{v}"));
        self.row = Some(last.var);
        self.fetch_terms(accumulators, last, tile);
        self.row = None;
        self.scopes.pop();
        self.line("}");
    }

    /// Combines the lanes of all chains, which have terms if the row is long, and the terms that were added one at a
    /// time, into one value.
    pub(super) fn across(
        &mut self,
        a: &Accumulator,
        chains: u8,
        is_long: Option<&str>,
        in_part: bool,
    ) {
        let (dtype, t) = (self.kernel.dtype(a.value), a.id.0);
        let combine = |x: &str, y: &str| ops::binary(a.op.combine(), dtype, x, y);
        let mut sum = format!("t{t}_0");
        for c in 1..chains {
            sum = combine(&sum, &format!("t{t}_{c}"));
        }
        if let (Some(is_long), true) = (is_long, chains > 1) {
            sum = format!("if {is_long} {{ {sum} }} else {{ t{t}_0 }}");
        }
        self.line(format!("let sum{t} = {sum};"));
        let both = combine("x", "y");
        let mut total = match a.op {
            Reduce::Any => format!("M::<1>((sum{t}.0 != 0) as u32)"),
            Reduce::All => format!("M::<1>((sum{t}.0 == M::<L>::ALL) as u32)"),
            Reduce::Max | Reduce::Min if matches!(dtype, DType::F32 | DType::F64) => {
                format!("l::extremum_across::<{}, _, _>(sum{t})", a.op == Reduce::Max)
            }
            _ => format!("l::across(sum{t}, |x, y| {both})"),
        };
        if !in_part {
            total = combine(&total, &format!("t{t}_{chains}"));
        }
        let total = if dtype == DType::I64 { format!("({total}).0[0]") } else { total };
        self.line(format!("let t{t} = {total};"));
        if let Some(id) = self.kernel.find(&Value::Accumulator(a.id)) {
            self.bind(id, &Tile { depends: &[], copy: 0 }, format!("t{t}"));
        }
    }
}

/// Whether each reduction of a kernel ends as soon as its terms decide it.
pub(super) fn ends_early(kernel: &KernelIr) -> bool {
    let statements = kernel.phases.iter().flat_map(|phase| &phase.body);
    let mut reductions = statements.filter_map(|stmt| match stmt {
        Stmt::Reduce { loops, accumulators, .. } => Some((loops, accumulators)),
        _ => None,
    });
    reductions.all(|(loops, accumulators)| {
        accumulators.iter().all(|a| matches!(a.op, Reduce::Any | Reduce::All))
            || search::first_place(kernel, loops, accumulators).is_some()
    })
}

/// The condition under which no further term changes an accumulator: some lane is true (`any`), or false (`all`).
fn settled(accumulators: &[Accumulator], tiles: &[Tile]) -> Option<String> {
    let of = |a: &Accumulator| {
        let settles = match a.op {
            Reduce::Any => "!= 0",
            Reduce::All => "!= M::<L>::ALL",
            _ => return None,
        };
        let lanes = tiles.iter().map(|tile| format!("t{}_{}.0 {settles}", a.id.0, tile.copy));
        Some(format!("({})", lanes.collect::<Vec<_>>().join(" || ")))
    };
    let each: Option<Vec<String>> = accumulators.iter().map(of).collect();
    each.filter(|each| !each.is_empty()).map(|each| each.join(" && "))
}

/// Turns code for `W` lanes into code for `lanes`.
pub fn in_lanes(code: &str, lanes: &str) -> String {
    let mut written = String::with_capacity(code.len());
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut before = ' ';
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        let alone = !is_name(before) && chars.peek().is_none_or(|next| !is_name(*next));
        if c == 'W' && alone {
            written.push_str(lanes)
        } else {
            written.push(c)
        }
        before = c;
    }
    written
}
