//! Loads rows of two elements, such as the parts of complex numbers, as a vector of the first ones and a vector of the
//! second ones, and stores them back. Also loads every second element.
//!
//! # Safety
//! As in the parent module. With 8 bytes, 8 lanes mean AVX-512, and 4 lanes mean AVX2. With 4 bytes, 16 lanes mean
//! AVX-512, 8 lanes mean AVX2, and 4 lanes fill registers of the baseline.

use std::arch::x86_64::*;

pub mod f64 {
    use super::*;

    /// Lanes of both operands, alternating: the first ones, and the last ones.
    const FIRST: [i64; 8] = [0, 8, 1, 9, 2, 10, 3, 11];
    const LAST: [i64; 8] = [4, 12, 5, 13, 6, 14, 7, 15];
    /// The even lanes of both operands, and the odd ones.
    const EVEN: [i64; 8] = [0, 2, 4, 6, 8, 10, 12, 14];
    const ODD: [i64; 8] = [1, 3, 5, 7, 9, 11, 13, 15];
    /// The even lanes of the first operand, and the odd ones of the second.
    const EVEN_AND_ODD: [i64; 8] = [0, 2, 4, 6, 9, 11, 13, 15];

    /// # Safety
    /// AVX-512 must be present.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn permuted(a: __m512d, b: __m512d, lanes: &[i64; 8]) -> __m512d {
        // SAFETY: the caller's promise; the array is as large as a register.
        unsafe { _mm512_permutex2var_pd(a, _mm512_loadu_si512(lanes.as_ptr().cast()), b) }
    }

    /// Loads two columns of 4 or 8 rows, `stride` apart. Returns whether it did.
    ///
    /// # Safety
    /// As [`crate::lanes::Lane::v_load_columns`].
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn load<const W: usize>(from: *const f64, stride: isize, to: *mut [f64; W]) -> bool {
        // SAFETY: the caller's promise; the width tells the instruction set.
        unsafe {
            let row = |k: isize| from.offset(k * stride);
            let to = to.cast::<f64>();
            match W {
                8 if stride == 2 => {
                    let (a, b) = (_mm512_loadu_pd(from), _mm512_loadu_pd(from.add(8)));
                    _mm512_storeu_pd(to, permuted(a, b, &EVEN));
                    _mm512_storeu_pd(to.add(8), permuted(a, b, &ODD));
                }
                8 => {
                    let rows = |k: isize| {
                        let a = _mm512_castpd128_pd512(_mm_loadu_pd(row(k)));
                        let a = _mm512_insertf64x2::<1>(a, _mm_loadu_pd(row(k + 2)));
                        let a = _mm512_insertf64x2::<2>(a, _mm_loadu_pd(row(k + 4)));
                        _mm512_insertf64x2::<3>(a, _mm_loadu_pd(row(k + 6)))
                    };
                    let (a, b) = (rows(0), rows(1));
                    _mm512_storeu_pd(to, _mm512_unpacklo_pd(a, b));
                    _mm512_storeu_pd(to.add(8), _mm512_unpackhi_pd(a, b));
                }
                4 => {
                    let rows = |k: isize| {
                        let a = _mm256_castpd128_pd256(_mm_loadu_pd(row(k)));
                        _mm256_insertf128_pd::<1>(a, _mm_loadu_pd(row(k + 2)))
                    };
                    let (a, b) = (rows(0), rows(1));
                    _mm256_storeu_pd(to, _mm256_unpacklo_pd(a, b));
                    _mm256_storeu_pd(to.add(4), _mm256_unpackhi_pd(a, b));
                }
                _ => return false,
            }
        }
        true
    }

    /// The reverse of [`load`].
    ///
    /// # Safety
    /// As [`crate::lanes::Lane::v_store_columns`].
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn store<const W: usize>(
        from: *const [f64; W],
        to: *mut f64,
        stride: isize,
    ) -> bool {
        // SAFETY: the caller's promise; the width tells the instruction set.
        unsafe {
            let row = |k: isize| to.offset(k * stride);
            let from = from.cast::<f64>();
            match W {
                8 => {
                    let (a, b) = (_mm512_loadu_pd(from), _mm512_loadu_pd(from.add(8)));
                    let (first, last) = (permuted(a, b, &FIRST), permuted(a, b, &LAST));
                    if stride == 2 {
                        _mm512_storeu_pd(to, first);
                        _mm512_storeu_pd(to.add(8), last);
                    } else {
                        for (k, rows) in [(0, first), (4, last)] {
                            _mm_storeu_pd(row(k), _mm512_castpd512_pd128(rows));
                            _mm_storeu_pd(row(k + 1), _mm512_extractf64x2_pd::<1>(rows));
                            _mm_storeu_pd(row(k + 2), _mm512_extractf64x2_pd::<2>(rows));
                            _mm_storeu_pd(row(k + 3), _mm512_extractf64x2_pd::<3>(rows));
                        }
                    }
                }
                4 => {
                    let (a, b) = (_mm256_loadu_pd(from), _mm256_loadu_pd(from.add(4)));
                    // The halves are stored separately. If four shuffles exchanged them, compilers would make six of
                    // these.
                    let (even, odd) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
                    _mm_storeu_pd(row(0), _mm256_castpd256_pd128(even));
                    _mm_storeu_pd(row(1), _mm256_castpd256_pd128(odd));
                    _mm_storeu_pd(row(2), _mm256_extractf128_pd::<1>(even));
                    _mm_storeu_pd(row(3), _mm256_extractf128_pd::<1>(odd));
                }
                _ => return false,
            }
        }
        true
    }

    /// Every second element from the first one on, for 4 or 8 lanes; otherwise `None`.
    ///
    /// # Safety
    /// All up to the last one must be readable.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn alternate<const W: usize>(from: *const f64, to: *mut [f64; W]) -> bool {
        // SAFETY: the caller's promise: the second register ends with the last element. The width tells the instruction
        // set.
        unsafe {
            match W {
                8 => {
                    let (a, b) = (_mm512_loadu_pd(from), _mm512_loadu_pd(from.add(7)));
                    _mm512_storeu_pd(to.cast(), permuted(a, b, &EVEN_AND_ODD));
                }
                4 => {
                    let (a, b) = (_mm256_loadu_pd(from), _mm256_loadu_pd(from.add(3)));
                    let mixed = _mm256_shuffle_pd::<0b1010>(a, b);
                    _mm256_storeu_pd(to.cast(), _mm256_permute4x64_pd::<0b11_01_10_00>(mixed));
                }
                _ => return false,
            }
        }
        true
    }
}

pub mod f32 {
    use super::*;

    const FIRST: [i32; 16] = [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23];
    const LAST: [i32; 16] = [8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31];
    const EVEN: [i32; 16] = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30];
    const ODD: [i32; 16] = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31];
    const EVEN_AND_ODD: [i32; 16] = [0, 2, 4, 6, 8, 10, 12, 14, 17, 19, 21, 23, 25, 27, 29, 31];

    /// # Safety
    /// AVX-512 must be present.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn permuted(a: __m512, b: __m512, lanes: &[i32; 16]) -> __m512 {
        // SAFETY: the caller's promise; the array is as large as a register.
        unsafe { _mm512_permutex2var_ps(a, _mm512_loadu_si512(lanes.as_ptr().cast()), b) }
    }

    /// The even lanes of both operands in the order of memory.
    ///
    /// # Safety
    /// AVX2 must be present.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn in_order(mixed: __m256) -> __m256 {
        // SAFETY: the caller's promise.
        unsafe {
            let mixed = _mm256_castps_pd(mixed);
            _mm256_castpd_ps(_mm256_permute4x64_pd::<0b11_01_10_00>(mixed))
        }
    }

    /// Loads two columns of 4, 8 or 16 rows that follow each other. Returns whether it did.
    ///
    /// # Safety
    /// As [`crate::lanes::Lane::v_load_columns`].
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn load<const W: usize>(from: *const f32, stride: isize, to: *mut [f32; W]) -> bool {
        if stride != 2 {
            return false;
        }
        // SAFETY: the caller's promise; the width tells the instruction set.
        unsafe {
            let to = to.cast::<f32>();
            match W {
                16 => {
                    let (a, b) = (_mm512_loadu_ps(from), _mm512_loadu_ps(from.add(16)));
                    _mm512_storeu_ps(to, permuted(a, b, &EVEN));
                    _mm512_storeu_ps(to.add(16), permuted(a, b, &ODD));
                }
                8 => {
                    let (a, b) = (_mm256_loadu_ps(from), _mm256_loadu_ps(from.add(8)));
                    let even = _mm256_shuffle_ps::<0b10_00_10_00>(a, b);
                    let odd = _mm256_shuffle_ps::<0b11_01_11_01>(a, b);
                    _mm256_storeu_ps(to, in_order(even));
                    _mm256_storeu_ps(to.add(8), in_order(odd));
                }
                4 => {
                    let (a, b) = (_mm_loadu_ps(from), _mm_loadu_ps(from.add(4)));
                    _mm_storeu_ps(to, _mm_shuffle_ps::<0b10_00_10_00>(a, b));
                    _mm_storeu_ps(to.add(4), _mm_shuffle_ps::<0b11_01_11_01>(a, b));
                }
                _ => return false,
            }
        }
        true
    }

    /// The reverse of [`load`].
    ///
    /// # Safety
    /// As [`crate::lanes::Lane::v_store_columns`].
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn store<const W: usize>(
        from: *const [f32; W],
        to: *mut f32,
        stride: isize,
    ) -> bool {
        if stride != 2 {
            return false;
        }
        // SAFETY: the caller's promise; the width tells the instruction set.
        unsafe {
            let from = from.cast::<f32>();
            match W {
                16 => {
                    let (a, b) = (_mm512_loadu_ps(from), _mm512_loadu_ps(from.add(16)));
                    _mm512_storeu_ps(to, permuted(a, b, &FIRST));
                    _mm512_storeu_ps(to.add(16), permuted(a, b, &LAST));
                }
                8 => {
                    let (a, b) = (_mm256_loadu_ps(from), _mm256_loadu_ps(from.add(8)));
                    let (low, high) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
                    _mm256_storeu_ps(to, _mm256_permute2f128_ps::<0x20>(low, high));
                    _mm256_storeu_ps(to.add(8), _mm256_permute2f128_ps::<0x31>(low, high));
                }
                4 => {
                    let (a, b) = (_mm_loadu_ps(from), _mm_loadu_ps(from.add(4)));
                    _mm_storeu_ps(to, _mm_unpacklo_ps(a, b));
                    _mm_storeu_ps(to.add(4), _mm_unpackhi_ps(a, b));
                }
                _ => return false,
            }
        }
        true
    }

    /// Every second element from the first one on, for 4, 8 or 16 lanes; otherwise `None`.
    ///
    /// # Safety
    /// All up to the last one must be readable.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn alternate<const W: usize>(from: *const f32, to: *mut [f32; W]) -> bool {
        // SAFETY: the caller's promise: the second register ends with the last element. The width tells the instruction
        // set.
        unsafe {
            match W {
                16 => {
                    let (a, b) = (_mm512_loadu_ps(from), _mm512_loadu_ps(from.add(15)));
                    _mm512_storeu_ps(to.cast(), permuted(a, b, &EVEN_AND_ODD));
                }
                8 => {
                    let (a, b) = (_mm256_loadu_ps(from), _mm256_loadu_ps(from.add(7)));
                    let mixed = _mm256_shuffle_ps::<0b11_01_10_00>(a, b);
                    _mm256_storeu_ps(to.cast(), in_order(mixed));
                }
                4 => {
                    let (a, b) = (_mm_loadu_ps(from), _mm_loadu_ps(from.add(3)));
                    _mm_storeu_ps(to.cast(), _mm_shuffle_ps::<0b11_01_10_00>(a, b));
                }
                _ => return false,
            }
        }
        true
    }
}
