//! Rows of small numbers: how often each occurs says all.

use super::super::Ordered;
use super::Key;
use super::range::KeyRange;
use super::spread::Pointer;

/// Keys that are looked at together.
const BLOCK: usize = 256;

/// Calls `f` with each position and the number, from the least on, that its key is.
#[inline(always)]
fn each_number<K: Key>(
    n: usize,
    keys: &impl Fn(usize, &mut [K]),
    range: &KeyRange,
    mut f: impl FnMut(usize, usize),
) {
    let (least, zeros) = (range.least, range.zeros());
    let most = range.numbers() - 1;
    let mut block = [K::default(); BLOCK];
    for begin in (0..n).step_by(BLOCK) {
        let block = &mut block[..BLOCK.min(n - begin)];
        keys(begin, block);
        for (k, key) in block.iter().enumerate() {
            f(begin + k, (key.wide().wrapping_sub(least) >> zeros).min(most) as usize);
        }
    }
}

/// How often each number occurs, from the least on.
fn numbers<K: Key>(n: usize, keys: &impl Fn(usize, &mut [K]), range: &KeyRange) -> Vec<usize> {
    // As in `counts`.
    let mut counts = vec![[0usize; 4]; range.numbers() as usize];
    each_number(n, keys, range, |k, number| counts[number][k % 4] += 1);
    counts.iter().map(|counts| counts.iter().sum()).collect()
}

/// Sorts keys, of which there are few, into `to`. The arguments are those of [`super::spread::sort`].
///
/// # Safety
/// `to` has room for `n` keys, and nobody else uses it.
pub(super) unsafe fn keys<K: Key>(
    n: usize,
    keys: &impl Fn(usize, &mut [K]),
    range: &KeyRange,
    to: &Pointer<K>,
    finish: &impl Fn(&mut [K]),
) {
    let mut begin = 0;
    for (number, count) in numbers(n, keys, range).into_iter().enumerate() {
        let key = K::narrow(range.least + ((number as u64) << range.zeros()));
        // SAFETY: promised by the caller; all of it is written before a slice is made.
        unsafe {
            (begin..begin + count).for_each(|k| to.write(k, key));
            finish(to.part(begin..begin + count));
        }
        begin += count;
    }
}

/// The positions of keys, of which there are few, in ascending order, equal ones as they stand.
///
/// # Safety
/// `to` has room for `n` positions, and nobody else uses it.
pub(super) unsafe fn positions<K: Key>(
    n: usize,
    keys: &impl Fn(usize, &mut [K]),
    range: &KeyRange,
    to: &Pointer<u64>,
) {
    let mut places = numbers(n, keys, range);
    let mut sum = 0;
    for place in &mut places {
        (sum, *place) = (sum + *place, sum);
    }
    each_number(n, keys, range, |k, number| {
        let place = &mut places[number];
        // `keys` gives the same as before, but only who calls it knows that.
        if *place < n {
            // SAFETY: promised by the caller.
            unsafe { to.write(*place, k as u64) };
            *place += 1;
        }
    });
}

/// How often each image occurs, of elements of one or two bytes.
pub(super) fn counts<T: Ordered>(x: &[T]) -> Vec<usize> {
    // Neighbours are often equal: with one counter for both the second would wait for the first.
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

/// Sorts a row whose elements have few images. `write` is called with each place and its element.
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
