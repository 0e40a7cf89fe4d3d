//! Phases, reductions and stores.

use super::analysis::{Offset, depending_on};
use super::far::Far;
use super::transposed::RowStores;
use super::value::Tile;
use super::{Emitter, extent, ops};
use crate::dag::{Binary, DType, Reduce};
use crate::hash::{HashMap, HashSet};
use crate::schedule::kernel::{
    Access, Accumulator, Extent, Loop, Phase, Stmt, Value, ValueId, VarId,
};
use std::collections::BTreeSet;
use std::ops::Range;

/// The most accumulators that a tile of the innermost loop keeps in registers. AVX2 has 16 registers, and operands need
/// some of them.
const MAX_ACCUMULATORS: usize = 12;
/// The same for AVX-512, which has 32 registers. The main gain is not that products need fewer loads. It is that they
/// run fewer times through their operands, which fill most of the first cache there.
const MAX_ACCUMULATORS_AVX512: usize = 25;
/// Registers of AVX2.
const REGISTERS: usize = 16;

/// The summands that an accumulator adds in an iteration, if it is a sum.
type Summands = Option<Vec<ValueId>>;

/// A search of fewer terms finds something so often that skipping the work after a miss costs more than doing it
/// always.
const SHORT_SEARCH: i64 = 32;

/// Whether a search over these loops may be one of few terms. Parts of rows are long.
pub(super) fn is_short_search(loops: &[Loop]) -> bool {
    let terms = loops.iter().map(|l| match l.extent {
        Extent::Const(n) => n,
        Extent::Size(_) => 1,
        Extent::Range { .. } => i64::MAX,
    });
    terms.fold(1, i64::saturating_mul) <= SHORT_SEARCH
}

impl Emitter<'_> {
    pub fn phase(&mut self, phase: &Phase) {
        self.scopes.push(HashMap::default());
        self.line("{");
        self.neighbours = self.neighbours(phase);
        match phase.loops.split_last() {
            None => {
                self.point(phase, &Tile { depends: &[], copy: 0 }, 1, &RowStores::default());
            }
            Some((last, outer)) => {
                let (copied, length) = self.copied_loops(phase);
                let outer = &outer[..outer.len() + 1 - copied.max(1)];
                for l in outer {
                    self.open(l.var, &extent(l.extent));
                }
                match copied {
                    0 => self.innermost(phase, last),
                    _ => self.copy_rows(phase, copied, length),
                }
                for l in outer.iter().rev() {
                    self.close(l.var, 1);
                }
            }
        }
        self.line("}");
        self.scopes.pop();
    }

    pub(super) fn open(&mut self, var: VarId, until: &str) {
        self.open_from(var, "0i64", until);
    }

    pub(super) fn open_from(&mut self, var: VarId, from: &str, until: &str) {
        let v = var.0;
        self.line(format!("let mut v{v} = {from};\nwhile v{v} < {until} {{"));
        self.scopes.push(HashMap::default());
    }

    /// Opens the first loops, `loops`, of the loops of a reduction, `all`. The outermost loop has no turn if one of the
    /// others has none; compilers would find that out only if they optimise.
    pub(super) fn open_all(&mut self, loops: &[Loop], all: &[Loop], tile: &Tile) {
        let none = |l: &Loop| match l.extent {
            Extent::Size(k) => Some(format!("z{k} == 0")),
            _ => None,
        };
        let none: Vec<String> = all.iter().skip(1).filter_map(none).collect();
        for (k, l) in loops.iter().enumerate() {
            let (first, mut end) = self.limits(l.extent, tile);
            if k == 0 && !none.is_empty() {
                let (name, none) = (format!("e{}", l.var.0), none.join(" || "));
                self.line(format!("let {name} = if {none} {{ {first} }} else {{ {end} }};"));
                end = name;
            }
            self.open_from(l.var, &first, &end);
        }
    }

    /// The beginning and the end of a loop.
    pub(super) fn limits(&mut self, extent: Extent, tile: &Tile) -> (String, String) {
        match extent {
            Extent::Range { low, high } => (self.bound(low, tile), self.bound(high, tile)),
            other => ("0i64".to_string(), super::extent(other)),
        }
    }

    /// A bound of a range as plain `i64`: it is the same in all lanes, or there is only one.
    fn bound(&mut self, bound: ValueId, tile: &Tile) -> String {
        let name = self.name(bound, tile);
        if self.analysis.is_varying(bound) { format!("{name}.0[0]") } else { name }
    }

    pub(super) fn close(&mut self, var: VarId, step: i64) {
        self.line(format!("v{} += {step};\n}}", var.0));
        self.scopes.pop();
    }

    fn innermost(&mut self, phase: &Phase, last: &Loop) {
        let Extent::Const(n) = last.extent else { unreachable!("inner axes are constant") };
        let rows = self.row_stores(phase, last.var, n);
        self.load_rows(phase, last.var, n);
        let [few, many] =
            [MAX_ACCUMULATORS, MAX_ACCUMULATORS_AVX512].map(|m| tile_size(phase, n, m));
        if few == many {
            self.tiled(phase, last.var, n, few, &rows);
        } else {
            let (_, full) = self.widths();
            self.line(format!("if const {{ W == {full} }} {{"));
            self.tiled(phase, last.var, n, many, &rows);
            self.line("} else {");
            self.tiled(phase, last.var, n, few, &rows);
            self.line("}");
        }
        self.store_rows(&rows, last.var);
    }

    /// The last loop of a phase, over `n` points, `copies` of them at a time.
    fn tiled(&mut self, phase: &Phase, var: VarId, n: i64, copies: usize, rows: &RowStores) {
        let temps = temps_of(&phase.body);
        let depends = depending_on(self.kernel, var, &temps);
        let tile = Tile { depends: &depends, copy: 0 };
        let full = n - n % copies as i64;
        self.open(var, &format!("{full}i64"));
        self.read_afresh(phase);
        self.point(phase, &tile, copies, rows);
        self.close(var, copies as i64);
        if full < n {
            self.open_from(var, &format!("{full}i64"), &format!("{n}i64"));
            self.point(phase, &tile, 1, rows);
            self.close(var, 1);
        }
    }

    /// Keeps compilers, which unroll reductions, from reading all of a local array before the loop over points. They
    /// would run out of registers and copy the array.
    fn read_afresh(&mut self, phase: &Phase) {
        let (mut stack, mut values) = (phase.body.iter().collect::<Vec<_>>(), Vec::new());
        while let Some(stmt) = stack.pop() {
            if let Stmt::Reduce { body, accumulators, .. } = stmt {
                stack.extend(body);
                values.extend(accumulators.iter().map(|a| a.value));
            }
        }
        let mut arrays = BTreeSet::new();
        let mut seen: HashSet<ValueId> = HashSet::default();
        while let Some(id) = values.pop() {
            if let Value::LoadLocal { local, .. } = *self.kernel.value(id) {
                arrays.insert(('l', local as usize, self.kernel.locals[local as usize].len));
            }
            if let Some((row, _)) = self.columns.get(&id) {
                arrays.insert(('o', row.array, self.outputs[row.array].1 as usize));
            }
            if seen.insert(id) {
                self.kernel.operands(id, &mut |o| values.push(o));
            }
        }
        for (kind, k, _) in arrays.into_iter().filter(|(.., len)| *len > REGISTERS) {
            self.line(format!("let {kind}{k} = l::afresh({kind}{k});"));
        }
    }

    /// One point of the loops, or `copies` neighbouring points of the last one.
    fn point(&mut self, phase: &Phase, tile: &Tile, copies: usize, rows: &RowStores) {
        let tiles: Vec<Tile> =
            (0..copies).map(|c| Tile { depends: tile.depends, copy: c as u8 }).collect();
        if let Some(last) = phase.loops.last() {
            self.bind_copies(last.var, &tiles);
        }
        let mut late = Vec::new();
        let fields = self.field_stores(phase);
        for (k, stmt) in phase.body.iter().enumerate() {
            match stmt {
                Stmt::Reduce { .. } => self.reduce(stmt, &tiles),
                Stmt::StoreLocal { local, offset, value } => {
                    for tile in &tiles {
                        self.store_local(*local, *offset, *value, tile);
                    }
                }
                Stmt::Store { value, .. } if rows.of.contains_key(&k) => {
                    let v = phase.loops.last().map_or(0, |l| l.var.0);
                    for tile in &tiles {
                        let value = self.varying(*value, tile);
                        let to = rows.of[&k].at(&format!("v{v} + {}", tile.copy));
                        self.line(format!("{to}.write({value}.0);"));
                    }
                }
                // Neighbouring stores are done together, with the last of them.
                Stmt::Store { buffer, .. } if fields.contains_key(&k) => {
                    if !fields[&k].is_empty() {
                        let store = self.store_fields(phase, &fields[&k], &tiles[0]);
                        self.stored_or_wait(*buffer, store, &mut late);
                    }
                }
                Stmt::Store { .. } => {
                    tiles.iter().for_each(|t| self.store_or_wait(stmt, t, &mut late))
                }
            }
        }
        late.into_iter().for_each(|store| self.line(store));
    }

    /// A point of a phase without loops.
    pub(super) fn one_point(&mut self, phase: &Phase, tile: &Tile) {
        self.point(phase, tile, 1, &RowStores::default());
    }

    /// All stores of a point whose reductions are done.
    pub(super) fn stores(&mut self, phase: &Phase, tile: &Tile) {
        let mut late = Vec::new();
        phase.body.iter().for_each(|stmt| self.store_or_wait(stmt, tile, &mut late));
        late.into_iter().for_each(|store| self.line(store));
    }

    /// Stores a value, or delays the store until the point has read everything that the store overwrites.
    fn store_or_wait(&mut self, stmt: &Stmt, tile: &Tile, late: &mut Vec<String>) {
        let Stmt::Store { buffer, offset, value } = stmt else { return };
        let store = self.store(*buffer, *offset, *value, tile);
        self.stored_or_wait(*buffer, store, late);
    }

    fn stored_or_wait(&mut self, buffer: u32, store: String, late: &mut Vec<String>) {
        let wait = self.kernel.buffers[buffer as usize].access == Access::ReadWrite;
        if wait { late.push(store) } else { self.line(store) }
    }

    fn bind_copies(&mut self, var: VarId, tiles: &[Tile]) {
        let Some(id) = self.kernel.find(&Value::Var(var)) else { return };
        for tile in tiles {
            let name = self.fresh();
            self.line(format!("let {name}: i64 = v{} + {};", var.0, tile.copy));
            self.bind(id, tile, name);
        }
    }

    // ---- reductions --------------------------------------------------------------------------

    fn reduce(&mut self, stmt: &Stmt, tiles: &[Tile]) {
        let Stmt::Reduce { loops, body, accumulators } = stmt else { return };
        for tile in tiles {
            for a in accumulators {
                let dtype = self.kernel.dtype(a.value);
                let identity = ops::literal(a.op.identity(dtype));
                let (name, c) = (a.id.0, tile.copy);
                self.line(match dtype {
                    DType::Bool => {
                        format!("let mut t{name}_{c} = M::<1>({identity} as u32).splat::<W>();")
                    }
                    _ => format!("let mut t{name}_{c} = V([{identity}; W]);"),
                });
            }
        }
        let around = std::mem::replace(&mut self.is_short_search, is_short_search(loops));
        let summands = self.summands(accumulators);
        for rounds in self.passes(body, &summands, tiles.len()) {
            // If bounds depend on the tiled loop, there is only one copy.
            self.open_all(loops, loops, &tiles[0]);
            for stmt in body {
                self.reduce(stmt, tiles);
            }
            self.accumulate_rounds(accumulators, &summands, rounds, tiles);
            if let Some(settled) = settled(accumulators, tiles) {
                self.line(format!("if {settled} {{ break; }}"));
            }
            for l in loops.iter().rev() {
                self.close(l.var, 1);
            }
        }
        self.is_short_search = around;
        for tile in tiles {
            for a in accumulators {
                let id = self.kernel.find(&Value::Accumulator(a.id));
                if let Some(id) = id {
                    self.bind(id, tile, format!("t{}_{}", a.id.0, tile.copy));
                }
            }
        }
    }

    /// Adds to all accumulators, summand by summand. The operands of a summand are then used by all accumulators at
    /// once, and need not stay in registers.
    pub(super) fn accumulate_all(&mut self, accumulators: &[Accumulator], tiles: &[Tile]) {
        let summands = self.summands(accumulators);
        let rounds = 0..most_rounds(&summands);
        self.accumulate_rounds(accumulators, &summands, rounds, tiles);
    }

    fn accumulate_rounds(
        &mut self,
        accumulators: &[Accumulator],
        summands: &[Summands],
        rounds: Range<usize>,
        tiles: &[Tile],
    ) {
        for round in rounds {
            for tile in tiles {
                for (a, terms) in accumulators.iter().zip(summands) {
                    match terms {
                        None if round == 0 => self.combine(a, tile),
                        None => {}
                        Some(terms) => {
                            if let Some(term) = terms.get(round) {
                                self.accumulate(a, *term, tile);
                            }
                        }
                    }
                }
            }
        }
    }

    fn summands(&self, accumulators: &[Accumulator]) -> Vec<Summands> {
        let of = |a: &Accumulator| {
            let sum = a.op == Reduce::Sum && self.kernel.dtype(a.value).is_float();
            (sum && !self.kernel.is_strict()).then(|| self.terms(a.value))
        };
        accumulators.iter().map(of).collect()
    }

    /// The rounds of summands that share a loop. That is all of them, unless they have no operands in common and would
    /// need more registers than there are: compilers load everything that an iteration needs first.
    fn passes(&self, body: &[Stmt], summands: &[Summands], tiles: usize) -> Vec<Range<usize>> {
        let rounds = most_rounds(summands);
        let apart = || -> Option<usize> {
            let mut loaded: HashSet<ValueId> = HashSet::default();
            for round in 0..rounds {
                let mut of_round: HashSet<ValueId> = HashSet::default();
                for terms in summands {
                    let term = *terms.as_ref()?.get(round)?;
                    let Value::Binary(Binary::Mul, x, y) = *self.kernel.value(term) else {
                        return None;
                    };
                    of_round.extend([x, y]);
                }
                let is_load = |id: &ValueId| {
                    matches!(self.kernel.value(*id), Value::Load { .. } | Value::LoadLocal { .. })
                };
                if !of_round.iter().all(|id| is_load(id) && loaded.insert(*id)) {
                    return None;
                }
            }
            Some(loaded.len())
        };
        let crowded = |loaded: usize| summands.len() * tiles + loaded > REGISTERS;
        match rounds > 1 && body.is_empty() && apart().is_some_and(crowded) {
            true => (0..rounds).map(|k| k..k + 1).collect(),
            false => std::iter::once(0..rounds).collect(),
        }
    }

    fn combine(&mut self, a: &Accumulator, tile: &Tile) {
        let name = format!("t{}_{}", a.id.0, tile.copy);
        let value = self.varying(a.value, tile);
        let combined = ops::binary(a.op.combine(), self.kernel.dtype(a.value), &name, &value);
        let skipped = self.searched(a).filter(|_| !self.is_short_search);
        let skipped = skipped.map(|found| self.varying(found, tile));
        self.line(match skipped {
            Some(found) => format!("if {found}.0 != 0 {{ {name} = {combined}; }}"),
            None => format!("{name} = {combined};"),
        });
    }

    /// A sum of products is accumulated product by product, each fused with its addition.
    fn accumulate(&mut self, a: &Accumulator, term: ValueId, tile: &Tile) {
        let name = format!("t{}_{}", a.id.0, tile.copy);
        match *self.kernel.value(term) {
            Value::Binary(Binary::Mul, x, y) if self.analysis.used_once(term) => {
                let (x, y) = (self.varying(x, tile), self.varying(y, tile));
                self.line(format!("{name} = l::fma({x}, {y}, {name});"));
            }
            _ => {
                let value = self.varying(term, tile);
                self.line(format!("{name} = l::add({name}, {value});"));
            }
        }
    }

    /// The summands of a value, in order.
    fn terms(&self, id: ValueId) -> Vec<ValueId> {
        let (mut terms, mut stack) = (Vec::new(), vec![id]);
        while let Some(id) = stack.pop() {
            match *self.kernel.value(id) {
                Value::Binary(Binary::Add, a, b) if self.analysis.used_once(id) => {
                    stack.extend([b, a]);
                }
                _ => terms.push(id),
            }
        }
        terms
    }

    // ---- stores ------------------------------------------------------------------------------

    fn store_local(&mut self, local: u32, offset: ValueId, value: ValueId, tile: &Tile) {
        let value = self.varying(value, tile);
        let at = self.name(offset, tile);
        let bool = self.kernel.locals[local as usize].dtype == DType::Bool;
        let lanes = match bool {
            true => format!("::core::array::from_fn(|k| {value}.lane(k))"),
            false => format!("{value}.0"),
        };
        self.line(format!("l{local}.offset({at} as isize).write({lanes});"));
    }

    /// The statement that stores a value. The values that it needs are emitted at once.
    fn store(&mut self, buffer: u32, offset: ValueId, value: ValueId, tile: &Tile) -> String {
        let bool = self.kernel.buffers[buffer as usize].dtype == DType::Bool;
        let kind = if bool { "_bool" } else { "" };
        let value = self.varying(value, tile);
        match self.analysis.offset(self.kernel, offset) {
            Offset::Uniform => {
                let at = self.name(offset, tile);
                format!("l::store{kind}(b{buffer}.wrapping_offset({at} as isize), {value});")
            }
            Offset::Linear { stride, rest } => {
                let (at, stride) = self.linear(stride, &rest, tile);
                match stride {
                    None if matches!(self.far, Some(Far::Streams { .. })) => {
                        format!(
                            "l::store_past::<FAR, _, _>(b{buffer}.wrapping_offset(({at}) as isize), {value}, &lines);"
                        )
                    }
                    None => format!(
                        "l::store{kind}(b{buffer}.wrapping_offset(({at}) as isize), {value});"
                    ),
                    Some(stride) => format!(
                        "l::store_strided{kind}(b{buffer}.wrapping_offset(({at}) as isize), {stride}, {value});"
                    ),
                }
            }
            Offset::Other => {
                let at = self.varying(offset, tile);
                format!("l::scatter{kind}(b{buffer}, {at}, {value});")
            }
        }
    }
}

fn most_rounds(summands: &[Summands]) -> usize {
    summands.iter().map(|terms| terms.as_ref().map_or(1, Vec::len)).max().unwrap_or(0)
}

/// The number of neighbouring points of the last loop that share the work: as many as divide the loop and keep the
/// accumulators in registers.
fn tile_size(phase: &Phase, n: i64, most: usize) -> usize {
    let widest = phase
        .body
        .iter()
        .map(|s| match s {
            Stmt::Reduce { accumulators, .. } => accumulators.len(),
            _ => 0,
        })
        .max()
        .unwrap_or(0);
    let mut ranges = false;
    phase.body.iter().for_each(|s| has_ranges(s, &mut ranges));
    if widest == 0 || ranges {
        return 1;
    }
    let fits = |r: &usize| r * widest <= most;
    let divides = |r: &usize| n % *r as i64 == 0;
    let best = (2..=12).rev().filter(fits).find(divides);
    best.or_else(|| (2..=4).rev().find(|r| fits(r) && n >= 2 * *r as i64)).unwrap_or(1)
}

fn has_ranges(stmt: &Stmt, found: &mut bool) {
    stmt.bounds(&mut |_| *found = true);
    if let Stmt::Reduce { body, .. } = stmt {
        body.iter().for_each(|s| has_ranges(s, found));
    }
}

fn temps_of(body: &[Stmt]) -> HashSet<u32> {
    let mut temps = HashSet::default();
    let mut stack: Vec<&Stmt> = body.iter().collect();
    while let Some(stmt) = stack.pop() {
        if let Stmt::Reduce { body, accumulators, .. } = stmt {
            temps.extend(accumulators.iter().map(|a| a.id.0));
            stack.extend(body);
        }
    }
    temps
}

/// The condition under which no further term changes an accumulator: all are true (`any`), or false (`all`), in all
/// lanes.
fn settled(accumulators: &[Accumulator], tiles: &[Tile]) -> Option<String> {
    let of = |a: &Accumulator, tile: &Tile| {
        let last = match a.op {
            Reduce::Any => "M::<W>::ALL",
            Reduce::All => "0",
            _ => return None,
        };
        Some(format!("t{}_{}.0 == {last}", a.id.0, tile.copy))
    };
    let each = accumulators.iter().flat_map(|a| tiles.iter().map(move |tile| of(a, tile)));
    let each: Option<Vec<String>> = each.collect();
    each.filter(|each| !each.is_empty()).map(|each| each.join(" && "))
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// For divergences of several fields, the number of loops over nodes, and the number of all products.
    fn divergences(fields: usize) -> (usize, usize) {
        let names: Vec<String> = (0..fields).map(|k| format!("y{k}")).collect();
        let list =
            |of: &dyn Fn(&String) -> String| names.iter().map(of).collect::<Vec<_>>().join(", ");
        let source = emitted(&format!(
            "pub fn f<E>(d: [f64; 3, 20, 20], {}) -> ({}) {{ ({}) }}",
            list(&|y| format!("{y}: [f64; 3, E, 20]")),
            list(&|_| "[f64; E, 20]".into()),
            list(&|y| format!("einsum(\"rij,rej->ei\", d, {y})")),
        ));
        (source.matches("< 20i64 {").count(), source.matches("= l::fma(").count())
    }

    #[test]
    fn sums_that_share_nothing_have_loops_of_their_own() {
        // Two nodes of five fields, and five with AVX-512, in three directions one after the other.
        assert_eq!(divergences(5), (2 * (1 + 3), 3 * (2 * 5 + 5 * 5)));
    }

    #[test]
    fn any_and_all_end_when_they_are_settled() {
        let breaks = |result: &str, body: &str| {
            let source =
                emitted(&format!("pub fn f<M, N>(x: [f64; M, N]) -> {result} {{ {body} }}"));
            source.lines().filter(|line| line.trim_end().ends_with("break; }")).count()
        };
        assert!(breaks("[bool; M]", "any(x > 0.0, axis=1)") > 0);
        assert!(breaks("[bool; M]", "all(x > 0.0, axis=1)") > 0);
        // The sum needs all terms.
        assert_eq!(breaks("([bool; M], [f64; M])", "(any(x > 0.0, axis=1), sum(x, axis=1))"), 0);
    }

    #[test]
    fn arrays_that_do_not_fit_into_registers_are_read_afresh() {
        let products = |nodes: usize| {
            emitted(&format!(
                "pub fn f<E>(d: [f64; 4, {nodes}], y: [f64; E, {nodes}]) -> [f64; E, 4] {{
                    einsum(\"ij,ej->ei\", d, exp(y))
                }}"
            ))
        };
        assert!(products(17).contains("= l::afresh(l"), "{}", products(17));
        assert!(!products(16).contains("l::afresh"), "{}", products(16));
    }
}
