//! Reductions that may end early, `any` and `all`.
//!
//! Nobody knows how many of their terms they need. Where the first ones decide, waking another thread takes longer than
//! the whole reduction. So the calling thread begins alone, and has the others woken only when that takes too long.

use std::ops::Range;
use std::time::{Duration, Instant};

use super::launch::Launches;
use super::tasks::{Task, Unit};
use crate::plan::Lanes;

/// A piece that takes longer than this did not end early. Waking a thread takes a few times as long.
const SHORT: Duration = Duration::from_micros(1);
/// The modelled work of the largest points: about [`SHORT`]. Longer ones are not begun alone, because a piece is at
/// least one point.
const MOST_WORK: u64 = 1 << 14;

/// Whether each level that has several tasks is one launch that may end early, and that can be begun alone.
pub(super) fn may_end(
    launches: Launches<'_>,
    units: &[Unit],
    tasks: &[Task],
    levels: Option<&[Range<usize>]>,
) -> bool {
    let is_early = |unit: u32| match *units[unit as usize] {
        [one] => {
            let launch = launches.get(one as usize);
            let work = launch.work() / launch.points.max(1) as u64;
            launch.lanes == Lanes::EarlyTerms && launch.block.is_none() && work <= MOST_WORK
        }
        _ => false,
    };
    let several = levels.into_iter().flatten().filter(|level| level.len() > 1);
    let mut several = several.map(|level| &tasks[level.clone()]).peekable();
    several.peek().is_some()
        && several.all(|level| {
            let of_one = |w: &[Task]| w[0].unit == w[1].unit && w[0].end == w[1].begin;
            is_early(level[0].unit) && level.windows(2).all(of_one)
        })
}

/// Runs the first points of a launch, of which the tasks have all points in order. The points are run in pieces that
/// double, until one takes longer than [`SHORT`]. Returns the tasks that have points left, and the first such point.
pub(super) fn run_alone<'t>(tasks: &'t [Task], run: &impl Fn(Task)) -> (&'t [Task], usize) {
    let (Some(first), Some(last)) = (tasks.first(), tasks.last()) else { return (tasks, 0) };
    let (mut begin, mut piece) = (first.begin, 1);
    let mut before = Instant::now();
    while begin < last.end {
        let end = last.end.min(begin + piece);
        run(Task { begin, end, ..*first });
        let now = Instant::now();
        begin = end;
        if now - before > SHORT {
            break;
        }
        before = now;
        piece *= 2;
    }
    (&tasks[tasks.partition_point(|task| task.end <= begin)..], begin)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::plan::CpuArgs;

    /// Runs points `3..40` in tasks of 5, of which point `slow` takes long. Returns those that ran alone, and the rest.
    fn run(slow: usize) -> (Vec<usize>, Vec<usize>) {
        let task = |begin: usize| {
            let end = 40.min(begin + 5);
            Task { unit: 0, begin, end, columns: CpuArgs::ALL_COLUMNS }
        };
        let tasks: Vec<Task> = (3..40).step_by(5).map(task).collect();
        let ran = RefCell::new(Vec::new());
        let (rest, begin) = run_alone(&tasks, &|task| {
            ran.borrow_mut().extend(task.begin..task.end);
            if (task.begin..task.end).contains(&slow) {
                std::thread::sleep(5 * SHORT);
            }
        });
        let rest = rest.iter().flat_map(|task| task.begin.max(begin)..task.end).collect();
        (ran.into_inner(), rest)
    }

    #[test]
    fn points_run_once_and_in_order() {
        for slow in 0..41 {
            let (mut alone, rest) = run(slow);
            // However busy the machine is, the first piece is run alone.
            assert_eq!(alone.first(), Some(&3), "{slow}");
            if (3..40).contains(&slow) {
                assert!(rest.first().is_none_or(|&first| first <= 2 * slow), "{slow}: {rest:?}");
            }
            alone.extend(rest);
            assert!(alone.into_iter().eq(3..40), "{slow}");
        }
    }
}
