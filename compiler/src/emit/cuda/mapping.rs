//! Spreads the points of a kernel over blocks and threads.

use super::shared::{self, Places};
use super::{meet, patch, rounds, rows, tile};
use crate::dag::Binary;
use crate::emit::order::{Order, order};
use crate::plan::CudaKernel;
use crate::schedule::kernel::{Accumulator, Extent, KernelIr, Loop, Phase, Stmt, Value, ValueId};
use crate::schedule::steps::{Step, loads, mentions, step};
use array_fn_plan::{MIN_SHARING, Spread, sharing};

/// The shared memory that a block gets without asking.
pub const STATIC_SHARED_BYTES: i64 = 48 * 1024;
/// The most shared memory that a kernel is given. Devices of compute capability 9.0 offer 227 KiB on request.
pub const MAX_SHARED_BYTES: i64 = 200 * 1024;

pub(super) const MAX_THREADS: u32 = 256;
const MIN_THREADS: u32 = 64;
/// The bytes that memory is read by.
const SECTOR: i64 = 32;
/// Kernels with at most this many elements of local arrays, and at most this many inner points per phase, keep the
/// elements in registers.
pub(super) const MAX_REGISTER_ELEMENTS: i64 = 8;
/// The most local memory of a thread. The driver reserves that of a kernel for all threads that the device can hold:
/// 270 336 on an H100, where this makes 528 MiB.
pub(super) const MAX_THREAD_BYTES: i64 = 2048;

/// The work of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Without local arrays. The inner loops of each phase and the points of the block are flattened, with the inner
    /// loops running fastest, and dealt out to the threads.
    Flat,
    /// With local arrays in shared memory, as `local[element][point]`. The inner loops of each phase are dealt out to the
    /// threads.
    Shared {
        /// From an element to the next one. Where it is odd, both neighbouring elements and neighbouring points are in
        /// different banks.
        stride: u32,
        /// Whether the threads wait for each other between the last sums and what follows them in their phase. Then
        /// what follows may take the places of arrays that only sums need.
        waits: bool,
    },
    /// One thread per point. It runs the inner loops itself, unrolled, and its tiny local arrays are registers.
    Registers,
    /// One thread per point, which runs the inner loops itself. This is for small local arrays between loops of unknown
    /// length, and for those that no block could hold.
    LocalMemory,
    /// Without local arrays and inner loops. Threads share the terms of the reductions of a point.
    Terms(Sharing),
    /// Rows with long sums. So many neighbouring threads share a row in all phases, and its local arrays are in shared
    /// memory.
    Rows { sharing: u32 },
    /// A transposition. A block has a tile of points, which it reads along this parallel dimension, and writes along the
    /// last one. Meanwhile the elements are in shared memory.
    Tiles(u32),
    /// A stencil, with one thread per point. A block has a patch of points of the last two parallel dimensions.
    Patches,
}

/// How threads share the terms of reductions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    pub terms: Terms,
    /// The most threads of a point.
    pub most: u32,
    /// What neighbouring threads have.
    pub neighbours: Neighbours,
}

/// What neighbouring threads have, so that they read neighbours in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// Terms of one point.
    Terms,
    /// The same terms of neighbouring points.
    Points,
}

/// How many terms the longest reduction of a point has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    Known(i64),
    /// As many as this size parameter says.
    Size(u32),
}

/// The launch parameters of a kernel, and what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping {
    pub strategy: Strategy,
    pub threads: u32,
    pub points_per_block: u32,
    pub shared_bytes: u32,
}

impl Mapping {
    pub fn choose(kernel: &KernelIr) -> Mapping {
        if let Some(routine) = &kernel.routine {
            return super::routine::mapping(routine);
        }
        let max_threads = kernel.threads.unwrap_or(MAX_THREADS);
        if let Some(mapping) = Mapping::of_terms(kernel, max_threads) {
            return mapping;
        }
        if let Some(mapping) = Mapping::of_tiles(kernel, max_threads) {
            return mapping;
        }
        if let Some(mapping) = rows::mapping(kernel, max_threads) {
            return mapping;
        }
        if max_threads.is_power_of_two() && patch::reads_rows(kernel) {
            return Mapping {
                strategy: Strategy::Patches,
                threads: max_threads,
                points_per_block: max_threads,
                shared_bytes: 0,
            };
        }
        let threads = |items| kernel.threads.unwrap_or_else(|| threads_for(items));
        let (most, known) = most_inner(kernel);
        let elements = kernel.locals.iter().map(|l| l.len as i64).sum::<i64>();
        let per_point = kernel.local_bytes();

        if kernel.locals.is_empty() && !(known && most == 1) {
            // Enough points for the inner loops to fill the block; unknown extents may be long.
            let points =
                if known { (max_threads as i64 / most).clamp(1, max_threads.into()) } else { 4 };
            let threads = if known { threads(points * most) } else { max_threads };
            return Mapping {
                strategy: Strategy::Flat,
                threads,
                points_per_block: points as u32,
                shared_bytes: 0,
            };
        }
        let registers = elements <= MAX_REGISTER_ELEMENTS && most <= MAX_REGISTER_ELEMENTS;
        let in_threads = !known && per_point <= MAX_THREAD_BYTES;
        if in_threads || registers || per_point > MAX_SHARED_BYTES {
            let (strategy, threads) = match registers {
                true => (Strategy::Registers, max_threads),
                false => (Strategy::LocalMemory, kernel.threads.unwrap_or(MIN_THREADS)),
            };
            return Mapping { strategy, threads, points_per_block: threads, shared_bytes: 0 };
        }
        Mapping::of_shared(kernel, most, known, None)
    }

    /// Local arrays in shared memory. `most` is the largest number of inner points of a phase, if all are known. A block has
    /// so many points, or as many as suit.
    pub(super) fn of_shared(
        kernel: &KernelIr,
        most: i64,
        known: bool,
        points: Option<i64>,
    ) -> Mapping {
        let apart = Mapping::of_places(kernel, most, known, points, false);
        let Some(last) = shared::last_sums(kernel) else { return apart };
        let waiting = Mapping::of_places(kernel, most, known, points, true);
        let gains = Places::of(kernel, true).bytes < Places::of(kernel, false).bytes;
        let possible = rounds::are_at_once(kernel, &waiting, &kernel.phases[last]);
        if gains && possible { waiting } else { apart }
    }

    fn of_places(
        kernel: &KernelIr,
        most: i64,
        known: bool,
        points: Option<i64>,
        waits: bool,
    ) -> Mapping {
        let by_memory = kernel.phases.iter().any(|phase| rounds::is_by_memory(kernel, phase));
        let stride = |points: i64| if by_memory && points > 1 { points | 1 } else { points };
        let per_point = Places::of(kernel, waits).bytes;
        let max_threads = i64::from(kernel.threads.unwrap_or(MAX_THREADS));
        let fitting = || {
            let mut points = 32;
            while stride(points) * per_point > STATIC_SHARED_BYTES && points > 1 {
                points /= 2;
            }
            while (32..128).contains(&points)
                && points * most < max_threads
                && stride(2 * points) * per_point <= STATIC_SHARED_BYTES
            {
                points *= 2;
            }
            points
        };
        let mut points = points.unwrap_or_else(fitting);
        let threads = match kernel.threads {
            Some(threads) => threads,
            // Unknown extents may be long.
            None if !known => MAX_THREADS,
            None => rounds::threads(kernel, points).unwrap_or_else(|| threads_for(points * most)),
        };
        // Each thread stays at a point.
        while i64::from(threads) % points != 0 {
            points /= 2;
        }
        let stride = stride(points) as u32;
        Mapping {
            strategy: Strategy::Shared { stride, waits },
            threads,
            points_per_block: points as u32,
            shared_bytes: stride * per_point as u32,
        }
    }

    /// Threads that share the terms of reductions. Either the terms of a point are neighbours in memory, and so have
    /// neighbouring threads, or the points are.
    fn of_terms(kernel: &KernelIr, threads: u32) -> Option<Mapping> {
        if !threads.is_power_of_two() || threads < 32 {
            return None;
        }
        let [phase] = kernel.phases.as_slice() else { return None };
        let (neighbours, most) = match order(kernel) {
            Order::Rows => (Neighbours::Terms, threads),
            Order::Columns => (Neighbours::Points, most_of_columns(kernel, phase, threads)?),
            Order::Points => return None,
        };
        let (mut longest, mut size, mut bytes, mut stored) = (1, None, 1, false);
        for statement in &phase.body {
            let Stmt::Reduce { loops, accumulators, .. } = statement else {
                stored = true;
                continue;
            };
            // The threads that help a point go before it stores anything.
            if stored {
                return None;
            }
            let terms = match loops.last()?.extent {
                Extent::Const(n) => Terms::Known(n),
                Extent::Size(k) => Terms::Size(k),
                // Only the point knows, but it may know a limit: parts of a long sum are of one length, but for the last.
                Extent::Range { low, high } => limit(kernel, low, high)?,
            };
            match terms {
                Terms::Known(n) => longest = longest.max(n),
                Terms::Size(k) => size = size.or(Some(k)),
            }
            let widest = accumulators.iter().map(|a| kernel.dtype(a.value).bytes()).max();
            bytes = bytes.max(widest.unwrap_or(1));
        }
        let terms = size.map_or(Terms::Known(longest), Terms::Size);
        let points_per_block = match terms {
            Terms::Known(n) => threads / sharing(n, most),
            Terms::Size(_) => threads,
        };
        let shared_bytes = meet::shared_bytes(threads, neighbours, bytes);
        let strategy = Strategy::Terms(Sharing { terms, most, neighbours });
        Some(Mapping { strategy, threads, points_per_block, shared_bytes })
    }

    /// Tiles of a transposition, if its threads can have equal parts of them.
    fn of_tiles(kernel: &KernelIr, threads: u32) -> Option<Mapping> {
        let tiled = tile::tiled(kernel, threads)?;
        Some(Mapping {
            strategy: Strategy::Tiles(tiled.dimension as u32),
            threads,
            points_per_block: 1 << array_fn_plan::TILE,
            shared_bytes: tile::shared_bytes(kernel, &tiled.loads),
        })
    }

    /// How a kernel of this mapping is launched.
    pub fn launch(&self) -> CudaKernel {
        let Mapping { threads, shared_bytes, .. } = *self;
        CudaKernel { threads, spread: self.spread(), shared_bytes }
    }

    /// How the host learns the number of blocks.
    pub fn spread(&self) -> Spread {
        match self.strategy {
            Strategy::Terms(Sharing { terms: Terms::Size(size), most, .. }) => {
                Spread::Terms { size, threads: self.threads, most }
            }
            Strategy::Tiles(along) => Spread::Tiles(along),
            Strategy::Patches => Spread::Patches(self.threads),
            _ => Spread::Points(self.points_per_block),
        }
    }
}

/// The most threads that share the terms of a point, where neighbouring points read neighbours in memory: so few that
/// the points of a block read whole sectors. `None` where threads should not share them.
fn most_of_columns(kernel: &KernelIr, phase: &Phase, threads: u32) -> Option<u32> {
    let accumulators: Vec<&Accumulator> = phase.body.iter().flat_map(Stmt::accumulators).collect();
    if kernel.is_strict() && !accumulators.iter().all(|a| kernel.dtype(a.value).is_exact()) {
        return None;
    }
    let lane = kernel.parallel.last()?.var;
    let mut narrowest = SECTOR;
    for (load, _, offset) in loads(kernel, accumulators.iter().map(|a| a.value)) {
        if step(kernel, offset, lane) != Some(Step::One) {
            continue;
        }
        // An array that many points read, as in a product of matrices, is read by as many threads anyway.
        if !kernel.parallel.iter().all(|l| mentions(kernel, offset, l.var)) {
            return None;
        }
        narrowest = narrowest.min(kernel.dtype(load).bytes());
    }
    let most = (i64::from(threads) * narrowest / SECTOR) as u32;
    (most >= MIN_SHARING).then_some(most)
}

/// The most values of a range, where a constant or a size limits them.
fn limit(kernel: &KernelIr, low: ValueId, high: ValueId) -> Option<Terms> {
    let constant = |id| match kernel.value(id) {
        Value::Const(c) => c.to_i128().and_then(|n| i64::try_from(n).ok()),
        _ => None,
    };
    let low = constant(low)?;
    let (mut known, mut size, mut stack) = (None::<i64>, None, vec![high]);
    while let Some(id) = stack.pop() {
        match *kernel.value(id) {
            Value::Binary(Binary::Min, a, b) => stack.extend([b, a]),
            Value::Size(k) if low == 0 => size = size.or(Some(k)),
            _ => known = known.into_iter().chain(constant(id)).min(),
        }
    }
    let known = known.map(|n| Terms::Known((n - low).max(0)));
    known.or(size.map(Terms::Size))
}

/// The largest number of inner points of a phase, and whether those of all phases are known.
pub(super) fn most_inner(kernel: &KernelIr) -> (i64, bool) {
    let inner: Vec<Option<i64>> = kernel.phases.iter().map(inner_points).collect();
    let most = inner.iter().flatten().copied().max().unwrap_or(1).max(1);
    (most, inner.iter().all(Option::is_some))
}

/// A number of threads for `items` items: whole warps, such that the last round of the threads is nearly full.
pub(super) fn threads_for(items: i64) -> u32 {
    let items = items.max(1);
    let rounds = items.cast_unsigned().div_ceil(MAX_THREADS.into());
    let threads = items.cast_unsigned().div_ceil(rounds) as u32;
    (threads.div_ceil(32) * 32).clamp(MIN_THREADS, MAX_THREADS)
}

/// Number of inner points of a phase, if it is known.
pub(super) fn inner_points(phase: &Phase) -> Option<i64> {
    phase.loops.iter().try_fold(1i64, |product, l| Some(product.saturating_mul(constant(l)?)))
}

pub(super) fn constant(l: &Loop) -> Option<i64> {
    match l.extent {
        Extent::Const(n) => Some(n),
        Extent::Size(_) | Extent::Range { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check_block;
    use crate::diagnostic::Errors;
    use crate::optimise::optimise;
    use crate::parse::parse_block;
    use crate::schedule::{KernelSet, Mode, schedule};

    /// The first kernel of a function.
    fn kernel(source: &str) -> KernelIr {
        kernels(source).swap_remove(0)
    }

    fn kernels(source: &str) -> Vec<KernelIr> {
        let mut errors = Errors::default();
        let block = parse_block(source.parse().unwrap(), &mut errors);
        let checked = check_block(&block, &mut errors);
        assert!(errors.is_empty(), "{}", errors.render(source, "source"));
        let mut kernels = KernelSet::default();
        schedule(&optimise(&checked[0].instances[0].dag), Mode::Fused, &mut kernels);
        kernels.kernels
    }

    #[test]
    fn blocks_hold_as_many_points_as_their_shared_memory() {
        let mut kernel = kernel(
            "pub fn f<E>(u: [f64; E, 12], a: [f64; 12, 12]) -> [f64; E, 12] { tanh(u @ a) @ a }",
        );
        kernel.locals.truncate(2);
        kernel.locals[1].len = 1;
        for (elements, points) in
            [(12, 32), (185, 32), (186, 16), (2047, 2), (2048, 1), (25_599, 1)]
        {
            kernel.locals[0].len = elements;
            let mapping = Mapping::choose(&kernel);
            assert!(matches!(mapping.strategy, Strategy::Shared { .. }), "{elements}");
            assert_eq!(mapping.points_per_block, points, "{elements}");
            // Neighbouring elements are in different banks.
            assert_eq!(mapping.shared_bytes as usize, (points | 1) as usize * (elements + 1) * 8);
        }
        kernel.locals[0].len = 25_600;
        assert_eq!(Mapping::choose(&kernel).strategy, Strategy::LocalMemory);
        kernel.threads = Some(128);
        assert_eq!(Mapping::choose(&kernel).points_per_block, 128);
    }

    #[test]
    fn threads_hold_small_arrays_between_loops_of_unknown_length() {
        let mut kernel = kernel(
            "pub fn f<E>(u: [f64; E, 12], a: [f64; 12, 12]) -> [f64; E, 12] { tanh(u @ a) @ a }",
        );
        kernel.locals.truncate(2);
        kernel.locals[1].len = 1;
        kernel.phases[1].loops[0].extent = Extent::Size(0);
        for (elements, strategy, points) in [
            (12, Strategy::LocalMemory, 64),
            (255, Strategy::LocalMemory, 64),
            (256, Strategy::Shared { stride: 17, waits: false }, 16),
            (8192, Strategy::Shared { stride: 1, waits: false }, 1),
            (25_599, Strategy::Shared { stride: 1, waits: false }, 1),
            (25_600, Strategy::LocalMemory, 64),
        ] {
            kernel.locals[0].len = elements;
            let mapping = Mapping::choose(&kernel);
            assert_eq!(
                (mapping.strategy, mapping.points_per_block),
                (strategy, points),
                "{elements}"
            );
        }
    }

    /// The scheduler keeps local arrays so small that a block can hold them.
    #[test]
    fn threads_of_scheduled_kernels_have_little_memory() {
        for source in [
            "pub fn f<E>(u: &mut [f64; E, 30_000]) { u = flip(u, axis=1); }",
            "pub fn f<E>(u: &mut [f64; E, 8192]) { u = flip(u, axis=1) + 1; }",
            "pub fn f<E>(u: [f64; E, 9000], v: &mut [f64; E, 9000]) -> [f64; E] {
                v = exp(u) / sum(exp(u), axis=1, keepdims=true); sum(v * flip(v, axis=1), axis=1)
            }",
        ] {
            for kernel in kernels(source) {
                let mapping = Mapping::choose(&kernel);
                let in_threads =
                    matches!(mapping.strategy, Strategy::LocalMemory | Strategy::Registers);
                assert!(!in_threads || kernel.local_bytes() <= MAX_THREAD_BYTES, "{source}");
            }
        }
    }
}
