//! Sorts long rows: all threads deal the keys into buckets that a cache holds, and then sort the buckets.

use super::{Key, cached, wide};
#[cfg(target_arch = "x86_64")]
use crate::cpu::isa::Isa;
use crate::cpu::team::Team;
use crate::routines::side_by_side;
use std::ops::Range;

/// Rows of fewer elements fit a cache as a whole.
const LONG: usize = 1 << 15;

/// From this number of elements on, a row is long for one thread. Partitions in registers are as quick as dealing keys.
fn long() -> usize {
    #[cfg(target_arch = "x86_64")]
    if Isa::selected() != Isa::Baseline {
        return usize::MAX;
    }
    LONG
}

/// The same for several threads.
const LONG_FOR_THREADS: usize = 1 << 13;
/// The number of keys that a bucket has, about.
const IN_BUCKET: usize = 4096;
/// The most buckets. A processor can write to this many side by side.
const MOST_BUCKETS: usize = 1024;
/// The numbers of bits of digits that are tried, the finest first.
const DIGITS: std::ops::RangeInclusive<u32> = 4..=16;

/// The number of elements whose keys and digits are computed together, in vectors.
const BLOCK: usize = 256;

/// Sorts keys into `to`.
///
/// - `keys` writes the keys of the elements from its first argument on, as many as there is room for.
/// - Keys that agree above the lowest `floor` bits must be given in ascending order of these bits.
/// - `finish` is called once for each part of `to` that is done. Keys that agree above these bits are in one part. It
///   may be called on keys before they are in `to`.
///
/// # Safety
/// `to` and `other`, which is scratch memory, have room for `n` keys, and nobody else uses them.
pub(super) unsafe fn sort<K: Key>(
    n: usize,
    keys: &(impl Fn(usize, &mut [K]) + Sync),
    [to, other]: [Pointer<K>; 2],
    floor: u32,
    team: Option<&Team>,
    finish: &(impl Fn(&mut [K]) + Sync),
) {
    if n <= cached::FEW {
        let few = &mut [K::default(); cached::FEW][..n];
        keys(0, few);
        cached::sort_few(few);
        finish(few);
        // SAFETY: promised by the caller.
        return unsafe { to.0.copy_from_nonoverlapping(few.as_ptr(), n) };
    }
    let threads = team.map_or(1, Team::threads);
    #[cfg(target_arch = "x86_64")]
    // SAFETY: promised by the caller.
    if unsafe { super::classes::sort(n, keys, &[to, other], floor, team, finish) } {
        return;
    }
    if n < if threads > 1 { LONG_FOR_THREADS } else { long() } {
        // SAFETY: promised by the caller; all of what becomes a slice is written.
        let (to, other) = unsafe {
            if cached::needs_scratch() {
                write(0..n, keys, [&to, &other]);
                (to.part(0..n), other.part(0..n))
            } else {
                write(0..n, keys, [&to]);
                (to.part(0..n), &mut [][..])
            }
        };
        cached::sort(to, other, floor);
        return finish(to);
    }
    let digits = Digits::of_sample(&|k| one(keys, k), n, floor);
    let chunk = n.div_ceil(threads);
    let chunks: Vec<Range<usize>> =
        (0..n).step_by(chunk).map(|begin| begin..n.min(begin + chunk)).collect();
    let mut places = digits.counts(&chunks, keys, team);
    let begins = places_of(&mut places, chunks.len(), digits.count());
    let places = Pointer(places.as_mut_ptr());
    side_by_side(team, chunks.len(), &|c| {
        // SAFETY: there are as many for each chunk, which nobody else looks at now.
        let places = unsafe { places.part(c * digits.count()..(c + 1) * digits.count()) };
        digits.each(chunks[c].clone(), keys, |_, key, digit| {
            let place = &mut places[digit];
            // SAFETY: keys were counted, so each has its own place.
            unsafe { other.write(*place, key) };
            *place += 1;
        });
    });
    let parts = parts(&begins);
    side_by_side(team, parts.len(), &|part| {
        for k in parts[part].clone() {
            let range = begins[k]..begins[k + 1];
            // SAFETY: buckets are apart, and each belongs to one part; all of `other` is written, and this bucket of
            // `to` before a slice is made.
            unsafe {
                let from = other.part(range.clone());
                to.from(range.start).0.copy_from_nonoverlapping(from.as_ptr(), range.len());
                let to = to.part(range);
                bucket(to, from, floor);
                finish(to);
            }
        }
    });
}

/// Replaces the counts of digits in each chunk by the places of the chunk's first keys with these digits. Returns the
/// places where the buckets begin that are not empty, and the end of the last one.
fn places_of(counts: &mut [usize], chunks: usize, digits: usize) -> Vec<usize> {
    let mut begins = Vec::with_capacity(digits + 1);
    let mut sum = 0;
    for digit in 0..digits {
        begins.push(sum);
        for c in 0..chunks {
            let place = &mut counts[c * digits + digit];
            (sum, *place) = (sum + *place, sum);
        }
    }
    begins.push(sum);
    begins.dedup();
    begins
}

/// Parts of neighbouring buckets that a thread sorts together: some thousand elements each.
fn parts(begins: &[usize]) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut first = 0;
    for k in 1..begins.len() {
        if begins[k] - begins[first] >= IN_BUCKET || k + 1 == begins.len() {
            parts.push(first..k);
            first = k;
        }
    }
    parts
}

/// Writes the keys of the range into all arrays, which need not have been initialised.
///
/// # Safety
/// They have room for them, and nobody else uses that.
pub(super) unsafe fn write<K: Key, const COUNT: usize>(
    range: Range<usize>,
    keys: &impl Fn(usize, &mut [K]),
    arrays: [&Pointer<K>; COUNT],
) {
    let mut block = [K::default(); BLOCK];
    for begin in range.clone().step_by(BLOCK) {
        let block = &mut block[..BLOCK.min(range.end - begin)];
        keys(begin, block);
        for array in arrays {
            // SAFETY: promised by the caller.
            unsafe { array.from(begin).0.copy_from_nonoverlapping(block.as_ptr(), block.len()) };
        }
    }
}

/// The key of one element.
pub(super) fn one<K: Key>(keys: &impl Fn(usize, &mut [K]), k: usize) -> K {
    let mut key = [K::default()];
    keys(k, &mut key);
    key[0]
}

/// Buckets of more keys fit no cache. They occur if most elements are near each other.
const LARGE: usize = 1 << 17;

/// Sorts keys that are in both arrays.
fn bucket<K: Key>(keys: &mut [K], other: &mut [K], floor: u32) {
    if wide(|| differing(keys)) >> floor == 0 {
        return;
    }
    if keys.len() > LARGE {
        dealt_again(keys, other, floor);
    } else {
        cached::sort(keys, other, floor);
    }
}

/// The bits in which some key differs from the first one.
#[inline(always)]
pub(super) fn differing<K: Key>(keys: &[K]) -> u64 {
    let first = keys[0].wide();
    keys.iter().fold(0, |all, key| all | (key.wide() ^ first))
}

/// Deals keys, which are in both arrays, by finer digits.
fn dealt_again<K: Key>(keys: &mut [K], other: &mut [K], floor: u32) {
    let digits = Digits::of_sample(&|k| other[k], keys.len(), floor);
    let mut begins = vec![0; digits.count() + 1];
    other.iter().for_each(|key| begins[digits.of(*key) + 1] += 1);
    for k in 0..digits.count() {
        begins[k + 1] += begins[k];
    }
    let mut places = begins.clone();
    for key in &*other {
        let place = &mut places[digits.of(*key)];
        keys[*place] = *key;
        *place += 1;
    }
    begins.dedup();
    for ends in begins.windows(2) {
        let range = ends[0]..ends[1];
        cached::sort(&mut keys[range.clone()], &mut other[range], floor);
    }
}

/// Memory, of which each thread uses a part.
#[derive(Clone, Copy)]
pub(in super::super) struct Pointer<T>(pub(in super::super) *mut T);

// SAFETY: users of a part promise that nobody else uses it.
unsafe impl<T: Send> Sync for Pointer<T> {}

impl<T> Pointer<T> {
    /// The memory from an element on.
    pub(in super::super) fn from(&self, first: usize) -> Pointer<T> {
        Pointer(self.0.wrapping_add(first))
    }

    /// # Safety
    /// The range is of the memory, and nobody else uses it.
    #[expect(clippy::mut_from_ref, reason = "parts are apart, as is promised")]
    pub(in super::super) unsafe fn part(&self, range: Range<usize>) -> &mut [T] {
        // SAFETY: promised by the caller.
        unsafe { std::slice::from_raw_parts_mut(self.0.add(range.start), range.len()) }
    }

    /// # Safety
    /// The place is of the memory, and nobody else uses it.
    #[inline(always)]
    pub(in super::super) unsafe fn write(&self, place: usize, value: T) {
        // SAFETY: promised by the caller.
        unsafe { self.0.add(place).write(value) }
    }
}

/// The digits that choose the buckets: parts of the distance of keys from the least key of a sample.
pub(super) struct Digits {
    least: u64,
    shift: u32,
    /// The last bucket, which also has all keys above the sample's largest.
    last: u64,
}

impl Digits {
    /// Chooses digits by a sample. Keys that agree above the lowest `floor` bits have the same digit.
    pub(super) fn of_sample<K: Key>(key: &impl Fn(usize) -> K, n: usize, floor: u32) -> Digits {
        let count = (n / 64).clamp(1, 4096);
        let step = n / count;
        // The positions have no period, because elements may have one, too.
        let mut sample: Vec<u64> =
            (0..count).map(|k| key(k * step + k * 7919 % step).wide()).collect();
        sample.sort_unstable();
        let least = sample[0] >> floor << floor;
        let largest = sample[count - 1] - least;
        let most = (n / IN_BUCKET).clamp(8, MOST_BUCKETS);
        let with = |bits: u32| {
            let shift = (u64::BITS - largest.leading_zeros()).saturating_sub(bits).max(floor);
            Digits { least, shift, last: largest >> shift }
        };
        let few = |digits: &Digits| {
            let mut of_sample: Vec<u64> =
                sample.iter().map(|key| (key - digits.least) >> digits.shift).collect();
            of_sample.dedup();
            of_sample.len() <= most
        };
        DIGITS.rev().map(with).find(few).unwrap_or_else(|| with(*DIGITS.start()))
    }

    pub(super) fn count(&self) -> usize {
        self.last as usize + 1
    }

    #[inline(always)]
    fn of(&self, key: impl Key) -> usize {
        (key.wide().saturating_sub(self.least) >> self.shift).min(self.last) as usize
    }

    /// Calls `f` with each element of the range, its key and its digit.
    #[inline(always)]
    pub(super) fn each<K: Key>(
        &self,
        range: Range<usize>,
        keys: &impl Fn(usize, &mut [K]),
        mut f: impl FnMut(usize, K, usize),
    ) {
        let (mut block, mut numbers) = ([K::default(); BLOCK], [0u32; BLOCK]);
        for begin in range.clone().step_by(BLOCK) {
            let count = BLOCK.min(range.end - begin);
            let (block, numbers) = (&mut block[..count], &mut numbers[..count]);
            keys(begin, block);
            wide(|| {
                for (number, key) in numbers.iter_mut().zip(&*block) {
                    *number = self.of(*key) as u32;
                }
            });
            for (k, (key, number)) in block.iter().zip(&*numbers).enumerate() {
                f(begin + k, *key, *number as usize);
            }
        }
    }

    /// How often each digit occurs in each chunk.
    pub(super) fn counts<K: Key>(
        &self,
        chunks: &[Range<usize>],
        keys: &(impl Fn(usize, &mut [K]) + Sync),
        team: Option<&Team>,
    ) -> Vec<usize> {
        let mut counts = vec![0usize; chunks.len() * self.count()];
        let all = Pointer(counts.as_mut_ptr());
        side_by_side(team, chunks.len(), &|c| {
            // SAFETY: there are as many for each chunk, which nobody else looks at.
            let counts = unsafe { all.part(c * self.count()..(c + 1) * self.count()) };
            self.each(chunks[c].clone(), keys, |_, _: K, digit| counts[digit] += 1);
        });
        counts
    }
}
