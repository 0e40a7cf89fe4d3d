//! The order of a long row, digit by digit of its elements' keys, from the lowest (a radix sort). The time grows with
//! the number of digits that differ anywhere in the row: indices below 1000 have one.

use super::Ordered;

/// As many bits as a digit may have. The ends of all 2^11 buckets stay in the first cache.
const MOST_BITS: u32 = 11;
const BUCKETS: usize = 1 << MOST_BITS;

/// Numbers in the order of the elements that they stand for.
pub trait Key:
    Copy + Default + Ord + std::ops::BitAnd<Output = Self> + std::ops::BitOr<Output = Self>
{
    /// All bits set.
    const ALL: Self;

    /// The key as a number of 64 bits.
    fn wide(self) -> u64;

    /// A position in a row, if it fits.
    fn from_position(position: usize) -> Option<Self>;
}

macro_rules! key {
    ($($key:ty)*) => {
        $(impl Key for $key {
            const ALL: Self = <$key>::MAX;

            #[inline(always)]
            fn wide(self) -> u64 {
                u64::from(self)
            }

            #[inline(always)]
            fn from_position(position: usize) -> Option<Self> {
                position.try_into().ok()
            }
        })*
    };
}

key!(u32 u64);

/// Some bits of a key.
#[derive(Clone, Copy)]
struct Digit {
    lowest: u32,
    bits: u32,
}

impl Digit {
    #[inline(always)]
    fn of(self, key: impl Key) -> usize {
        ((key.wide() >> self.lowest) & ((1 << self.bits) - 1)) as usize % BUCKETS
    }
}

/// An element's key and where it stood.
type Pair<K> = [K; 2];

/// Writes the positions of the elements in ascending order, equal ones as they stand. Returns `false`, and writes nothing,
/// where memory is short or positions do not fit.
pub(super) fn sort<T: Ordered>(x: &[T], positions: &mut [i64]) -> bool {
    debug_assert_eq!(x.len(), positions.len());
    let digits = digits(x);
    let Some((last, others)) = digits.split_last() else {
        (0..).zip(positions).for_each(|(k, position)| *position = k);
        return true;
    };
    if T::Key::from_position(x.len()).is_none() {
        return false;
    }
    let elements =
        x.iter().enumerate().map(|(k, e)| [e.key(), T::Key::from_position(k).unwrap_or_default()]);
    let Some((first, others)) = others.split_first() else {
        deal(elements, starts(x, *last), *last, |to, pair| positions[to] = pair[1].wide() as i64);
        return true;
    };
    let (Some(mut from), Some(mut into)) =
        (pairs(x.len()), pairs(if others.is_empty() { 0 } else { x.len() }))
    else {
        return false;
    };
    deal(elements, starts(x, *first), *first, |to, pair| from[to] = pair);
    for digit in others {
        deal(from.iter().copied(), starts(x, *digit), *digit, |to, pair| into[to] = pair);
        std::mem::swap(&mut from, &mut into);
    }
    deal(from.into_iter(), starts(x, *last), *last, |to, pair| {
        positions[to] = pair[1].wide() as i64
    });
    true
}

/// The digits by which keys of the row differ, from the lowest.
fn digits<T: Ordered>(x: &[T]) -> Vec<Digit> {
    let (mut all, mut any) = (T::Key::ALL, T::Key::default());
    for e in x {
        let key = e.key();
        (all, any) = (all & key, any | key);
    }
    let differing = any.wide() & !all.wide();
    if x.is_empty() || differing == 0 {
        return Vec::new();
    }
    let (lowest, end) = (differing.trailing_zeros(), u64::BITS - differing.leading_zeros());
    let count = (end - lowest).div_ceil(MOST_BITS);
    let bits = (end - lowest).div_ceil(count);
    (0..count).map(|k| Digit { lowest: lowest + k * bits, bits }).collect()
}

/// Where the elements with each value of a digit begin.
fn starts<T: Ordered>(x: &[T], digit: Digit) -> [usize; BUCKETS] {
    // Neighbours are often equal: with one counter for both the second would wait for the first.
    let mut counts = [[0u32; BUCKETS]; 2];
    let mut total = [0usize; BUCKETS];
    // Fewer elements than a counter can count.
    for part in x.chunks(1 << 30) {
        for two in part.chunks(2) {
            for (counts, e) in counts.iter_mut().zip(two) {
                counts[digit.of(e.key())] += 1;
            }
        }
        for (k, total) in total.iter_mut().enumerate() {
            *total += (counts[0][k] + counts[1][k]) as usize;
        }
        counts = [[0; BUCKETS]; 2];
    }
    let mut sum = 0;
    total.map(|count| {
        sum += count;
        sum - count
    })
}

/// Puts each pair at the next place of its bucket.
#[inline(always)]
fn deal<K: Key>(
    pairs: impl Iterator<Item = Pair<K>>,
    mut next: [usize; BUCKETS],
    digit: Digit,
    mut put: impl FnMut(usize, Pair<K>),
) {
    for pair in pairs {
        let place = &mut next[digit.of(pair[0])];
        put(*place, pair);
        *place += 1;
    }
}

fn pairs<K: Key>(count: usize) -> Option<Vec<Pair<K>>> {
    let mut pairs = Vec::new();
    pairs.try_reserve_exact(count).ok()?;
    pairs.resize(count, [K::default(); 2]);
    Some(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;

    /// Judged by the standard library's sort and comparisons, which know nothing of keys.
    #[track_caller]
    fn check<T: Ordered + PartialOrd + Debug>(x: &[T]) {
        let mut positions = vec![-1; x.len()];
        assert!(sort(x, &mut positions));
        let is_nan = |x: &T| x.partial_cmp(x).is_none();
        let mut expected: Vec<i64> = (0..x.len() as i64).collect();
        expected.sort_by(|&a, &b| {
            let (a, b) = (&x[a as usize], &x[b as usize]);
            a.partial_cmp(b).unwrap_or_else(|| is_nan(a).cmp(&is_nan(b)))
        });
        assert_eq!(positions, expected, "{x:?}");
    }

    /// Numbers without a pattern (xorshift).
    fn random(count: usize) -> impl Iterator<Item = u64> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        (0..count).map(move |_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        })
    }

    #[test]
    fn integers_are_ordered_as_by_comparisons() {
        let count = if cfg!(miri) { 50 } else { 3000 };
        for bits in [0, 1, 3, 8, 11, 12, 20, 22, 23, 33, 34, 50, 64] {
            for shift in [0, 5, 40] {
                let kept = |r: u64| (r & (u64::MAX >> (64 - bits.max(1)))) << shift;
                let wide: Vec<u64> = random(count).map(kept).collect();
                check(&wide);
                check(&wide.iter().map(|&x| x as i64).collect::<Vec<_>>());
                check(&wide.iter().map(|&x| x as i32).collect::<Vec<_>>());
                check(&wide.iter().map(|&x| x as u32).collect::<Vec<_>>());
                check(&wide.iter().map(|&x| x as i16).collect::<Vec<_>>());
                check(&wide.iter().map(|&x| x as u16).collect::<Vec<_>>());
                check(&wide.iter().map(|&x| x as i8).collect::<Vec<_>>());
                check(&wide.iter().map(|&x| x as u8).collect::<Vec<_>>());
            }
        }
        check::<i64>(&[]);
        check(&[i64::MIN, -1, 0, 1, i64::MAX, i64::MIN]);
    }

    #[test]
    fn floats_are_ordered_as_by_comparisons() {
        let count = if cfg!(miri) { 50 } else { 3000 };
        // Of all bit patterns, NaNs of either sign among them.
        let any: Vec<f64> = random(count).map(f64::from_bits).collect();
        check(&any);
        check(&random(count).map(|r| f32::from_bits(r as u32)).collect::<Vec<_>>());
        check(&any.iter().map(|x| x.sin()).collect::<Vec<_>>());
        let special =
            [0.0, -0.0, f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 5e-324, -5e-324];
        check(&special);
        let mixed: Vec<f64> = random(count).map(|r| special[(r % 8) as usize]).collect();
        check(&mixed);
        check(&mixed.iter().map(|&x| x as f32).collect::<Vec<_>>());
    }
}
