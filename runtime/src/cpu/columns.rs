//! Tasks of kernels that transpose: some columns of all rows.
//!
//! Such a kernel reads along the last dimension but one, so a row of its points is a column of what it reads. A task
//! of few rows would use a few bytes of each line of memory that it reads, and other tasks would read these lines again.

use std::ops::Range;

use super::isa::Isa;
use super::launch::CpuLaunch;
use crate::instance::BoundLaunch;

/// Tasks with as many bytes of each column that they read are left in rows: these are some lines of memory.
const ENOUGH_BYTES: usize = 256;
/// Columns are cut at multiples of this many, which are whole lines of memory where it is written.
const ALIGNED: usize = 64;
/// The bytes of a line of memory. Where the rows of a matrix are so few that a line has elements of all of them, the
/// kernel computes one row after the other, and reads the same lines for each.
const LINE: usize = 64;
/// The bytes of a task of such rows. The second cache of any machine keeps them until the last row.
const KEPT: usize = 128 << 10;
/// The fewest columns of a task.
const FEWEST: usize = 2 * ALIGNED;

/// A matrix that a kernel transposes, as the result has it.
#[derive(Clone, Copy, Debug)]
struct Matrix {
    rows: usize,
    columns: usize,
    /// The size of what stays together.
    bytes: usize,
}

/// The columns of each task, if a launch of which a task should have about `chunk` points is better cut into columns.
pub(super) fn columns(launch: CpuLaunch<'_>, chunk: usize) -> Option<Vec<Range<usize>>> {
    let (turns, [rows, columns]) = (launch.kernel.cpu.turns?, launch.matrix?);
    // Without vectors, a kernel computes point by point, and does not know columns.
    if Isa::selected() == Isa::Baseline {
        return None;
    }
    Matrix { rows, columns, bytes: turns.bytes as usize }.cut(chunk / turns.together as usize)
}

/// The points of a matrix that the kernel transposes.
pub(super) fn points_of_matrix(launch: &BoundLaunch) -> usize {
    let together = launch.kernel.cpu.turns.map_or(1, |turns| turns.together as usize);
    launch.matrix.map_or(1, |[rows, columns]| rows * columns * together).max(1)
}

impl Matrix {
    fn cut(self, chunk: usize) -> Option<Vec<Range<usize>>> {
        let Matrix { rows, columns, bytes } = self;
        let points = rows.checked_mul(columns)?;
        let rows_of_chunk = chunk / columns.max(1);
        let is_whole = rows_of_chunk >= rows;
        let in_rows = is_whole || rows_of_chunk.saturating_mul(bytes) >= ENOUGH_BYTES;
        let is_short = rows > 1 && rows.saturating_mul(bytes) < LINE;
        let width = match is_whole {
            true => columns,
            false => columns.div_ceil(points.div_ceil(chunk.max(1)).max(1)),
        };
        let width = if is_short { width.min(KEPT / (rows * bytes)) } else { width };
        let width = width.next_multiple_of(ALIGNED).max(FEWEST);
        if in_rows && !is_short || width >= columns {
            return None;
        }
        let mut tasks: Vec<_> =
            (0..columns).step_by(width).map(|first| first..columns.min(first + width)).collect();
        // Too few columns at the end go to the task before.
        if columns % width > 0 && columns % width < ALIGNED {
            tasks.pop();
            tasks.last_mut()?.end = columns;
        }
        Some(tasks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_columns_are_not_cut() {
        let cut = |rows, columns, bytes, chunk| Matrix { rows, columns, bytes }.cut(chunk);
        // Three rows of a million points, in 32 tasks.
        let tasks = cut(20, 100_000, 8, 2_000_000 / 32).unwrap();
        assert_eq!(tasks.len(), 32);
        // Rows that lie in the same lines are done before these leave the cache, in a single task, too.
        let tasks = cut(3, 1_000_000, 8, 3_000_000).unwrap();
        assert!(tasks[0].len() * 3 * 8 <= KEPT + ALIGNED * 3 * 8, "{tasks:?}");
        assert_eq!(cut(3, 1_000, 8, 3_000), None);
        // Tasks with whole lines, or with all rows, stay.
        assert_eq!(cut(1000, 1000, 8, 1000 * 32), None);
        assert!(cut(1000, 1000, 1, 1000 * 32).is_some());
        assert_eq!(cut(200, 1000, 1, 1000 * 200), None);
        // So do rows that are too short.
        assert_eq!(cut(20, 128, 1, 128), None);
        assert_eq!(cut(0, 1000, 8, 100), None);
        assert_eq!(cut(20, 0, 8, 100), None);
    }

    #[test]
    fn each_column_is_in_one_task() {
        for (rows, columns, bytes) in
            [(2, 5_000_000, 1), (100, 100_000, 1), (20, 50_001, 8), (7, 129, 4)]
        {
            for count in [1, 2, 8, 31, 1000] {
                let chunk = (rows * columns / count).max(1);
                let Some(tasks) = (Matrix { rows, columns, bytes }).cut(chunk) else { continue };
                let mut done = 0;
                for task in &tasks {
                    assert_eq!(task.start, done);
                    assert!(task.start % ALIGNED == 0 && task.len() >= ALIGNED, "{task:?}");
                    done = task.end;
                }
                assert_eq!(done, columns);
            }
        }
    }
}
