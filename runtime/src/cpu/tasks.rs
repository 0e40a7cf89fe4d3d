//! How launches are cut into tasks: decided when a plan is built, independent of timing.

use std::ops::Range;

use crate::instance::BoundLaunch;

/// Modelled work (operations or 8-byte words) below which a stage runs on the calling thread.
const SERIAL_WORK: u64 = 20_000;
/// Least modelled work of a chunk.
const CHUNK_WORK: u64 = 16_384;
/// Chunks of a launch that is alone in its level, so that threads that are late find less to do.
const CHUNKS_PER_THREAD: usize = 4;
/// Chunks begin at multiples of this many points, where there are enough: whole vectors and cache lines.
const ALIGNED_POINTS: usize = 64;

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
        let task = |k: usize| Task { launch: k as u32, begin: 0, end: launches[k].points };
        Stage { tasks: range.map(task).filter(|task| task.end > 0).collect(), levels: None }
    }

    fn parallel(launches: &[BoundLaunch], range: Range<usize>, threads: usize) -> Stage {
        // The level of a launch is the longest path of launches before it.
        let mut level_of = vec![0; range.len()];
        for k in range.clone() {
            let after = launches[k].launch.after.iter().map(|&before| usize::from(before));
            let earlier = after.filter(|before| *before >= range.start);
            level_of[k - range.start] =
                earlier.map(|before| level_of[before - range.start] + 1).max().unwrap_or(0);
        }
        let count = level_of.iter().max().map_or(0, |last| last + 1);
        let mut tasks = Vec::new();
        let mut levels = Vec::with_capacity(count);
        for level in 0..count {
            let begin = tasks.len();
            for k in range.clone().filter(|k| level_of[k - range.start] == level) {
                cut(&launches[k], k as u32, threads, &mut tasks);
            }
            levels.push(begin..tasks.len());
        }
        Stage { tasks: tasks.into(), levels: Some(levels.into()) }
    }
}

/// The chunks of one launch.
fn cut(launch: &BoundLaunch, k: u32, threads: usize, tasks: &mut Vec<Task>) {
    let points = launch.points;
    let worthwhile = usize::try_from(launch.work() / CHUNK_WORK).unwrap_or(usize::MAX);
    let chunks = worthwhile.min(threads * CHUNKS_PER_THREAD).clamp(1, points.max(1));
    let mut chunk = points.div_ceil(chunks).max(1);
    // Whole rows of the innermost dimension, which kernels run in lanes; else whole vectors.
    let row = launch.last_extent;
    let unit = if row > 1 && row < points && row <= chunk { row } else { ALIGNED_POINTS };
    if chunk >= unit {
        chunk = chunk.next_multiple_of(unit);
    }
    let mut begin = 0;
    while begin < points {
        let end = points.min(begin + chunk);
        tasks.push(Task { launch: k, begin, end });
        begin = end;
    }
}
