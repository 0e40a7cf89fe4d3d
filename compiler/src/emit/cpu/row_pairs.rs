//! Reductions of two rows at a time, in kernels whose terms run in lanes ([`Order::Rows`](super::order::Order)).
//!
//! A product of a matrix and a vector reads the vector once for each row. Two rows share what they read of it, and
//! their elements come from memory in two streams, which is faster than one. Each row adds its terms in the order in
//! which it would alone.

use super::analysis::depending_on;
use super::value::Tile;
use super::{Emitter, search};
use crate::dag::Reduce;
use crate::hash::HashMap;
use crate::schedule::kernel::{Accumulator, Extent, Loop, Phase, Stmt, VarId};
use crate::schedule::steps::loads;

/// The number of chains of a row: two rows and the elements that they share fill the registers of AVX2.
const ROW_CHAINS: u8 = 4;

/// The only reduction of a point that is done for two points at a time.
pub(super) struct Pair<'p> {
    /// The variable of the points.
    point: VarId,
    last: &'p Loop,
    accumulators: &'p [Accumulator],
}

impl Emitter<'_> {
    /// The reduction, if two neighbouring points share elements that it reads.
    pub(super) fn pair<'p>(&self, phase: &'p Phase) -> Option<Pair<'p>> {
        let [Stmt::Reduce { loops, body, accumulators }, stores @ ..] = phase.body.as_slice()
        else {
            return None;
        };
        let ([last], [accumulator]) = (loops.as_slice(), accumulators.as_slice()) else {
            return None;
        };
        let alone = body.is_empty() && stores.iter().all(|stmt| matches!(stmt, Stmt::Store { .. }));
        let is_length = !matches!(last.extent, Extent::Range { .. });
        // Chains of these end early.
        let ends = matches!(accumulator.op, Reduce::Any | Reduce::All);
        let plain = alone && is_length && !ends && self.loads_in_part(accumulators);
        if !plain || search::first_place(self.kernel, loops, accumulators).is_some() {
            return None;
        }
        let point = self.kernel.parallel.last()?.var;
        let [of_point, of_term] =
            [point, last.var].map(|var| depending_on(self.kernel, var, &Default::default()));
        let loads = loads(self.kernel, accumulators.iter().map(|a| a.value));
        let offsets = loads.iter().map(|&(_, _, offset)| offset.0 as usize);
        let [mut shared, mut apart] = [false; 2];
        for offset in offsets.filter(|offset| of_term[*offset]) {
            *if of_point[offset] { &mut apart } else { &mut shared } = true;
        }
        (shared && apart).then_some(Pair { point, last, accumulators })
    }

    /// Emits the loop over pairs of points. At most one point is left after it.
    pub(super) fn pairs_of_rows(&mut self, phase: &Phase, pair: &Pair<'_>) {
        let Pair { point, last, accumulators } = *pair;
        let depends = depending_on(self.kernel, last.var, &Default::default());
        let tiles = |row: u8| -> Vec<Tile> {
            let copies = row * ROW_CHAINS..(row + 1) * ROW_CHAINS;
            copies.map(|copy| Tile { depends: &depends, copy }).collect()
        };
        let (p, v) = (point.0, last.var.0);
        self.line(format!("while L > 1 && v{p} + 2 <= stop {{"));
        self.scopes.push(HashMap::default());
        self.initialise(accumulators, 0..2 * ROW_CHAINS, None);
        let (first, n) = self.limits(last.extent, &Tile { depends: &[], copy: 0 });
        self.line(format!("let mut v{v} = {first};"));
        self.line(format!("while v{v} + {ROW_CHAINS} * L as i64 <= {n} {{"));
        for row in 0..2 {
            self.open_row(point, row);
            self.vectors_of_terms(accumulators, last, &tiles(row), ROW_CHAINS);
            self.close_row();
        }
        self.line(format!("v{v} += {ROW_CHAINS} * L as i64;\n}}"));
        for row in 0..2 {
            self.open_row(point, row);
            self.rest_of_paired_row(phase, pair, row, [&first, &n], &tiles(0));
            self.close_row();
        }
        self.line(format!("v{p} += 2;\n}}\nif v{p} >= stop {{ continue; }}"));
        self.scopes.pop();
    }

    /// Opens a block in which the variable of the points is that of one of the two rows.
    fn open_row(&mut self, point: VarId, row: u8) {
        self.line("{");
        if row > 0 {
            self.line(format!("let v{0} = v{0} + {row};", point.0));
        }
        self.scopes.push(HashMap::default());
    }

    fn close_row(&mut self) {
        self.scopes.pop();
        self.line("}");
    }

    /// Adds the terms after those that fill vectors of all chains, combines the chains, and stores the result.
    fn rest_of_paired_row(
        &mut self,
        phase: &Phase,
        pair: &Pair<'_>,
        row: u8,
        [first, n]: [&str; 2],
        tiles: &[Tile],
    ) {
        let Pair { last, accumulators, .. } = *pair;
        self.line(format!("let mut v{0} = v{0};", last.var.0));
        for a in accumulators {
            let t = a.id.0;
            self.line(format!("let mut t{t}_0 = t{t}_{};", row * ROW_CHAINS));
            for chain in 1..ROW_CHAINS {
                self.line(format!("let t{t}_{chain} = t{t}_{};", row * ROW_CHAINS + chain));
            }
        }
        self.add_terms(accumulators, last, n, &tiles[..1], ROW_CHAINS);
        self.fetch_rest(accumulators, last, n, &tiles[0]);
        self.rest_of_row(accumulators, last, n, &tiles[..1]);
        let is_long = format!("{n} - {first} >= {ROW_CHAINS} * L as i64");
        accumulators.iter().for_each(|a| self.across(a, ROW_CHAINS, Some(&is_long), true));
        self.stores(phase, &Tile { depends: &[], copy: 0 });
    }
}
