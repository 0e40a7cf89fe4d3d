//! A quicksort with AVX-512, which has instructions that store chosen lanes side by side. A few keys are sorted by a
//! bitonic network.

use super::{BAD_PARTITIONS, each};
use std::arch::x86_64::*;

macro_rules! quick {
    ($name:ident, $key:ty, $lanes:literal, $registers:literal, $mask:ty, [$($step:literal)*], [$($last:literal)*], $set:ident, $load:ident, $load_masked:ident, $store:ident,
        $store_masked:ident, $ordered:ident, $exchanged:ident, $permute:ident, $less:ident, $compress:ident) => {
        pub(super) mod $name {
            use super::*;

            const LANES: usize = $lanes;
            type Register = __m512i;

            /// Sorts keys; `other` is scratch memory of the same length.
            #[target_feature(enable = "avx512f")]
            pub(in super::super::super) fn sort(keys: &mut [$key], other: &mut [$key]) {
                let patience = 2 * keys.len().max(1).ilog2() + BAD_PARTITIONS;
                recurse(keys, other, patience);
            }

            #[target_feature(enable = "avx512f")]
            fn recurse(mut keys: &mut [$key], mut other: &mut [$key], mut patience: u32) {
                while keys.len() > $registers * LANES {
                    if patience == 0 {
                        return keys.sort_unstable();
                    }
                    patience -= 1;
                    let pivot = pivot(keys);
                    let below = partition(keys, other, pivot);
                    if below == 0 {
                        // The pivot is the least key, so the keys that equal it are in place.
                        let Some(next) = pivot.checked_add(1) else { return };
                        let equal = partition(keys, other, next);
                        (keys, other) = (&mut keys[equal..], &mut other[equal..]);
                        continue;
                    }
                    let (left, right) = keys.split_at_mut(below);
                    let (other_left, other_right) = other.split_at_mut(below);
                    recurse(left, other_left, patience);
                    (keys, other) = (right, other_right);
                }
                few(keys);
            }

            /// A key near the middle of the keys: the median of a sample.
            #[target_feature(enable = "avx512f")]
            fn pivot(keys: &[$key]) -> $key {
                const MOST: usize = 64;
                let count = if keys.len() < 1024 { 16 } else { MOST };
                let mut sample = [0; MOST];
                let step = keys.len() / count;
                for (k, sampled) in sample[..count].iter_mut().enumerate() {
                    *sampled = keys[k * step + step / 2];
                }
                few(&mut sample[..count]);
                sample[count / 2]
            }

            /// Moves the keys below the pivot to the front, and returns their number. `other` has the same length.
            #[target_feature(enable = "avx512f")]
            fn partition(keys: &mut [$key], other: &mut [$key], pivot: $key) -> usize {
                assert_eq!(keys.len(), other.len());
                let whole = keys.len() / LANES * LANES;
                let pivots = $set(pivot.cast_signed());
                let (mut below, mut above) = (0, 0);
                let (from, to) = (keys.as_mut_ptr(), other.as_mut_ptr());
                // SAFETY: `below + above` is the number of keys that were read. So a register that is stored from
                // either position on ends, at the latest, where reading has got to. With the masks the rest ends with
                // the arrays.
                unsafe {
                    for k in (0..whole).step_by(LANES) {
                        let register = $load(from.add(k).cast());
                        let less = $less(register, pivots);
                        $store(from.add(below).cast(), $compress(less, register));
                        $store(to.add(above).cast(), $compress(!less, register));
                        let count = less.count_ones() as usize;
                        (below, above) = (below + count, above + LANES - count);
                    }
                    let rest = keys.len() - whole;
                    if rest > 0 {
                        let present: $mask = (1 << rest) - 1;
                        let register = $load_masked(pivots, present, from.add(whole).cast());
                        let less = $less(register, pivots) & present;
                        let count = less.count_ones();
                        let first = |count: u32| (1 << count) - 1;
                        let (left, right) =
                            ($compress(less, register), $compress(!less & present, register));
                        $store_masked(from.add(below).cast(), first(count), left);
                        $store_masked(to.add(above).cast(), first(rest as u32 - count), right);
                        below += count as usize;
                    }
                }
                let above = keys.len() - below;
                keys[below..].copy_from_slice(&other[..above]);
                below
            }

            /// Sorts keys that registers hold.
            #[target_feature(enable = "avx512f")]
            #[inline]
            fn few(keys: &mut [$key]) {
                match keys.len().div_ceil(LANES) {
                    0 => {}
                    1 => in_registers::<1>(keys),
                    2 => in_registers::<2>(keys),
                    3 | 4 => in_registers::<4>(keys),
                    5..=8 => in_registers::<8>(keys),
                    _ => in_registers::<16>(keys),
                }
            }

            #[target_feature(enable = "avx512f")]
            fn in_registers<const COUNT: usize>(keys: &mut [$key]) {
                assert!(keys.len() <= COUNT * LANES);
                // Largest keys stand for the missing ones, and come last.
                let mut registers = [$set(-1); COUNT];
                let present = |k: usize| {
                    let count = keys.len().saturating_sub(k * LANES).min(LANES);
                    ((1u32 << count) - 1) as $mask
                };
                let pointer = keys.as_ptr();
                for (k, register) in registers.iter_mut().enumerate() {
                    // SAFETY: only keys that are there are read.
                    *register = unsafe {
                        $load_masked(*register, present(k), pointer.wrapping_add(k * LANES).cast())
                    };
                }
                network(&mut registers);
                let masks: [$mask; COUNT] = std::array::from_fn(present);
                let pointer = keys.as_mut_ptr();
                for (k, register) in registers.iter().enumerate() {
                    // SAFETY: as above.
                    unsafe {
                        $store_masked(pointer.wrapping_add(k * LANES).cast(), masks[k], *register)
                    };
                }
            }

            #[target_feature(enable = "avx512f")]
            #[inline]
            fn network<const COUNT: usize>(registers: &mut [Register; COUNT]) {
                each!(K of COUNT => { $(registers[K] = exchange::<$step>(registers[K]);)* });
                if COUNT >= 2 {
                    merge::<COUNT, 1>(registers);
                }
                if COUNT >= 4 {
                    merge::<COUNT, 2>(registers);
                }
                if COUNT >= 8 {
                    merge::<COUNT, 4>(registers);
                }
                if COUNT >= 16 {
                    merge::<COUNT, 8>(registers);
                }
            }

            /// Merges pairs of runs into runs of twice as many registers.
            #[target_feature(enable = "avx512f")]
            #[inline]
            fn merge<const COUNT: usize, const RUN: usize>(registers: &mut [Register; COUNT]) {
                // With the second run taken backwards, both together ascend and then descend. The larger half stays
                // backwards.
                let mut larger = [registers[0]; COUNT];
                each!(K of COUNT / 2 => {
                    let first = K / RUN * 2 * RUN;
                    let left = registers[first + K % RUN];
                    let right = reversed(registers[first + 2 * RUN - 1 - K % RUN]);
                    [registers[first + K % RUN], larger[K]] = $ordered(left, right);
                });
                each!(K of COUNT / 2 => {
                    registers[K / RUN * 2 * RUN + RUN + K % RUN] = larger[K];
                });
                if RUN >= 8 {
                    apart::<COUNT, 4>(registers);
                }
                if RUN >= 4 {
                    apart::<COUNT, 2>(registers);
                }
                if RUN >= 2 {
                    apart::<COUNT, 1>(registers);
                }
                each!(K of COUNT => { $(registers[K] = exchange::<$last>(registers[K]);)* });
            }

            /// Puts pairs of registers at this distance in order.
            #[target_feature(enable = "avx512f")]
            #[inline]
            fn apart<const COUNT: usize, const DISTANCE: usize>(registers: &mut [Register; COUNT]) {
                each!(K of COUNT / 2 => {
                    let left = K / DISTANCE * 2 * DISTANCE + K % DISTANCE;
                    [registers[left], registers[left + DISTANCE]] =
                        $ordered(registers[left], registers[left + DISTANCE]);
                });
            }

            /// The indices of the lanes whose numbers differ from each lane's by these bits.
            const fn lanes(other: usize) -> Register {
                let mut lanes = [0 as $key; LANES];
                let mut k = 0;
                while k < LANES {
                    lanes[k] = (k ^ other) as $key;
                    k += 1;
                }
                // SAFETY: a register of lanes.
                unsafe { std::mem::transmute::<[$key; LANES], Register>(lanes) }
            }

            /// A mask with, of each two lanes whose numbers differ by these bits, the one with the larger number.
            const fn later(other: usize) -> $mask {
                let (mut mask, mut k) = (0, 0);
                while k < LANES {
                    if k > k ^ other {
                        mask |= 1 << k;
                    }
                    k += 1;
                }
                mask
            }

            /// Puts the lanes `k` and `k ^ OTHER` in order.
            #[target_feature(enable = "avx512f")]
            #[inline]
            fn exchange<const OTHER: usize>(register: Register) -> Register {
                let moved = $permute(const { lanes(OTHER) }, register);
                $exchanged(register, moved, const { later(OTHER) })
            }

            #[target_feature(enable = "avx512f")]
            #[inline]
            fn reversed(register: Register) -> Register {
                $permute(const { lanes(LANES - 1) }, register)
            }
        }
    };
}

/// The lesser and the larger keys. Minima of 64 bits take several instructions: one comparison serves for both.
#[target_feature(enable = "avx512f")]
#[inline]
fn ordered_u64(a: __m512i, b: __m512i) -> [__m512i; 2] {
    let less = _mm512_cmplt_epu64_mask(b, a);
    [_mm512_mask_blend_epi64(less, a, b), _mm512_mask_blend_epi64(less, b, a)]
}

/// The larger keys in the lanes of `later`, and the lesser ones in the others.
#[target_feature(enable = "avx512f")]
#[inline]
fn exchanged_u64(a: __m512i, b: __m512i, later: __mmask8) -> __m512i {
    let less = _mm512_cmplt_epu64_mask(b, a);
    _mm512_mask_blend_epi64(less ^ later, a, b)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn ordered_u32(a: __m512i, b: __m512i) -> [__m512i; 2] {
    [_mm512_min_epu32(a, b), _mm512_max_epu32(a, b)]
}

#[target_feature(enable = "avx512f")]
#[inline]
fn exchanged_u32(a: __m512i, b: __m512i, later: __mmask16) -> __m512i {
    _mm512_mask_max_epu32(_mm512_min_epu32(a, b), later, a, b)
}

quick!(
    of_u64, u64, 8, 8, __mmask8, [1 3 1 7 2 1], [4 2 1], _mm512_set1_epi64, _mm512_loadu_epi64, _mm512_mask_loadu_epi64,
    _mm512_storeu_epi64, _mm512_mask_storeu_epi64, ordered_u64, exchanged_u64,
    _mm512_permutexvar_epi64, _mm512_cmplt_epu64_mask, _mm512_maskz_compress_epi64
);
quick!(
    of_u32, u32, 16, 16, __mmask16, [1 3 1 7 2 1 15 4 2 1], [8 4 2 1], _mm512_set1_epi32, _mm512_loadu_epi32, _mm512_mask_loadu_epi32,
    _mm512_storeu_epi32, _mm512_mask_storeu_epi32, ordered_u32, exchanged_u32,
    _mm512_permutexvar_epi32, _mm512_cmplt_epu32_mask, _mm512_maskz_compress_epi32
);

pub(in super::super) use of_u32::sort as sort_u32;
pub(in super::super) use of_u64::sort as sort_u64;

#[cfg(test)]
mod tests {
    use super::super::super::tests::random;
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "it has no AVX-512")]
    fn keys_of_all_lengths_are_sorted() {
        if !is_x86_feature_detected!("avx512f") {
            return;
        }
        for count in (0..600).chain([5_000, 100_000]) {
            for bits in [1, 5, 32, 64] {
                let mut wide: Vec<u64> = random(count).map(|r| r >> (64 - bits)).collect();
                if bits == 64 {
                    wide.iter_mut().step_by(3).for_each(|key| *key = u64::MAX);
                }
                let mut narrow: Vec<u32> = wide.iter().map(|key| *key as u32).collect();
                let (mut wide_sorted, mut narrow_sorted) = (wide.clone(), narrow.clone());
                wide_sorted.sort_unstable();
                narrow_sorted.sort_unstable();
                let (mut other_wide, mut other_narrow) = (wide.clone(), narrow.clone());
                // SAFETY: the processor has AVX-512.
                unsafe {
                    sort_u64(&mut wide, &mut other_wide);
                    sort_u32(&mut narrow, &mut other_narrow);
                }
                assert_eq!((wide, narrow), (wide_sorted, narrow_sorted), "{count} {bits}");
            }
        }
    }
}
