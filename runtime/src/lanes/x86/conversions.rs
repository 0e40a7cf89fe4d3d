//! Registers of `f32` from and to those of `f64`, and of halves.

use super::bits;
use std::arch::x86_64::*;

/// Both halves of a register of `f32` as registers of `f64`.
///
/// # Safety
/// There has to be AVX-512, and `W` has to be 16.
#[cfg_attr(optimised, inline(always))]
pub(in super::super) unsafe fn halves<const W: usize>(a: &[f32; W]) -> [[f64; 8]; 2] {
    // SAFETY: promised by the caller.
    unsafe {
        let a: __m512 = bits(a);
        let (low, high) = (_mm512_castps512_ps256(a), _mm512_extractf32x8_ps::<1>(a));
        [bits(&_mm512_cvtps_pd(low)), bits(&_mm512_cvtps_pd(high))]
    }
}

/// The reverse of [`halves`], which rounds.
///
/// # Safety
/// As for [`halves`].
#[cfg_attr(optimised, inline(always))]
pub(in super::super) unsafe fn joined<const W: usize>(low: &[f64; 8], high: &[f64; 8]) -> [f32; W] {
    // SAFETY: promised by the caller.
    unsafe {
        let (low, high) = (_mm512_cvtpd_ps(bits(low)), _mm512_cvtpd_ps(bits(high)));
        bits(&_mm512_insertf32x8::<1>(_mm512_castps256_ps512(low), high))
    }
}

/// Halves by the instruction for them.
#[cfg_attr(optimised, inline(always))]
pub(in super::super) fn round_f16<const W: usize>(a: &[f32; W]) -> Option<[u16; W]> {
    if cfg!(miri) {
        return None;
    }
    // SAFETY: the width tells the instruction set, and that it is present; see the safety section of `lanes`.
    unsafe {
        match W {
            8 => Some(bits(&_mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(bits(a)))),
            16 => {
                const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
                Some(bits(&_mm512_cvtps_ph::<NEAREST>(bits(a))))
            }
            _ => None,
        }
    }
}

/// The reverse of [`round_f16`].
#[cfg_attr(optimised, inline(always))]
pub(in super::super) fn widen_f16<const W: usize>(a: &[u16; W]) -> Option<[f32; W]> {
    if cfg!(miri) {
        return None;
    }
    // SAFETY: as above.
    unsafe {
        match W {
            8 => Some(bits(&_mm256_cvtph_ps(bits(a)))),
            16 => Some(bits(&_mm512_cvtph_ps(bits(a)))),
            _ => None,
        }
    }
}
