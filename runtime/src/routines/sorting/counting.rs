//! Rows of small numbers: how often each occurs says all.

use super::super::Ordered;

/// Sorts a row whose elements have few images. `write` is called with each place and its element.
pub(super) fn sort<T: Ordered>(x: &[T], mut write: impl FnMut(usize, T)) {
    let count = 1 << (8 * size_of::<T>());
    // Neighbours are often equal: with one counter for both the second would wait for the first.
    let mut counts = vec![[0usize; 4]; count];
    let (groups, rest) = x.as_chunks::<4>();
    for group in groups {
        for (k, e) in group.iter().enumerate() {
            counts[e.image() as usize][k] += 1;
        }
    }
    rest.iter().for_each(|e| counts[e.image() as usize][0] += 1);
    let mut begin = 0;
    for (image, counts) in counts.iter().enumerate() {
        let end = begin + counts.iter().sum::<usize>();
        (begin..end).for_each(|k| write(k, T::of_image(image as u64)));
        begin = end;
    }
}
