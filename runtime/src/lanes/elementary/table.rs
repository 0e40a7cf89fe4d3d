//! Tables for logarithms.
//!
//! A number is written as `x = 2^k m`. For each sixteenth of the range of `m`, the table has a number `c` with few
//! digits, which is about `1 / m`, and `-log(c)` in two parts. So `log(x) = k log(2) - log(c) + log(1 + f)`, where `f =
//! m c - 1` is small (Tang 1990, *Table-driven implementation of the logarithm function in IEEE floating-point
//! arithmetic*).

use super::register::{R, Real};
use crate::lanes::each;

/// The numbers `c`. Near 1, on either side, `c` is a power of 2, so that `f` is exact, and small logarithms keep all of
/// their digits.
const INVERSE: [f64; 16] = [
    1.0,
    0.9140625,
    0.865234375,
    0.8203125,
    0.78125,
    0.744140625,
    0.7109375,
    0.681640625,
    0.65234375,
    0.626953125,
    0.603515625,
    0.58203125,
    0.560546875,
    0.54296875,
    0.525390625,
    0.5,
];

const fn in_f32(table: [f64; 16]) -> [f32; 16] {
    let mut single = [0.0; 16];
    let mut k = 0;
    while k < 16 {
        single[k] = table[k] as f32;
        k += 1;
    }
    single
}

pub(super) trait Table: Real {
    const INVERSE: [Self; 16];
    /// The first parts of `-log(c)`. They and `LN2[0]` are multiples of such a large power of 2 that sums of them are
    /// exact.
    const HIGH: [Self; 16];
    /// The second parts: `-log(c)` less `HIGH`.
    const LOW: [Self; 16];
    const LN2: [Self; 2];

    /// The entries for the first four bits of the fractions.
    fn v_entries<const W: usize>(table: &[Self; 16], m: [Self; W]) -> [Self; W];
}

impl Table for f64 {
    const INVERSE: [f64; 16] = INVERSE;
    const HIGH: [f64; 16] = [
        0.0,
        0.0898563291220853,
        0.14475485499406204,
        0.19806991376208316,
        0.24686007793116005,
        0.2955252499132257,
        0.34117075740232394,
        0.383252702837126,
        0.4271836320631337,
        0.4668835019092512,
        0.5049833481416499,
        0.5412311385343855,
        0.5788424092797868,
        0.6107035113491293,
        0.6436132454373364,
        0.6931471805601177,
    ];
    const LOW: [f64; 16] = [
        0.0,
        -2.2425180056249017e-13,
        3.101034082988782e-13,
        1.0634128304268335e-14,
        3.657488373208597e-13,
        -4.188868199662314e-13,
        4.431816646402999e-13,
        -4.5358739633308435e-14,
        -3.2633220700070245e-13,
        2.4071163832744353e-13,
        1.1241001411909127e-13,
        -2.8220198625470073e-13,
        9.986876370947071e-14,
        -2.585395746170265e-13,
        3.322332147382972e-13,
        -1.7239444525614835e-13,
    ];
    const LN2: [f64; 2] = [0.6931471805601177, -1.7239444525614835e-13];

    #[cfg_attr(optimised, inline(always))]
    fn v_entries<const W: usize>(table: &[f64; 16], m: [f64; W]) -> [f64; W] {
        let lanes = || each(|k| table[(m[k].to_bits() >> 48) as usize & 15]);
        #[cfg(target_arch = "x86_64")]
        let lanes = || crate::lanes::x86::entries_f64(table, &m, lanes);
        lanes()
    }
}

impl Table for f32 {
    const INVERSE: [f32; 16] = in_f32(INVERSE);
    const HIGH: [f32; 16] = [
        0.0,
        0.0898590087890625,
        0.1447601318359375,
        0.1980743408203125,
        0.246856689453125,
        0.2955322265625,
        0.3411712646484375,
        0.3832550048828125,
        0.42718505859375,
        0.466888427734375,
        0.5049896240234375,
        0.541229248046875,
        0.5788421630859375,
        0.6107025146484375,
        0.64361572265625,
        0.693145751953125,
    ];
    const LOW: [f32; 16] = [
        0.0,
        -2.6796672e-06,
        -5.2768414e-06,
        -4.4270582e-06,
        3.3884785e-06,
        -6.9766497e-06,
        -5.0724566e-07,
        -2.3020457e-06,
        -1.426531e-06,
        -4.9258247e-06,
        -6.275882e-06,
        1.8904873e-06,
        2.4619396e-07,
        9.967005e-07,
        -2.4772187e-06,
        1.4286068e-06,
    ];
    const LN2: [f32; 2] = [0.693145751953125, 1.4286068e-06];

    #[cfg_attr(optimised, inline(always))]
    fn v_entries<const W: usize>(table: &[f32; 16], m: [f32; W]) -> [f32; W] {
        let lanes = || each(|k| table[(m[k].to_bits() >> 19) as usize & 15]);
        #[cfg(target_arch = "x86_64")]
        let lanes = || crate::lanes::x86::entries_f32(table, &m, lanes);
        lanes()
    }
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn entries<T: Table, const W: usize>(table: &[T; 16], m: R<T, W>) -> R<T, W> {
    R(T::v_entries(table, m.0))
}
