//! Sorts rows of few elements, many rows side by side: each lane is one row, and all lanes go through one network of
//! comparisons.

use super::super::Ordered;
use super::{Key, Work, widely};
use std::ops::Range;

/// The number of rows that are sorted side by side.
const LANES: usize = 16;
/// The most elements of a row.
pub(super) const MOST: usize = 16;
/// The number of comparisons in the network of the longest rows.
const COMPARISONS: usize = 63;

/// The elements at one place of all rows.
type Lanes<K> = [K; LANES];

/// Batcher's merge of odd and even elements, for rows of `n`.
struct Network {
    pairs: [(u8, u8); COMPARISONS],
    count: usize,
}

impl Network {
    fn new(n: usize) -> Network {
        let mut network = Network { pairs: [(0, 0); COMPARISONS], count: 0 };
        let top = n.next_power_of_two() / 2;
        let mut p = top;
        while p > 0 {
            let (mut q, mut r, mut d) = (top, 0, p);
            loop {
                for i in (0..n.saturating_sub(d)).filter(|i| i & p == r) {
                    network.pairs[network.count] = (i as u8, (i + d) as u8);
                    network.count += 1;
                }
                if q == p {
                    break;
                }
                (d, q, r) = (q - p, q / 2, p);
            }
            p /= 2;
        }
        network
    }

    /// Calls `f` with each pair of places that are compared.
    #[inline(always)]
    fn each(&self, mut f: impl FnMut(usize, usize)) {
        for (a, b) in &self.pairs[..self.count] {
            f(*a as usize % MOST, *b as usize % MOST);
        }
    }
}

/// Puts the lanes of two places in order.
#[inline(always)]
fn compare<K: Key>(x: &mut Lanes<K>, y: &mut Lanes<K>) {
    for (x, y) in x.iter_mut().zip(y) {
        (*x, *y) = ((*x).min(*y), (*x).max(*y));
    }
}

/// Sorts each lane.
#[inline(always)]
fn sort_lanes<K: Key>(network: &Network, keys: &mut [Lanes<K>; MOST]) {
    network.each(|a, b| {
        let (before, from) = keys.split_at_mut(b);
        compare(&mut before[a], &mut from[0]);
    });
}

/// The same for keys with their positions. Of equal keys, the one with the lesser position comes first.
#[inline(always)]
fn compare_pairs(
    (x, p): (&mut Lanes<u64>, &mut Lanes<u64>),
    (y, q): (&mut Lanes<u64>, &mut Lanes<u64>),
) {
    for k in 0..LANES {
        let less = (y[k] < x[k]) | ((y[k] == x[k]) & (q[k] < p[k]));
        (x[k], y[k]) = (if less { y[k] } else { x[k] }, if less { x[k] } else { y[k] });
        (p[k], q[k]) = (if less { q[k] } else { p[k] }, if less { p[k] } else { q[k] });
    }
}

#[inline(always)]
fn sort_pairs(
    network: &Network,
    keys: &mut [Lanes<u64>; MOST],
    positions: &mut [Lanes<u64>; MOST],
) {
    network.each(|a, b| {
        let (keys_before, keys_from) = keys.split_at_mut(b);
        let (before, from) = positions.split_at_mut(b);
        compare_pairs((&mut keys_before[a], &mut before[a]), (&mut keys_from[0], &mut from[0]));
    });
}

/// Calls `f` with the rows, batch by batch.
fn each_batch(rows: usize, mut f: impl FnMut(Range<usize>)) {
    (0..rows).step_by(LANES).for_each(|first| f(first..rows.min(first + LANES)));
}

/// Applies `of` to the elements of some rows of `n`, and puts the results into lanes. Lanes without a row keep their
/// values.
#[inline(always)]
fn to_lanes<T: Copy, K: Copy>(
    x: &[T],
    n: usize,
    lanes: &mut [Lanes<K>; MOST],
    of: impl Fn(usize, T) -> K,
) {
    for (lane, row) in x.chunks_exact(n).enumerate().take(LANES) {
        for (k, e) in row.iter().enumerate().take(MOST) {
            lanes[k][lane] = of(k, *e);
        }
    }
}

/// Some rows of `n` elements, and the network that sorts them.
struct Batch<'a, T> {
    x: &'a [T],
    n: usize,
    network: &'a Network,
}

/// Sorts the images of a batch's elements. Returns whether some equal elements may have different bits.
struct Images<'a, T: Ordered>(Batch<'a, T>, &'a mut [Lanes<T::Image>; MOST]);

impl<T: Ordered> Work for Images<'_, T> {
    type Result = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Images(Batch { x, n, network }, images) = self;
        to_lanes(x, n, images, |_, e| T::Image::narrow(e.image()));
        sort_lanes(network, images);
        x.iter().fold(false, |any, e| any | e.has_equals())
    }
}

/// Sorts the positions of a batch's elements: of the least first, or (`DESCENDING`) of the largest. In the results, the
/// bits above a position may contain parts of keys.
struct Positions<'a, T, const DESCENDING: bool>(Batch<'a, T>, &'a mut [Lanes<u64>; MOST]);

impl<T: Ordered, const DESCENDING: bool> Work for Positions<'_, T, DESCENDING> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        // A key and, below it, its position are one number, if there is room.
        const POSITION: u32 = MOST.ilog2();
        let Positions(Batch { x, n, network }, positions) = self;
        let key = |e: T| if DESCENDING { !e.key().wide() } else { e.key().wide() };
        if <T::Key as Key>::BITS + POSITION <= u64::BITS {
            to_lanes(x, n, positions, |k, e| key(e) << POSITION | k as u64);
            return sort_lanes(network, positions);
        }
        for (k, positions) in positions.iter_mut().enumerate() {
            *positions = [k as u64; LANES];
        }
        let mut keys = [[0; LANES]; MOST];
        to_lanes(x, n, &mut keys, |_, e| key(e));
        sort_pairs(network, &mut keys, positions);
    }
}

/// Sorts rows of `n` elements, from 1 to [`MOST`]. `write` is called with each place, counted through all rows, and its
/// element. Returns whether some equal elements may have different bits.
pub(super) fn sort<T: Ordered>(x: &[T], n: usize, mut write: impl FnMut(usize, T)) -> bool {
    let network = &Network::new(n);
    let mut any = false;
    let mut images = [[T::Image::default(); LANES]; MOST];
    each_batch(x.len() / n, |rows| {
        let x = &x[rows.start * n..rows.end * n];
        any |= widely(Images(Batch { x, n, network }, &mut images));
        for (lane, row) in rows.enumerate() {
            for (k, images) in images[..n].iter().enumerate() {
                write(row * n + k, T::of_image(images[lane].wide()));
            }
        }
    });
    any
}

/// Finds the elements with some ranks. `write` is called with each row, the number of each rank, and its element.
pub(super) fn ranked<T: Ordered>(
    x: &[T],
    n: usize,
    ranks: &[usize],
    mut write: impl FnMut(usize, usize, T),
) {
    let network = &Network::new(n);
    let mut images = [[T::Image::default(); LANES]; MOST];
    each_batch(x.len() / n, |rows| {
        let x = &x[rows.start * n..rows.end * n];
        widely(Images(Batch { x, n, network }, &mut images));
        for (k, rank) in ranks.iter().enumerate() {
            for (row, image) in rows.clone().zip(images[*rank]) {
                write(row, k, T::of_image(image.wide()));
            }
        }
    });
}

/// Finds the positions that sort rows of `n` elements, from 1 to [`MOST`]. `write` is called with each place, counted
/// through all rows, and its position.
pub(super) fn argsort<T: Ordered>(x: &[T], n: usize, write: impl FnMut(usize, u64)) {
    top::<T, false>(x, n, n, write);
}

/// Finds the first `count` positions of those that sort rows of `n` elements, from 1 to [`MOST`], as
/// [`top`](fn@super::top) does. `write` is called with each place, counted through all rows, and its position.
pub(super) fn top<T: Ordered, const LARGEST: bool>(
    x: &[T],
    n: usize,
    count: usize,
    mut write: impl FnMut(usize, u64),
) {
    let network = &Network::new(n);
    let mut positions = [[0; LANES]; MOST];
    each_batch(x.len() / n, |rows| {
        let x = &x[rows.start * n..rows.end * n];
        widely(Positions::<T, LARGEST>(Batch { x, n, network }, &mut positions));
        for (lane, row) in rows.enumerate() {
            for (k, positions) in positions[..count].iter().enumerate() {
                write(row * count + k, positions[lane] % MOST as u64);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network that sorts all rows of zeros and ones sorts everything.
    #[test]
    fn networks_sort() {
        for n in 1..=MOST {
            let network = Network::new(n);
            for bits in 0..1u32 << n {
                let mut x = bits;
                network.each(|a, b| {
                    let swapped = x >> a & 1 & !(x >> b);
                    x ^= swapped << a | swapped << b;
                });
                let ones = bits.count_ones();
                assert_eq!(x, ((1 << ones) - 1) << (n as u32 - ones), "{n}");
            }
        }
    }
}
