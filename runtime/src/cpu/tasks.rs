//! How launches are cut into tasks: decided when a plan is built, independent of timing.

use std::ops::Range;

use crate::instance::BoundLaunch;

/// Modelled work (operations or 8-byte words) below which a stage runs on the calling thread: about
/// 40 microseconds, twice what it takes to wake a thread and to be woken by it.
const SERIAL_WORK: u64 = 131_072;
/// Least modelled work of a chunk.
const CHUNK_WORK: u64 = 32_768;
/// Chunks of a large launch per thread, so that threads that come late find less to do.
const CHUNKS_PER_THREAD: usize = 4;
/// Chunks begin at multiples of this many points, where there are enough: whole vectors and cache lines.
const ALIGNED_POINTS: usize = 64;

/// Lanes of the widest vector.
const WIDEST: usize = 16;
/// The most chunks of a launch, however small the user wants them.
const MOST_ASKED: usize = 1 << 16;

/// Some points of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    pub(crate) launch: u32,
    pub(crate) begin: usize,
    pub(crate) end: usize,
}

/// Launches in the order they run. Tasks of one level are independent of each other.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) tasks: Box<[Task]>,
    /// Ranges of tasks that may run at the same time, in order; None: all tasks one after another.
    pub(crate) levels: Option<Box<[Range<usize>]>>,
}

impl Stage {
    /// Cuts the launches `range`, which only depend on each other and on earlier ones.
    pub(crate) fn new(launches: &[BoundLaunch], range: Range<usize>, threads: usize) -> Stage {
        let work = launches[range.clone()].iter().map(BoundLaunch::work);
        let work = work.fold(0, u64::saturating_add);
        if threads > 1 && work >= SERIAL_WORK {
            let stage = Stage::parallel(launches, range.clone(), threads);
            let wide = |levels: &[Range<usize>]| levels.iter().any(|level| level.len() > 1);
            if stage.levels.as_deref().is_some_and(wide) {
                return stage;
            }
        }
        let task = |k: usize| Task { launch: k as u32, begin: 0, end: launches[k].units() };
        Stage { tasks: range.map(task).filter(|task| task.end > 0).collect(), levels: None }
    }

    fn parallel(launches: &[BoundLaunch], range: Range<usize>, threads: usize) -> Stage {
        let level_of = levels_of(range.clone(), |k| launches[k].launch.after);
        let count = level_of.iter().max().map_or(0, |last| last + 1);
        let mut tasks = Vec::new();
        let mut levels = Vec::with_capacity(count);
        for level in 0..count {
            let first = tasks.len();
            for k in range.clone().filter(|k| level_of[k - range.start] == level) {
                let launch = &launches[k];
                let (units, work) = (launch.units(), launch.work());
                let chunk = match launch.library {
                    Some(_) => units.div_ceil(chunks(work, threads)).max(1),
                    None => match launch.block {
                        Some(block) => asked_points(units, launch.last_extent, block),
                        None => chunk_points(units, launch.last_extent, work, threads),
                    },
                };
                let begins = (0..units).step_by(chunk);
                tasks.extend(begins.map(|begin| Task {
                    launch: k as u32,
                    begin,
                    end: units.min(begin.saturating_add(chunk)),
                }));
            }
            // Threads take halves of the tasks. In this order they meet the same part of every array in
            // each level, which their caches still hold.
            tasks[first..].sort_by(|left, right| {
                let place = |task: &Task, other: &Task| {
                    task.begin as u128 * launches[other.launch as usize].units() as u128
                };
                place(left, right).cmp(&place(right, left))
            });
            levels.push(first..tasks.len());
        }
        Stage { tasks: tasks.into(), levels: Some(levels.into()) }
    }
}

/// The length of the longest path of launches before each launch of `range`.
fn levels_of<'a>(range: Range<usize>, after: impl Fn(usize) -> &'a [u16]) -> Vec<usize> {
    let mut levels = Vec::with_capacity(range.len());
    for k in range.clone() {
        let before = after(k).iter().filter_map(|&k| usize::from(k).checked_sub(range.start));
        levels.push(before.map(|k| levels[k] + 1).max().unwrap_or(0));
    }
    levels
}

/// The number of chunks that much work is worth.
fn chunks(work: u64, threads: usize) -> usize {
    let worthwhile = usize::try_from(work / CHUNK_WORK).unwrap_or(usize::MAX);
    worthwhile.min(threads.saturating_mul(CHUNKS_PER_THREAD)).max(1)
}

/// Points of one chunk where the user says how many: as many, in whole rows or vectors, unless the tasks themselves
/// would fill memory.
fn asked_points(points: usize, row: usize, block: usize) -> usize {
    let chunk = block.max(points.div_ceil(MOST_ASKED)).max(1);
    // What does not fill a vector at the end of a chunk would be rounded otherwise with another number of threads.
    let whole_rows = 0 < row && row < points && chunk.is_multiple_of(row);
    if whole_rows { chunk } else { chunk.checked_next_multiple_of(WIDEST).unwrap_or(chunk) }
}

/// Points of one chunk: at least 1. `row` is the extent of the innermost dimension.
fn chunk_points(points: usize, row: usize, work: u64, threads: usize) -> usize {
    let chunk = points.div_ceil(chunks(work, threads)).max(1);
    // Whole rows of the innermost dimension, which kernels run in lanes; else whole vectors.
    let unit = if 1 < row && row < points && row <= chunk { row } else { ALIGNED_POINTS };
    if chunk < unit { chunk } else { chunk.checked_next_multiple_of(unit).unwrap_or(chunk) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_longest_paths() {
        let after: [&[u16]; 6] = [&[], &[], &[0], &[1, 2], &[0], &[]];
        assert_eq!(levels_of(0..6, |k| after[k]), [0, 0, 1, 2, 1, 0]);
        // What is done before the range does not count.
        assert_eq!(levels_of(2..6, |k| after[k]), [0, 1, 0, 0]);
    }

    #[test]
    fn chunks_are_worth_their_threads() {
        // Little work stays whole; much is cut by the number of threads.
        assert_eq!(chunk_points(1000, 1000, CHUNK_WORK - 1, 4), 1024);
        assert_eq!(chunk_points(1 << 20, 1 << 20, u64::MAX, 2), (1 << 20) / 8);
        // Expensive points: one chunk each.
        assert_eq!(chunk_points(3, 3, u64::MAX, 8), 1);
        assert_eq!(chunk_points(0, 0, 0, 2), 1);
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
        assert_eq!(chunk_points(1000 * 35, 35, u64::MAX, 2) % 35, 0);
        assert_eq!(chunk_points(100_001, 100_001, u64::MAX, 3) % ALIGNED_POINTS, 0);
    }
}
