//! Conversions between types of elements.

use super::each;

/// Conversion by the rules of the language: Rust's `as`.
pub trait CastTo<T: Copy>: Copy {
    fn cast_to(self) -> T;

    #[cfg_attr(optimised, inline(always))]
    fn v_cast_to<const W: usize>(a: [Self; W]) -> [T; W] {
        each(|k| a[k].cast_to())
    }
}

macro_rules! one_by_one {
    ($($from:ident => $($to:ident)*;)*) => {
        $($(impl CastTo<$to> for $from {
            #[cfg_attr(optimised, inline(always))]
            fn cast_to(self) -> $to {
                self as $to
            }

            #[cfg_attr(optimised, inline(always))]
            fn v_cast_to<const W: usize>(a: [$from; W]) -> [$to; W] {
                if size_of::<$from>() == size_of::<$to>() {
                    // SAFETY: the types are the same, or integers of the same size, which keep their bits.
                    return unsafe { std::mem::transmute_copy(&a) };
                }
                each(|k| a[k] as $to)
            }
        })*)*
    };
}
one_by_one! {
    i8 => i8 i16 i32 i64 u8 u16 u32 u64;
    i16 => i16 i32 i64 u16 u32 u64;
    i32 => i32 i64 u32 u64;
    i64 => i8 i16 i32 i64 u8 u16 u32 u64 f32;
    u8 => i8 i16 i32 i64 u8 u16 u32 u64;
    u16 => i16 i32 i64 u16 u32 u64;
    u32 => i32 i64 u32 u64;
    u64 => i8 i16 i32 i64 u8 u16 u32 u64 f32;
    f32 => f32;
    f64 => f64;
}

/// Defines conversions of as many lanes as fill registers, with the instructions for them. Compilers convert floats to
/// integers one by one, because a float out of range has to become the nearest integer, and a NaN has to become 0.
macro_rules! in_registers {
    ($($from:ident => $to:ident: $($lanes:literal |$a:ident| $converted:expr),*;)*) => {
        $(impl CastTo<$to> for $from {
            #[cfg_attr(optimised, inline(always))]
            fn cast_to(self) -> $to {
                self as $to
            }

            #[cfg_attr(optimised, inline(always))]
            fn v_cast_to<const W: usize>(a: [$from; W]) -> [$to; W] {
                #[cfg(target_arch = "x86_64")]
                {
                    use super::x86::bits;
                    #[allow(unused_imports)]
                    use std::arch::x86_64::*;
                    match W {
                        $($lanes if !cfg!(miri) => {
                            // SAFETY: the number of lanes tells the instruction set, and that it is present; see the
                            // safety section of the parent module. Registers and arrays have the same size.
                            return unsafe {
                                let $a = bits(&a);
                                bits(&$converted)
                            };
                        })*
                        _ => {}
                    }
                }
                each(|k| a[k] as $to)
            }
        })*
    };
}

/// Lanes of `f64`, limited to bounds. A NaN becomes any number.
macro_rules! between {
    ($a:ident, $least:literal, $most:literal) => {
        _mm512_min_pd(_mm512_max_pd($a, _mm512_set1_pd($least)), _mm512_set1_pd($most))
    };
}
macro_rules! between_f32 {
    ($a:ident, $least:literal, $most:literal) => {
        _mm512_min_ps(_mm512_max_ps($a, _mm512_set1_ps($least)), _mm512_set1_ps($most))
    };
}
macro_rules! ordered {
    ($a:ident) => {
        _mm512_cmp_pd_mask::<_CMP_ORD_Q>($a, $a)
    };
}
macro_rules! ordered_f32 {
    ($a:ident) => {
        _mm512_cmp_ps_mask::<_CMP_ORD_Q>($a, $a)
    };
}
/// The first 8 bytes.
macro_rules! first {
    ($a:expr) => {
        _mm_cvtsi128_si64($a)
    };
}
/// 8 bytes as a register.
macro_rules! alone {
    ($a:expr) => {
        _mm_cvtsi64_si128($a)
    };
}

/// With AVX2: lanes between bounds as `i32`; NaNs become 0.
macro_rules! whole_of_f64 {
    ($a:ident, $least:literal, $most:literal) => {{
        let a = _mm256_and_pd($a, _mm256_cmp_pd::<_CMP_ORD_Q>($a, $a));
        let a = _mm256_min_pd(_mm256_max_pd(a, _mm256_set1_pd($least)), _mm256_set1_pd($most));
        _mm256_cvttpd_epi32(a)
    }};
}
macro_rules! whole_of_f32 {
    ($a:ident, $least:literal, $most:literal) => {{
        let a = _mm256_and_ps($a, _mm256_cmp_ps::<_CMP_ORD_Q>($a, $a));
        let a = _mm256_min_ps(_mm256_max_ps(a, _mm256_set1_ps($least)), _mm256_set1_ps($most));
        let a = _mm256_cvttps_epi32(a);
        (_mm256_castsi256_si128(a), _mm256_extracti128_si256::<1>(a))
    }};
}
/// The first 4 bytes.
macro_rules! first_four {
    ($a:expr) => {
        _mm_cvtsi128_si32($a)
    };
}
/// `i32`s of two registers as bytes.
macro_rules! as_bytes {
    ($halves:expr, $pack:ident) => {{
        let (low, high) = $halves;
        let words = _mm_packs_epi32(low, high);
        $pack(words, words)
    }};
}
/// The low halves of 16 lanes of 16 bits, as bytes.
macro_rules! low_bytes {
    ($a:ident) => {{
        let low = _mm256_and_si256($a, _mm256_set1_epi16(0xff));
        _mm_packus_epi16(_mm256_castsi256_si128(low), _mm256_extracti128_si256::<1>(low))
    }};
}
/// The low halves of 8 lanes of 32 bits each.
macro_rules! low_words {
    ($a:ident) => {{
        let low = _mm256_and_si256($a, _mm256_set1_epi32(0xffff));
        _mm_packus_epi32(_mm256_castsi256_si128(low), _mm256_extracti128_si256::<1>(low))
    }};
}
/// The low quarters of 8 lanes of 32 bits each.
macro_rules! low_quarters {
    ($a:ident) => {{
        let low = _mm256_and_si256($a, _mm256_set1_epi32(0xff));
        let words =
            _mm_packus_epi32(_mm256_castsi256_si128(low), _mm256_extracti128_si256::<1>(low));
        first!(_mm_packus_epi16(words, words))
    }};
}
/// The low halves of 16 lanes, by AVX2: 16 lanes do not tell whether there is AVX-512.
macro_rules! words_of_two {
    ($a:ident) => {{
        let [first, second]: [__m256i; 2] = $a;
        [low_words!(first), low_words!(second)]
    }};
}
macro_rules! quarters_of_two {
    ($a:ident) => {{
        let [first, second]: [__m256i; 2] = $a;
        let quarters = _mm256_set1_epi32(0xff);
        let first = _mm256_and_si256(first, quarters);
        let second = _mm256_and_si256(second, quarters);
        _mm_packus_epi16(low_words!(first), low_words!(second))
    }};
}
/// If this is added to a lane of magnitude below 2^51, the sum has the lane as an integer in its last bits.
macro_rules! small_whole {
    ($a:ident) => {{
        let shift = _mm256_set1_pd(6755399441055744.0);
        let whole = _mm256_round_pd::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }>($a);
        let shifted = _mm256_castpd_si256(_mm256_add_pd(whole, shift));
        _mm256_sub_epi64(shifted, _mm256_castpd_si256(shift))
    }};
}
/// Whether all lanes are of such a magnitude.
macro_rules! are_small {
    ($a:ident) => {{
        let magnitude = _mm256_andnot_pd(_mm256_set1_pd(-0.0), $a);
        let limit = _mm256_set1_pd(2251799813685248.0);
        _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_LT_OQ>(magnitude, limit)) == 0b1111
    }};
}

// Conversions between integers keep the low bits. In long loops compilers gather these one by one.
in_registers! {
    i16 => i8: 32 |a| _mm512_cvtepi16_epi8(a), 16 |a| low_bytes!(a);
    i16 => u8: 32 |a| _mm512_cvtepi16_epi8(a), 16 |a| low_bytes!(a);
    u16 => i8: 32 |a| _mm512_cvtepi16_epi8(a), 16 |a| low_bytes!(a);
    u16 => u8: 32 |a| _mm512_cvtepi16_epi8(a), 16 |a| low_bytes!(a);
    i32 => i8: 16 |a| quarters_of_two!(a), 8 |a| low_quarters!(a);
    i32 => u8: 16 |a| quarters_of_two!(a), 8 |a| low_quarters!(a);
    u32 => i8: 16 |a| quarters_of_two!(a), 8 |a| low_quarters!(a);
    u32 => u8: 16 |a| quarters_of_two!(a), 8 |a| low_quarters!(a);
    i32 => i16: 16 |a| words_of_two!(a), 8 |a| low_words!(a);
    i32 => u16: 16 |a| words_of_two!(a), 8 |a| low_words!(a);
    u32 => i16: 16 |a| words_of_two!(a), 8 |a| low_words!(a);
    u32 => u16: 16 |a| words_of_two!(a), 8 |a| low_words!(a);
    f64 => i8: 8 |a| first!(_mm512_cvtepi64_epi8(_mm512_maskz_cvttpd_epi64(ordered!(a), between!(a, -128.0, 127.0)))), 4 |a| {
        let whole = whole_of_f64!(a, -128.0, 127.0);
        first_four!(as_bytes!((whole, whole), _mm_packs_epi16))
    };
    f64 => u8: 8 |a| first!(_mm512_cvtepi64_epi8(_mm512_maskz_cvttpd_epi64(ordered!(a), between!(a, 0.0, 255.0)))), 4 |a| {
        let whole = whole_of_f64!(a, 0.0, 255.0);
        first_four!(as_bytes!((whole, whole), _mm_packus_epi16))
    };
    f64 => i16: 8 |a| _mm512_cvtepi64_epi16(_mm512_maskz_cvttpd_epi64(ordered!(a), between!(a, -32768.0, 32767.0))), 4 |a| {
        let whole = whole_of_f64!(a, -32768.0, 32767.0);
        first!(_mm_packs_epi32(whole, whole))
    };
    f64 => u16: 8 |a| _mm512_cvtepi64_epi16(_mm512_maskz_cvttpd_epi64(ordered!(a), between!(a, 0.0, 65535.0))), 4 |a| {
        let whole = whole_of_f64!(a, 0.0, 65535.0);
        first!(_mm_packus_epi32(whole, whole))
    };
    f64 => i32: 8 |a| _mm512_maskz_cvttpd_epi32(ordered!(a), between!(a, -2147483648.0, 2147483647.0)), 4 |a| whole_of_f64!(a, -2147483648.0, 2147483647.0);
    f64 => u32: 8 |a| _mm512_maskz_cvttpd_epu32(ordered!(a), between!(a, 0.0, 4294967295.0));
    f64 => i64: 8 |a| {
        // A number below the least integer becomes the least integer.
        let above = _mm512_cmp_pd_mask::<_CMP_GE_OQ>(a, _mm512_set1_pd(9223372036854775808.0));
        let converted = _mm512_maskz_cvttpd_epi64(ordered!(a), a);
        _mm512_mask_mov_epi64(converted, above, _mm512_set1_epi64(i64::MAX))
    }, 4 |a| {
        if are_small!(a) {
            small_whole!(a)
        } else {
            let all: [f64; 4] = bits(&a);
            bits(&[all[0] as i64, all[1] as i64, all[2] as i64, all[3] as i64])
        }
    };
    f64 => u64: 8 |a| {
        // A number above the largest integer becomes the largest integer.
        _mm512_maskz_cvttpd_epu64(ordered!(a), _mm512_max_pd(a, _mm512_setzero_pd()))
    };
    f64 => f32: 8 |a| _mm512_cvtpd_ps(a), 4 |a| _mm256_cvtpd_ps(a);
    f32 => i8: 16 |a| _mm512_cvtepi32_epi8(_mm512_maskz_cvttps_epi32(ordered_f32!(a), between_f32!(a, -128.0, 127.0))), 8 |a| first!(as_bytes!(whole_of_f32!(a, -128.0, 127.0), _mm_packs_epi16));
    f32 => u8: 16 |a| _mm512_cvtepi32_epi8(_mm512_maskz_cvttps_epi32(ordered_f32!(a), between_f32!(a, 0.0, 255.0))), 8 |a| first!(as_bytes!(whole_of_f32!(a, 0.0, 255.0), _mm_packus_epi16));
    f32 => i16: 16 |a| _mm512_cvtepi32_epi16(_mm512_maskz_cvttps_epi32(ordered_f32!(a), between_f32!(a, -32768.0, 32767.0))), 8 |a| {
        let (low, high) = whole_of_f32!(a, -32768.0, 32767.0);
        _mm_packs_epi32(low, high)
    };
    f32 => u16: 16 |a| _mm512_cvtepi32_epi16(_mm512_maskz_cvttps_epi32(ordered_f32!(a), between_f32!(a, 0.0, 65535.0))), 8 |a| {
        let (low, high) = whole_of_f32!(a, 0.0, 65535.0);
        _mm_packus_epi32(low, high)
    };
    f32 => i32: 16 |a| {
        let above = _mm512_cmp_ps_mask::<_CMP_GE_OQ>(a, _mm512_set1_ps(2147483648.0));
        let converted = _mm512_maskz_cvttps_epi32(ordered_f32!(a), a);
        _mm512_mask_mov_epi32(converted, above, _mm512_set1_epi32(i32::MAX))
    }, 8 |a| {
        // A number that is too large becomes the least integer, whose bits are the inverse of those of the largest.
        let above = _mm256_cmp_ps::<_CMP_GE_OQ>(a, _mm256_set1_ps(2147483648.0));
        let converted = _mm256_cvttps_epi32(_mm256_and_ps(a, _mm256_cmp_ps::<_CMP_ORD_Q>(a, a)));
        _mm256_xor_si256(converted, _mm256_castps_si256(above))
    };
    f32 => u32: 16 |a| _mm512_maskz_cvttps_epu32(ordered_f32!(a), _mm512_max_ps(a, _mm512_setzero_ps()));
    f32 => i64: 16 |a| {
        macro_rules! half { ($half:expr) => {{
            let a = $half;
            let ordered = _mm256_cmp_ps_mask::<_CMP_ORD_Q>(a, a);
            let above = _mm256_cmp_ps_mask::<_CMP_GE_OQ>(a, _mm256_set1_ps(9223372036854775808.0));
            let converted = _mm512_maskz_cvttps_epi64(ordered, a);
            _mm512_mask_mov_epi64(converted, above, _mm512_set1_epi64(i64::MAX))
        }}; }
        [half!(_mm512_castps512_ps256(a)), half!(_mm512_extractf32x8_ps::<1>(a))]
    };
    f32 => u64: 16 |a| {
        macro_rules! half { ($half:expr) => {{
            let a = $half;
            let ordered = _mm256_cmp_ps_mask::<_CMP_ORD_Q>(a, a);
            _mm512_maskz_cvttps_epu64(ordered, _mm256_max_ps(a, _mm256_setzero_ps()))
        }}; }
        [half!(_mm512_castps512_ps256(a)), half!(_mm512_extractf32x8_ps::<1>(a))]
    };
    f32 => f64: 8 |a| _mm512_cvtps_pd(a), 4 |a| _mm256_cvtps_pd(a);
    i8 => f64: 8 |a| _mm512_cvtepi32_pd(_mm256_cvtepi8_epi32(alone!(a)));
    u8 => f64: 8 |a| _mm512_cvtepi32_pd(_mm256_cvtepu8_epi32(alone!(a)));
    i16 => f64: 8 |a| _mm512_cvtepi32_pd(_mm256_cvtepi16_epi32(a));
    u16 => f64: 8 |a| _mm512_cvtepi32_pd(_mm256_cvtepu16_epi32(a));
    i32 => f64: 8 |a| _mm512_cvtepi32_pd(a);
    u32 => f64: 8 |a| _mm512_cvtepu32_pd(a);
    i64 => f64: 8 |a| _mm512_cvtepi64_pd(a);
    u64 => f64: 8 |a| _mm512_cvtepu64_pd(a);
    i8 => f32: 16 |a| _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(a));
    u8 => f32: 16 |a| _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(a));
    i16 => f32: 16 |a| _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(a));
    u16 => f32: 16 |a| _mm512_cvtepi32_ps(_mm512_cvtepu16_epi32(a));
    i32 => f32: 16 |a| _mm512_cvtepi32_ps(a);
    u32 => f32: 16 |a| _mm512_cvtepu32_ps(a);
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    /// Checks whether converted lanes are those of Rust's `as`.
    fn check<
        A: CastTo<B> + std::fmt::Debug,
        B: Copy + PartialEq + std::fmt::Debug,
        const W: usize,
    >(
        all: &[A],
    ) {
        for lanes in all.chunks(W) {
            let a: [A; W] = std::array::from_fn(|k| lanes[k % lanes.len()]);
            let converted = A::v_cast_to(a);
            for k in 0..W {
                let right = a[k].cast_to();
                // NaNs differ from themselves.
                #[allow(clippy::eq_op)]
                let same = converted[k] == right || converted[k] != converted[k] && right != right;
                assert!(same, "{:?} became {:?}, not {right:?}", a[k], converted[k]);
            }
        }
    }

    fn floats() -> Vec<f64> {
        let limits = [7, 8, 15, 16, 31, 32, 63, 64].map(|bits| 2f64.powi(bits));
        let near = |x: f64| {
            let single = x as f32;
            let singles = [single.next_down(), single, single.next_up()].map(f64::from);
            [x - 1.0, x - 0.5, x.next_down(), x, x.next_up(), x + 0.5, x + 1.0]
                .into_iter()
                .chain(singles)
        };
        let mut all: Vec<f64> = limits.into_iter().chain([0.0]).flat_map(near).collect();
        all.extend([f64::MAX, f64::INFINITY, 5e-324, 1e-40, 1e39, 3.402_823_6e38]);
        all.extend((0..1000).map(|k| (f64::from(k) * 0.07).exp2()));
        all.extend(all.clone().iter().map(|x| -x));
        all.push(f64::NAN);
        all
    }

    macro_rules! from {
        ($from:ident $all:expr, $($to:ident)*) => {
            let all: Vec<$from> = $all;
            $(
                check::<$from, $to, 4>(&all);
                check::<$from, $to, 8>(&all);
                check::<$from, $to, 16>(&all);
            )*
        };
    }

    #[test]
    #[cfg_attr(miri, ignore = "has no registers")]
    fn registers_are_converted_as_single_lanes_are() {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
        fn run() {
            let bits = || (0..2000u64).map(|k| k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (k % 64));
            from!(f64 floats(), i8 i16 i32 i64 u8 u16 u32 u64 f32 f64);
            from!(f32 floats().iter().map(|x| *x as f32).collect(), i8 i16 i32 i64 u8 u16 u32 u64 f32 f64);
            from!(i8 bits().map(|x| x as i8).collect(), f32 f64 i64 u8);
            from!(u8 bits().map(|x| x as u8).collect(), f32 f64 i64 i8);
            from!(i16 bits().map(|x| x as i16).collect(), f32 f64 i8 u8);
            from!(u16 bits().map(|x| x as u16).collect(), f32 f64 i8 u8);
            let all: Vec<u16> = bits().map(|x| x as u16).collect();
            check::<u16, u8, 32>(&all);
            check::<u16, i8, 32>(&all);
            from!(i32 bits().map(|x| x as i32).collect(), f32 f64 i8 u8 i16 u16);
            from!(u32 bits().map(|x| x as u32).collect(), f32 f64 i8 u8 i16 u16);
            from!(i64 bits().map(|x| x as i64).collect(), f32 f64);
            from!(u64 bits().collect(), f32 f64);
        }
        #[target_feature(enable = "avx2,fma")]
        fn run_avx2() {
            macro_rules! from {
                ($all:expr, $from:ident: $w:literal) => {
                    let all: Vec<$from> = $all;
                    check::<$from, i8, $w>(&all);
                    check::<$from, u8, $w>(&all);
                    check::<$from, i16, $w>(&all);
                    check::<$from, u16, $w>(&all);
                    check::<$from, i32, $w>(&all);
                    check::<$from, u32, $w>(&all);
                    check::<$from, i64, $w>(&all);
                    check::<$from, u64, $w>(&all);
                };
            }
            from!(floats(), f64: 4);
            from!(floats().iter().map(|x| *x as f32).collect(), f32: 8);
            let bits = || (0..2000u64).map(|k| k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (k % 64));
            from!(bits().map(|x| x as i32).collect(), i32: 8);
            from!(bits().map(|x| x as i32).collect(), i32: 16);
            from!(bits().map(|x| x as u32).collect(), u32: 8);
            from!(bits().map(|x| x as u32).collect(), u32: 16);
            from!(bits().map(|x| x as i16).collect(), i16: 16);
            from!(bits().map(|x| x as u16).collect(), u16: 16);
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: just detected.
            unsafe { run_avx2() }
        }
        if crate::lanes::tests::has_avx512() {
            // SAFETY: just detected.
            unsafe { run() }
        }
    }
}
