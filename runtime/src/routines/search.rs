//! Binary searches: the places of values in ascending rows.

use super::{Ordered, buffer, size};
use crate::plan::CpuArgs;
use std::hint::select_unpredictable;

/// For each of the values `begin..end`, the number of elements of its row that come before it, or (`RIGHT`) that do not
/// come after it. Buffers: the rows; the values; the results. Sizes: the length of a row; the number of values per row.
///
/// In a row that is not ascending, the result is some number of at most that length.
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
        let mut k = begin;
        while k < end {
            let number = k / per_row;
            let count = end.min((number + 1) * per_row) - k;
            let row = std::slice::from_raw_parts(rows.add(number * n), n);
            let values = std::slice::from_raw_parts(values.add(k), count);
            of_row::<T, RIGHT>(row, values, places.add(k));
            k += count;
        }
    }
}

/// The number of values that are searched at the same time, so that none waits for the loads of another one.
const TOGETHER: usize = 16;

/// # Safety
/// There is room for as many places, which overlap nothing.
unsafe fn of_row<T: Ordered, const RIGHT: bool>(row: &[T], values: &[T], places: *mut i64) {
    let (groups, rest) = values.as_chunks::<TOGETHER>();
    let write = |k: usize, place: usize| {
        // SAFETY: promised by the caller, for each value.
        unsafe { places.add(k).write(place as i64) };
    };
    for (g, group) in groups.iter().enumerate() {
        let found = match group.iter().fold(false, |any, value| any | value.is_unordered()) {
            true => group.map(|value| place::<T, RIGHT>(row, value)),
            // Quicker comparisons suffice, because no element before a value can be NaN.
            false => places_of(row, group, |element, value| match RIGHT {
                true => element <= value,
                false => element < value,
            }),
        };
        found.into_iter().enumerate().for_each(|(k, found)| write(g * TOGETHER + k, found));
    }
    for (k, value) in rest.iter().enumerate() {
        write(groups.len() * TOGETHER + k, place::<T, RIGHT>(row, *value));
    }
}

fn place<T: Ordered, const RIGHT: bool>(row: &[T], value: T) -> usize {
    let [place] = places_of(row, &[value], |element, value| match RIGHT {
        true => !value.before(element),
        false => element.before(value),
    });
    place
}

/// The number of elements before each of some values. All values take the same number of steps. Every executor searches
/// in the same way, so that they agree on rows that are not ascending.
#[inline(always)]
fn places_of<T: Copy, const COUNT: usize>(
    row: &[T],
    values: &[T; COUNT],
    before: impl Fn(T, T) -> bool,
) -> [usize; COUNT] {
    let mut places = [0; COUNT];
    let mut left = row.len();
    while left > 1 {
        let half = left / 2;
        for (place, value) in places.iter_mut().zip(values) {
            // SAFETY: a place and what is left after it are in the row.
            let element = unsafe { *row.get_unchecked(*place + half - 1) };
            *place = select_unpredictable(before(element, *value), *place + half, *place);
        }
        left -= half;
    }
    if left == 1 {
        for (place, value) in places.iter_mut().zip(values) {
            *place += usize::from(before(row[*place], *value));
        }
    }
    places
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

    fn places<T: Ordered, const RIGHT: bool>(row: &[T], values: &[T]) -> Vec<i64> {
        let mut places = vec![-1; values.len()];
        // SAFETY: they are as many.
        unsafe { of_row::<T, RIGHT>(row, values, places.as_mut_ptr()) };
        places
    }

    #[test]
    fn values_are_searched_alike_together() {
        for n in (0..40).chain(if cfg!(miri) { None } else { Some(10_000) }) {
            let row: Vec<i32> = (0..n).map(|k| k / 3 * 2).collect();
            let values: Vec<i32> = (-1..=n + 1).collect();
            let expected = |before: fn(i32, i32) -> bool| -> Vec<i64> {
                let place = |value: &i32| row.partition_point(|element| before(*element, *value));
                values.iter().map(|value| place(value) as i64).collect()
            };
            assert_eq!(places::<_, false>(&row, &values), expected(|a, b| a < b), "{n}");
            assert_eq!(places::<_, true>(&row, &values), expected(|a, b| a <= b), "{n}");
            // With NaNs at the end of the row, and among values.
            let mut floats: Vec<f64> = row.iter().map(|x| f64::from(*x)).collect();
            floats.extend([f64::NAN; 2]);
            let mut values: Vec<f64> = values.iter().map(|x| f64::from(*x)).collect();
            values.extend([0.5; 40]);
            let ordered =
                [places::<_, false>(&floats, &values), places::<_, true>(&floats, &values)];
            values[3] = f64::NAN;
            let mixed = [places::<_, false>(&floats, &values), places::<_, true>(&floats, &values)];
            for (k, place) in [i64::from(n), i64::from(n) + 2].into_iter().enumerate() {
                let mut expected = ordered[k].clone();
                expected[3] = place;
                assert_eq!(mixed[k], expected, "{n}");
            }
        }
    }

    #[test]
    fn rows_that_do_not_ascend_give_some_number() {
        let row: Vec<f64> = (0..100).map(|k| f64::from(k * 37 % 100)).collect();
        let values: Vec<f64> = (-1..=100).map(f64::from).collect();
        for place in [places::<_, false>(&row, &values), places::<_, true>(&row, &values)].concat()
        {
            assert!((0..=100).contains(&place));
        }
    }
}
