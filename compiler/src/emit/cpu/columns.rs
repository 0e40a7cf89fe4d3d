//! Reductions down columns: a block of points at a time ([`Order::Columns`](super::order::Order)).

use super::phase::is_short_search;
use super::value::Tile;
use super::{Emitter, ops};
use crate::hash::{HashMap, HashSet};
use crate::schedule::kernel::{Accumulator, Extent, Loop, Phase, Stmt, Value, ValueId, VarId};

/// The number of vectors of points whose sums run at the same time. They are a long piece of each row, and the sums
/// still stay in the first cache.
const BLOCK: usize = 64;

/// The number of terms that are added to a sum while it is in a register, if little is computed for each term. So sums
/// are loaded and stored less often.
const TERMS: i64 = 4;
/// The most values that are computed for such a term.
const SMALL: usize = 24;
/// Rows of up to this many points are so few vectors that sums in memory would wait for each other. Each sum then stays
/// in registers for some rows.
const FEW: i64 = 16;
/// The number of these rows. The first cache holds them until all their vectors have been added.
const ROWS: i64 = 64;
/// The number of sums per vector that do not wait for each other.
const CHAINS: u8 = 4;

impl Emitter<'_> {
    /// Whether a term takes few operations.
    fn is_small(&self, accumulators: &[Accumulator]) -> bool {
        let mut stack: Vec<ValueId> = accumulators.iter().map(|a| a.value).collect();
        let mut seen = HashSet::default();
        while let Some(id) = stack.pop() {
            if self.analysis.is_varying(id) && seen.insert(id) {
                self.kernel.operands(id, &mut |operand| stack.push(operand));
            }
        }
        seen.len() <= SMALL
    }

    /// Whether a sum stays in registers for some rows, as [`CHAINS`] sums that take turns.
    fn is_in_chains(&self, accumulators: &[Accumulator]) -> bool {
        let kernel = self.kernel;
        let lanes = kernel.parallel.last().map(|lane| lane.extent);
        let any_order =
            !kernel.is_strict() || accumulators.iter().all(|a| kernel.dtype(a.value).is_exact());
        any_order
            && matches!(lanes, Some(Extent::Const(n)) if n <= FEW)
            && accumulators.len() <= 2
            && self.is_small(accumulators)
    }

    /// Adds all terms from `r` to `end`: some rows for one vector after the other.
    fn in_chains(
        &mut self,
        accumulators: &[Accumulator],
        last: &Loop,
        v: u32,
        done: &[&Accumulator],
    ) {
        self.line(format!("while r < end {{\nlet to = i64::min(r + {ROWS}, end);"));
        self.open_block(v, done);
        for a in accumulators {
            let (t, dtype) = (a.id.0, self.kernel.dtype(a.value));
            let identity = ops::literal(a.op.identity(dtype));
            self.line(format!("let mut t{t}_0 = V(*a{t}.offset(u as isize));"));
            (1..CHAINS).for_each(|c| self.line(format!("let mut t{t}_{c} = V([{identity}; W]);")));
        }
        self.line("let mut row = r;");
        self.ahead("l::Ahead::ROWS");
        for copies in [CHAINS, 1] {
            self.line(format!("while row + {copies} <= to {{"));
            for copy in 0..copies {
                let tile = Tile { depends: &[], copy };
                self.line(format!("{{ let v{} = row + {copy};", last.var.0));
                self.scopes.push(HashMap::default());
                self.fetch_terms(accumulators, last, &tile);
                self.accumulate_all(accumulators, std::slice::from_ref(&tile));
                self.scopes.pop();
                self.line("}");
            }
            self.line(format!("row += {copies};\n}}"));
        }
        for a in accumulators {
            let (t, dtype) = (a.id.0, self.kernel.dtype(a.value));
            let total = (1..CHAINS).fold(format!("t{t}_0"), |sum, c| {
                ops::binary(a.op.combine(), dtype, &sum, &format!("t{t}_{c}"))
            });
            self.line(format!("a{t}.offset(u as isize).write(({total}).0);"));
        }
        self.close_block();
        self.line("r = to;\n}");
    }

    /// Computes a block of points: for each term of a reduction all points, then the rest of the work at each point.
    pub fn columns(&mut self, phase: &Phase, lane: VarId) {
        let v = lane.0;
        let tile = Tile { depends: &[], copy: 0 };
        self.scopes.push(HashMap::default());
        self.line(format!(
            "let (first, blocks) = (v{v}, i64::min((full - v{v}) / W as i64, {BLOCK}));"
        ));
        let mut done: Vec<&Accumulator> = Vec::new();
        for stmt in &phase.body {
            let Stmt::Reduce { loops, accumulators, .. } = stmt else { continue };
            for a in accumulators {
                let dtype = self.kernel.dtype(a.value);
                let identity = ops::literal(a.op.identity(dtype));
                let t = a.id.0;
                let ty = ops::element(dtype);
                self.line(format!(
                    "let mut a{t} = l::Local::<[[{ty}; W]; {BLOCK}]>::new();
                     let a{t} = a{t}.ptr::<[{ty}; W]>();
                     for u in 0..blocks {{ a{t}.offset(u as isize).write([{identity}; W]); }}"
                ));
            }
            let Some((last, outer)) = loops.split_last() else { continue };
            self.is_short_search = is_short_search(loops);
            self.open_all(outer, loops, &tile);
            let (first, end) = self.limits(last.extent, &tile);
            self.line(format!("let (mut r, end) = ({first}, {end});"));
            if self.far.is_some() {
                self.line("let first_row = r;");
            }
            let turns: &[i64] = match self.is_small(accumulators) {
                _ if self.is_in_chains(accumulators) => {
                    self.in_chains(accumulators, last, v, &done);
                    &[]
                }
                true => &[TERMS, 1],
                false => &[1],
            };
            for terms in turns {
                self.line(format!("while r + {terms} <= end {{"));
                self.ahead(&format!(
                    "l::Ahead::of_rows(r, {terms}, first_row, end, {BLOCK} * W as i64)"
                ));
                self.open_block(v, &done);
                for a in accumulators {
                    let t = a.id.0;
                    self.line(format!("let mut t{t}_0 = V(*a{t}.offset(u as isize));"));
                }
                for term in 0..*terms {
                    self.line(format!("{{ let v{} = r + {term};", last.var.0));
                    self.scopes.push(HashMap::default());
                    self.fetch_terms(accumulators, last, &tile);
                    self.accumulate_all(accumulators, std::slice::from_ref(&tile));
                    self.scopes.pop();
                    self.line("}");
                }
                for a in accumulators {
                    let t = a.id.0;
                    self.line(format!("a{t}.offset(u as isize).write(t{t}_0.0);"));
                }
                self.close_block();
                self.line(format!("r += {terms};\n}}"));
            }
            for l in outer.iter().rev() {
                self.close(l.var, 1);
            }
            self.is_short_search = false;
            done.extend(accumulators);
        }
        self.open_block(v, &done);
        self.stores(phase, &tile);
        self.close_block();
        self.scopes.pop();
    }

    /// Names how far ahead memory is asked for.
    fn ahead(&mut self, ahead: &str) {
        if self.far.is_some() {
            self.line(format!("let ahead = {ahead};"));
        }
    }

    /// Opens the loop over the vectors of a block, in which the results of the finished reductions have names.
    fn open_block(&mut self, lane: u32, done: &[&Accumulator]) {
        self.line(format!(
            "let mut u = 0i64;\nwhile u < blocks {{\nlet v{lane} = first + u * W as i64;"
        ));
        self.scopes.push(HashMap::default());
        for a in done {
            let t = a.id.0;
            self.line(format!("let t{t}_0 = V(*a{t}.offset(u as isize));"));
            if let Some(id) = self.kernel.find(&Value::Accumulator(a.id)) {
                self.bind(id, &Tile { depends: &[], copy: 0 }, format!("t{t}_0"));
            }
        }
    }

    fn close_block(&mut self) {
        self.line("u += 1;\n}");
        self.scopes.pop();
    }
}
