//! Binary searches: the places of values in ascending rows.
//!
//! Where there are as many values as elements, elements are first counted by the leading bits of their keys. If they
//! are spread evenly, only a few elements are left to search for each value.

mod windows;

use super::sorting::Key;
use super::{Ordered, buffer, size};
use crate::plan::CpuArgs;
use std::hint::select_unpredictable;
pub use windows::Windowed;

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
    if row.len() >= COUNTED_FROM
        && values.len() >= row.len()
        && let Some(buckets) = Buckets::new(row)
    {
        // SAFETY: promised by the caller.
        return unsafe { of_buckets::<T, RIGHT>(row, &buckets, values, places) };
    }
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

/// Rows of fewer elements take no more steps than they save.
const COUNTED_FROM: usize = 256;
/// A search in a bucket has to save this many steps of a search in the row.
const SAVED: u32 = 4;

/// The elements of an ascending row by the leading bits of their keys: where those of each bucket begin.
struct Buckets {
    least: u64,
    /// The number of bits of a key, less the least one, that tell nothing of its bucket.
    shift: u32,
    /// For each bucket its first place, and after all buckets the length of the row.
    starts: Vec<u32>,
    /// The elements of the largest bucket.
    most: usize,
    /// The steps of a search in that bucket.
    steps: u32,
}

impl Buckets {
    /// `None` if the row does not ascend, or if a bucket has so many elements that nothing is gained.
    fn new<T: Ordered>(row: &[T]) -> Option<Buckets> {
        let key = |element: &T| element.key().wide();
        let length = u32::try_from(row.len()).ok()?;
        let (least, largest) = (key(row.first()?), key(row.last()?));
        let width = u64::BITS - largest.checked_sub(least)?.leading_zeros();
        let bits = usize::BITS - row.len().leading_zeros();
        let shift = width.saturating_sub(bits);
        let mut starts = vec![0; ((largest - least) >> shift) as usize + 2];
        let (mut before, mut ascends) = (least, true);
        let last = starts.len() - 2;
        for (place, element) in (1..=length).zip(row) {
            let key = key(element);
            ascends &= before <= key;
            before = key;
            // A key of a row that does not ascend may have no bucket.
            let bucket = (key.wrapping_sub(least) >> shift) as usize;
            starts[bucket.min(last) + 1] = place;
        }
        let (mut start, mut most) = (0, 0);
        for end in &mut starts {
            *end = start.max(*end);
            most = most.max(*end - start);
            start = *end;
        }
        let steps = u32::BITS - most.leading_zeros();
        (ascends && steps + SAVED <= bits).then_some(Buckets {
            least,
            shift,
            starts,
            most: most as usize,
            steps,
        })
    }

    /// The places of a bucket's elements, for a key between theirs.
    #[inline(always)]
    fn of(&self, key: u64) -> [usize; 2] {
        let bucket = (key.saturating_sub(self.least) >> self.shift) as usize;
        // Keys beyond all elements come after those of the last bucket.
        let bucket = bucket.min(self.starts.len() - 2);
        [self.starts[bucket] as usize, self.starts[bucket + 1] as usize]
    }
}

/// The places of values in a row with buckets.
///
/// # Safety
/// There is room for as many places, which overlap nothing.
unsafe fn of_buckets<T: Ordered, const RIGHT: bool>(
    row: &[T],
    buckets: &Buckets,
    values: &[T],
    places: *mut i64,
) {
    if let Some(count) = windows::count(row, buckets) {
        // SAFETY: promised by the caller, and just seen.
        return unsafe { windows::places::<T, RIGHT>(row, (buckets, count), values, places) };
    }
    let (groups, rest) = values.as_chunks::<TOGETHER>();
    let write = |k: usize, place: usize| {
        // SAFETY: promised by the caller, for each value.
        unsafe { places.add(k).write(place as i64) };
    };
    for (g, group) in groups.iter().enumerate() {
        for (k, found) in in_buckets::<T, RIGHT, TOGETHER>(row, buckets, group).iter().enumerate() {
            write(g * TOGETHER + k, *found);
        }
    }
    for (k, value) in rest.iter().enumerate() {
        let [found] = in_buckets::<T, RIGHT, 1>(row, buckets, &[*value]);
        write(groups.len() * TOGETHER + k, found);
    }
}

/// The number of elements before each of some values. All take the same number of steps.
#[inline(always)]
fn in_buckets<T: Ordered, const RIGHT: bool, const COUNT: usize>(
    row: &[T],
    buckets: &Buckets,
    values: &[T; COUNT],
) -> [usize; COUNT] {
    let (mut keys, mut places, mut ends) = ([values[0].key(); COUNT], [0; COUNT], [0; COUNT]);
    for k in 0..COUNT {
        keys[k] = values[k].key();
        [places[k], ends[k]] = buckets.of(keys[k].wide());
    }
    for step in (0..buckets.steps).rev() {
        let half = 1 << step;
        for k in 0..COUNT {
            let next = places[k] + half;
            let element = row[(next - 1).min(row.len() - 1)].key();
            let before = if RIGHT { element <= keys[k] } else { element < keys[k] };
            places[k] = select_unpredictable(before & (next <= ends[k]), next, places[k]);
        }
    }
    places
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
    use crate::cpu::isa::Isa;

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
    fn buckets_change_no_place() {
        let count = if cfg!(miri) { 300 } else { 5000 };
        let spread = |k: u64| k.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17);
        let values: Vec<u64> = (0..2 * count).map(spread).collect();
        let mut row = values[..count as usize].to_vec();
        row.sort_unstable();
        let buckets = Buckets::new(&row).unwrap();
        let has_avx2 =
            cfg!(target_arch = "x86_64") && !cfg!(miri) && Isa::selected() != Isa::Baseline;
        assert_eq!(windows::count(&row, &buckets).is_some(), has_avx2);
        check_both(&row, &values);
        let signed = |x: &[u64]| x.iter().map(|x| *x as i64).collect::<Vec<_>>();
        let mut row_of_signed = signed(&row);
        row_of_signed.sort_unstable();
        check_both(&row_of_signed, &signed(&values));
        // With equal elements, zeros of both signs, infinities and NaNs.
        let float = |x: &u64| match x % 8 {
            0 => -0.0,
            1 => 0.0,
            2 => f64::NAN,
            3 => f64::INFINITY,
            _ => (*x as f64) / 2f64.powi(64) - 0.5,
        };
        let floats: Vec<f64> = values.iter().map(float).collect();
        let mut row: Vec<f64> = floats.iter().copied().filter(|x| x.is_finite()).collect();
        row.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap());
        let few: Vec<f64> =
            row.iter().copied().filter(|x| *x != 0.0 || x.is_sign_negative()).collect();
        check_both(&row, &floats);
        check_both(&few, &floats);
        let narrow: Vec<f32> = row.iter().map(|x| *x as f32).collect();
        check_both(&narrow, &floats.iter().map(|x| *x as f32).collect::<Vec<_>>());
        // Neighbours, a bucket with nearly all, and rows that no bucket helps.
        let numbers: Vec<u32> = (7..7 + count as u32).collect();
        check_both(&numbers, &(0..2 * count as u32).collect::<Vec<_>>());
        let mut far = numbers.clone();
        far.push(u32::MAX);
        assert!(Buckets::new(&far).is_none());
        check_both(&far, &(0..2 * count as u32).collect::<Vec<_>>());
        assert!(Buckets::new(&vec![5u8; 1000]).is_none());
        far.swap(3, 200);
        assert!(Buckets::new(&far[..count as usize]).is_none());
    }

    /// Compares with the search of one value, which uses no buckets.
    #[track_caller]
    fn check_both<T: Ordered>(row: &[T], values: &[T]) {
        let left: Vec<i64> = values.iter().map(|x| place::<T, false>(row, *x) as i64).collect();
        let right: Vec<i64> = values.iter().map(|x| place::<T, true>(row, *x) as i64).collect();
        assert!(places::<_, false>(row, values) == left);
        assert!(places::<_, true>(row, values) == right);
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
