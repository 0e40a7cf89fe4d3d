//! Registers and kernels of AVX2 and AVX-512.

use super::kernel::compiled;
use super::register::Register;
use std::arch::x86_64::*;

// A block has as many sums as leave registers for their factors, and such a shape that loads take less time than
// products.
compiled!(AVX2_F32, f32, __m256, ["avx2,fma"], [1 2] = 16, 1 2 3 4 5 6 = 6);
compiled!(AVX2_F64, f64, __m256d, ["avx2,fma"], [1 2] = 8, 1 2 3 4 5 6 = 6);
compiled!(AVX512_F32, f32, __m512, ["avx2,fma,avx512f,avx512bw,avx512dq,avx512vl"], [1 2 3] = 48, 1 2 3 4 5 6 7 8 = 8);
compiled!(AVX512_F64, f64, __m512d, ["avx2,fma,avx512f,avx512bw,avx512dq,avx512vl"], [1 2 3] = 24, 1 2 3 4 5 6 7 8 = 8);

macro_rules! operations {
    ($add:ident $sub:ident $fma:ident $load:ident $store:ident $zero:ident) => {
        #[cfg_attr(optimised, inline(always))]
        unsafe fn zero() -> Self {
            // SAFETY: promised by the caller, as for all below.
            unsafe { $zero() }
        }

        #[cfg_attr(optimised, inline(always))]
        unsafe fn load(from: *const Self::Element) -> Self {
            // SAFETY: see above.
            unsafe { $load(from) }
        }

        #[cfg_attr(optimised, inline(always))]
        unsafe fn store(self, to: *mut Self::Element) {
            // SAFETY: see above.
            unsafe { $store(to, self) }
        }

        #[cfg_attr(optimised, inline(always))]
        unsafe fn add(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe { $add(self, other) }
        }

        #[cfg_attr(optimised, inline(always))]
        unsafe fn sub(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe { $sub(self, other) }
        }

        #[cfg_attr(optimised, inline(always))]
        unsafe fn fma(self, factor: Self, sum: Self) -> Self {
            // SAFETY: see above.
            unsafe { $fma(self, factor, sum) }
        }
    };
}

impl Register for __m256d {
    type Element = f64;
    type Mask = __m256i;
    const LANES: usize = 4;

    operations!(_mm256_add_pd _mm256_sub_pd _mm256_fmadd_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_setzero_pd);

    #[cfg_attr(optimised, inline(always))]
    unsafe fn splat(from: *const f64) -> Self {
        // SAFETY: promised by the caller, as for all below.
        unsafe { _mm256_broadcast_sd(&*from) }
    }

    #[cfg_attr(optimised, inline(always))]
    unsafe fn first(count: usize) -> __m256i {
        // SAFETY: see above.
        unsafe {
            _mm256_cmpgt_epi64(_mm256_set1_epi64x(count as i64), _mm256_setr_epi64x(0, 1, 2, 3))
        }
    }

    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_first(from: *const f64, first: __m256i) -> Self {
        // SAFETY: see above; lanes without the mask are not read.
        unsafe { _mm256_maskload_pd(from, first) }
    }

    #[cfg_attr(optimised, inline(always))]
    unsafe fn store_first(self, mut to: *mut f64, count: usize) {
        // In parts, which on AMD's processors is faster than a store with a mask.
        // SAFETY: see above.
        unsafe {
            let mut rest = _mm256_castpd256_pd128(self);
            if count & 2 != 0 {
                _mm_storeu_pd(to, rest);
                to = to.add(2);
                rest = _mm256_extractf128_pd::<1>(self);
            }
            if count & 1 != 0 {
                _mm_store_sd(to, rest);
            }
        }
    }
}

impl Register for __m256 {
    type Element = f32;
    type Mask = __m256i;
    const LANES: usize = 8;

    operations!(_mm256_add_ps _mm256_sub_ps _mm256_fmadd_ps _mm256_loadu_ps _mm256_storeu_ps _mm256_setzero_ps);

    #[cfg_attr(optimised, inline(always))]
    unsafe fn splat(from: *const f32) -> Self {
        // SAFETY: promised by the caller, as for all below.
        unsafe { _mm256_broadcast_ss(&*from) }
    }

    #[cfg_attr(optimised, inline(always))]
    unsafe fn first(count: usize) -> __m256i {
        // SAFETY: see above.
        unsafe {
            let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            _mm256_cmpgt_epi32(_mm256_set1_epi32(count as i32), lanes)
        }
    }

    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_first(from: *const f32, first: __m256i) -> Self {
        // SAFETY: see above; lanes without the mask are not read.
        unsafe { _mm256_maskload_ps(from, first) }
    }

    #[cfg_attr(optimised, inline(always))]
    unsafe fn store_first(self, mut to: *mut f32, count: usize) {
        // As for `f64`.
        // SAFETY: see above.
        unsafe {
            let mut rest = _mm256_castps256_ps128(self);
            if count & 4 != 0 {
                _mm_storeu_ps(to, rest);
                to = to.add(4);
                rest = _mm256_extractf128_ps::<1>(self);
            }
            if count & 2 != 0 {
                _mm_storel_epi64(to.cast(), _mm_castps_si128(rest));
                to = to.add(2);
                rest = _mm_movehl_ps(rest, rest);
            }
            if count & 1 != 0 {
                _mm_store_ss(to, rest);
            }
        }
    }
}

macro_rules! wide {
    ($register:ident, $type:ident, $mask:ident, $lanes:literal, $set:ident $load:ident $store:ident) => {
        #[cfg_attr(optimised, inline(always))]
        unsafe fn splat(from: *const $type) -> Self {
            // SAFETY: promised by the caller, as for all below.
            unsafe { $set(*from) }
        }

        #[cfg_attr(optimised, inline(always))]
        unsafe fn first(count: usize) -> $mask {
            if count < $lanes { (1 << count) - 1 } else { $mask::MAX }
        }

        #[cfg_attr(optimised, inline(always))]
        unsafe fn load_first(from: *const $type, first: $mask) -> Self {
            // SAFETY: see above; lanes without the mask are not read.
            unsafe { $load(first, from) }
        }

        #[cfg_attr(optimised, inline(always))]
        unsafe fn store_first(self, to: *mut $type, count: usize) {
            // SAFETY: see above; lanes without the mask are not written.
            unsafe { $store(to, Self::first(count), self) }
        }
    };
}

impl Register for __m512d {
    type Element = f64;
    type Mask = u8;
    const LANES: usize = 8;

    operations!(_mm512_add_pd _mm512_sub_pd _mm512_fmadd_pd _mm512_loadu_pd _mm512_storeu_pd _mm512_setzero_pd);
    wide!(__m512d, f64, u8, 8, _mm512_set1_pd _mm512_maskz_loadu_pd _mm512_mask_storeu_pd);
}

impl Register for __m512 {
    type Element = f32;
    type Mask = u16;
    const LANES: usize = 16;

    operations!(_mm512_add_ps _mm512_sub_ps _mm512_fmadd_ps _mm512_loadu_ps _mm512_storeu_ps _mm512_setzero_ps);
    wide!(__m512, f32, u16, 16, _mm512_set1_ps _mm512_maskz_loadu_ps _mm512_mask_storeu_ps);
}
