//! Stores: rows of values in the place of the rows that indices name. Of equal indices the last one counts.
//!
//! A task stores the values of its own rows. Nobody else writes these, so results do not depend on how rows are dealt
//! out. It goes backwards through the indices as long as it may soon have the last value of each row; otherwise it goes
//! through all of them, in their order.

use super::segments::{Index, Share, shares};
use super::{buffer, size};
use crate::plan::CpuArgs;
use std::mem::MaybeUninit;

/// The rows `begin..end` of the result: for each, the row of values whose index names it last, or the old row if none
/// does. Buffers: the indices; the rows of values; the old rows; the result. Sizes: indices, rows of the result, columns
/// of a row, 1, rows of values (as many as indices, or one for all).
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn segment_store<I: Index, T: Copy>(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: promised by the caller; as many values of a row are an array of the same alignment.
    unsafe {
        match size(args, 2) {
            1 => short_rows::<I, T>(args, begin, end),
            2 => short_rows::<I, [T; 2]>(args, begin, end),
            3 => short_rows::<I, [T; 3]>(args, begin, end),
            4 => short_rows::<I, [T; 4]>(args, begin, end),
            columns => rows::<I, T>(args, begin, end, columns),
        }
    }
}

/// The positions of a row of values, in rows: its own, or 0 if there is one row for all indices.
///
/// # Safety
/// As for [`segment_store`].
unsafe fn step(args: &CpuArgs) -> usize {
    // SAFETY: promised by the caller.
    usize::from(unsafe { size(args, 4) } != 1)
}

/// The same for rows that are numbers, or a few numbers.
///
/// # Safety
/// As for [`segment_store`]; a row is an `R`.
#[inline(always)]
unsafe fn short_rows<I: Index, R: Copy>(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: promised by the caller: the first three buffers hold all indices, values and old rows, initialised; the
    // fourth has a row for each point, those of `begin..end` nobody else uses, and it overlaps none of the others.
    unsafe {
        let (indices, values, old) =
            (buffer::<I>(args, 0), buffer::<R>(args, 1), buffer::<R>(args, 2));
        let step = step(args);
        shares(args, begin, end, |share| {
            let results = buffer::<R>(args, 3).add(share.point);
            results.copy_from_nonoverlapping(old.add(share.first), share.count);
            let indices = std::slice::from_raw_parts(indices, share.elements.end);
            let rows = size(args, 1);
            if last_of_each(indices, values, step, &share, results) {
                // Nothing is left.
            } else if share.whole {
                all_rows(indices, values, step, rows, results);
            } else if rows <= FEW_ROWS {
                // To store all of few rows takes less time than to tell the own ones from the others.
                let mut all = [MaybeUninit::<R>::uninit(); FEW_ROWS];
                let own = all.as_mut_ptr().cast::<R>().add(share.first);
                own.copy_from_nonoverlapping(results, share.count);
                all_rows(indices, values, step, rows, all.as_mut_ptr().cast());
                results.copy_from_nonoverlapping(own, share.count);
            } else {
                own_rows(indices, values, step, &share, results);
            }
        });
    }
}

/// The most rows of which a task stores all, and keeps its own.
const FEW_ROWS: usize = 1024;
/// The most rows of a task that are looked for from the last index on.
const FEW_SOUGHT: usize = 4096;

/// Goes backwards through some of the indices until each row of the share has its last value. Returns whether all of
/// them have. If not, rows may have values that are not their old ones, but those that they get last.
///
/// # Safety
/// As for [`own_rows`].
unsafe fn last_of_each<I: Index, R: Copy>(
    indices: &[I],
    values: *const R,
    step: usize,
    share: &Share,
    results: *mut R,
) -> bool {
    let count = share.count;
    // Of indices at random, all rows are among so many. An eighth of all indices takes little time beside all.
    let most = (16 * count.min(FEW_SOUGHT) + 64).min(indices.len() / 8);
    if count > FEW_SOUGHT || most < count {
        return false;
    }
    let (mut found, mut left) = ([0u64; FEW_SOUGHT / 64], count);
    for (k, index) in indices.iter().enumerate().rev().take(most) {
        let row = index.number().wrapping_sub(share.first);
        if row < count && found[row / 64] >> (row % 64) & 1 == 0 {
            found[row / 64] |= 1 << (row % 64);
            // SAFETY: promised by the caller: the row is one of the share.
            unsafe { results.add(row).write(values.add(k * step).read()) };
            left -= 1;
            if left == 0 {
                return true;
            }
        }
    }
    false
}

/// Stores the values of all indices.
///
/// # Safety
/// There is a row of values for each index, or one if `step` is 0. There are `rows` rows at `results`, which overlap
/// nothing.
#[inline(always)]
unsafe fn all_rows<I: Index, R: Copy>(
    indices: &[I],
    values: *const R,
    step: usize,
    rows: usize,
    results: *mut R,
) {
    for (k, index) in indices.iter().enumerate() {
        if index.number() < rows {
            // SAFETY: promised by the caller.
            unsafe { results.add(index.number()).write(values.add(k * step).read()) };
        }
    }
}

/// Stores the values whose indices are in the share.
///
/// # Safety
/// There is a row of values for each index, or one if `step` is 0. There are rows for all of the share at `results`,
/// which overlap nothing.
#[inline(always)]
unsafe fn own_rows<I: Index, R: Copy>(
    indices: &[I],
    values: *const R,
    step: usize,
    share: &Share,
    results: *mut R,
) {
    let mut elsewhere = MaybeUninit::<R>::uninit();
    let places = [elsewhere.as_mut_ptr(), results];
    for (k, index) in indices.iter().enumerate() {
        let row = index.number().wrapping_sub(share.first);
        // There is no branch, because nothing predicts which task an index belongs to. (A selection between two
        // pointers becomes a branch.)
        let is_own = usize::from(row < share.count);
        // SAFETY: promised by the caller: the row is one of the share, or the first one `elsewhere`.
        unsafe {
            let to = places[is_own].add(row & is_own.wrapping_neg());
            to.write(values.add(k * step).read());
        }
    }
}

/// The same for rows of any number of columns.
///
/// # Safety
/// As for [`segment_store`].
unsafe fn rows<I: Index, T: Copy>(args: &CpuArgs, begin: usize, end: usize, columns: usize) {
    // SAFETY: as in `short_rows`, with `columns` elements for each row.
    unsafe {
        let (indices, values, old) =
            (buffer::<I>(args, 0), buffer::<T>(args, 1), buffer::<T>(args, 2));
        let step = step(args) * columns;
        shares(args, begin, end, |share| {
            let results = buffer::<T>(args, 3).add(share.point * columns);
            let old = old.add(share.first * columns);
            results.copy_from_nonoverlapping(old, share.count * columns);
            for k in share.elements.clone() {
                let row = indices.add(k).read().number().wrapping_sub(share.first);
                if row < share.count {
                    let from = values.add(k * step);
                    results.add(row * columns).copy_from_nonoverlapping(from, columns);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs all rows in tasks of `task` rows, and compares them with a loop over the indices.
    #[track_caller]
    fn check<I: Index>(indices: &[I], [rows, columns, of_values, task]: [usize; 4]) {
        let values: Vec<u32> = (0..(of_values * columns) as u32).map(|k| k + 1_000_000).collect();
        let old: Vec<u32> = (0..(rows * columns) as u32).collect();
        let mut expected = old.clone();
        for (k, index) in indices.iter().enumerate() {
            if index.number() < rows {
                let from = if of_values == 1 { 0 } else { k * columns };
                expected[index.number() * columns..][..columns]
                    .copy_from_slice(&values[from..][..columns]);
            }
        }
        let mut results = vec![u32::MAX; rows * columns];
        let buffers: [*mut u8; 4] = [
            indices.as_ptr().cast_mut().cast(),
            values.as_ptr().cast_mut().cast(),
            old.as_ptr().cast_mut().cast(),
            results.as_mut_ptr().cast(),
        ];
        let sizes = [indices.len(), rows, columns, 1, of_values].map(|n| n as i64);
        let args = crate::routines::arguments(&buffers, &sizes, None);
        for begin in (0..rows).step_by(task) {
            // SAFETY: the arrays are as long as the sizes say.
            unsafe { segment_store::<I, u32>(&args, begin, rows.min(begin + task)) };
        }
        assert_eq!(results, expected, "{} {:?}", indices.len(), [rows, columns, of_values, task]);
    }

    #[test]
    fn the_last_of_equal_indices_counts() {
        let count = if cfg!(miri) { 300 } else { 5003 };
        for n in [0, 1, 2, 255, 256, count] {
            for rows in [1_usize, 3, 40, 700] {
                let spread = rows as i64 + 3;
                // Each row is named, or the first one is not.
                for least in [-1, 1] {
                    let index = |k: i64| (k * 7919 % spread - 1).max(least);
                    let indices: Vec<i64> = (0..n as i64).map(index).collect();
                    for columns in 1..=6 {
                        for task in [rows.div_ceil(3), rows.div_ceil(2), rows] {
                            check(&indices, [rows, columns, n, task]);
                            check(&indices, [rows, columns, 1, task]);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn indices_of_all_types_are_told_apart() {
        check(&[1_i8, -1, 0, i8::MIN, 1], [2, 1, 5, 1]);
        check(&[1_u8, 255, 0, 2, 1], [2, 3, 5, 2]);
        check(&[1_u64, u64::MAX, 0, 2, 1], [2, 5, 5, 1]);
    }
}
