//! Integers of 8 and 16 bits, and bools: comparisons, selections and extrema.
//!
//! # Safety
//! Kernels of nothing but small elements have 32 lanes with AVX-512, and with nothing else (see the parent module). Of
//! 16 and 8 lanes registers of the baseline are made.

use std::arch::x86_64::*;

/// Comparisons of `W` lanes as [`super::Lane`] has them, `None` if `W` lanes have no instructions.
macro_rules! comparisons {
    ($module:ident, $t:ident, $size:literal, $load:ident, $compare:ident, $blend:ident, $store:ident) => {
        pub mod $module {
            use super::*;

            #[cfg_attr(optimised, inline(always))]
            pub fn less<const W: usize>(a: &[$t; W], b: &[$t; W]) -> Option<u32> {
                compared::<_MM_CMPINT_LT, W>(a, b).or_else(|| {
                    // SAFETY: both have `W` lanes.
                    unsafe {
                        super::less::<$size, { $t::MIN == 0 }, W>(
                            a.as_ptr().cast(),
                            b.as_ptr().cast(),
                        )
                    }
                })
            }

            #[cfg_attr(optimised, inline(always))]
            pub fn equal<const W: usize>(a: &[$t; W], b: &[$t; W]) -> Option<u32> {
                compared::<_MM_CMPINT_EQ, W>(a, b).or_else(|| {
                    // SAFETY: both have `W` lanes.
                    unsafe { super::equal::<$size, W>(a.as_ptr().cast(), b.as_ptr().cast()) }
                })
            }

            #[cfg_attr(optimised, inline(always))]
            pub fn extrema<const LARGEST: bool, const W: usize>(
                a: &[$t; W],
                b: &[$t; W],
            ) -> Option<[$t; W]> {
                let mut all = *b;
                // SAFETY: all have `W` lanes.
                let done = unsafe {
                    super::extrema::<$size, { $t::MIN == 0 }, LARGEST, W>(
                        a.as_ptr().cast(),
                        b.as_ptr().cast(),
                        all.as_mut_ptr().cast(),
                    )
                };
                done.then_some(all)
            }

            #[cfg_attr(optimised, inline(always))]
            fn compared<const HOW: i32, const W: usize>(a: &[$t; W], b: &[$t; W]) -> Option<u32> {
                if W != 32 || cfg!(miri) {
                    return None;
                }
                // SAFETY: see the module.
                unsafe { Some($compare::<HOW>($load(a.as_ptr().cast()), $load(b.as_ptr().cast()))) }
            }

            #[cfg_attr(optimised, inline(always))]
            pub fn select<const W: usize>(mask: u32, a: &[$t; W], b: &[$t; W]) -> Option<[$t; W]> {
                if W != 32 || cfg!(miri) {
                    return None;
                }
                let mut chosen = *b;
                // SAFETY: see the module.
                unsafe {
                    let (a, b) = ($load(a.as_ptr().cast()), $load(b.as_ptr().cast()));
                    $store(chosen.as_mut_ptr().cast(), $blend(mask, b, a));
                }
                Some(chosen)
            }
        }
    };
}
comparisons! { of_i8, i8, 1, _mm256_loadu_epi8, _mm256_cmp_epi8_mask, _mm256_mask_blend_epi8, _mm256_storeu_epi8 }
comparisons! { of_u8, u8, 1, _mm256_loadu_epi8, _mm256_cmp_epu8_mask, _mm256_mask_blend_epi8, _mm256_storeu_epi8 }
comparisons! { of_i16, i16, 2, _mm512_loadu_epi16, _mm512_cmp_epi16_mask, _mm512_mask_blend_epi16, _mm512_storeu_epi16 }
comparisons! { of_u16, u16, 2, _mm512_loadu_epi16, _mm512_cmp_epu16_mask, _mm512_mask_blend_epi16, _mm512_storeu_epi16 }

/// 16 bytes from the lane `first` on, of 8 lanes of a byte each 8.
///
/// # Safety
/// They may be read.
#[cfg_attr(optimised, inline(always))]
unsafe fn lanes<const SIZE: usize, const W: usize>(from: *const u8, first: usize) -> __m128i {
    // SAFETY: promised by the caller.
    unsafe {
        match SIZE * W {
            8 => _mm_loadl_epi64(from.cast()),
            _ => _mm_loadu_si128(from.add(first * SIZE).cast()),
        }
    }
}

/// The mask of what `compare` finds.
///
/// # Safety
/// Both may be read for `W` lanes of `SIZE` bytes.
#[cfg_attr(optimised, inline(always))]
unsafe fn mask<const SIZE: usize, const W: usize>(
    a: *const u8,
    b: *const u8,
    compare: impl Fn(__m128i, __m128i) -> __m128i,
) -> Option<u32> {
    if cfg!(miri) || (W != 8 && W != 16) {
        return None;
    }
    // SAFETY: promised by the caller; the baseline has SSE2.
    unsafe {
        let found = |first| compare(lanes::<SIZE, W>(a, first), lanes::<SIZE, W>(b, first));
        let bytes = match (SIZE, W) {
            (1, _) => found(0),
            (_, 8) => _mm_packs_epi16(found(0), _mm_setzero_si128()),
            _ => _mm_packs_epi16(found(0), found(8)),
        };
        Some(_mm_movemask_epi8(bytes) as u32 & super::M::<W>::ALL)
    }
}

/// The mask of lanes of `a` that are equal to those of `b`.
///
/// # Safety
/// As for [`mask`].
#[cfg_attr(optimised, inline(always))]
unsafe fn equal<const SIZE: usize, const W: usize>(a: *const u8, b: *const u8) -> Option<u32> {
    // SAFETY: promised by the caller; the baseline has SSE2.
    unsafe {
        mask::<SIZE, W>(a, b, |a, b| match SIZE {
            1 => _mm_cmpeq_epi8(a, b),
            _ => _mm_cmpeq_epi16(a, b),
        })
    }
}

/// The mask of lanes of `a` that are less than those of `b`.
///
/// # Safety
/// As for [`mask`].
#[cfg_attr(optimised, inline(always))]
unsafe fn less<const SIZE: usize, const UNSIGNED: bool, const W: usize>(
    a: *const u8,
    b: *const u8,
) -> Option<u32> {
    // SAFETY: promised by the caller; the baseline has SSE2.
    unsafe {
        mask::<SIZE, W>(a, b, |a, b| {
            // The order of unsigned numbers is that of signed ones with another highest bit.
            let sign = match (UNSIGNED, SIZE) {
                (false, _) => _mm_setzero_si128(),
                (true, 1) => _mm_set1_epi8(i8::MIN),
                (true, _) => _mm_set1_epi16(i16::MIN),
            };
            let (a, b) = (_mm_xor_si128(a, sign), _mm_xor_si128(b, sign));
            match SIZE {
                1 => _mm_cmplt_epi8(a, b),
                _ => _mm_cmplt_epi16(a, b),
            }
        })
    }
}

/// The larger ones of `W` lanes of `a` and `b`, or the smaller ones, in `to`; false if `W` lanes have no instructions.
///
/// # Safety
/// As for [`mask`], and `to` may be written alike.
#[cfg_attr(optimised, inline(always))]
unsafe fn extrema<const SIZE: usize, const UNSIGNED: bool, const LARGEST: bool, const W: usize>(
    a: *const u8,
    b: *const u8,
    to: *mut u8,
) -> bool {
    if cfg!(miri) || (W != 8 && W != 16) {
        return false;
    }
    let of = |a: __m128i, b: __m128i| {
        // SAFETY: the baseline has SSE2.
        unsafe {
            // It has extrema of unsigned bytes and of signed words. The order of the others is theirs with another highest
            // bit.
            let sign = match (SIZE, UNSIGNED) {
                (1, false) => _mm_set1_epi8(i8::MIN),
                (2, true) => _mm_set1_epi16(i16::MIN),
                _ => _mm_setzero_si128(),
            };
            let (a, b) = (_mm_xor_si128(a, sign), _mm_xor_si128(b, sign));
            let extrema = match (SIZE, LARGEST) {
                (1, true) => _mm_max_epu8(a, b),
                (1, false) => _mm_min_epu8(a, b),
                (_, true) => _mm_max_epi16(a, b),
                (_, false) => _mm_min_epi16(a, b),
            };
            _mm_xor_si128(extrema, sign)
        }
    };
    let at = |first| {
        // SAFETY: promised by the caller; the baseline has SSE2.
        unsafe {
            let extrema = of(lanes::<SIZE, W>(a, first), lanes::<SIZE, W>(b, first));
            match SIZE * W {
                8 => _mm_storel_epi64(to.cast(), extrema),
                _ => _mm_storeu_si128(to.add(first * SIZE).cast(), extrema),
            }
        }
    };
    at(0);
    if SIZE * W == 32 {
        at(8);
    }
    true
}

/// 32 bools for the bits of a mask.
#[cfg_attr(optimised, inline(always))]
pub fn bools<const W: usize>(mask: u32) -> Option<[bool; W]> {
    if W != 32 || cfg!(miri) {
        return None;
    }
    // SAFETY: see the module; all bytes are 0 or 1.
    unsafe { Some(super::x86::bits(&_mm256_maskz_set1_epi8(mask, 1))) }
}

/// The reverse of [`bools`].
#[cfg_attr(optimised, inline(always))]
pub fn of_bools<const W: usize>(bools: &[bool; W]) -> Option<u32> {
    if W != 32 || cfg!(miri) {
        return None;
    }
    // SAFETY: see the module.
    unsafe {
        let bytes: __m256i = super::x86::bits(bools);
        Some(_mm256_test_epi8_mask(bytes, bytes))
    }
}

/// Replaces the loops of [`super::Lane`] inside an `impl Lane` for small integers.
macro_rules! hooks {
    ($module:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn v_lt<const W: usize>(a: [Self; W], b: [Self; W]) -> u32 {
            $crate::lanes::small::$module::less(&a, &b)
                .unwrap_or_else(|| $crate::lanes::element::bits(a, b, |a, b| a < b))
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_le<const W: usize>(a: [Self; W], b: [Self; W]) -> u32 {
            !Self::v_lt(b, a) & $crate::lanes::M::<W>::ALL
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_eq<const W: usize>(a: [Self; W], b: [Self; W]) -> u32 {
            $crate::lanes::small::$module::equal(&a, &b)
                .unwrap_or_else(|| $crate::lanes::element::bits(a, b, |a, b| a == b))
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_min<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
            $crate::lanes::small::$module::extrema::<false, W>(&a, &b)
                .unwrap_or_else(|| $crate::lanes::element::zip(a, b, Ord::min))
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_max<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
            $crate::lanes::small::$module::extrema::<true, W>(&a, &b)
                .unwrap_or_else(|| $crate::lanes::element::zip(a, b, Ord::max))
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_select<const W: usize>(mask: u32, a: [Self; W], b: [Self; W]) -> [Self; W] {
            $crate::lanes::small::$module::select(mask, &a, &b).unwrap_or_else(|| {
                $crate::lanes::each(|k| if mask >> k & 1 != 0 { a[k] } else { b[k] })
            })
        }
    };
}
pub(crate) use hooks;
