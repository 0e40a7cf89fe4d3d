//! Cuts launches into tasks, when a plan is built. The tasks do not depend on timing.
//!
//! A *unit* is one launch, or several that run together, strip by strip. A *task* is a range of a unit's points, tiles
//! or rows. Units that do not wait for each other are of one *level*; the tasks of a level may run at the same time.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::columns::{columns, points_of_matrix};
use super::early;
use super::launch::{CpuLaunch, Launches};
use super::rows::Rows;
use crate::instance::BoundLaunch;
use crate::plan::{CpuArgs, Lanes, Place};
use crate::routines::FEW_COLUMNS;

/// The modelled work below which a stage runs on the calling thread. It takes about 8 microseconds, twice as long as to
/// call a thread that looks for work and to wait for its last chunk.
const SERIAL_WORK: u64 = 98_304;
/// The least modelled work of a chunk. It takes about a microsecond, much longer than to take a chunk.
const CHUNK_WORK: u64 = 8_192;
/// The chunks per thread of a large launch. There are several, so that threads that come late, or are slower, leave
/// some to others.
const CHUNKS_PER_THREAD: usize = 16;
/// The chunks per thread of launches that run together strip by strip, that sum columns, or that transpose arrays that
/// no cache holds. Such a chunk shares rows with others: the wider it is, the longer are the pieces in which it reads
/// them.
const WIDE_PER_THREAD: usize = 4;
/// Chunks of many points begin at multiples of this many: whole cache lines.
const ALIGNED_POINTS: usize = 64;
/// The lanes of the widest vector of floats; others have a half or a quarter of it. (Integers have the same bits in
/// lanes and alone.) Shorter rows are never cut. Kernels that sum down the columns of short rows rely on that (`SHORT`
/// of the compiler's `short_columns`).
const WIDEST: usize = 16;
/// A task with some segments of a part looks at all elements of the part, and asks of each whether it is its own. So
/// threads share a part only if its results are at least so many numbers, or if a row of an element has more columns than
/// [`FEW_COLUMNS`]. (Measured for sums and stores.)
const MANY_RESULTS: usize = 8192;
/// The most chunks of a launch, however small the user wants them.
const MOST_ASKED: usize = 1 << 16;
/// The bytes of arrays that a strip of rows should touch. They fit the second cache of any machine.
const STRIP_BYTES: u64 = 256 << 10;
/// Strips begin at multiples of this many rows, if they have as many.
const ALIGNED_ROWS: usize = 8;
/// The bytes that a strip may touch if it has the fewest rows possible (`step` is more than 1). They fit the second
/// cache of today's machines.
const LARGE_STRIP_BYTES: u64 = 1 << 20;

/// Some points of a launch, or some rows of launches that run together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    /// An index into [`Stage::units`].
    pub(crate) unit: u32,
    pub(crate) begin: usize,
    pub(crate) end: usize,
    /// The columns of these points that it does, which are all of them in most tasks ([`CpuArgs::columns`]).
    pub(crate) columns: [i64; 2],
}

impl Task {
    fn new(unit: usize, begin: usize, end: usize) -> Task {
        Task { unit: unit as u32, begin, end, columns: CpuArgs::ALL_COLUMNS }
    }
}

/// The launches that tasks are cut from: one, or several that run together strip by strip.
pub(crate) type Unit = Box<[u32]>;

/// Launches in the order in which they run, cut into tasks. Tasks of one level are independent of each other.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) units: Box<[Unit]>,
    pub(crate) tasks: Box<[Task]>,
    /// For each unit, the temporaries of which a thread has the rows of all its strips in one place.
    pub(crate) rows: Box<[Rows]>,
    /// Ranges of tasks that may run at the same time, in order. `None` if all tasks run one after another.
    pub(crate) levels: Option<Box<[Range<usize>]>>,
    /// Whether a library computes a product strip by strip.
    has_strips_of_products: bool,
    /// Whether all tasks that may run at the same time may end much earlier than modelled, and have short points.
    pub(super) may_end_early: bool,
}

impl Stage {
    /// Cuts the launches in `range`, which depend only on each other and on earlier ones.
    pub(crate) fn new(launches: Launches<'_>, range: Range<usize>, threads: usize) -> Stage {
        let work = range.clone().map(|k| launches.get(k).work());
        let work = work.fold(0, u64::saturating_add);
        if threads > 1 && work >= SERIAL_WORK {
            let stage = Stage::parallel(launches, range.clone(), threads);
            let shared = |k: usize| launches.get(k).lanes == Lanes::Shared;
            if range.clone().any(shared) || stage.divided_work(launches) >= SERIAL_WORK {
                return stage;
            }
        }
        let mut units = units(launches, range.clone(), 1);
        if units.len() < range.len() {
            let levels = levels_of(&units, range.start, |k| launches.get(k).launch.after);
            let mut order: Vec<usize> = (0..units.len()).collect();
            order.sort_by_key(|&unit| levels[unit]);
            units = order.into_iter().map(|unit| units[unit].clone()).collect();
        }
        let mut tasks = Vec::with_capacity(units.len());
        for (number, unit) in units.iter().enumerate() {
            let (size, work) = measures(launches, unit);
            if let [one] = **unit
                && let launch = launches.get(one as usize)
                && launch.block.is_none()
                && let Some(columns) = columns(launch, size)
            {
                cut_columns(&mut tasks, number, &launch, &columns);
                continue;
            }
            let chunk = match unit.len() {
                1 => size,
                _ => strip_rows(size, step(launches, unit), bytes(launches, unit), work, 1),
            };
            cut_evenly(&mut tasks, number, 0..size, chunk, WIDEST.min(chunk));
        }
        Stage::of(launches, units, tasks, None, 1)
    }

    /// Cuts some points of one launch, which are whole rows of its outermost dimension.
    pub(crate) fn of_points(
        launches: Launches<'_>,
        k: usize,
        points: Range<usize>,
        threads: usize,
    ) -> Stage {
        let launch = launches.get(k);
        let share = points.len() as f64 / launch.points.max(1) as f64;
        let work = (launch.work() as f64 * share) as u64;
        let mut tasks = Vec::new();
        let is_cut = threads > 1 && work >= SERIAL_WORK && launch.lanes != Lanes::Shared;
        if is_cut {
            // The innermost dimension is the outermost one if there is no other.
            let row = launch.last_extent.min(points.len());
            let wide = launch.lanes == Lanes::Blocks;
            let each = if wide { WIDE_PER_THREAD } else { CHUNKS_PER_THREAD };
            let chunk = match launch.block {
                Some(block) => asked_points(points.len(), row, block),
                None => chunk_points(points.len(), row, chunks(work, threads, each)),
            };
            match launch.lanes {
                Lanes::Rows => {
                    let row = [row, columns_of_segments(launches, &launch)];
                    cut_rows(&mut tasks, 0, points.len(), row, work, threads);
                }
                _ => cut_points(&mut tasks, 0, points.len(), row, chunk),
            }
        } else {
            cut_evenly(&mut tasks, 0, 0..points.len(), points.len(), WIDEST.min(points.len()));
        }
        for task in &mut tasks {
            (task.begin, task.end) = (task.begin + points.start, task.end + points.start);
        }
        let levels = (tasks.len() > 1).then(|| std::iter::once(0..tasks.len()).collect());
        Stage::of(launches, vec![[k as u32].into()], tasks, levels, threads)
    }

    /// The modelled work of the units that more than one thread can take a part of, or that are independent of others.
    fn divided_work(&self, launches: Launches<'_>) -> u64 {
        let levels = self.levels.iter().flatten().filter(|level| level.len() > 1);
        let units: BTreeSet<u32> =
            levels.flat_map(|level| &self.tasks[level.clone()]).map(|task| task.unit).collect();
        let work = units.into_iter().map(|unit| measures(launches, &self.units[unit as usize]).1);
        work.fold(0, u64::saturating_add)
    }

    /// A number for one run of the stage, with which each run begins. It differs from those of all other runs if a
    /// product is computed strip by strip, and is 0 otherwise.
    pub(crate) fn start(&self) -> u64 {
        static RUNS: AtomicU64 = AtomicU64::new(1);
        if self.has_strips_of_products { RUNS.fetch_add(1, Ordering::Relaxed) } else { 0 }
    }

    /// Launches that run together strip by strip, and the rows of a strip.
    pub(crate) fn strips(&self) -> impl Iterator<Item = (&[u32], usize)> {
        let together = self.units.iter().enumerate().filter(|(_, unit)| unit.len() > 1);
        together.filter_map(|(number, unit)| {
            let first = self.tasks.iter().find(|task| task.unit as usize == number)?;
            Some((&**unit, first.end - first.begin))
        })
    }

    fn parallel(launches: Launches<'_>, range: Range<usize>, threads: usize) -> Stage {
        let units = units(launches, range.clone(), threads);
        let level_of = levels_of(&units, range.start, |k| launches.get(k).launch.after);
        let count = level_of.iter().max().map_or(0, |last| last + 1);
        let mut tasks = Vec::new();
        let mut levels = Vec::with_capacity(count);
        for level in 0..count {
            let first = tasks.len();
            let of_level = |number: &usize| level_of[*number] == level;
            for number in (0..units.len()).filter(of_level) {
                let unit = &units[number];
                let (size, work) = measures(launches, unit);
                let chunk = match **unit {
                    [one] if launches.get(one as usize).lanes == Lanes::Rows => {
                        let launch = launches.get(one as usize);
                        let row = [launch.last_extent, columns_of_segments(launches, &launch)];
                        cut_rows(&mut tasks, number, size, row, work, threads);
                        continue;
                    }
                    [one] if is_shared(launches.get(one as usize), threads) => size,
                    [one] if launches.get(one as usize).code.library.is_some() => {
                        size.div_ceil(chunks(work, threads, CHUNKS_PER_THREAD)).max(1)
                    }
                    [one] => {
                        let launch = launches.get(one as usize);
                        let row = launch.last_extent;
                        let chunk = match launch.block {
                            Some(block) => asked_points(size, row, block),
                            None => {
                                let turns = launch.kernel.cpu.far.is_some_and(|far| far.turns);
                                let wide =
                                    launch.lanes == Lanes::Blocks || launch.code.streams && turns;
                                let each = if wide { WIDE_PER_THREAD } else { CHUNKS_PER_THREAD };
                                chunk_points(size, row, chunks(work, threads, each))
                            }
                        };
                        let columns = match launch.block {
                            Some(_) => None,
                            None => columns(launch, chunk),
                        };
                        let cpu = &launch.kernel.cpu;
                        match launch.lanes {
                            _ if let Some(columns) = columns => {
                                cut_columns(&mut tasks, number, &launch, &columns);
                            }
                            Lanes::Points | Lanes::Blocks if cpu.avx2.is_some() => {
                                cut_points(&mut tasks, number, size, row, chunk);
                            }
                            Lanes::Columns => {
                                cut(
                                    &mut tasks,
                                    number,
                                    size,
                                    chunk.next_multiple_of(ALIGNED_POINTS),
                                );
                            }
                            // Points do not run in lanes, so they may be cut anywhere.
                            _ => cut(&mut tasks, number, size, chunk),
                        }
                        continue;
                    }
                    _ => {
                        let bytes = bytes(launches, unit);
                        let strip = strip_rows(size, step(launches, unit), bytes, work, threads);
                        cut_evenly(&mut tasks, number, 0..size, strip, WIDEST.min(strip));
                        continue;
                    }
                };
                cut(&mut tasks, number, size, chunk);
            }
            // Each thread begins with one part of the tasks. Sorted like this, that part covers the same part of every
            // array in each level, which the thread's caches still hold.
            tasks[first..].sort_by(|left, right| {
                let place = |task: &Task, other: &Task| {
                    let size = measures(launches, &units[other.unit as usize]).0;
                    task.begin as u128 * size as u128
                };
                place(left, right).cmp(&place(right, left))
            });
            levels.push(first..tasks.len());
        }
        Stage::of(launches, units, tasks, Some(levels.into()), threads)
    }

    fn of(
        launches: Launches<'_>,
        units: Vec<Unit>,
        tasks: Vec<Task>,
        levels: Option<Box<[Range<usize>]>>,
        threads: usize,
    ) -> Stage {
        let is_product = |k: &u32| launches.get(*k as usize).code.library.is_some();
        let mut strips = units.iter().filter(|unit| unit.len() > 1);
        let has_strips_of_products = strips.any(|unit| unit.iter().any(is_product));
        let may_end_early = early::may_end(launches, &units, &tasks, levels.as_deref());
        let rows = rows(launches, &units, &tasks, threads);
        let (units, tasks) = (units.into(), tasks.into());
        Stage { rows, units, tasks, levels, has_strips_of_products, may_end_early }
    }
}

fn rows(launches: Launches<'_>, units: &[Unit], tasks: &[Task], threads: usize) -> Box<[Rows]> {
    let units = units.iter().enumerate();
    units.map(|(number, unit)| Rows::new(launches, unit, tasks, number, threads)).collect()
}

/// Whether all threads work on each point.
fn is_shared(launch: CpuLaunch<'_>, threads: usize) -> bool {
    launch.lanes == Lanes::Shared && launch.units() < WIDE_PER_THREAD * threads
}

fn cut(tasks: &mut Vec<Task>, unit: usize, size: usize, chunk: usize) {
    let begins = (0..size).step_by(chunk.max(1));
    tasks.extend(begins.map(|begin| Task::new(unit, begin, size.min(begin.saturating_add(chunk)))));
}

/// Cuts points into whole rows, or each row into parts that begin at multiples of the widest vector. All tasks have
/// enough points to fill that vector, if there are as many.
///
/// Functions and products are rounded differently in lanes and alone. With these cuts, whether a point runs in lanes
/// depends on its row alone.
fn cut_points(tasks: &mut Vec<Task>, unit: usize, size: usize, row: usize, chunk: usize) {
    let row = row.clamp(1, size.max(1));
    let chunk = match row < WIDEST {
        true => chunk.max(WIDEST).next_multiple_of(row),
        false => chunk.max(1),
    };
    if row <= chunk && chunk.is_multiple_of(row) {
        return cut_evenly(tasks, unit, 0..size, chunk, WIDEST);
    }
    for first in (0..size).step_by(row) {
        let end = size.min(first + row);
        cut_evenly(tasks, unit, first..end, chunk.next_multiple_of(WIDEST), WIDEST);
    }
}

/// Cuts a range into chunks. If fewer than `least` are left over at the end, the last chunk takes them, too.
fn cut_evenly(tasks: &mut Vec<Task>, unit: usize, range: Range<usize>, chunk: usize, least: usize) {
    let mut begin = range.start;
    while begin < range.end {
        let rest = range.end - begin;
        let count = if rest < chunk.saturating_add(least) { rest } else { chunk };
        tasks.push(Task::new(unit, begin, begin + count));
        begin += count;
    }
}

/// Cuts each matrix that a launch transposes into columns.
fn cut_columns(tasks: &mut Vec<Task>, unit: usize, launch: &BoundLaunch, columns: &[Range<usize>]) {
    let points = points_of_matrix(launch);
    for first in (0..launch.points).step_by(points) {
        tasks.extend(columns.iter().map(|columns| Task {
            columns: [columns.start as i64, columns.end as i64],
            ..Task::new(unit, first, first + points)
        }));
    }
}

/// The columns of a row of values, in a launch that combines or stores such rows by indices: see `routines::segments`.
fn columns_of_segments(launches: Launches<'_>, launch: &BoundLaunch) -> usize {
    let columns = launches.instance.sizes_of(launch).get(2);
    columns.and_then(|n| usize::try_from(*n).ok()).unwrap_or(1)
}

/// Cuts points into tasks of some whole rows: of the segments of some parts, each with the columns of its result. If there
/// are more threads than rows, each row of many results is cut into equal parts for its share of the threads.
fn cut_rows(
    tasks: &mut Vec<Task>,
    unit: usize,
    size: usize,
    [row, columns]: [usize; 2],
    work: u64,
    threads: usize,
) {
    let row = row.max(1);
    let rows = size / row;
    if rows >= threads {
        let together = rows.div_ceil(chunks(work, threads, CHUNKS_PER_THREAD));
        return cut(tasks, unit, size, together * row);
    }
    let is_shared = columns > FEW_COLUMNS || row.saturating_mul(columns) >= MANY_RESULTS;
    let part = match is_shared {
        true => row.div_ceil(threads.div_ceil(rows.max(1))),
        false => row,
    };
    for first in (0..rows).map(|k| k * row) {
        let begins = (0..row).step_by(part);
        let ends = begins.map(|begin| (begin, row.min(begin + part)));
        tasks.extend(ends.map(|(begin, end)| Task::new(unit, first + begin, first + end)));
    }
}

/// The units of launches. Those for which strips are worthwhile are joined.
fn units(launches: Launches<'_>, range: Range<usize>, threads: usize) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::with_capacity(range.len());
    let mut strips: Vec<(u16, bool)> = Vec::new();
    for k in range.clone() {
        let together = launches.get(k).launch.strip.as_ref().and_then(|strip| {
            if let Some(&(_, together)) = strips.iter().find(|(known, _)| *known == strip.number) {
                return together.then(Unit::default);
            }
            let number =
                |k: &usize| launches.get(*k).launch.strip.as_ref().map(|other| other.number);
            let members = range.clone().filter(|k| number(k) == Some(strip.number));
            let mut unit: Unit = members.map(|k| k as u32).collect();
            // First the launches that go row by row, in the order of memory, then those that take several rows at once.
            unit.sort_by_key(|&k| launches.get(k as usize).step);
            let together = is_worthwhile(launches, &unit, threads);
            strips.push((strip.number, together));
            together.then_some(unit)
        });
        match together {
            Some(unit) if unit.is_empty() => {}
            Some(unit) => units.push(unit),
            None => units.push([k as u32].into()),
        }
    }
    units
}

/// Whether launches should run together: their arrays do not fit a cache, but strips of their rows do, and there are
/// enough strips for all threads.
fn is_worthwhile(launches: Launches<'_>, unit: &[u32], threads: usize) -> bool {
    let bytes = bytes(launches, unit);
    let (rows, work) = measures(launches, unit);
    let step = step(launches, unit);
    let strips = rows.div_ceil(step).max(1);
    let most = if step == 1 { STRIP_BYTES } else { LARGE_STRIP_BYTES };
    // Whether a point runs in lanes must not depend on strips, because these depend on the number of threads.
    let strip = strip_rows(rows, step, bytes, work, threads);
    let fills_vectors = |launch: CpuLaunch<'_>| {
        let has_lanes = matches!(launch.lanes, Lanes::Points | Lanes::Blocks);
        !has_lanes || strip >= rows || {
            let (begin, end) = launch.points_of_rows(0, strip);
            end - begin >= WIDEST
        }
    };
    unit.len() > 1
        && unit.iter().all(|&k| fills_vectors(launches.get(k as usize)))
        && unit
            .iter()
            .map(|&k| launches.get(k as usize))
            .all(|l| l.block.is_none() && (l.code.library.is_none() || by_rows(l, strip)))
        && bytes > STRIP_BYTES
        && bytes / strips as u64 <= most
        && (threads == 1 || strips >= threads.saturating_mul(WIDE_PER_THREAD))
}

/// Whether launches should run together if one thread runs them.
pub(super) fn is_strip(launches: Launches<'_>, unit: &[u32]) -> bool {
    is_worthwhile(launches, unit, 1)
}

/// Whether a library should compute its product strip by strip, of this many rows. It reads the right matrix again for
/// each strip, which has to be less than what the other launches save, and has to stay in a cache.
fn by_rows(launch: CpuLaunch<'_>, strip: usize) -> bool {
    let of_rows = launch.code.library.as_ref().and_then(|l| l.by_rows(launch.rows, launch.points));
    of_rows.is_some_and(|of| {
        launch.step == 1 && strip >= of.terms && of.right_bytes as u64 <= STRIP_BYTES / 2
    })
}

/// The number of things to be cut (points of a launch, tiles of a library, or rows), and the modelled work.
fn measures(launches: Launches<'_>, unit: &[u32]) -> (usize, u64) {
    let all = || unit.iter().map(|&k| launches.get(k as usize));
    let work = all().map(|launch| launch.work()).fold(0, u64::saturating_add);
    match unit {
        [one] => (launches.get(*one as usize).units(), work),
        _ => (all().map(|launch| launch.rows).max().unwrap_or(0), work),
    }
}

/// The bytes of all arrays of a unit, each counted once.
pub(super) fn bytes(launches: Launches<'_>, unit: &[u32]) -> u64 {
    let places = unit.iter().flat_map(|&k| launches.get(k as usize).launch.buffers);
    let distinct: BTreeSet<Place> = places.copied().collect();
    let bytes = distinct.into_iter().map(|place| launches.instance.place_bytes(place) as u64);
    bytes.fold(0, u64::saturating_add)
}

/// Strips of launches that run together begin at multiples of this many rows. They end with whole vectors of launches
/// whose results would otherwise depend on where strips end.
fn step(launches: Launches<'_>, unit: &[u32]) -> usize {
    let all = || unit.iter().map(|&k| launches.get(k as usize));
    let step = all().map(|launch| launch.step).max().unwrap_or(1);
    let depends = |launch: &CpuLaunch<'_>| {
        launch.kernel.cpu.avx2.is_some() && !launch.kernel.cpu.ends_anywhere
    };
    let factors = all().filter(depends).map(|launch| {
        let (_, points) = launch.points_of_rows(0, step);
        // Else these points are whole rows of the innermost dimension.
        let are_parts = !points.is_multiple_of(launch.last_extent.max(1));
        if are_parts { WIDEST >> points.trailing_zeros().min(WIDEST.ilog2()) } else { 1 }
    });
    step * factors.max().unwrap_or(1)
}

/// The rows of one strip: a multiple of `step`, at least 1.
fn strip_rows(rows: usize, step: usize, bytes: u64, work: u64, threads: usize) -> usize {
    let strips = usize::try_from(bytes.div_ceil(STRIP_BYTES)).unwrap_or(usize::MAX);
    let least = if threads > 1 { chunks(work, threads, WIDE_PER_THREAD) } else { 1 };
    let strip = rows / strips.max(least).max(1);
    let unit = if strip < ALIGNED_ROWS { step } else { ALIGNED_ROWS.next_multiple_of(step) };
    (strip - strip % unit).max(step)
}

/// For each unit, the length of the longest path of units before it. Launches before `first` are done.
fn levels_of<'a>(units: &[Unit], first: usize, after: impl Fn(usize) -> &'a [u16]) -> Vec<usize> {
    let launches = units.iter().flat_map(|unit| unit.iter());
    let count = launches.max().map_or(0, |&last| last as usize + 1 - first);
    let mut unit_of = vec![0; count];
    for (unit, members) in units.iter().enumerate() {
        members.iter().for_each(|&k| unit_of[k as usize - first] = unit);
    }
    let mut levels = vec![0; units.len()];
    // One round, and another one for each strip that stands before something that it waits for. Strips never wait for
    // each other in a circle.
    for _ in 0..units.len() {
        let mut changed = false;
        for (unit, members) in units.iter().enumerate() {
            let before = members.iter().flat_map(|&k| after(k as usize));
            let before = before.filter_map(|&k| usize::from(k).checked_sub(first));
            let before = before.map(|k| unit_of[k]).filter(|&other| other != unit);
            let level = before.map(|other| levels[other] + 1).max().unwrap_or(0);
            changed |= level != levels[unit];
            levels[unit] = level;
        }
        if !changed {
            break;
        }
    }
    levels
}

/// The number of chunks that this much work is worth, at most `each` per thread.
fn chunks(work: u64, threads: usize, each: usize) -> usize {
    let worthwhile = usize::try_from(work / CHUNK_WORK).unwrap_or(usize::MAX);
    worthwhile.min(threads.saturating_mul(each)).max(1)
}

/// The points of one chunk if the user has asked for `block` points: that many, rounded up to whole rows or vectors, or
/// more if the tasks themselves would fill memory.
fn asked_points(points: usize, row: usize, block: usize) -> usize {
    let chunk = block.max(points.div_ceil(MOST_ASKED)).max(1);
    // Points that do not fill a vector at the end of a chunk would be rounded differently in other chunks.
    let whole_rows = 0 < row && row < points && chunk.is_multiple_of(row);
    if whole_rows { chunk } else { chunk.checked_next_multiple_of(WIDEST).unwrap_or(chunk) }
}

/// The points of one of `chunks` chunks, at least 1. `row` is the extent of the innermost dimension.
fn chunk_points(points: usize, row: usize, chunks: usize) -> usize {
    let chunk = points.div_ceil(chunks).max(1);
    // Whole rows of the innermost dimension, which kernels run in lanes, or else whole vectors.
    let vectors = if chunk < 4 * ALIGNED_POINTS { WIDEST } else { ALIGNED_POINTS };
    let unit = if 1 < row && row < points && row <= chunk { row } else { vectors };
    if chunk < unit { chunk } else { chunk.checked_next_multiple_of(unit).unwrap_or(chunk) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_longest_paths() {
        let after: [&[u16]; 6] = [&[], &[], &[0], &[1, 2], &[0], &[]];
        let each = |range: Range<u32>| range.map(|k| [k].into()).collect::<Vec<Unit>>();
        assert_eq!(levels_of(&each(0..6), 0, |k| after[k]), [0, 0, 1, 2, 1, 0]);
        // Launches before the range are done, and do not count.
        assert_eq!(levels_of(&each(2..6), 2, |k| after[k]), [0, 1, 0, 0]);
        // A strip waits for everything that one of its launches waits for.
        let units: [Unit; 4] = [[0, 3].into(), [1].into(), [2].into(), [4].into()];
        let after: [&[u16]; 5] = [&[], &[], &[1], &[0, 2], &[3]];
        assert_eq!(levels_of(&units, 0, |k| after[k]), [2, 0, 1, 3]);
    }

    #[test]
    fn strips_fit_a_cache_and_feed_all_threads() {
        assert_eq!(strip_rows(4096, 1, 3 * (64 << 20), u64::MAX, 2), 5);
        assert_eq!(strip_rows(1 << 20, 1, 100 << 20, u64::MAX, 2) % ALIGNED_ROWS, 0);
        // With little to touch, each thread still has its strips.
        assert_eq!(strip_rows(1000, 1, STRIP_BYTES + 1, u64::MAX, 4), 1000 / 16 / 8 * 8);
        assert_eq!(strip_rows(3, 1, u64::MAX, u64::MAX, 2), 1);
        assert_eq!(strip_rows(0, 1, 0, 0, 1), 1);
        // Whole steps, however large the rows are.
        assert_eq!(strip_rows(4096, 32, 128 << 20, u64::MAX, 2), 32);
        assert_eq!(strip_rows(1 << 20, 32, 64 << 20, u64::MAX, 2) % 32, 0);
    }

    #[test]
    fn chunks_are_worth_their_threads() {
        // Little work stays whole; much is cut by the number of threads.
        assert_eq!(chunks(CHUNK_WORK - 1, 4, 16), 1);
        assert_eq!(chunks(u64::MAX, 4, 16), 64);
        assert_eq!(chunk_points(1000, 1000, 1), 1024);
        assert_eq!(chunk_points(1 << 20, 1 << 20, 32), (1 << 20) / 32);
        // Few points in vectors, not in cache lines.
        assert_eq!(chunk_points(1000, 1000, 32), 32);
        // Expensive points: one chunk each.
        assert_eq!(chunk_points(3, 3, 64), 1);
        assert_eq!(chunk_points(0, 0, 32), 1);
    }

    #[test]
    fn rows_are_cut_where_threads_are_more() {
        let cut = |rows: usize, row: [usize; 2], threads| {
            let mut tasks = Vec::new();
            cut_rows(&mut tasks, 0, rows * row[0], row, u64::MAX, threads);
            tasks.iter().map(|task| (task.begin, task.end)).collect::<Vec<_>>()
        };
        // Many columns.
        let of = |rows: usize, row, threads| cut(rows, [row, FEW_COLUMNS + 1], threads);
        assert_eq!(of(1, 100, 2), [(0, 50), (50, 100)]);
        assert_eq!(of(2, 5, 4), [(0, 3), (3, 5), (5, 8), (8, 10)]);
        assert_eq!(of(2, 5, 2), [(0, 5), (5, 10)]);
        assert_eq!(of(3, 1, 8), [(0, 1), (1, 2), (2, 3)]);
        assert!(of(1000, 7, 2).iter().all(|(begin, end)| begin % 7 == 0 && end % 7 == 0));
        assert_eq!(of(1000, 7, 2).len(), 32);
        assert_eq!(of(0, 7, 2), []);
        assert_eq!(of(7, 0, 2), []);
        let (many, half) = (MANY_RESULTS, MANY_RESULTS / 2);
        assert_eq!(cut(1, [many, 1], 2), [(0, half), (half, many)]);
        assert_eq!(cut(1, [half, 2], 2), [(0, half / 2), (half / 2, half)]);
        assert_eq!(cut(1, [half, 1], 2), [(0, half)], "few results");
        assert_eq!(cut(2, [100, FEW_COLUMNS], 4), [(0, 100), (100, 200)], "few results");
    }

    /// Parts of rows begin at multiples of the widest vector and fill it, or are whole.
    #[test]
    fn points_fill_vectors() {
        let sizes =
            [(100, 100), (1025, 1025), (3 * 1030, 1030), (7 * 40, 40), (50 * 5, 5), (0, 5), (5, 5)];
        for (size, row) in sizes {
            for count in [1, 2, 3, 7, 64] {
                let chunk = chunk_points(size, row, count);
                let mut tasks = Vec::new();
                cut_points(&mut tasks, 0, size, row, chunk);
                let mut done = 0;
                for task in &tasks {
                    assert_eq!(task.begin, done, "{size}, {row}, {count}");
                    done = task.end;
                    let whole_rows = task.begin % row == 0 && task.end % row == 0;
                    let in_one = task.begin / row == (task.end - 1) / row;
                    let at_vectors = in_one && task.begin % row % WIDEST == 0;
                    let fills = task.end - task.begin >= WIDEST.min(size);
                    assert!(
                        fills && (whole_rows || at_vectors),
                        "{task:?}: {size}, {row}, {count}"
                    );
                }
                assert_eq!(done, size);
            }
        }
    }

    #[test]
    fn users_say_how_large_chunks_are() {
        assert_eq!(asked_points(1 << 20, 1 << 20, 96), 96);
        // Whole rows, else whole vectors.
        assert_eq!(asked_points(35 * 1000, 35, 35 * 3), 35 * 3);
        assert_eq!(asked_points(35 * 1000, 35, 36), 48);
        assert_eq!(asked_points(10, 10, 0), 16);
        // No more tasks than fit.
        let chunk = asked_points(1 << 40, 1 << 40, 1);
        assert!((1usize << 40).div_ceil(chunk) <= MOST_ASKED);
    }

    #[test]
    fn chunks_begin_at_rows_or_vectors() {
        assert_eq!(chunk_points(1000 * 35, 35, 32) % 35, 0);
        assert_eq!(chunk_points(100_001, 100_001, 48) % ALIGNED_POINTS, 0);
    }
}
