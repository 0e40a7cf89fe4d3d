//! Quotients and remainders of integers of 32 and 64 bits, computed with floats: one instruction divides a register of
//! floats, but there is none for integers. Below 2^51 the integer parts are right, because a quotient that is not an
//! integer is further from the next integer than rounding can move it.

use std::arch::x86_64::*;

/// If this is added to an integer of magnitude below 2^51, the last bits of the sum are the integer.
const SHIFT: f64 = 6_755_399_441_055_744.0;

/// Integers as floats.
///
/// # Safety
/// AVX2 is present.
#[cfg_attr(optimised, inline(always))]
unsafe fn floats(x: __m256i) -> __m256d {
    // SAFETY: promised by the caller.
    unsafe {
        let shift = _mm256_set1_pd(SHIFT);
        let moved = _mm256_add_epi64(x, _mm256_castpd_si256(shift));
        _mm256_sub_pd(_mm256_castsi256_pd(moved), shift)
    }
}

/// The reverse of [`floats`].
///
/// # Safety
/// AVX2 is present.
#[cfg_attr(optimised, inline(always))]
unsafe fn integers(x: __m256d) -> __m256i {
    // SAFETY: promised by the caller.
    unsafe {
        let shift = _mm256_set1_pd(SHIFT);
        let moved = _mm256_castpd_si256(_mm256_add_pd(x, shift));
        _mm256_sub_epi64(moved, _mm256_castpd_si256(shift))
    }
}

/// The quotients, rounded down, and the remainders. Both are 0 if the divisor is 0. `None` if there are not four lanes,
/// or if numbers are large.
///
/// # Safety
/// Both may be read for `W` lanes; with four of them AVX2 is present.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn floored<const UNSIGNED: bool, const W: usize>(
    a: *const i64,
    b: *const i64,
) -> Option<[[i64; W]; 2]> {
    if !W.is_multiple_of(4) || cfg!(miri) {
        return None;
    }
    let (mut quotients, mut rests) = ([0; W], [0; W]);
    let mut first = 0;
    while first < W {
        // SAFETY: promised by the caller; the arrays have `W` lanes.
        unsafe {
            let a = _mm256_loadu_si256(a.add(first).cast());
            let b = _mm256_loadu_si256(b.add(first).cast());
            // If numbers may be negative, they are shifted so that the least becomes 0.
            let (least, count) = if UNSIGNED { (0, 1 << 51) } else { (1 << 51, 1 << 52) };
            let least = _mm256_set1_epi64x(least);
            let moved = _mm256_or_si256(_mm256_add_epi64(a, least), _mm256_add_epi64(b, least));
            if _mm256_testz_si256(moved, _mm256_set1_epi64x(-count)) == 0 {
                return None;
            }
            let none = _mm256_cmpeq_epi64(b, _mm256_setzero_si256());
            let by = _mm256_blendv_pd(floats(b), _mm256_set1_pd(1.0), _mm256_castsi256_pd(none));
            let of = floats(a);
            let quotient = _mm256_floor_pd(_mm256_div_pd(of, by));
            let rest = integers(_mm256_fnmadd_pd(quotient, by, of));
            let quotient = _mm256_andnot_si256(none, integers(quotient));
            _mm256_storeu_si256(quotients.as_mut_ptr().add(first).cast(), quotient);
            let rest = _mm256_andnot_si256(none, rest);
            _mm256_storeu_si256(rests.as_mut_ptr().add(first).cast(), rest);
        }
        first += 4;
    }
    Some([quotients, rests])
}

/// The same for integers of 32 bits, none of which are too large.
///
/// # Safety
/// As for [`floored`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn floored_narrow<const UNSIGNED: bool, const W: usize>(
    a: *const i32,
    b: *const i32,
) -> Option<[[i32; W]; 2]> {
    if !W.is_multiple_of(4) || cfg!(miri) {
        return None;
    }
    let (mut quotients, mut rests) = ([0; W], [0; W]);
    let mut first = 0;
    while first < W {
        // SAFETY: promised by the caller; the arrays have `W` lanes.
        unsafe {
            let a = _mm_loadu_si128(a.add(first).cast());
            let b = _mm_loadu_si128(b.add(first).cast());
            let of = |x: __m128i| match UNSIGNED {
                true => floats(_mm256_cvtepu32_epi64(x)),
                false => _mm256_cvtepi32_pd(x),
            };
            let low = |x: __m256d| match UNSIGNED {
                true => {
                    let even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
                    _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(integers(x), even))
                }
                false => _mm256_cvttpd_epi32(x),
            };
            let none = _mm_cmpeq_epi32(b, _mm_setzero_si128());
            let is_none = _mm256_castsi256_pd(_mm256_cvtepi32_epi64(none));
            let (of, by) = (of(a), _mm256_blendv_pd(of(b), _mm256_set1_pd(1.0), is_none));
            let quotient = _mm256_floor_pd(_mm256_div_pd(of, by));
            let rest = low(_mm256_fnmadd_pd(quotient, by, of));
            // The least number divided by -1 is too large, and becomes the least again.
            let quotient = _mm_andnot_si128(none, low(quotient));
            _mm_storeu_si128(quotients.as_mut_ptr().add(first).cast(), quotient);
            let rest = _mm_andnot_si128(none, rest);
            _mm_storeu_si128(rests.as_mut_ptr().add(first).cast(), rest);
        }
        first += 4;
    }
    Some([quotients, rests])
}

/// Replaces the loops of [`super::Lane`] inside an `impl Lane` for integers of 32 or 64 bits, unsigned ones or not.
macro_rules! hooks {
    ($floored:ident, $unsigned:expr) => {
        #[cfg_attr(optimised, inline(always))]
        fn v_floor_div<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
            use $crate::lanes::{each, quotients::$floored, x86::bits};
            // SAFETY: both have `W` lanes; see the parent module. Integers of the same size have the same bits.
            match unsafe { $floored::<{ $unsigned }, W>(a.as_ptr().cast(), b.as_ptr().cast()) } {
                // SAFETY: as above.
                Some([quotients, _]) => unsafe { bits(&quotients) },
                None => each(|k| a[k].floor_div(b[k])),
            }
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_rem<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
            use $crate::lanes::{each, quotients::$floored, x86::bits};
            // SAFETY: as above.
            match unsafe { $floored::<{ $unsigned }, W>(a.as_ptr().cast(), b.as_ptr().cast()) } {
                // SAFETY: as above.
                Some([_, rests]) => unsafe { bits(&rests) },
                None => each(|k| a[k].rem(b[k])),
            }
        }
    };
}
pub(crate) use hooks;
