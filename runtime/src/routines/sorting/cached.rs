//! Sorts keys that a cache holds.

use super::Key;
#[cfg(target_arch = "x86_64")]
use crate::cpu::isa::Isa;

/// Up to this many keys need no scratch memory.
pub(super) const FEW: usize = 64;
/// The bytes of the registers of AVX-512 that a network sorts.
#[cfg(target_arch = "x86_64")]
const REGISTER_BYTES: usize = 16 * 64;
/// Up to this many keys are put in order one after the other.
const ONE_BY_ONE: usize = 24;
/// This many keys or more are dealt into buckets by more of their bits.
const MANY: usize = 4096;

/// Whether [`sort`] needs scratch memory. With AVX-512 it sorts in place.
pub(super) fn needs_scratch() -> bool {
    #[cfg(target_arch = "x86_64")]
    if Isa::selected() == Isa::Avx512 {
        return false;
    }
    true
}

/// Whether so many bytes fit the registers that [`sort`] puts in order at once.
#[cfg(target_arch = "x86_64")]
pub(super) fn fits_registers(bytes: usize) -> bool {
    Isa::selected() == Isa::Avx512 && bytes <= REGISTER_BYTES
}

/// Sorts keys; `other` is scratch memory of the same length, or empty if none is needed. Keys that agree above the lowest `floor` bits stay in
/// their order, or are sorted by these bits, too.
pub(super) fn sort<K: Key>(keys: &mut [K], other: &mut [K], floor: u32) {
    if !quickly(keys, other) {
        by_digits(keys, other, floor);
    }
}

/// Sorts keys with AVX-512 or AVX2 if the processor has them; otherwise returns `false`.
fn quickly<K: Key>(keys: &mut [K], other: &mut [K]) -> bool {
    #[cfg(target_arch = "x86_64")]
    match Isa::selected() {
        Isa::Avx512 => {
            // SAFETY: the processor has it.
            unsafe { K::sort_with_avx512(keys) };
            return true;
        }
        Isa::Avx2 => {
            // SAFETY: as above.
            unsafe { K::sort_with_avx2(keys, other) };
            return true;
        }
        Isa::Baseline => {}
    }
    false
}

/// Sorts at most [`FEW`] keys.
pub(super) fn sort_few<K: Key>(keys: &mut [K]) {
    // Registers hold this few keys.
    if !quickly(keys, &mut []) {
        by_digits(keys, &mut [K::default(); FEW][..keys.len()], 0);
    }
}

fn by_digits<K: Key>(keys: &mut [K], other: &mut [K], floor: u32) {
    if keys.len() <= ONE_BY_ONE {
        one_by_one(keys);
    } else if keys.len() < MANY {
        level::<K, 256>(keys, other, floor, 8);
    } else {
        level::<K, 4096>(keys, other, floor, 12);
    }
}

/// Deals keys into buckets by some of their bits, then sorts each bucket.
fn level<K: Key, const BUCKETS: usize>(keys: &mut [K], other: &mut [K], floor: u32, most: u32) {
    let first = keys[0].wide();
    let differing = keys.iter().fold(0, |so_far, key| so_far | (key.wide() ^ first));
    if differing >> floor == 0 {
        return;
    }
    let end = u64::BITS - differing.leading_zeros();
    let bits = most.min(keys.len().ilog2());
    let shift = end.saturating_sub(bits).max(floor);
    let digit = |key: K| (key.wide() >> shift) as usize % BUCKETS;
    let mut ends = [0u32; BUCKETS];
    keys.iter().for_each(|key| ends[digit(*key)] += 1);
    let mut sum = 0;
    for end in &mut ends {
        // The beginning of the bucket, for now.
        (sum, *end) = (sum + *end, sum);
    }
    for key in &*keys {
        let place = &mut ends[digit(*key)];
        other[*place as usize] = *key;
        *place += 1;
    }
    // Keys agree above their digits, so the buckets stand in the order of the digits, from that of the least key.
    let mut begin = 0;
    for end in ends {
        let range = begin..end as usize;
        if range.len() > 1 {
            by_digits(&mut other[range.clone()], &mut keys[range], floor);
        }
        begin = end as usize;
    }
    keys.copy_from_slice(other);
}

fn one_by_one<K: Key>(keys: &mut [K]) {
    for k in 1..keys.len() {
        let key = keys[k];
        let mut place = k;
        while place > 0 && key < keys[place - 1] {
            keys[place] = keys[place - 1];
            place -= 1;
        }
        keys[place] = key;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random;
    use super::*;

    #[track_caller]
    fn check<K: Key + std::fmt::Debug>(keys: &[K]) {
        let mut expected = keys.to_vec();
        expected.sort_unstable();
        let (mut sorted, mut other) = (keys.to_vec(), keys.to_vec());
        by_digits(&mut sorted, &mut other, 0);
        assert_eq!(sorted, expected);
        let mut sorted = keys.to_vec();
        sort(&mut sorted, &mut other, 0);
        assert_eq!(sorted, expected);
        if keys.len() <= FEW {
            let mut sorted = keys.to_vec();
            sort_few(&mut sorted);
            assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn keys_of_all_lengths_are_sorted() {
        let most = if cfg!(miri) { 40 } else { 700 };
        for count in (0..most).chain(if cfg!(miri) { None } else { Some(50_000) }) {
            for bits in [1, 5, 32, 64] {
                let wide: Vec<u64> = random(count).map(|r| r >> (64 - bits)).collect();
                check(&wide);
                check(&wide.iter().map(|&key| key as u32).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn what_agrees_above_the_floor_stays_in_its_order() {
        let keys: Vec<u64> =
            random(5000).enumerate().map(|(k, r)| (r % 7) << 32 | k as u64).collect();
        let (mut sorted, mut other) = (keys.clone(), keys.clone());
        by_digits(&mut sorted, &mut other, 32);
        assert!(sorted.is_sorted());
    }
}
