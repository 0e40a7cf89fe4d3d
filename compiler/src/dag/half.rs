//! The bits of halves (`f16` and `bf16`): conversions from and to `f32`, which holds every half exactly. All arithmetic
//! on halves is arithmetic on `f32`, rounded once.

use super::DType;

/// The value of a half by its bits.
pub fn widen(dtype: DType, bits: u16) -> f32 {
    let bits = u32::from(bits);
    if dtype == DType::BF16 {
        return f32::from_bits(bits << 16);
    }
    let (sign, magnitude) = ((bits & 0x8000) << 16, (bits & 0x7fff) << 13);
    // The exponents of `f16` are smaller by 112. The product makes subnormal numbers normal.
    let scaled = (f32::from_bits(magnitude) * f32::from_bits((127 + 112) << 23)).to_bits();
    let special = if magnitude >= 0x7c00 << 13 { 0xff << 23 } else { 0 };
    f32::from_bits(scaled | special | sign)
}

/// The bits of the half nearest to `x`, ties to even.
pub fn round(dtype: DType, x: f32) -> u16 {
    let bits = x.to_bits();
    if dtype == DType::BF16 {
        let rounded = match x.is_nan() {
            true => bits | 0x0040_0000,
            false => bits + 0x7fff + (bits >> 16 & 1),
        };
        return (rounded >> 16) as u16;
    }
    let magnitude = bits & 0x7fff_ffff;
    let rounded = if magnitude >= 143 << 23 {
        if x.is_nan() { 0x7e00 } else { 0x7c00 }
    } else if magnitude < 113 << 23 {
        // The result is subnormal: the last digit of the sum is that of the smallest half.
        (f32::from_bits(magnitude) + 0.5).to_bits() - 0.5f32.to_bits()
    } else {
        (magnitude - (112 << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13
    };
    (rounded | bits >> 16 & 0x8000) as u16
}

/// `x` as `f32`, with its last bit set if digits are lost. Rounding that to a half is the same as rounding `x`.
pub fn to_odd(x: f64) -> f32 {
    let near = x as f32;
    if x.is_nan() || f64::from(near) == x {
        return near;
    }
    let away = f64::from(near).abs() > x.abs();
    f32::from_bits((near.to_bits() - u32::from(away)) | 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_survives() {
        for dtype in [DType::F16, DType::BF16] {
            for bits in 0..=u16::MAX {
                let x = widen(dtype, bits);
                if x.is_nan() {
                    assert!(widen(dtype, round(dtype, x)).is_nan());
                } else {
                    assert_eq!(round(dtype, x), bits, "{dtype} {bits:#x}");
                }
            }
        }
    }

    #[test]
    fn rounds_to_nearest_with_ties_to_even() {
        for dtype in [DType::F16, DType::BF16] {
            let infinity = round(dtype, f32::INFINITY);
            for low in 0..infinity - 1 {
                let (x, y) = (f64::from(widen(dtype, low)), f64::from(widen(dtype, low + 1)));
                let middle = (x + y) / 2.0;
                let nudge = (y - x) * 1e-9;
                let round = |x: f64| round(dtype, to_odd(x));
                assert_eq!(round(middle), low + (low & 1), "{dtype} {low:#x}");
                assert_eq!((round(middle - nudge), round(middle + nudge)), (low, low + 1));
                assert_eq!(round(-middle), (low + (low & 1)) | 0x8000);
            }
            assert_eq!(round(dtype, 3.4e38), infinity);
        }
        assert_eq!(widen(DType::F16, 0x7bff), 65504.0);
        assert_eq!((round(DType::F16, 65519.9), round(DType::F16, 65520.0)), (0x7bff, 0x7c00));
        assert_eq!(round(DType::F16, to_odd(1e-300)), 0);
        assert_eq!(round(DType::BF16, to_odd(1e300)), 0x7f80);
    }
}
