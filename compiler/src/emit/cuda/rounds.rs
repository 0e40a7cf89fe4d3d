//! Kernels with local arrays in shared memory: how the threads of a block share out the items of a phase.
//!
//! An item is an inner point of the phase at a point of the block. The threads take one item each, in a round, then the
//! next ones. There are two orders:
//!
//! - *by points*: threads of neighbouring points are neighbours, so they read local arrays without conflicts of banks. A
//!   thread stays at its point;
//! - *by memory*: threads of neighbouring inner points are neighbours. This is for phases that load or store elements of
//!   arrays in which inner points are neighbours, and points are not, so that a warp asks for few sectors of memory.
//!
//! A thread does several rounds at once. Their loads come first, so that it waits for all of them together. Rounds of a
//! reduction share what their terms have in common.

use super::body::Body;
use super::helpers::Helpers;
use super::kernel::{decode, extent, parallel_loops};
use super::mapping::{Mapping, Strategy, constant, inner_points};
use super::names::c_type;
use super::shared::is_summed;
use super::uses::{each_root, reachable};
use crate::dag::{Binary, Unary};
use crate::hash::{HashMap, HashSet};
use crate::schedule::kernel::{Access, KernelIr, Loop, Phase, Stmt, Value, ValueId, VarId};
use crate::schedule::steps::{Step, mentions, step};

/// The most bytes of registers for what the rounds of a thread load before they compute.
const MAX_LOADED: i64 = 192;
/// The most bytes of registers for the accumulators of the rounds that are summed at once.
const MAX_ACCUMULATED: i64 = 256;
/// The most rounds that are summed at once.
const MAX_SUMMED: i64 = 2;
/// The most values of a phase, times rounds, that are written one after the other.
const MAX_UNROLLED: usize = 1024;

/// The threads of a block are chosen between these.
const MIN_THREADS: i64 = 128;
const MAX_THREADS: i64 = 320;

/// The order in which threads take the items of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Points,
    Memory,
}

/// Whether the rounds of a phase are known, and are few enough to be counted in 32 bits.
pub(super) fn are_known(mapping: &Mapping, phase: &Phase) -> bool {
    let points = i64::from(mapping.points_per_block);
    let few = |n: i64| n.saturating_mul(points) < i64::from(i32::MAX) / 4;
    matches!(mapping.strategy, Strategy::Shared { .. }) && inner_points(phase).is_some_and(few)
}

/// Whether a phase goes through its items by memory.
pub(super) fn is_by_memory(kernel: &KernelIr, phase: &Phase) -> bool {
    let Some(point) = kernel.parallel.last() else { return false };
    let Some(inner) = phase.loops.last() else { return false };
    if is_summed(phase) || inner_points(phase).is_none_or(|n| n <= 1) {
        return false;
    }
    let beside = |offset, var| step(kernel, offset, var) == Some(Step::One);
    let along = |offset| beside(offset, inner.var) && !beside(offset, point.var);
    let mut roots = Vec::new();
    each_root(&phase.body, &mut |root, _| roots.push(root));
    let (mut by_memory, mut by_points) = (0, 0);
    let mut count = |offset: ValueId| {
        let found = reachable(kernel, &[offset], &|_| false)
            .into_iter()
            .any(|id| matches!(*kernel.value(id), Value::Load { offset, .. } if along(offset)));
        by_memory += i32::from(along(offset) || found);
        by_points += i32::from(beside(offset, point.var));
    };
    for id in reachable(kernel, &roots, &|_| false) {
        if let Value::Load { offset, .. } = *kernel.value(id) {
            count(offset);
        }
    }
    for statement in &phase.body {
        if let Stmt::Store { offset, .. } = statement {
            count(*offset);
        }
    }
    by_memory > by_points
}

/// Whether the sums of all rounds of a phase can have one loop, and end before anything is stored.
fn have_one_loop(kernel: &KernelIr, phase: &Phase) -> bool {
    let differs = |id: ValueId| phase.loops.iter().any(|l| mentions(kernel, id, l.var));
    let (mut stored, mut one) = (false, true);
    for statement in &phase.body {
        statement.bounds(&mut |bound| one &= !differs(bound));
        match statement {
            Stmt::Reduce { .. } => one &= !stored,
            _ => stored = true,
        }
    }
    one && is_summed(phase)
}

/// How many rounds of a phase are summed at once, so that a thread uses more than once what it loads. Small blocks need
/// all their threads.
fn summed_at_once(kernel: &KernelIr, phase: &Phase, points: i64) -> i64 {
    let last = phase.loops.last().and_then(constant).unwrap_or(1);
    let few = points * divided_up(last, MAX_SUMMED) < MIN_THREADS;
    if few || !have_one_loop(kernel, phase) {
        return 1;
    }
    let accumulators = phase.body.iter().flat_map(Stmt::accumulators);
    let bytes: i64 = accumulators.map(|a| kernel.dtype(a.value).bytes().max(4)).sum();
    let most = MAX_ACCUMULATED.checked_div(bytes).unwrap_or(1).clamp(1, MAX_SUMMED);
    inner_points(phase).map_or(1, |n| most.min(n.max(1)))
}

/// Whether threads sum more rounds of some phase at once, if a block has other points.
pub(super) fn more_at_once(kernel: &KernelIr, points: i64, other: i64) -> bool {
    let more = |phase: &Phase| {
        summed_at_once(kernel, phase, other) > summed_at_once(kernel, phase, points)
    };
    kernel.phases.iter().any(|phase| is_summed(phase) && more(phase))
}

/// The threads of a block with so many points, if its longest phase with reductions decides: as many as it has items
/// that are not summed at once.
pub(super) fn threads(kernel: &KernelIr, points: i64) -> Option<u32> {
    let of_phase = |phase: &Phase| {
        let inner = phase.loops.last().map_or(Some(1), constant)?;
        Some(divided_up(inner, summed_at_once(kernel, phase, points)))
    };
    let groups =
        kernel.phases.iter().filter(|phase| is_summed(phase)).filter_map(of_phase).max()?;
    let threads = divided_up(points * groups, 32) * 32;
    (MIN_THREADS..=MAX_THREADS).contains(&threads).then_some(threads as u32)
}

/// Whether each thread sums all rounds of a phase at once.
pub(super) fn are_at_once(kernel: &KernelIr, mapping: &Mapping, phase: &Phase) -> bool {
    are_known(mapping, phase)
        && have_one_loop(kernel, phase)
        && Rounds::of(kernel, mapping, phase, &Written::default()).chunks() == 1
}

/// The local arrays that phases have written so far, and whether threads without a point did so, too.
#[derive(Default)]
pub(super) struct Written(HashMap<u32, bool>);

impl Written {
    /// Notes what a phase writes.
    pub(super) fn by(&mut self, phase: &Phase, is_guarded: bool) {
        for statement in &phase.body {
            if let Stmt::StoreLocal { local, .. } = statement {
                *self.0.entry(*local).or_insert(true) &= !is_guarded;
            }
        }
    }
}

/// Writes the phase. `waits` tells whether the threads wait for each other after its sums.
pub(super) fn phase(
    kernel: &KernelIr,
    mapping: &Mapping,
    phase: &Phase,
    waits: bool,
    written: &mut Written,
    helpers: &mut Helpers,
) -> String {
    let rounds = Rounds::of(kernel, mapping, phase, written);
    written.by(phase, rounds.is_guarded);
    rounds.text(waits, helpers)
}

/// The rounds of a phase.
struct Rounds<'a> {
    kernel: &'a KernelIr,
    mapping: &'a Mapping,
    phase: &'a Phase,
    order: Order,
    /// The loops that a thread runs itself.
    outer: &'a [Loop],
    /// The loops whose items the threads share out.
    inner: &'a [Loop],
    /// How many rounds a thread does at once.
    at_once: i64,
    /// What it loads before, those that others need first.
    loads: Vec<Vec<ValueId>>,
    /// Whether only threads that have a point run the phase. Otherwise those without one do the same as the last point,
    /// and only keep from storing it.
    is_guarded: bool,
    /// Whether an item that does not exist is replaced by the last one. Where a phase loads what it stores, another thread
    /// may have stored the last one already, so only threads that have an item load.
    is_replaced: bool,
}

impl<'a> Rounds<'a> {
    fn of(
        kernel: &'a KernelIr,
        mapping: &'a Mapping,
        phase: &'a Phase,
        written: &Written,
    ) -> Rounds<'a> {
        let by_memory = mapping.points_per_block > 1 && is_by_memory(kernel, phase);
        let order = if by_memory { Order::Memory } else { Order::Points };
        let (outer, inner) = phase.loops.split_at(0);
        let (at_once, loads) = (1, Vec::new());
        let (is_guarded, is_replaced) = (false, true);
        let mut rounds = Rounds {
            kernel,
            mapping,
            phase,
            order,
            outer,
            inner,
            at_once,
            loads,
            is_guarded,
            is_replaced,
        };
        rounds.share_out();
        let values = rounds.values();
        rounds.is_guarded = rounds.needs_guard(&values, written);
        rounds.is_replaced = !rounds.loads_what_is_stored(&values);
        let all = rounds.count();
        let weight: usize = values.iter().map(|id| weight(kernel.value(*id))).sum();
        let unrolled = (MAX_UNROLLED / weight.max(1)).max(1) as i64;
        if is_summed(phase) {
            let points = i64::from(mapping.points_per_block);
            let at_once = summed_at_once(kernel, phase, points);
            rounds.at_once = at_once.min(rounds.of_inner()).min(unrolled);
            return rounds;
        }
        let loads = rounds.loads(&values);
        let bytes: i64 = loads.iter().flatten().map(|id| rounds.loaded(*id).1).sum();
        let most = MAX_LOADED.checked_div(bytes).unwrap_or(1).max(1);
        rounds.at_once = all.min(unrolled).min(most);
        // Equal shares.
        rounds.at_once = divided_up(all, divided_up(all, rounds.at_once));
        if rounds.at_once > 1 {
            rounds.loads = loads;
        }
        rounds
    }

    /// Chooses the loops whose items the threads share out: few, so that a thread has the same variables of the inner
    /// loops in many rounds, but not so few that threads are idle.
    fn share_out(&mut self) {
        let loops = &self.phase.loops;
        let rounds = |this: &mut Self, at: usize| {
            (this.outer, this.inner) = loops.split_at(at);
            this.count()
        };
        let fewest = (0..=loops.len()).map(|at| rounds(self, at)).min().unwrap_or(1);
        let enough = |n: i64| 4 * n <= 5 * fewest;
        let at = (0..loops.len()).rev().find(|at| enough(rounds(self, *at))).unwrap_or(0);
        (self.outer, self.inner) = loops.split_at(at);
    }

    /// Whether threads without a point could do harm: by what they load while it is written, or at a place that nobody
    /// has written.
    fn needs_guard(&self, values: &[ValueId], written: &Written) -> bool {
        let kernel = self.kernel;
        let unwritten = |id: &ValueId| match *kernel.value(*id) {
            Value::LoadLocal { local, .. } => written.0.get(&local) != Some(&true),
            _ => false,
        };
        self.loads_what_is_stored(values) || values.iter().any(unwritten)
    }

    /// Whether a value is an element of an array that the kernel writes.
    fn loads_what_is_stored(&self, values: &[ValueId]) -> bool {
        let written = |buffer: u32| self.kernel.buffers[buffer as usize].access != Access::Read;
        values.iter().any(
            |id| matches!(*self.kernel.value(*id), Value::Load { buffer, .. } if written(buffer)),
        )
    }

    /// Items that are taken in a round, without the points that come with each.
    fn step(&self) -> i64 {
        let threads = i64::from(self.mapping.threads);
        match self.order {
            Order::Points => threads / i64::from(self.mapping.points_per_block),
            Order::Memory => threads,
        }
    }

    /// Points of the inner loops.
    fn inner_points(&self) -> i64 {
        self.inner.iter().filter_map(constant).product()
    }

    /// Items of the inner loops: by memory, those of all points.
    fn items(&self) -> i64 {
        match self.order {
            Order::Points => self.inner_points(),
            Order::Memory => self.inner_points() * i64::from(self.mapping.points_per_block),
        }
    }

    /// The rounds of the inner loops.
    fn of_inner(&self) -> i64 {
        divided_up(self.items(), self.step()).max(1)
    }

    /// All rounds.
    fn count(&self) -> i64 {
        self.of_inner() * self.outer.iter().filter_map(constant).product::<i64>()
    }

    /// How often a thread takes rounds.
    fn chunks(&self) -> i64 {
        divided_up(self.count(), self.at_once)
    }

    /// All values of the phase.
    fn values(&self) -> Vec<ValueId> {
        let mut roots = Vec::new();
        each_root(&self.phase.body, &mut |root, _| roots.push(root));
        reachable(self.kernel, &roots, &|_| false)
    }

    /// The loads that differ from round to round, by how many of them follow each other.
    fn loads(&self, values: &[ValueId]) -> Vec<Vec<ValueId>> {
        /// Of a value that needs a local array, which comes too late to be loaded first.
        const LATE: usize = usize::MAX / 2;
        let kernel = self.kernel;
        let mut vars: HashSet<VarId> = self.phase.loops.iter().map(|l| l.var).collect();
        if self.order == Order::Memory {
            vars.extend(kernel.parallel.iter().map(|l| l.var));
        }
        // Whether a value differs, and after how many loads it is known.
        let mut facts: HashMap<ValueId, (bool, usize)> = HashMap::default();
        let mut loads: Vec<Vec<ValueId>> = Vec::new();
        for &id in values {
            let mut fact = (matches!(kernel.value(id), Value::Var(v) if vars.contains(v)), 0);
            kernel.operands(id, &mut |o| {
                let of = facts.get(&o).copied().unwrap_or_default();
                fact = (fact.0 || of.0, fact.1.max(of.1));
            });
            match kernel.value(id) {
                Value::LoadLocal { .. } => fact.1 = LATE,
                Value::Load { .. } if fact.0 && fact.1 < LATE => {
                    if loads.len() <= fact.1 {
                        loads.resize(fact.1 + 1, Vec::new());
                    }
                    loads[fact.1].push(id);
                    fact.1 += 1;
                }
                _ => {}
            }
            facts.insert(id, fact);
        }
        loads
    }

    /// The type of what is loaded, and the bytes of registers that it takes.
    fn loaded(&self, id: ValueId) -> (&'static str, i64) {
        let dtype = self.kernel.dtype(id);
        match *self.kernel.value(id) {
            Value::Load { buffer, .. } if self.kernel.buffers[buffer as usize].index => ("int", 4),
            _ => (c_type(dtype), dtype.bytes().max(4)),
        }
    }

    fn text(&self, waits: bool, helpers: &mut Helpers) -> String {
        let mut body = Body::new(self.kernel, self.mapping, self.phase, helpers);
        let chunks = self.chunks();
        let is_summed = is_summed(self.phase) && (self.at_once > 1 || waits);
        if waits {
            body.open("{");
        } else {
            self.open_phase(&mut body);
        }
        if chunks > 1 {
            let (end, step) = (self.count(), self.at_once);
            // Unrolled, it would need the registers of all its turns at once.
            let indent = "    ".repeat(body.depth());
            body.open(&format!(
                "#pragma unroll 1\n{indent}for (unsigned int next = 0; next < {end}; next += {step}) {{"
            ));
        }
        if is_summed {
            let open = |body: &mut Body<'_>, turn: Turn| match turn {
                Turn::Phase if waits => self.open_phase(body),
                Turn::Phase => {}
                turn => self.open_round(body, turn),
            };
            body.summed_rounds(&self.phase.body, self.at_once, waits, &open);
        } else if self.at_once == 1 {
            self.round(&mut body, Turn::Only);
            body.statements(&self.phase.body);
        } else {
            self.several(&mut body);
        }
        body.finish()
    }

    /// Opens the scope in which, by points, a thread has its point.
    fn open_phase(&self, body: &mut Body<'_>) {
        match self.order {
            Order::Points if self.is_guarded && self.has_lanes() => {
                body.open_guard("if (lane <= last) {");
            }
            _ => body.open("{"),
        }
        if self.order == Order::Points {
            self.decode_point(body);
        }
    }

    /// Several rounds: all loads, and then the statements.
    fn several(&self, body: &mut Body<'_>) {
        for id in self.loads.iter().flatten() {
            body.line(&format!("{} r{}[{}];", self.loaded(*id).0, id.0, self.at_once));
        }
        let depth = body.depth();
        for k in 0..=self.loads.len() {
            let loads = self.loads.get(k);
            self.open_round(body, if loads.is_some() { Turn::Early } else { Turn::Last });
            for id in self.loads[..k].iter().flatten() {
                let (element, _) = self.loaded(*id);
                let is_index = element != c_type(self.kernel.dtype(*id));
                let name = format!("r{}[r]", id.0);
                body.define(*id, &if is_index { format!("((long long){name})") } else { name });
            }
            for id in loads.into_iter().flatten() {
                let value = body.text(*id);
                let element = self.loaded(*id).0;
                let cast = if element == c_type(self.kernel.dtype(*id)) { "" } else { "(int)" };
                body.line(&format!("r{}[r] = {cast}{value};", id.0));
            }
            if loads.is_none() {
                body.statements(&self.phase.body);
            }
            body.close_to(depth);
        }
    }

    /// Opens the loop over the rounds that are done at once.
    fn open_round(&self, body: &mut Body<'_>, turn: Turn) {
        body.open_again(&format!("for (unsigned int r = 0; r < {}; ++r) {{", self.at_once));
        self.round(body, turn);
    }

    /// Whether a block has more than one point.
    fn has_lanes(&self) -> bool {
        self.mapping.points_per_block > 1
    }

    /// Opens an item of round `r`. One that does not exist may be replaced by the last one, until something is stored.
    fn round(&self, body: &mut Body<'_>, turn: Turn) {
        let (of_inner, step, items) = (self.of_inner(), self.step(), self.items());
        let round = match (self.chunks() > 1, turn) {
            (false, Turn::Only) => "0",
            (false, _) => "r",
            (true, Turn::Only) => "next",
            (true, _) => "(next + r)",
        };
        let mut guards = Vec::new();
        if self.at_once * self.chunks() != self.count() {
            guards.push(format!("{round} < {}", self.count()));
        }
        let start =
            if self.order == Order::Points && self.has_lanes() { "group" } else { "threadIdx.x" };
        let item = match (of_inner, round) {
            (1, _) | (_, "0") => start.to_string(),
            (n, round) if n == self.count() => format!("{start} + {round} * {step}"),
            (n, round) => format!("{start} + {round} % {n} * {step}"),
        };
        let ragged = step * of_inner != items;
        let existing = format!("{item} < {items}");
        if turn == Turn::Early && ragged && self.is_replaced {
            let text = format!("const unsigned int item = {existing} ? {item} : {};", items - 1);
            body.line(&text);
        } else {
            body.line(&format!("const unsigned int item = {item};"));
            if ragged {
                guards.push(format!("item < {items}"));
            }
        }
        let stores = self.phase.body.iter().any(|s| matches!(s, Stmt::Store { .. }));
        let points = self.inner_points();
        let inner = match self.order {
            Order::Points => "item",
            Order::Memory => {
                body.line(&format!("const unsigned int lane = item / {points};"));
                body.line(&format!("const unsigned int inner = item % {points};"));
                "inner"
            }
        };
        if self.has_lanes() {
            let by_memory = self.is_guarded && self.order == Order::Memory;
            if by_memory || stores && turn != Turn::Early && !self.is_guarded {
                guards.push("lane <= last".to_string());
            }
        }
        if !guards.is_empty() {
            body.open_guard(&format!("if ({}) {{", guards.join(" && ")));
        }
        let loops = |loops: &'a [Loop]| loops.iter().map(|l| (l, extent(l.extent))).collect();
        if self.outer.is_empty() {
            decode(body, inner, "unsigned int", &loops(self.inner));
        } else {
            decode(body, inner, "unsigned int", &loops(self.inner));
            let outer = match of_inner {
                1 => round.to_string(),
                n => format!("{round} / {n}"),
            };
            body.line(&format!("const unsigned int outer = {outer};"));
            decode(body, "outer", "unsigned int", &loops(self.outer));
        }
        if self.order == Order::Memory {
            self.decode_point(body);
        }
    }

    fn decode_point(&self, body: &mut Body<'_>) {
        let point = match self.has_lanes() {
            true if self.is_guarded => "first + lane",
            true => "first + (lane < last ? lane : last)",
            false => "first",
        };
        body.line(&format!("const long long point = {point};"));
        decode(body, "point", "long long", &parallel_loops(self.kernel));
    }
}

/// What is done in a loop over rounds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// What surrounds the rounds.
    Phase,
    /// Everything, in rounds of their own.
    Only,
    /// Loads and sums.
    Early,
    /// Everything else.
    Last,
}

/// The values that a value counts for. Functions are dozens of instructions, with registers of their own.
pub(super) fn weight(value: &Value) -> usize {
    use Unary::{Abs, Ceil, Floor, IsFinite, IsInf, IsNan, Neg, Not, Round, Sign, Sqrt, Trunc};
    match value {
        Value::Unary(
            Neg | Not | Abs | Sqrt | Sign | Floor | Ceil | Trunc | Round | IsNan | IsInf | IsFinite,
            _,
        ) => 1,
        Value::Unary(..)
        | Value::Binary(Binary::Pow | Binary::Atan2 | Binary::Hypot, ..)
        | Value::Foreign { .. } => MAX_UNROLLED,
        _ => 1,
    }
}

fn divided_up(a: i64, b: i64) -> i64 {
    a.cast_unsigned().div_ceil(b.max(1).cast_unsigned()).cast_signed()
}
