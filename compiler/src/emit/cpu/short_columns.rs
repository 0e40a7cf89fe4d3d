//! Reductions down the columns of short rows ([`Order::Columns`](super::order::Order)).
//!
//! Vectors run on in the next rows. After a few vectors, a *period*, lanes are in their columns again. So each vector
//! of a period has its own accumulators. At the end the lanes of these are combined, column by column.

use super::analysis::{Analysis, Offset};
use super::order::Order;
use super::rows::in_lanes;
use super::value::Tile;
use super::wrapped::Wrapped;
use super::{Emitter, extent, ops};
use crate::dag::DType;
use crate::hash::HashMap;
use crate::schedule::kernel::{Accumulator, Extent, KernelIr, Loop, Stmt, Value, ValueId};
use crate::schedule::steps::{loads, mentions};

/// Rows of fewer points are short. No task has a part of such a row (`array_fn_runtime`), so sums, which depend on the
/// order, do not depend on tasks. A period has fewer vectors than this, too.
pub(super) const SHORT: usize = 16;
/// The number of periods that are done for one vector after the other. The first cache holds them.
const PERIODS: usize = 64;
/// The number of accumulators per vector, so that additions do not wait for each other.
const CHAINS: usize = 4;

/// The reduction of a kernel that may have short rows: the dimensions of rows and lanes, and the accumulators.
fn reduction<'a>(
    kernel: &'a KernelIr,
    analysis: &Analysis,
) -> Option<(Wrapped, &'a [Accumulator])> {
    let ([phase], Order::Columns) = (kernel.phases.as_slice(), analysis.order) else { return None };
    let lane = *kernel.parallel.last()?;
    let mut reductions = phase.body.iter().filter_map(|stmt| match stmt {
        Stmt::Reduce { loops, accumulators, .. } => Some((loops.as_slice(), accumulators)),
        _ => None,
    });
    let (Some(([row], accumulators)), None) = (reductions.next(), reductions.next()) else {
        return None;
    };
    let exact = accumulators.iter().all(|a| kernel.dtype(a.value).is_exact());
    let may_be_short = match lane.extent {
        Extent::Size(_) => true,
        Extent::Const(n) => (2..SHORT as i64).contains(&n),
        Extent::Range { .. } => false,
    };
    if !may_be_short || kernel.is_strict() && !exact {
        return None;
    }
    let wrapped = Wrapped { row: *row, lane };
    let of_period = Analysis::wrapped(kernel, wrapped);
    let in_order = |buffer: u32, offset: ValueId| match of_period.offset(kernel, offset) {
        Offset::Uniform | Offset::Linear { stride: None, .. } => true,
        _ if !mentions(kernel, offset, row.var) => true,
        _ => is_plain(kernel, buffer) && of_period.of_row(kernel, offset).is_some(),
    };
    let mut loads = loads(kernel, accumulators.iter().map(|a| a.value)).into_iter();
    loads.all(|(_, buffer, offset)| in_order(buffer, offset)).then_some((wrapped, accumulators))
}

/// Whether the elements of a buffer are numbers on which arithmetic works directly.
fn is_plain(kernel: &KernelIr, buffer: u32) -> bool {
    let buffer = kernel.buffers[buffer as usize];
    !buffer.index && buffer.dtype != DType::Bool
}

impl Emitter<'_> {
    /// Loads one element for each row of a period, in lanes that run on in the next rows.
    pub(super) fn load_of_rows(
        &mut self,
        buffer: u32,
        offset: ValueId,
        tile: &Tile,
    ) -> Option<String> {
        if !self.in_periods || !is_plain(self.kernel, buffer) {
            return None;
        }
        let rest = self.analysis.of_row(self.kernel, offset)?;
        let mut at = "rows.0[0]".to_string();
        for term in rest {
            let term = self.name(term, tile);
            at = format!("{at}.wrapping_add({term})");
        }
        let pointer = self.read_pointer(buffer);
        Some(format!("l::load_of_rows({pointer}.wrapping_offset(({at}) as isize), own_rows)"))
    }

    /// The code for all columns of a row, if the row is short.
    pub(super) fn short_columns(&mut self) -> String {
        let Some((wrapped, accumulators)) = reduction(self.kernel, &self.analysis) else {
            return String::new();
        };
        let out = std::mem::take(&mut self.out);
        self.scopes.push(HashMap::default());
        let Wrapped { row, lane } = wrapped;
        let (v, n) = (lane.var.0, extent(lane.extent));
        let (first, end) = self.limits(row.extent, &Tile { depends: &[], copy: 0 });
        self.line(format!(
            "if W > 1 && {n} < {SHORT} && start == 0 && stop == {n} {{
             let common = l::common_divisor({n}, W as i64);
             let (vectors, step) = ({n} / common, W as i64 / common);
             let (first, end) = ({first}, {end});
             let periods = i64::max(end - first, 0) / step;"
        ));
        for a in accumulators {
            let dtype = self.kernel.dtype(a.value);
            let (t, ty, identity) =
                (a.id.0, ops::element(dtype), ops::literal(a.op.identity(dtype)));
            self.line(format!(
                "let mut a{t} = l::Local::<[[{ty}; W]; {SHORT}]>::new();
                 let a{t} = a{t}.ptr::<[{ty}; W]>();
                 for u in 0..vectors {{ a{t}.offset(u as isize).write([{identity}; W]); }}"
            ));
        }
        self.periods(wrapped, accumulators);
        self.of_columns(row, v, &n, accumulators);
        self.line(format!("v{v} = stop;\n}}"));
        self.scopes.pop();
        std::mem::replace(&mut self.out, out)
    }

    /// Adds all whole periods.
    fn periods(&mut self, wrapped: Wrapped, accumulators: &[Accumulator]) {
        let n = extent(wrapped.lane.extent);
        let analysis = Analysis::wrapped(self.kernel, wrapped);
        let before = std::mem::replace(&mut self.analysis, analysis);
        (self.wrapped, self.in_periods) = (Some(wrapped), true);
        self.scopes.push(HashMap::default());
        self.line(format!(
            "let mut from = 0i64;
             while from < periods {{
             let to = i64::min(from + {PERIODS}, periods);
             let mut u = 0i64;
             while u < vectors {{
             let (own_rows, columns) = l::rows_and_columns::<W>(u * W as i64, {n});"
        ));
        self.of_each_column(wrapped.row, accumulators);
        let chains = (CHAINS / accumulators.len().max(1)).max(1) as u8;
        for a in accumulators {
            let (t, dtype) = (a.id.0, self.kernel.dtype(a.value));
            let identity = ops::literal(a.op.identity(dtype));
            self.line(format!("let mut t{t}_0 = V(*a{t}.offset(u as isize));"));
            (1..chains).for_each(|c| self.line(format!("let mut t{t}_{c} = V([{identity}; W]);")));
        }
        self.line(format!(
            "let mut period = from;
             let (mut row, stride) = (first + from * step, step * {n});
             let mut offset = row * {n} + u * W as i64;"
        ));
        let mut turns = vec![chains, 1];
        turns.dedup();
        for copies in turns {
            self.line(format!("while period + {copies} <= to {{"));
            for copy in 0..copies {
                self.line(format!(
                    "{{ let at = offset + {copy} * stride;
                     let rows = l::add(own_rows, V([row + {copy} * step; W]));"
                ));
                self.scopes.push(HashMap::default());
                self.accumulate_all(accumulators, &[Tile { depends: &[], copy }]);
                self.scopes.pop();
                self.line("}");
            }
            self.line(format!(
                "period += {copies};
                 row += {copies} * step;
                 offset += {copies} * stride;
                 }}"
            ));
        }
        for a in accumulators {
            let (t, dtype) = (a.id.0, self.kernel.dtype(a.value));
            let total = (1..chains).fold(format!("t{t}_0"), |sum, c| {
                ops::binary(a.op.combine(), dtype, &sum, &format!("t{t}_{c}"))
            });
            self.line(format!("a{t}.offset(u as isize).write(({total}).0);"));
        }
        self.line("u += 1;\n}\nfrom = to;\n}");
        self.scopes.pop();
        (self.wrapped, self.in_periods) = (None, false);
        self.analysis = before;
    }

    /// Loads the elements that are the same in all rows, before the loop over rows.
    fn of_each_column(&mut self, row: Loop, accumulators: &[Accumulator]) {
        for (id, ..) in loads(self.kernel, accumulators.iter().map(|a| a.value)) {
            if !mentions(self.kernel, id, row.var) {
                self.name(id, &Tile { depends: &[], copy: 0 });
            }
        }
    }

    /// For each column, combines its lanes and the rows that fill no period, one by one. Then does the rest of the work
    /// of the column.
    fn of_columns(&mut self, row: Loop, v: u32, n: &str, accumulators: &[Accumulator]) {
        let tile = Tile { depends: &[], copy: 0 };
        let begin = self.out.len();
        self.scopes.push(HashMap::default());
        self.line(format!("while v{v} < {n} {{"));
        for a in accumulators {
            let (t, dtype) = (a.id.0, self.kernel.dtype(a.value));
            let (ty, identity) = (ops::element(dtype), ops::literal(a.op.identity(dtype)));
            let lane = format!("V([a{t}.cast::<{ty}>().offset(lane as isize).read()])");
            let name = format!("t{t}_0");
            let combined = ops::binary(a.op.combine(), dtype, &name, &lane);
            self.line(format!(
                "let mut {name} = V([{identity}; W]);
                 let mut lane = v{v};
                 while lane < {n} * step {{
                 {name} = {combined};
                 lane += {n};
                 }}"
            ));
        }
        let r = row.var.0;
        self.line(format!("let mut v{r} = first + periods * step;\nwhile v{r} < end {{"));
        self.scopes.push(HashMap::default());
        self.accumulate_all(accumulators, std::slice::from_ref(&tile));
        self.scopes.pop();
        self.line(format!("v{r} += 1;\n}}"));
        for a in accumulators {
            if let Some(id) = self.kernel.find(&Value::Accumulator(a.id)) {
                self.bind(id, &tile, format!("t{}_0", a.id.0));
            }
        }
        if let [phase] = self.kernel.phases.as_slice() {
            self.stores(phase, &tile);
        }
        self.line(format!("v{v} += 1;\n}}"));
        self.scopes.pop();
        let body = in_lanes(&self.out[begin..], "1");
        self.out.truncate(begin);
        self.out.push_str(&body);
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    #[test]
    fn vectors_run_on_in_the_next_row_where_memory_does() {
        let kernels = |source: &str| emitted(source).matches("l::common_divisor(").count();
        let of = |body: &str| {
            kernels(&format!(
                "pub fn f<M, N>(x: [f64; M, N], y: [f64; N]) -> [f64; N] {{ {body} }}"
            ))
        };
        // Reductions of parts of the columns, and of their results.
        assert_eq!((of("sum(x, axis=0)"), of("max(x * y, axis=0)")), (2, 2));
        // If rows are in another order, each vector would have to be gathered.
        assert_eq!(of("sum(x[.., ..;-1] * x, axis=0)"), 1);
        // Rows of literal length, and one element for each of them.
        let literal = "pub fn f<M>(x: [f64; M, 5], y: [f64; M]) -> [f64; 5] { x.T @ y }";
        assert!(kernels(literal) > 0 && emitted(literal).contains("l::load_of_rows("));
        // The order matters if every digit does.
        let strict = "#[strict] pub fn f<M, N>(x: [f64; M, N]) -> [f64; N] { sum(x, axis=0) }";
        assert_eq!(kernels(strict), 0);
        let exact = "#[strict] pub fn f<M, N>(x: [i64; M, N]) -> [i64; N] { max(x, axis=0) }";
        assert!(kernels(exact) > 0);
    }
}
