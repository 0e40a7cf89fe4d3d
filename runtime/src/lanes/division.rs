//! Divides vectors by one number, with the rounding of a division, but without the divider, which takes 16 cycles for a
//! register of `f64`.
//!
//! Let `y` be the reciprocal of the divisor `b`, rounded to nearest. Then `a y` is close to the quotient `q`, and `q +
//! (a - b q) y` is closer: the remainder is exact, because the fused operation rounds once. The first such step leaves
//! `q` within one unit in the last place, and from there the second one rounds correctly (Markstein 1990, Computation
//! of elementary functions on the IBM RISC System/6000 processor).
//!
//! That holds as long as nothing overflows or underflows on the way. Numbers far from 1, infinities and NaNs are left
//! to the divider.

macro_rules! division {
    (
        $t:ident, $int:ident, $register:ident $w:literal, mask $mask:ident, exponents $exponents:literal, mantissa $mantissa:literal, bias $bias:literal,
        mul $mul:ident, fma $fma:ident, fnmadd $fnmadd:ident, set1 $set1:ident, iset1 $iset1:ident, icast $icast:ident,
        isub $isub:ident, iand $iand:ident, below $below:ident, class $class:ident,
        logic $logic:ident, fcast $fcast:ident
    ) => {
        pub mod $t {
            use crate::lanes::x86::bits;
            use std::arch::x86_64::*;

            const FULL: usize = $w;
            /// Divisors and numerators have to be at least `2^-EXPONENTS` and below `2^EXPONENTS`. Then quotients are
            /// normal numbers, and so are remainders down to their last bits.
            const EXPONENTS: $int = $exponents;
            const LEAST: $int = ($bias - EXPONENTS) << $mantissa;
            const RANGE: $int = (2 * EXPONENTS) << $mantissa;
            const MAGNITUDE: $int = $int::MAX >> 1;

            /// A mask of the lanes that are not far from 1.
            ///
            /// # Safety
            /// There has to be AVX-512.
            #[cfg_attr(optimised, inline(always))]
            unsafe fn near(a: $register) -> $mask {
                // SAFETY: promised by the caller.
                unsafe {
                    let magnitude = $iand($icast(a), $iset1(MAGNITUDE as _));
                    $below($isub(magnitude, $iset1(LEAST as _)), $iset1(RANGE as _))
                }
            }

            #[cfg_attr(optimised, inline(always))]
            pub fn by<const W: usize>(
                a: &[$t; W],
                b: $t,
                otherwise: impl FnOnce() -> [$t; W],
            ) -> [$t; W] {
                if W != FULL {
                    return otherwise();
                }
                // SAFETY: the width tells the instruction set, and that it is present; see the
                // safety section of the parent module.
                unsafe {
                    const ZEROS: i32 = 0x06;
                    let (a, divisor, reciprocal) = (bits(a), $set1(b), $set1(1.0 / b));
                    let q = $mul(a, reciprocal);
                    let sign = q;
                    let q = $fma($fnmadd(divisor, q, a), reciprocal, q);
                    let q = $fma($fnmadd(divisor, q, a), reciprocal, q);
                    // The remainder of a zero is positive.
                    let q = $logic::<0xf8>($icast(q), $icast(sign), $iset1(!MAGNITUDE as _));
                    match (near(a) | $class::<ZEROS>(a)) & near(divisor) == !0 {
                        true => bits(&$fcast(q)),
                        false => otherwise(),
                    }
                }
            }
        }
    };
}

division! {
    f64, u64, __m512d 8, mask __mmask8, exponents 500, mantissa 52, bias 1023,
    mul _mm512_mul_pd, fma _mm512_fmadd_pd, fnmadd _mm512_fnmadd_pd, set1 _mm512_set1_pd, iset1 _mm512_set1_epi64,
    icast _mm512_castpd_si512, isub _mm512_sub_epi64, iand _mm512_and_si512, below _mm512_cmplt_epu64_mask,
    class _mm512_fpclass_pd_mask, logic _mm512_ternarylogic_epi64, fcast _mm512_castsi512_pd
}
division! {
    f32, u32, __m512 16, mask __mmask16, exponents 60, mantissa 23, bias 127,
    mul _mm512_mul_ps, fma _mm512_fmadd_ps, fnmadd _mm512_fnmadd_ps, set1 _mm512_set1_ps, iset1 _mm512_set1_epi32,
    icast _mm512_castps_si512, isub _mm512_sub_epi32, iand _mm512_and_si512, below _mm512_cmplt_epu32_mask,
    class _mm512_fpclass_ps_mask, logic _mm512_ternarylogic_epi32, fcast _mm512_castsi512_ps
}
