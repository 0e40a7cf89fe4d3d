//! Rows of small numbers: how often each occurs says all.

use super::super::Ordered;

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
