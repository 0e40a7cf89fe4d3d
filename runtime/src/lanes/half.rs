//! Halves (`f16`, `bf16`) as bits: conversions from and to `f32`, which holds every half exactly.

use super::{V, each};

macro_rules! conversions {
    ($($name:ident: $from:ty => $to:ty, $one:expr;)*) => {$(
        #[cfg_attr(optimised, inline(always))]
        pub fn $name<const W: usize>(a: V<$from, W>) -> V<$to, W> {
            V(each(|k| $one(a.0[k])))
        }
    )*};
}
conversions! {
    widen_bf16: u16 => f32, f32_of_bf16;
    round_bf16: f32 => u16, bf16_of_f32;
    to_odd: f64 => f32, odd_of_f64;
}

macro_rules! by_instructions {
    ($($name:ident: $from:ty => $to:ty, $one:expr;)*) => {$(
        /// # Safety
        /// The instruction set that the width of the floats stands for must be present: see [`super`].
        #[cfg_attr(optimised, inline(always))]
        pub unsafe fn $name<const W: usize>(a: V<$from, W>) -> V<$to, W> {
            #[cfg(target_arch = "x86_64")]
            if let Some(converted) = super::x86::$name(&a.0) {
                return V(converted);
            }
            V(each(|k| $one(a.0[k])))
        }
    )*};
}
by_instructions! {
    widen_f16: u16 => f32, f32_of_f16;
    round_f16: f32 => u16, f16_of_f32;
}

#[cfg_attr(optimised, inline(always))]
fn f32_of_bf16(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

#[cfg_attr(optimised, inline(always))]
fn f32_of_f16(bits: u16) -> f32 {
    let bits = u32::from(bits);
    let (sign, magnitude) = ((bits & 0x8000) << 16, (bits & 0x7fff) << 13);
    // The exponents of `f16` are less by 112. The product makes subnormal halves normal.
    let scaled = (f32::from_bits(magnitude) * f32::from_bits((127 + 112) << 23)).to_bits();
    let special = if magnitude >= 0x7c00 << 13 { 0xff << 23 } else { 0 };
    f32::from_bits(scaled | special | sign)
}

#[cfg_attr(optimised, inline(always))]
fn bf16_of_f32(x: f32) -> u16 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1));
    (if x.is_nan() { bits | 0x0040_0000 } else { rounded } >> 16) as u16
}

#[cfg_attr(optimised, inline(always))]
fn f16_of_f32(x: f32) -> u16 {
    let bits = x.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    // Subnormal: the sum's last digit is that of the smallest half.
    let subnormal = (f32::from_bits(magnitude) + 0.5).to_bits().wrapping_sub(0.5f32.to_bits());
    let normal =
        magnitude.wrapping_sub(112 << 23).wrapping_add(0xfff + (magnitude >> 13 & 1)) >> 13;
    // As the instruction does: a quiet NaN with the upper bits.
    let special = if x.is_nan() { 0x7e00 | magnitude >> 13 & 0x3ff } else { 0x7c00 };
    let rounded = if magnitude >= 143 << 23 {
        special
    } else if magnitude < 113 << 23 {
        subnormal
    } else {
        normal
    };
    (rounded | bits >> 16 & 0x8000) as u16
}

/// `x` as `f32`, with its last bit set if digits are lost. So rounding the result to a half gives `x` rounded to a
/// half.
#[cfg_attr(optimised, inline(always))]
fn odd_of_f64(x: f64) -> f32 {
    let near = x as f32;
    let away = f64::from(near).abs() > x.abs();
    let odd = near.to_bits().wrapping_sub(u32::from(away)) | 1;
    if x.is_nan() || f64::from(near) == x { near } else { f32::from_bits(odd) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(infinity: u16, widen: fn(u16) -> f32, round: fn(f32) -> u16) {
        for bits in 0..=u16::MAX {
            let x = widen(bits);
            match x.is_nan() {
                true => assert!(widen(round(x)).is_nan()),
                false => assert_eq!(round(x), bits),
            }
        }
        for low in 0..infinity - 1 {
            let (x, y) = (f64::from(widen(low)), f64::from(widen(low + 1)));
            let (middle, nudge) = ((x + y) / 2.0, (y - x) * 1e-9);
            let round = |x| round(odd_of_f64(x));
            assert_eq!(
                (round(middle), round(-middle)),
                (low + (low & 1), (low + (low & 1)) | 0x8000)
            );
            assert_eq!((round(middle - nudge), round(middle + nudge)), (low, low + 1));
        }
        assert_eq!((round(odd_of_f64(1e300)), round(odd_of_f64(-1e-300))), (infinity, 0x8000));
    }

    /// Compares registers with single lanes. Rounded NaNs have the same bits, too.
    ///
    /// # Safety
    /// The instruction set of `W` floats must be present.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn check_registers<const W: usize>() {
        for first in (0..=u16::MAX).step_by(W) {
            let bits: [u16; W] = std::array::from_fn(|k| first + k as u16);
            // SAFETY: promised by the caller.
            let wide = unsafe { widen_f16(V(bits)) }.0;
            for k in 0..W {
                let right = f32_of_f16(bits[k]);
                assert!(wide[k].to_bits() == right.to_bits() || right.is_nan() && wide[k].is_nan());
            }
        }
        for k in 0..400_000u32 {
            let x: [f32; W] = std::array::from_fn(|l| {
                f32::from_bits((W as u32 * k + l as u32).wrapping_mul(0x9e37_79b9))
            });
            // SAFETY: as above.
            let rounded = unsafe { round_f16(V(x)) }.0;
            assert_eq!(rounded, x.map(f16_of_f32));
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    #[cfg_attr(miri, ignore = "has no registers")]
    fn registers_are_converted_as_single_lanes_are() {
        #[target_feature(enable = "avx2,fma,f16c")]
        fn avx2() {
            // SAFETY: compiled for AVX2 and F16C.
            unsafe { check_registers::<8>() }
        }
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
        fn avx512() {
            // SAFETY: compiled for AVX-512.
            unsafe { check_registers::<16>() }
        }
        let fma = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        if fma && is_x86_feature_detected!("f16c") {
            // SAFETY: just detected.
            unsafe { avx2() }
        }
        if crate::lanes::tests::has_avx512() {
            // SAFETY: just detected.
            unsafe { avx512() }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "looks at all halves")]
    fn conversions_round_to_nearest_with_ties_to_even() {
        check(0x7c00, f32_of_f16, f16_of_f32);
        check(0x7f80, f32_of_bf16, bf16_of_f32);
    }
}
