//! Keys in registers of AVX-512.

use super::registers::partition_of_eight;
use super::{FLOATS, SIGNED};
use std::arch::x86_64::*;

pub(super) type Register = __m512i;

/// Lanes of keys. `$sorted` and `$merged`: for each step of a network, the bits in which the numbers of two lanes
/// differ that are put in order.
macro_rules! lanes {
    ($name:ident, $key:ty, $mask:ty, [$($sorted:literal)*], [$($merged:literal)*], $set:ident, $load:ident,
        $load_some:ident, $store_some:ident, $gather:ident, $permute:ident, $split:ident, $less:ident, $compress:ident, $transpose:ident,
        $ordered:ident, $exchanged:ident, $crossed:ident, $blend:ident, $shift:ident, $nans:ident, $equal:ident, $float:ident) => {
        pub(super) mod $name {
            use super::*;
            pub(in super::super) use super::{$ordered as ordered, $split as split};

            pub const LANES: usize = 64 / size_of::<$key>();

            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub fn splat(key: $key) -> Register {
                $set(key.cast_signed())
            }

            /// # Safety
            /// There are as many keys.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub unsafe fn load(from: *const $key) -> Register {
                // SAFETY: promised by the caller.
                unsafe { $load(from.cast()) }
            }

            /// A mask of the first lanes.
            fn first(count: usize) -> $mask {
                ((1u32 << count.min(LANES)) - 1) as $mask
            }

            /// `count` keys, and the lanes of `missing` for those that are missing.
            ///
            /// # Safety
            /// There must be `count` keys, or as many as a register holds if these are fewer.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub unsafe fn load_some(from: *const $key, count: usize, missing: Register) -> Register {
                // SAFETY: promised by the caller.
                unsafe { $load_some(missing, first(count), from.cast()) }
            }

            /// # Safety
            /// There must be room for `count` keys, or for a register if it holds fewer.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub unsafe fn store_some(to: *mut $key, register: Register, count: usize) {
                // SAFETY: promised by the caller.
                unsafe { $store_some(to.cast(), first(count), register) }
            }

            /// The keys of elements.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub fn keys<const FORM: u8>(elements: Register) -> Register {
                let sign = splat(1 << (<$key>::BITS - 1));
                match FORM {
                    SIGNED => _mm512_xor_si512(elements, sign),
                    FLOATS => {
                        // For negative numbers, larger bits mean a smaller number.
                        let negative = $shift::<{ <$key>::BITS - 1 }>(elements);
                        let keys = _mm512_xor_si512(elements, _mm512_or_si512(negative, sign));
                        let nans = $nans::<_CMP_UNORD_Q>($float(elements), $float(elements));
                        $blend(nans, keys, splat(<$key>::MAX))
                    }
                    _ => elements,
                }
            }

            /// The reverse of [`keys`].
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub fn elements<const FORM: u8>(keys: Register) -> Register {
                let sign = splat(1 << (<$key>::BITS - 1));
                match FORM {
                    SIGNED => _mm512_xor_si512(keys, sign),
                    FLOATS => {
                        let positive = $shift::<{ <$key>::BITS - 1 }>(keys);
                        _mm512_xor_si512(keys, _mm512_or_si512(_mm512_andnot_si512(positive, splat(<$key>::MAX)), sign))
                    }
                    _ => keys,
                }
            }

            /// A mask of those of the first `count` elements that are negative zeros or NaN.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub fn unusual<const FORM: u8>(elements: Register, count: usize) -> $mask {
                if FORM != FLOATS {
                    return 0;
                }
                let nans = $nans::<_CMP_UNORD_Q>($float(elements), $float(elements));
                (nans | $equal(elements, splat(1 << (<$key>::BITS - 1)))) & first(count)
            }

            /// Keys at this distance from each other.
            ///
            /// # Safety
            /// There are as many.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub unsafe fn strided(from: *const $key, step: usize) -> Register {
                // SAFETY: promised by the caller.
                unsafe { $gather(from, step) }
            }

            /// Like `split`, for the first `count` keys of a register. It stores each of them once, and nothing else.
            ///
            /// # Safety
            /// There is room for these keys from `to` to `end`.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub unsafe fn split_some(
                register: Register,
                pivots: Register,
                count: usize,
                to: *mut $key,
                end: *mut $key,
            ) -> usize {
                let below = $less(register, pivots) & first(count);
                let less = below.count_ones() as usize;
                let others = count - less;
                let above = first(count) & !below;
                // SAFETY: promised by the caller.
                unsafe {
                    store_some(to, $compress(below, register), less);
                    store_some(end.sub(others), $compress(above, register), others);
                }
                less
            }

            /// The key in the first lane.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub fn first_key(register: Register) -> $key {
                _mm_cvtsi128_si64(_mm512_castsi512_si128(register)) as $key
            }

            /// The numbers of lanes that differ from those of the lanes by some bits.
            const fn others(bits: usize) -> Register {
                let mut lanes = [0 as $key; LANES];
                let mut k = 0;
                while k < LANES {
                    lanes[k] = (k ^ bits) as $key;
                    k += 1;
                }
                // SAFETY: a register of lanes.
                unsafe { std::mem::transmute::<[$key; LANES], Register>(lanes) }
            }

            /// A mask with, of each two lanes whose numbers differ by these bits, the one with the larger number.
            const fn later(bits: usize) -> $mask {
                let (mut mask, mut k) = (0, 0);
                while k < LANES {
                    if k > k ^ bits {
                        mask |= 1 << k;
                    }
                    k += 1;
                }
                mask
            }

            /// Puts the lanes in order whose numbers differ by these bits.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub fn exchange<const BITS: usize>(register: Register) -> Register {
                let moved = $permute(const { others(BITS) }, register);
                $exchanged(register, moved, const { later(BITS) })
            }

            /// Puts lanes of one register and lanes of another in order: those of two neighbouring runs of columns, one
            /// of which is taken backwards.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub fn crossed<const RUN: usize>(a: Register, b: Register) -> [Register; 2] {
                let backwards = const { others(2 * RUN - 1) };
                let [a, b] = $crossed(a, $permute(backwards, b), const { later(2 * RUN - 1) });
                [a, $permute(backwards, b)]
            }

            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub fn sorted(mut register: Register) -> Register {
                $(register = exchange::<$sorted>(register);)*
                register
            }

            /// What ascends and then descends, in order.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub fn merged(mut register: Register) -> Register {
                $(register = exchange::<$merged>(register);)*
                register
            }

            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub fn reversed(register: Register) -> Register {
                $permute(const { others(LANES - 1) }, register)
            }

            /// Of a rectangle of columns and lanes, makes the columns follow each other in lanes. If there are more
            /// registers than lanes, each square of them is transposed.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub fn transpose<const COUNT: usize>(registers: &mut [Register; COUNT]) {
                assert!(COUNT >= 4 && COUNT.is_power_of_two());
                if COUNT <= LANES {
                    return $transpose::<COUNT>(registers);
                }
                for square in registers.as_chunks_mut::<LANES>().0 {
                    $transpose::<LANES>(square);
                }
            }
        }
    };
}

lanes!(
    u64x8, u64, __mmask8, [1 3 1 7 2 1], [4 2 1], _mm512_set1_epi64, _mm512_loadu_epi64, _mm512_mask_loadu_epi64,
    _mm512_mask_storeu_epi64, gather_u64, _mm512_permutexvar_epi64, split_u64, _mm512_cmplt_epu64_mask,
    _mm512_maskz_compress_epi64, transpose_u64, ordered_u64, exchanged_u64, crossed_u64,
    _mm512_mask_blend_epi64, _mm512_srai_epi64, _mm512_cmp_pd_mask, _mm512_cmpeq_epu64_mask, _mm512_castsi512_pd
);
lanes!(
    u32x16, u32, __mmask16, [1 3 1 7 2 1 15 4 2 1], [8 4 2 1], _mm512_set1_epi32, _mm512_loadu_epi32,
    _mm512_mask_loadu_epi32, _mm512_mask_storeu_epi32, gather_u32, _mm512_permutexvar_epi32, split_u32,
    _mm512_cmplt_epu32_mask, _mm512_maskz_compress_epi32, transpose_u32, ordered_u32, exchanged_u32, crossed_u32,
    _mm512_mask_blend_epi32, _mm512_srai_epi32, _mm512_cmp_ps_mask, _mm512_cmpeq_epu32_mask, _mm512_castsi512_ps
);

/// # Safety
/// There are as many keys.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
unsafe fn gather_u64(from: *const u64, step: usize) -> Register {
    let lanes = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    let places = _mm512_mullo_epi64(lanes, _mm512_set1_epi64(step as i64));
    // SAFETY: promised by the caller.
    unsafe { _mm512_i64gather_epi64::<8>(places, from.cast()) }
}

/// # Safety
/// There are as many keys.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
unsafe fn gather_u32(from: *const u32, step: usize) -> Register {
    let lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    // Places are numbers of 32 bits, so those of very many keys lie closer together.
    let step = step.min(i32::MAX as usize / 16) as i32;
    let places = _mm512_mullo_epi32(lanes, _mm512_set1_epi32(step));
    // SAFETY: promised by the caller.
    unsafe { _mm512_i32gather_epi32::<4>(places, from.cast()) }
}

/// Stores a register twice, at `to` and before `end`. The keys below the pivot come first at `to`, and the others last
/// before `end`. Returns the number of keys below the pivot.
///
/// # Safety
/// There is room for as many keys as a register holds at both places. Either the rooms do not overlap, or they are one.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
pub(super) unsafe fn split_u64(
    register: Register,
    pivots: Register,
    to: *mut u64,
    end: *mut u64,
) -> usize {
    let below = u32::from(_mm512_cmplt_epu64_mask(register, pivots));
    let lanes = _mm512_cvtepu8_epi64(partition_of_eight(below));
    let apart = _mm512_permutexvar_epi64(lanes, register);
    // SAFETY: promised by the caller.
    unsafe {
        _mm512_storeu_epi64(to.cast(), apart);
        _mm512_storeu_epi64(end.sub(8).cast(), apart);
    }
    below.count_ones() as usize
}

/// # Safety
/// As for [`split_u64`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
pub(super) unsafe fn split_u32(
    register: Register,
    pivots: Register,
    to: *mut u32,
    end: *mut u32,
) -> usize {
    let below = u32::from(_mm512_cmplt_epu32_mask(register, pivots));
    let halves = [_mm512_castsi512_si256(register), _mm512_extracti64x4_epi64::<1>(register)];
    let mut count = 0;
    for (k, half) in halves.into_iter().enumerate() {
        let below = below >> (8 * k) & 0xff;
        let lanes = _mm256_cvtepu8_epi32(partition_of_eight(below));
        let apart = _mm256_permutevar8x32_epi32(half, lanes);
        // SAFETY: promised by the caller. After the first half, the room on both sides is smaller by 8 keys.
        unsafe {
            _mm256_storeu_si256(to.add(count).cast(), apart);
            _mm256_storeu_si256(end.sub(8 * (k + 1)).add(count).cast(), apart);
        }
        count += below.count_ones() as usize;
    }
    below.count_ones() as usize
}

/// Transposes up to as many rows as they have lanes. The keys of a column, one of each row, follow each other.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
fn transpose_u64<const COUNT: usize>(rows: &mut [Register; COUNT]) {
    // No closures: functions that take them do not have the target features, so that these are not inlined.
    // For two columns, quarters of two rows each.
    let mut quarters = *rows;
    for k in 0..COUNT / 2 {
        quarters[k] = _mm512_unpacklo_epi64(rows[2 * k], rows[2 * k + 1]);
        quarters[COUNT / 2 + k] = _mm512_unpackhi_epi64(rows[2 * k], rows[2 * k + 1]);
    }
    collect_quarters(quarters, rows);
}

/// The same.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
fn transpose_u32<const COUNT: usize>(rows: &mut [Register; COUNT]) {
    // For four columns, quarters of four rows each.
    let (mut quarters, step) = (*rows, COUNT / 4);
    for k in 0..step {
        let (a, b) = (rows[4 * k], rows[4 * k + 1]);
        let (c, d) = (rows[4 * k + 2], rows[4 * k + 3]);
        let (low, high) = (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
        let (other_low, other_high) = (_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
        quarters[k] = _mm512_unpacklo_epi64(low, other_low);
        quarters[step + k] = _mm512_unpackhi_epi64(low, other_low);
        quarters[2 * step + k] = _mm512_unpacklo_epi64(high, other_high);
        quarters[3 * step + k] = _mm512_unpackhi_epi64(high, other_high);
    }
    collect_quarters(quarters, rows);
}

/// Puts first quarters into the first of four groups of registers, one after the other, and so on.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
fn collect_quarters<const COUNT: usize>(quarters: [Register; COUNT], to: &mut [Register; COUNT]) {
    let fours = quarters.as_chunks::<4>().0;
    for (j, four) in fours.iter().enumerate() {
        let columns = quarters_transposed(*four);
        for k in 0..4 {
            to[fours.len() * k + j] = columns[k];
        }
    }
}

/// Transposes four registers of quarters.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
fn quarters_transposed([a, b, c, d]: [Register; 4]) -> [Register; 4] {
    const EVEN: i32 = 0b10_00_10_00;
    const ODD: i32 = 0b11_01_11_01;
    let even = [_mm512_shuffle_i64x2::<EVEN>(a, b), _mm512_shuffle_i64x2::<EVEN>(c, d)];
    let odd = [_mm512_shuffle_i64x2::<ODD>(a, b), _mm512_shuffle_i64x2::<ODD>(c, d)];
    [
        _mm512_shuffle_i64x2::<EVEN>(even[0], even[1]),
        _mm512_shuffle_i64x2::<EVEN>(odd[0], odd[1]),
        _mm512_shuffle_i64x2::<ODD>(even[0], even[1]),
        _mm512_shuffle_i64x2::<ODD>(odd[0], odd[1]),
    ]
}

/// The lesser and the larger keys. Minima of 64 bits take several instructions: one comparison serves for both.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
pub(super) fn ordered_u64(a: Register, b: Register) -> [Register; 2] {
    let less = _mm512_cmplt_epu64_mask(b, a);
    [_mm512_mask_blend_epi64(less, a, b), _mm512_mask_blend_epi64(less, b, a)]
}

/// The larger keys in the lanes of `later`, and the lesser ones in the others.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
fn exchanged_u64(a: Register, b: Register, later: __mmask8) -> Register {
    let less = _mm512_cmplt_epu64_mask(b, a);
    _mm512_mask_blend_epi64(less ^ later, a, b)
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
pub(super) fn ordered_u32(a: Register, b: Register) -> [Register; 2] {
    [_mm512_min_epu32(a, b), _mm512_max_epu32(a, b)]
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
fn exchanged_u32(a: Register, b: Register, later: __mmask16) -> Register {
    _mm512_mask_max_epu32(_mm512_min_epu32(a, b), later, a, b)
}

/// The same, and the keys that are left.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
fn crossed_u64(a: Register, b: Register, later: __mmask8) -> [Register; 2] {
    let is_b = _mm512_cmplt_epu64_mask(b, a) ^ later;
    [_mm512_mask_blend_epi64(is_b, a, b), _mm512_mask_blend_epi64(is_b, b, a)]
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
#[inline]
fn crossed_u32(a: Register, b: Register, later: __mmask16) -> [Register; 2] {
    let is_b = _mm512_cmplt_epu32_mask(b, a) ^ later;
    [_mm512_mask_blend_epi32(is_b, a, b), _mm512_mask_blend_epi32(is_b, b, a)]
}
