//! Integers of 8 and 16 bits, and bools: comparisons, selections and extrema.
//!
//! # Safety
//! Vectors of 32 lanes occur in kernels of small elements alone, and only with AVX-512 (see the parent module). Vectors
//! of 16, 8 and 4 lanes fit registers of the baseline. Versions for the baseline have one lane, so with 16 lanes AVX2
//! is present.

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

            /// The lanes of `x` where those of `a` are less than those of `b` (or equal to them), else those of `y`.
            #[cfg_attr(optimised, inline(always))]
            pub fn select_by<const EQUAL: bool, const W: usize>(
                a: &[$t; W],
                b: &[$t; W],
                x: &[$t; W],
                y: &[$t; W],
            ) -> Option<[$t; W]> {
                let mut all = *y;
                // SAFETY: all have `W` lanes.
                let done = unsafe {
                    super::select_by::<$size, { $t::MIN == 0 }, EQUAL, W>(
                        a.as_ptr().cast(),
                        b.as_ptr().cast(),
                        [x.as_ptr().cast(), y.as_ptr().cast()],
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
                if W != 32 && W != 16 || cfg!(miri) {
                    return None;
                }
                let mut chosen = *b;
                if W == 16 {
                    // SAFETY: all have 16 lanes; see the module.
                    unsafe {
                        let to = chosen.as_mut_ptr().cast();
                        super::select::<$size>(mask, a.as_ptr().cast(), b.as_ptr().cast(), to);
                    }
                    return Some(chosen);
                }
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

/// 16 bytes from the lane `first` on, or as many as all lanes have.
///
/// # Safety
/// They may be read.
#[cfg_attr(optimised, inline(always))]
unsafe fn lanes<const SIZE: usize, const W: usize>(from: *const u8, first: usize) -> __m128i {
    // SAFETY: promised by the caller.
    unsafe {
        match SIZE * W {
            4 => _mm_cvtsi32_si128(from.cast::<i32>().read_unaligned()),
            8 => _mm_loadl_epi64(from.cast()),
            _ => _mm_loadu_si128(from.add(first * SIZE).cast()),
        }
    }
}

/// The mask of the lanes for which `compare` is true.
///
/// # Safety
/// Both may be read for `W` lanes of `SIZE` bytes.
#[cfg_attr(optimised, inline(always))]
unsafe fn mask<const SIZE: usize, const W: usize>(
    a: *const u8,
    b: *const u8,
    compare: impl Fn(__m128i, __m128i) -> __m128i,
) -> Option<u32> {
    if cfg!(miri) || (W != 4 && W != 8 && W != 16) {
        return None;
    }
    // SAFETY: promised by the caller; the baseline has SSE2.
    unsafe {
        let found = |first| compare(lanes::<SIZE, W>(a, first), lanes::<SIZE, W>(b, first));
        let bytes = match (SIZE, W) {
            (1, _) => found(0),
            (_, 4 | 8) => _mm_packs_epi16(found(0), _mm_setzero_si128()),
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
    // SAFETY: promised by the caller.
    unsafe { mask::<SIZE, W>(a, b, equal_lanes::<SIZE>) }
}

/// All ones in lanes of `SIZE` bytes that are equal.
#[cfg_attr(optimised, inline(always))]
fn equal_lanes<const SIZE: usize>(a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: the baseline has SSE2.
    unsafe {
        match SIZE {
            1 => _mm_cmpeq_epi8(a, b),
            _ => _mm_cmpeq_epi16(a, b),
        }
    }
}

/// All ones in lanes of `a` that are less than those of `b`.
#[cfg_attr(optimised, inline(always))]
fn less_lanes<const SIZE: usize, const UNSIGNED: bool>(a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: the baseline has SSE2.
    unsafe {
        // The order of unsigned numbers is that of signed ones after the highest bit is flipped.
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
    }
}

/// Writes into `to` the lanes of `x` where those of `a` are less than those of `b` (or equal to them), else those of
/// `y`. Returns false if there are no instructions for `W` lanes.
///
/// # Safety
/// As for [`mask`]; `x` and `y` may be read and `to` written alike.
#[cfg_attr(optimised, inline(always))]
unsafe fn select_by<const SIZE: usize, const UNSIGNED: bool, const EQUAL: bool, const W: usize>(
    a: *const u8,
    b: *const u8,
    [x, y]: [*const u8; 2],
    to: *mut u8,
) -> bool {
    if cfg!(miri) || W != 16 {
        return false;
    }
    let mut first = 0;
    while first < 8 * SIZE {
        // SAFETY: promised by the caller; with 16 lanes AVX2 is present.
        unsafe {
            let (a, b) = (lanes::<SIZE, W>(a, first), lanes::<SIZE, W>(b, first));
            let (x, y) = (lanes::<SIZE, W>(x, first), lanes::<SIZE, W>(y, first));
            let found = match EQUAL {
                true => equal_lanes::<SIZE>(a, b),
                false => less_lanes::<SIZE, UNSIGNED>(a, b),
            };
            _mm_storeu_si128(to.add(first * SIZE).cast(), _mm_blendv_epi8(y, x, found));
        }
        first += 8;
    }
    true
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
    // SAFETY: promised by the caller.
    unsafe { mask::<SIZE, W>(a, b, less_lanes::<SIZE, UNSIGNED>) }
}

/// Writes into `to` the larger ones, or the smaller ones, of `W` lanes of `a` and `b`. Returns false if there are no
/// instructions for `W` lanes.
///
/// # Safety
/// As for [`mask`], and `to` may be written alike.
#[cfg_attr(optimised, inline(always))]
unsafe fn extrema<const SIZE: usize, const UNSIGNED: bool, const LARGEST: bool, const W: usize>(
    a: *const u8,
    b: *const u8,
    to: *mut u8,
) -> bool {
    if cfg!(miri) || (W != 4 && W != 8 && W != 16) {
        return false;
    }
    let of = |a: __m128i, b: __m128i| {
        // SAFETY: the baseline has SSE2.
        unsafe {
            // It has extrema of unsigned bytes and of signed words. The order of signed bytes and of unsigned words is
            // the same after the highest bit is flipped.
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
                4 => to.cast::<i32>().write_unaligned(_mm_cvtsi128_si32(extrema)),
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

/// The bits of two bytes as bytes, each all ones or zero.
///
/// # Safety
/// AVX2 must be present.
#[cfg_attr(optimised, inline(always))]
unsafe fn bytes(mask: u32) -> __m128i {
    // SAFETY: promised by the caller.
    unsafe {
        let eight_each = _mm_set_epi64x(0x0101_0101_0101_0101, 0);
        let all = _mm_shuffle_epi8(_mm_cvtsi32_si128(mask as i32), eight_each);
        let own = _mm_set1_epi64x(0x8040_2010_0804_0201u64 as i64);
        _mm_cmpeq_epi8(_mm_and_si128(all, own), own)
    }
}

/// Writes into `to` 16 lanes: those of `a` where the mask has a bit, else those of `b`.
///
/// # Safety
/// AVX2 must be present; `a` and `b` may be read for 16 lanes of `SIZE` bytes, and `to` written.
#[cfg_attr(optimised, inline(always))]
unsafe fn select<const SIZE: usize>(mask: u32, a: *const u8, b: *const u8, to: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe {
        let bytes = bytes(mask);
        if SIZE == 1 {
            let (a, b) = (_mm_loadu_si128(a.cast()), _mm_loadu_si128(b.cast()));
            _mm_storeu_si128(to.cast(), _mm_blendv_epi8(b, a, bytes));
        } else {
            let (a, b) = (_mm256_loadu_si256(a.cast()), _mm256_loadu_si256(b.cast()));
            let chosen = _mm256_blendv_epi8(b, a, _mm256_cvtepi8_epi16(bytes));
            _mm256_storeu_si256(to.cast(), chosen);
        }
    }
}

/// Writes 16 or 32 bools for the bits of a mask, as one register. LLVM would split up the store of an array of bools if
/// it can prove something about some of them. Returns false if there are no instructions for `W` lanes.
///
/// # Safety
/// `to` must be writable for `W` bools.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store_bools<const W: usize>(to: *mut bool, mask: u32) -> bool {
    if W != 32 && W != 16 || cfg!(miri) {
        return false;
    }
    // SAFETY: promised by the caller; see the module for the instructions. All bytes are 0 or 1.
    unsafe {
        match W {
            16 => _mm_storeu_si128(to.cast(), _mm_and_si128(bytes(mask), _mm_set1_epi8(1))),
            _ => _mm256_storeu_si256(to.cast(), _mm256_maskz_set1_epi8(mask, 1)),
        }
    }
    true
}

/// The reverse of [`store_bools`]: a mask of 16 or 32 bools.
#[cfg_attr(optimised, inline(always))]
pub fn of_bools<const W: usize>(bools: &[bool; W]) -> Option<u32> {
    if W != 32 && W != 16 || cfg!(miri) {
        return None;
    }
    if W == 16 {
        // SAFETY: the baseline has SSE2; an array of 16 bools is as large as the register. A bool's bit becomes the
        // sign of its byte.
        unsafe {
            let bytes: __m128i = super::x86::bits(bools);
            return Some(_mm_movemask_epi8(_mm_slli_epi16::<7>(bytes)) as u32);
        }
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
        fn v_select_lt<const W: usize>(
            a: [Self; W],
            b: [Self; W],
            x: [Self; W],
            y: [Self; W],
        ) -> [Self; W] {
            $crate::lanes::small::$module::select_by::<false, W>(&a, &b, &x, &y)
                .unwrap_or_else(|| Self::v_select(Self::v_lt(a, b), x, y))
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_select_le<const W: usize>(
            a: [Self; W],
            b: [Self; W],
            x: [Self; W],
            y: [Self; W],
        ) -> [Self; W] {
            // The other lanes where it is greater.
            Self::v_select_lt(b, a, y, x)
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_select_eq<const W: usize>(
            a: [Self; W],
            b: [Self; W],
            x: [Self; W],
            y: [Self; W],
        ) -> [Self; W] {
            $crate::lanes::small::$module::select_by::<true, W>(&a, &b, &x, &y)
                .unwrap_or_else(|| Self::v_select(Self::v_eq(a, b), x, y))
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
