//! Transposes rows of memory into one vector per column, and back, four columns at a time.
//!
//! For many columns, the work is done in functions that are compiled once, because kernels would otherwise contain long
//! code for each array that they touch. For few columns it is inlined, because a call would cost more than the work.

use super::{each, pairs};
use std::arch::x86_64::*;

/// For up to this many columns, the work is inlined.
const FEW_COLUMNS: usize = 12;

/// The first columns of the groups of four that cover `columns >= 4` columns. The last group may overlap the one
/// before.
#[cfg_attr(optimised, inline(always))]
fn groups(columns: usize) -> impl Iterator<Item = usize> {
    (0..columns.div_ceil(4)).map(move |k| (4 * k).min(columns - 4))
}

pub mod f64 {
    use super::*;

    /// Lanes 0, 1 and 4, 5 of both operands.
    const LOW: [i64; 8] = [0, 1, 8, 9, 4, 5, 12, 13];
    /// Lanes 2, 3 and 6, 7 of both operands.
    const HIGH: [i64; 8] = [2, 3, 10, 11, 6, 7, 14, 15];

    /// Exchanges row and column in both halves of four registers.
    ///
    /// # Safety
    /// AVX-512 must be present.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn transpose8(v: [__m512d; 4]) -> [__m512d; 4] {
        // SAFETY: the caller's promise; the index arrays are as large as a register.
        unsafe {
            let low = _mm512_loadu_si512(LOW.as_ptr().cast());
            let high = _mm512_loadu_si512(HIGH.as_ptr().cast());
            let (a, b) = (_mm512_unpacklo_pd(v[0], v[1]), _mm512_unpackhi_pd(v[0], v[1]));
            let (c, d) = (_mm512_unpacklo_pd(v[2], v[3]), _mm512_unpackhi_pd(v[2], v[3]));
            [
                _mm512_permutex2var_pd(a, low, c),
                _mm512_permutex2var_pd(b, low, d),
                _mm512_permutex2var_pd(a, high, c),
                _mm512_permutex2var_pd(b, high, d),
            ]
        }
    }

    /// # Safety
    /// AVX2 must be present.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn transpose4(v: [__m256d; 4]) -> [__m256d; 4] {
        // SAFETY: the caller's promise.
        unsafe {
            let (a, b) = (_mm256_unpacklo_pd(v[0], v[1]), _mm256_unpackhi_pd(v[0], v[1]));
            let (c, d) = (_mm256_unpacklo_pd(v[2], v[3]), _mm256_unpackhi_pd(v[2], v[3]));
            [
                _mm256_permute2f128_pd::<0x20>(a, c),
                _mm256_permute2f128_pd::<0x20>(b, d),
                _mm256_permute2f128_pd::<0x31>(a, c),
                _mm256_permute2f128_pd::<0x31>(b, d),
            ]
        }
    }

    /// # Safety
    /// As [`load`].
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_avx512(row: impl Fn(usize) -> *const f64, columns: usize, to: *mut [f64; 8]) {
        for c in groups(columns) {
            // SAFETY: the caller's promise, four columns from `c` on.
            unsafe {
                let row = |k: usize| _mm256_loadu_pd(row(k).add(c));

                let pair = |k| _mm512_insertf64x4::<1>(_mm512_castpd256_pd512(row(k)), row(k + 4));
                let v = transpose8([pair(0), pair(1), pair(2), pair(3)]);
                for (k, v) in v.into_iter().enumerate() {
                    _mm512_storeu_pd(to.add(c + k).cast(), v);
                }
            }
        }
    }

    /// # Safety
    /// As [`load`].
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    #[inline(never)]
    unsafe fn load_avx512_shared(
        from: *const f64,
        stride: isize,
        columns: usize,
        to: *mut [f64; 8],
    ) {
        // SAFETY: the caller's promise.
        unsafe { load_avx512(|k| from.offset(k as isize * stride), columns, to) }
    }

    /// # Safety
    /// As [`load`].
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_avx2(row: impl Fn(usize) -> *const f64, columns: usize, to: *mut [f64; 4]) {
        for c in groups(columns) {
            // SAFETY: the caller's promise, four columns from `c` on.
            unsafe {
                let row = |k: usize| _mm256_loadu_pd(row(k).add(c));

                let v = transpose4([row(0), row(1), row(2), row(3)]);
                for (k, v) in v.into_iter().enumerate() {
                    _mm256_storeu_pd(to.add(c + k).cast(), v);
                }
            }
        }
    }

    /// # Safety
    /// As [`load`].
    #[target_feature(enable = "avx2,fma")]
    #[inline(never)]
    unsafe fn load_avx2_shared(from: *const f64, stride: isize, columns: usize, to: *mut [f64; 4]) {
        // SAFETY: the caller's promise.
        unsafe { load_avx2(|k| from.offset(k as isize * stride), columns, to) }
    }

    /// Loads the columns if there are 4 or 8 lanes, and two columns or at least four. Returns whether it did.
    ///
    /// # Safety
    /// As [`crate::lanes::Lane::v_load_columns`]; 8 lanes mean AVX-512, 4 lanes AVX2.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn load<const W: usize>(
        from: *const f64,
        stride: isize,
        columns: usize,
        to: *mut [f64; W],
    ) -> bool {
        if columns == 2 {
            // SAFETY: the caller's promise; an array of vectors begins with the first one.
            return unsafe { pairs::f64::load(from, stride, to) };
        }
        if columns < 4 || W != 8 && W != 4 {
            return false;
        }
        // SAFETY: the caller's promise; the width tells the instruction set.
        unsafe {
            match W {
                8 if columns > FEW_COLUMNS => load_avx512_shared(from, stride, columns, to.cast()),
                8 => load_avx512(|k| from.offset(k as isize * stride), columns, to.cast()),
                _ if columns > FEW_COLUMNS => load_avx2_shared(from, stride, columns, to.cast()),
                _ => load_avx2(|k| from.offset(k as isize * stride), columns, to.cast()),
            }
        }
        true
    }

    /// As [`load`], of rows that begin at `offsets`.
    ///
    /// # Safety
    /// As [`crate::lanes::Lane::v_gather_columns`]; 8 lanes mean AVX-512, 4 lanes AVX2.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn gather<const W: usize>(
        from: *const f64,
        offsets: &[i64; W],
        columns: usize,
        to: *mut [f64; W],
    ) -> bool {
        if columns < 4 || W != 8 && W != 4 {
            return false;
        }
        // One column more than groups have is quicker by itself.
        let grouped = columns - usize::from(columns % 4 == 1);
        // SAFETY: the caller's promise; the width tells the instruction set.
        unsafe {
            let row = |k: usize| from.wrapping_offset(offsets[k] as isize);
            match W {
                8 => load_avx512(row, grouped, to.cast()),
                _ => load_avx2(row, grouped, to.cast()),
            }
            if grouped < columns {
                to.add(grouped).write(each(|k| row(k).add(grouped).read()));
            }
        }
        true
    }

    /// # Safety
    /// As [`store`].
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store_avx512(from: *const [f64; 8], columns: usize, to: *mut f64, stride: isize) {
        for c in groups(columns) {
            // SAFETY: the caller's promise, four columns from `c` on.
            unsafe {
                let row = |k: usize| to.add(c).offset(k as isize * stride);

                let column = |k: usize| _mm512_loadu_pd(from.add(c + k).cast());
                let v = transpose8([column(0), column(1), column(2), column(3)]);
                for (k, v) in v.into_iter().enumerate() {
                    _mm256_storeu_pd(row(k), _mm512_castpd512_pd256(v));
                    _mm256_storeu_pd(row(k + 4), _mm512_extractf64x4_pd::<1>(v));
                }
            }
        }
    }

    /// # Safety
    /// As [`store`].
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    #[inline(never)]
    unsafe fn store_avx512_shared(
        from: *const [f64; 8],
        columns: usize,
        to: *mut f64,
        stride: isize,
    ) {
        // SAFETY: the caller's promise.
        unsafe { store_avx512(from, columns, to, stride) }
    }

    /// # Safety
    /// As [`store`].
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store_avx2(from: *const [f64; 4], columns: usize, to: *mut f64, stride: isize) {
        for c in groups(columns) {
            // SAFETY: the caller's promise, four columns from `c` on.
            unsafe {
                let row = |k: usize| to.add(c).offset(k as isize * stride);

                let column = |k: usize| _mm256_loadu_pd(from.add(c + k).cast());
                let v = transpose4([column(0), column(1), column(2), column(3)]);
                for (k, v) in v.into_iter().enumerate() {
                    _mm256_storeu_pd(row(k), v);
                }
            }
        }
    }

    /// # Safety
    /// As [`store`].
    #[target_feature(enable = "avx2,fma")]
    #[inline(never)]
    unsafe fn store_avx2_shared(
        from: *const [f64; 4],
        columns: usize,
        to: *mut f64,
        stride: isize,
    ) {
        // SAFETY: the caller's promise.
        unsafe { store_avx2(from, columns, to, stride) }
    }

    /// The reverse of [`load`].
    ///
    /// # Safety
    /// As [`crate::lanes::Lane::v_store_columns`]; 8 lanes mean AVX-512, 4 lanes AVX2.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn store<const W: usize>(
        from: *const [f64; W],
        columns: usize,
        to: *mut f64,
        stride: isize,
    ) -> bool {
        if columns == 2 {
            // SAFETY: the caller's promise.
            return unsafe { pairs::f64::store(from, to, stride) };
        }
        if columns < 4 || W != 8 && W != 4 {
            return false;
        }
        // SAFETY: the caller's promise; the width tells the instruction set.
        unsafe {
            match W {
                8 if columns > FEW_COLUMNS => store_avx512_shared(from.cast(), columns, to, stride),
                8 => store_avx512(from.cast(), columns, to, stride),
                _ if columns > FEW_COLUMNS => store_avx2_shared(from.cast(), columns, to, stride),
                _ => store_avx2(from.cast(), columns, to, stride),
            }
        }
        true
    }
}

pub mod f32 {
    use super::*;

    /// Exchanges row and column in every 128 bits of four registers.
    ///
    /// # Safety
    /// AVX-512 must be present.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn transpose16(v: [__m512; 4]) -> [__m512; 4] {
        // SAFETY: the caller's promise.
        unsafe {
            let (a, b) = (_mm512_unpacklo_ps(v[0], v[1]), _mm512_unpackhi_ps(v[0], v[1]));
            let (c, d) = (_mm512_unpacklo_ps(v[2], v[3]), _mm512_unpackhi_ps(v[2], v[3]));
            let [a, b, c, d] = [a, b, c, d].map(|x| _mm512_castps_pd(x));
            [
                _mm512_castpd_ps(_mm512_unpacklo_pd(a, c)),
                _mm512_castpd_ps(_mm512_unpackhi_pd(a, c)),
                _mm512_castpd_ps(_mm512_unpacklo_pd(b, d)),
                _mm512_castpd_ps(_mm512_unpackhi_pd(b, d)),
            ]
        }
    }

    /// # Safety
    /// AVX2 must be present.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn transpose8(v: [__m256; 4]) -> [__m256; 4] {
        // SAFETY: the caller's promise.
        unsafe {
            let (a, b) = (_mm256_unpacklo_ps(v[0], v[1]), _mm256_unpackhi_ps(v[0], v[1]));
            let (c, d) = (_mm256_unpacklo_ps(v[2], v[3]), _mm256_unpackhi_ps(v[2], v[3]));
            let [a, b, c, d] = [a, b, c, d].map(|x| _mm256_castps_pd(x));
            [
                _mm256_castpd_ps(_mm256_unpacklo_pd(a, c)),
                _mm256_castpd_ps(_mm256_unpackhi_pd(a, c)),
                _mm256_castpd_ps(_mm256_unpacklo_pd(b, d)),
                _mm256_castpd_ps(_mm256_unpackhi_pd(b, d)),
            ]
        }
    }

    /// # Safety
    /// As [`load`].
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_avx512(row: impl Fn(usize) -> *const f32, columns: usize, to: *mut [f32; 16]) {
        for c in groups(columns) {
            // SAFETY: the caller's promise, four columns from `c` on.
            unsafe {
                let row = |k: usize| _mm_loadu_ps(row(k).add(c));

                let rows = |k: usize| {
                    let v = _mm512_castps128_ps512(row(k));
                    let v = _mm512_insertf32x4::<1>(v, row(k + 4));
                    let v = _mm512_insertf32x4::<2>(v, row(k + 8));
                    _mm512_insertf32x4::<3>(v, row(k + 12))
                };
                let v = transpose16([rows(0), rows(1), rows(2), rows(3)]);
                for (k, v) in v.into_iter().enumerate() {
                    _mm512_storeu_ps(to.add(c + k).cast(), v);
                }
            }
        }
    }

    /// # Safety
    /// As [`load`].
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    #[inline(never)]
    unsafe fn load_avx512_shared(
        from: *const f32,
        stride: isize,
        columns: usize,
        to: *mut [f32; 16],
    ) {
        // SAFETY: the caller's promise.
        unsafe { load_avx512(|k| from.offset(k as isize * stride), columns, to) }
    }

    /// # Safety
    /// As [`load`].
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_avx2(row: impl Fn(usize) -> *const f32, columns: usize, to: *mut [f32; 8]) {
        for c in groups(columns) {
            // SAFETY: the caller's promise, four columns from `c` on.
            unsafe {
                let row = |k: usize| _mm_loadu_ps(row(k).add(c));

                let rows = |k: usize| {
                    _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(row(k)), row(k + 4))
                };
                let v = transpose8([rows(0), rows(1), rows(2), rows(3)]);
                for (k, v) in v.into_iter().enumerate() {
                    _mm256_storeu_ps(to.add(c + k).cast(), v);
                }
            }
        }
    }

    /// # Safety
    /// As [`load`].
    #[target_feature(enable = "avx2,fma")]
    #[inline(never)]
    unsafe fn load_avx2_shared(from: *const f32, stride: isize, columns: usize, to: *mut [f32; 8]) {
        // SAFETY: the caller's promise.
        unsafe { load_avx2(|k| from.offset(k as isize * stride), columns, to) }
    }

    /// Loads the columns if there are 8 or 16 lanes, and at least four columns, or two that are the whole rows. Returns
    /// whether it did.
    ///
    /// # Safety
    /// As [`crate::lanes::Lane::v_load_columns`]; 16 lanes mean AVX-512, 8 lanes AVX2.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn load<const W: usize>(
        from: *const f32,
        stride: isize,
        columns: usize,
        to: *mut [f32; W],
    ) -> bool {
        if columns == 2 {
            // SAFETY: the caller's promise; an array of vectors begins with the first one.
            return unsafe { pairs::f32::load(from, stride, to) };
        }
        if columns < 4 || W != 16 && W != 8 {
            return false;
        }
        // SAFETY: the caller's promise; the width tells the instruction set.
        unsafe {
            match W {
                16 if columns > FEW_COLUMNS => load_avx512_shared(from, stride, columns, to.cast()),
                16 => load_avx512(|k| from.offset(k as isize * stride), columns, to.cast()),
                _ if columns > FEW_COLUMNS => load_avx2_shared(from, stride, columns, to.cast()),
                _ => load_avx2(|k| from.offset(k as isize * stride), columns, to.cast()),
            }
        }
        true
    }

    /// As [`load`], of rows that begin at `offsets`.
    ///
    /// # Safety
    /// As [`crate::lanes::Lane::v_gather_columns`]; 16 lanes mean AVX-512, 8 lanes AVX2.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn gather<const W: usize>(
        from: *const f32,
        offsets: &[i64; W],
        columns: usize,
        to: *mut [f32; W],
    ) -> bool {
        if columns < 4 || W != 16 && W != 8 {
            return false;
        }
        // One column more than groups have is quicker by itself.
        let grouped = columns - usize::from(columns % 4 == 1);
        // SAFETY: the caller's promise; the width tells the instruction set.
        unsafe {
            let row = |k: usize| from.wrapping_offset(offsets[k] as isize);
            match W {
                16 => load_avx512(row, grouped, to.cast()),
                _ => load_avx2(row, grouped, to.cast()),
            }
            if grouped < columns {
                to.add(grouped).write(each(|k| row(k).add(grouped).read()));
            }
        }
        true
    }

    /// # Safety
    /// As [`store`].
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store_avx512(from: *const [f32; 16], columns: usize, to: *mut f32, stride: isize) {
        for c in groups(columns) {
            // SAFETY: the caller's promise, four columns from `c` on.
            unsafe {
                let row = |k: usize| to.add(c).offset(k as isize * stride);

                let column = |k: usize| _mm512_loadu_ps(from.add(c + k).cast());
                let v = transpose16([column(0), column(1), column(2), column(3)]);
                for (k, v) in v.into_iter().enumerate() {
                    _mm_storeu_ps(row(k), _mm512_castps512_ps128(v));
                    _mm_storeu_ps(row(k + 4), _mm512_extractf32x4_ps::<1>(v));
                    _mm_storeu_ps(row(k + 8), _mm512_extractf32x4_ps::<2>(v));
                    _mm_storeu_ps(row(k + 12), _mm512_extractf32x4_ps::<3>(v));
                }
            }
        }
    }

    /// # Safety
    /// As [`store`].
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    #[inline(never)]
    unsafe fn store_avx512_shared(
        from: *const [f32; 16],
        columns: usize,
        to: *mut f32,
        stride: isize,
    ) {
        // SAFETY: the caller's promise.
        unsafe { store_avx512(from, columns, to, stride) }
    }

    /// # Safety
    /// As [`store`].
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store_avx2(from: *const [f32; 8], columns: usize, to: *mut f32, stride: isize) {
        for c in groups(columns) {
            // SAFETY: the caller's promise, four columns from `c` on.
            unsafe {
                let row = |k: usize| to.add(c).offset(k as isize * stride);

                let column = |k: usize| _mm256_loadu_ps(from.add(c + k).cast());
                let v = transpose8([column(0), column(1), column(2), column(3)]);
                for (k, v) in v.into_iter().enumerate() {
                    _mm_storeu_ps(row(k), _mm256_castps256_ps128(v));
                    _mm_storeu_ps(row(k + 4), _mm256_extractf128_ps::<1>(v));
                }
            }
        }
    }

    /// # Safety
    /// As [`store`].
    #[target_feature(enable = "avx2,fma")]
    #[inline(never)]
    unsafe fn store_avx2_shared(
        from: *const [f32; 8],
        columns: usize,
        to: *mut f32,
        stride: isize,
    ) {
        // SAFETY: the caller's promise.
        unsafe { store_avx2(from, columns, to, stride) }
    }

    /// The reverse of [`load`].
    ///
    /// # Safety
    /// As [`crate::lanes::Lane::v_store_columns`]; 16 lanes mean AVX-512, 8 lanes AVX2.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn store<const W: usize>(
        from: *const [f32; W],
        columns: usize,
        to: *mut f32,
        stride: isize,
    ) -> bool {
        if columns == 2 {
            // SAFETY: the caller's promise.
            return unsafe { pairs::f32::store(from, to, stride) };
        }
        if columns < 4 || W != 16 && W != 8 {
            return false;
        }
        // SAFETY: the caller's promise; the width tells the instruction set.
        unsafe {
            match W {
                16 if columns > FEW_COLUMNS => {
                    store_avx512_shared(from.cast(), columns, to, stride)
                }
                16 => store_avx512(from.cast(), columns, to, stride),
                _ if columns > FEW_COLUMNS => store_avx2_shared(from.cast(), columns, to, stride),
                _ => store_avx2(from.cast(), columns, to, stride),
            }
        }
        true
    }
}
