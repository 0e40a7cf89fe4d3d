//! Searches in buckets of a few elements, which are all compared with the value at the same time, by AVX2.
//!
//! Without branches and without loads that wait for comparisons, this takes a third of the time of a search.

use super::{Buckets, Key, Ordered};
use crate::cpu::isa::Isa;
use crate::cpu::prefetch::ask;

/// The number of elements that are compared with one instruction, or two.
const WINDOW: usize = 8;
/// The values whose windows are loaded before they are compared.
const TOGETHER: usize = 32;
/// The most windows of a bucket. More take longer than a search.
const MOST: usize = 4;

/// Elements of which a register compares several.
pub trait Windowed: Copy {
    /// Whether there is such a comparison.
    const HAS_WINDOWS: bool = false;

    /// How many of eight ascending elements come before the value, which is no NaN, or (`RIGHT`) do not come after
    /// it.
    ///
    /// # Safety
    /// There are as many elements, `HAS_WINDOWS`, and the processor has AVX2.
    unsafe fn count_before<const RIGHT: bool>(_window: *const Self, _value: Self) -> u32 {
        0
    }
}

impl Windowed for u8 {}
impl Windowed for i8 {}
impl Windowed for u16 {}
impl Windowed for i16 {}
#[cfg(not(target_arch = "x86_64"))]
mod others {
    use super::Windowed;

    impl Windowed for u32 {}
    impl Windowed for i32 {}
    impl Windowed for u64 {}
    impl Windowed for i64 {}
    impl Windowed for f32 {}
    impl Windowed for f64 {}
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{WINDOW, Windowed};
    use std::arch::x86_64::*;

    macro_rules! integer {
        ($type:ty, $set:ident($as:ty), $greater:ident, $mask:ident($cast:ident), $parts:literal, $flip:expr) => {
            impl Windowed for $type {
                const HAS_WINDOWS: bool = true;

                #[inline(always)]
                unsafe fn count_before<const RIGHT: bool>(window: *const Self, value: Self) -> u32 {
                    // SAFETY: promised by the caller.
                    unsafe {
                        // Registers compare signed numbers.
                        let flip = $set($flip as $as);
                        let value = $set((value ^ $flip as $type) as $as);
                        let mut found = 0;
                        for part in 0..$parts {
                            let lanes = _mm256_loadu_si256(window.cast::<__m256i>().add(part));
                            let lanes = _mm256_xor_si256(lanes, flip);
                            let (a, b) = if RIGHT { (lanes, value) } else { (value, lanes) };
                            let mask = $mask($cast($greater(a, b)));
                            found |= mask << (part * (WINDOW / $parts));
                        }
                        let count = (found as u32).count_ones();
                        if RIGHT { WINDOW as u32 - count } else { count }
                    }
                }
            }
        };
    }

    integer!(
        i64,
        _mm256_set1_epi64x(i64),
        _mm256_cmpgt_epi64,
        _mm256_movemask_pd(_mm256_castsi256_pd),
        2,
        0i64
    );
    integer!(
        u64,
        _mm256_set1_epi64x(i64),
        _mm256_cmpgt_epi64,
        _mm256_movemask_pd(_mm256_castsi256_pd),
        2,
        i64::MIN
    );
    integer!(
        i32,
        _mm256_set1_epi32(i32),
        _mm256_cmpgt_epi32,
        _mm256_movemask_ps(_mm256_castsi256_ps),
        1,
        0i32
    );
    integer!(
        u32,
        _mm256_set1_epi32(i32),
        _mm256_cmpgt_epi32,
        _mm256_movemask_ps(_mm256_castsi256_ps),
        1,
        i32::MIN
    );

    macro_rules! float {
        ($type:ty, $set:ident, $load:ident, $compare:ident, $mask:ident, $lanes:literal) => {
            impl Windowed for $type {
                const HAS_WINDOWS: bool = true;

                #[inline(always)]
                unsafe fn count_before<const RIGHT: bool>(window: *const Self, value: Self) -> u32 {
                    // SAFETY: promised by the caller.
                    unsafe {
                        let value = $set(value);
                        let mut found = 0;
                        for part in 0..WINDOW / $lanes {
                            // Both are false for elements that are NaN, which come last.
                            let lanes = $load(window.add(part * $lanes));
                            let before = match RIGHT {
                                true => $compare::<_CMP_LE_OQ>(lanes, value),
                                false => $compare::<_CMP_LT_OQ>(lanes, value),
                            };
                            found |= $mask(before) << (part * $lanes);
                        }
                        (found as u32).count_ones()
                    }
                }
            }
        };
    }

    float!(f64, _mm256_set1_pd, _mm256_loadu_pd, _mm256_cmp_pd, _mm256_movemask_pd, 4);
    float!(f32, _mm256_set1_ps, _mm256_loadu_ps, _mm256_cmp_ps, _mm256_movemask_ps, 8);
}

/// How many windows it takes to compare the elements of the largest bucket, if that pays and the processor has AVX2.
pub(super) fn count<T: Ordered>(row: &[T], buckets: &Buckets) -> Option<usize> {
    let windows = buckets.most.div_ceil(WINDOW).max(1);
    let fits = windows <= MOST && windows * WINDOW <= row.len();
    (T::HAS_WINDOWS && fits && Isa::selected() != Isa::Baseline && has_avx2()).then_some(windows)
}

/// The places of values in a row whose buckets have at most `windows` windows.
///
/// # Safety
/// There is room for as many places, which overlap nothing; and [`count`] has given the number of windows.
pub(super) unsafe fn places<T: Ordered, const RIGHT: bool>(
    row: &[T],
    (buckets, windows): (&Buckets, usize),
    values: &[T],
    places: *mut i64,
) {
    // SAFETY: promised by the caller.
    unsafe {
        match windows {
            1 => of_windows::<T, RIGHT, 1>(row, buckets, values, places),
            2 => of_windows::<T, RIGHT, 2>(row, buckets, values, places),
            3 => of_windows::<T, RIGHT, 3>(row, buckets, values, places),
            _ => of_windows::<T, RIGHT, MOST>(row, buckets, values, places),
        }
    }
}

/// [`places`] for a number of windows.
///
/// # Safety
/// As for [`places`].
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,bmi1,bmi2,popcnt"))]
unsafe fn of_windows<T: Ordered, const RIGHT: bool, const WINDOWS: usize>(
    row: &[T],
    buckets: &Buckets,
    values: &[T],
    mut places: *mut i64,
) {
    let last = row.len() - WINDOWS * WINDOW;
    for values in values.chunks(TOGETHER) {
        let mut first = [0; TOGETHER];
        for (first, value) in first.iter_mut().zip(values) {
            // All elements before the bucket come before the value, and all behind it do not.
            *first = buckets.of(value.key().wide())[0].min(last);
            ask(&raw const row[*first]);
        }
        for (first, value) in first.iter().zip(values) {
            let place = match value.is_unordered() {
                true => super::place::<T, RIGHT>(row, *value),
                false => (0..WINDOWS).fold(*first, |place, k| {
                    // SAFETY: as many elements follow this one; the rest is promised by the caller.
                    place
                        + unsafe {
                            let window = row.as_ptr().add(first + k * WINDOW);
                            T::count_before::<RIGHT>(window, *value) as usize
                        }
                }),
            };
            // SAFETY: promised by the caller.
            unsafe {
                places.write(place as i64);
                places = places.add(1);
            }
        }
    }
}

/// Whether the processor compares windows.
fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    false
}
