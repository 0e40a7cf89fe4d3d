//! Sorts rows of few different numbers that lie close together: it suffices to count how often each number occurs.

use super::super::Ordered;
use super::range::KeyRange;
use super::spread::Pointer;
use super::{Key, side_by_side, wide};
use crate::cpu::prefetch::ask_to_write;
use crate::cpu::team::Team;
use std::ops::Range;
use std::sync::Mutex;

/// The number of keys that are looked at together.
const BLOCK: usize = 256;

/// The number of positions of sorted keys that are written together.
const PART: usize = 1 << 15;

/// Calls `f` with each position of the part, and with the number of its key. The least key has number 0.
#[inline(always)]
fn each_number<K: Key>(
    part: Range<usize>,
    keys: &impl Fn(usize, &mut [K]),
    range: &KeyRange,
    mut f: impl FnMut(usize, usize),
) {
    let (least, zeros) = (range.least, range.zeros());
    let most = range.numbers() - 1;
    let (mut block, mut numbers) = ([K::default(); BLOCK], [0u32; BLOCK]);
    for begin in part.clone().step_by(BLOCK) {
        let count = BLOCK.min(part.end - begin);
        let (block, numbers) = (&mut block[..count], &mut numbers[..count]);
        keys(begin, block);
        wide(|| {
            for (number, key) in numbers.iter_mut().zip(&*block) {
                *number = (key.wide().wrapping_sub(least) >> zeros).min(most) as u32;
            }
        });
        numbers.iter().enumerate().for_each(|(k, number)| f(begin + k, *number as usize));
    }
}

/// How often each number occurs in a part, from the least one on.
fn numbers_of_part<K: Key>(
    part: Range<usize>,
    keys: &impl Fn(usize, &mut [K]),
    range: &KeyRange,
) -> impl Iterator<Item = usize> {
    // As in `counts`.
    let mut counts = vec![[0usize; 4]; range.numbers() as usize];
    each_number(part, keys, range, |k, number| counts[number][k % 4] += 1);
    counts.into_iter().map(|counts| counts.iter().sum())
}

/// How often each number occurs, from the least one on.
fn numbers<K: Key>(
    n: usize,
    keys: &(impl Fn(usize, &mut [K]) + Sync),
    range: &KeyRange,
    team: Option<&Team>,
) -> Vec<usize> {
    let totals = Mutex::new(vec![0usize; range.numbers() as usize]);
    let part = n.div_ceil(team.map_or(1, Team::threads)).max(1);
    side_by_side(team, n.div_ceil(part), &|p| {
        let counts = numbers_of_part(p * part..n.min((p + 1) * part), keys, range);
        let mut totals = totals.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        for (total, counts) in totals.iter_mut().zip(counts) {
            *total += counts;
        }
    });
    totals.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Sorts keys with few different values into `to`. The arguments are those of [`super::spread::sort`].
///
/// # Safety
/// `to` has room for `n` keys, and nobody else uses it.
pub(super) unsafe fn keys<K: Key>(
    n: usize,
    keys: &(impl Fn(usize, &mut [K]) + Sync),
    range: &KeyRange,
    to: &Pointer<K>,
    team: Option<&Team>,
    finish: &(impl Fn(&mut [K]) + Sync),
) {
    let mut ends = numbers(n, keys, range, team);
    let mut sum = 0;
    for end in &mut ends {
        sum += *end;
        *end = sum;
    }
    side_by_side(team, n.div_ceil(PART), &|p| {
        let part = p * PART..n.min((p + 1) * PART);
        let mut begin = part.start;
        let first = ends.partition_point(|end| *end <= part.start);
        for (number, end) in ends.iter().enumerate().skip(first) {
            let key = K::narrow(range.least + ((number as u64) << range.zeros()));
            let end = (*end).min(part.end);
            // SAFETY: promised by the caller; parts are apart.
            (begin..end).for_each(|k| unsafe { to.write(k, key) });
            begin = end;
            if end == part.end {
                break;
            }
        }
        // SAFETY: as above; all of it is written, because there is a number for each position.
        finish(unsafe { to.part(part.start..begin) });
    });
}

/// The positions in a cache line.
const LINE: usize = 8;

/// A thread that looks for the places of positions should have so many of them for each number at least.
const PER_NUMBER: usize = 64;

/// The positions of keys with few different values, in ascending order of the keys. Equal keys stay in their order.
///
/// # Safety
/// `to` has room for `n` positions, and nobody else uses it.
pub(super) unsafe fn positions<K: Key>(
    n: usize,
    keys: &(impl Fn(usize, &mut [K]) + Sync),
    range: &KeyRange,
    to: &Pointer<u64>,
    team: Option<&Team>,
) {
    let all = range.numbers() as usize;
    let threads = team.map_or(1, Team::threads);
    let parts = threads.min(n / (all * PER_NUMBER).max(PART)).max(1);
    let part = n.div_ceil(parts).max(1);
    let of_part = |p: usize| p * part..n.min((p + 1) * part);
    // For each part, how often each number occurs, and then the place of the next one.
    let mut places = vec![0usize; parts * all];
    let rows = Pointer(places.as_mut_ptr());
    side_by_side(team, parts, &|p| {
        for (number, count) in numbers_of_part(of_part(p), keys, range).enumerate() {
            // SAFETY: each part has a row.
            unsafe { rows.write(p * all + number, count) };
        }
    });
    let mut sum = 0;
    for number in 0..all {
        for place in places[number..].iter_mut().step_by(all) {
            (sum, *place) = (sum + *place, sum);
        }
    }
    let rows = Pointer(places.as_mut_ptr());
    side_by_side(team, parts, &|p| {
        // SAFETY: as above.
        let places = unsafe { rows.part(p * all..(p + 1) * all) };
        each_number(of_part(p), keys, range, |k, number| {
            let place = &mut places[number];
            // Always true, because `keys` gives the same keys as before; but only the caller knows that.
            if *place < n {
                // SAFETY: promised by the caller; each place belongs to one element.
                unsafe { to.write(*place, k as u64) };
                *place += 1;
                // The next line of so many rows of places is not where a processor expects it.
                ask_to_write(to.from(*place + LINE).0);
            }
        });
    });
}

/// How often each image occurs, for elements of one or two bytes.
pub(super) fn counts<T: Ordered>(x: &[T]) -> Vec<usize> {
    // Neighbours are often equal. With one counter for both, the second would wait for the first.
    let mut counts = vec![[0usize; 4]; 1 << (8 * size_of::<T>())];
    let (groups, rest) = x.as_chunks::<4>();
    for group in groups {
        for (k, e) in group.iter().enumerate() {
            counts[e.image() as usize][k] += 1;
        }
    }
    rest.iter().for_each(|e| counts[e.image() as usize][0] += 1);
    counts.iter().map(|counts| counts.iter().sum()).collect()
}

/// Sorts a row of elements of one or two bytes. `write` is called with each place and its element.
pub(super) fn sort<T: Ordered>(x: &[T], mut write: impl FnMut(usize, T)) {
    let mut begin = 0;
    for (image, count) in counts(x).into_iter().enumerate() {
        (begin..begin + count).for_each(|k| write(k, T::of_image(image as u64)));
        begin += count;
    }
}

/// The elements with these ranks.
pub(super) fn select<T: Ordered, const COUNT: usize>(x: &[T], ranks: [usize; COUNT]) -> [T; COUNT] {
    let counts = counts(x);
    ranks.map(|rank| {
        let mut before = 0;
        let image = counts.iter().position(|count| {
            before += count;
            rank < before
        });
        T::of_image(image.unwrap_or(0) as u64)
    })
}
