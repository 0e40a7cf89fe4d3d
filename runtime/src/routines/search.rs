//! Places of values in ascending rows.

use super::{Ordered, buffer, size};
use crate::plan::CpuArgs;
use std::hint::select_unpredictable;

/// For the values `begin..end`: how many elements of the row that a value belongs to come before it, or
/// (`RIGHT`) before and at it. Buffers: the rows, the values, the results; sizes: the length of a row, how
/// many values belong to each. Rows that are not ascending give some number of at most that length.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn search<T: Ordered, const RIGHT: bool>(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: promised by the caller: the first buffer holds the rows of all values before `end`, the others
    // those values and their results, and nothing else uses these results.
    unsafe {
        let (n, per_row) = (size(args, 0), size(args, 1));
        let (rows, values) = (buffer::<T>(args, 0), buffer::<T>(args, 1));
        let places = buffer::<i64>(args, 2);
        for k in begin..end {
            let row = std::slice::from_raw_parts(rows.add(k / per_row * n), n);
            let place = place::<T, RIGHT>(row, *values.add(k));
            places.add(k).write(place as i64);
        }
    }
}

/// Rows of so many elements stay in the first cache.
const IN_CACHE: usize = 4096;

/// The same search on every executor, so that they agree on rows that are not ascending.
fn place<T: Ordered, const RIGHT: bool>(row: &[T], value: T) -> usize {
    let (mut low, mut high) = (0, row.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let before = if RIGHT { !value.before(row[middle]) } else { row[middle].before(value) };
        if row.len() > IN_CACHE {
            // A guess of the processor loads the next element before this one is there.
            (low, high) = if before { (middle + 1, high) } else { (low, middle) };
        } else {
            // Every other guess is wrong.
            low = select_unpredictable(before, middle + 1, low);
            high = select_unpredictable(before, high, middle);
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_before_or_after_equal_elements() {
        let row = [1.0, 2.0, 2.0, f64::NAN];
        let left = [0.0, 2.0, 3.0, f64::NAN].map(|x| place::<f64, false>(&row, x));
        assert_eq!(left, [0, 1, 3, 3]);
        let right = [0.0, 2.0, 3.0, f64::NAN].map(|x| place::<f64, true>(&row, x));
        assert_eq!(right, [0, 3, 3, 4]);
        assert_eq!(place::<u8, false>(&[], 1), 0);
    }

    #[test]
    fn long_rows_are_searched_alike() {
        let row: Vec<i32> = (0..2 * IN_CACHE as i32).map(|k| k / 3 * 2).collect();
        for value in (-1..=row[row.len() - 1] + 1).step_by(if cfg!(miri) { 997 } else { 1 }) {
            let [left, right] = [
                row.partition_point(|element| *element < value),
                row.partition_point(|element| *element <= value),
            ];
            assert_eq!(place::<_, false>(&row, value), left, "{value}");
            assert_eq!(place::<_, true>(&row, value), right, "{value}");
        }
    }
}
