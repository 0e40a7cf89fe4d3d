//! `exp` and `log` of full registers, by range reduction and polynomials, without branches. Narrower vectors use the
//! standard library, one lane at a time.
//!
//! Cody and Waite, *Software Manual for the Elementary Functions* (1980); the coefficients of `log` are those
//! of fdlibm (`e_log.c`, `e_logf.c`).

use super::elementary::Real;
use super::{Lane, V, add, div, each, fma, mul, select_eq, select_lt, sub};

/// The bytes of the smallest register that computes lanes together.
const REGISTER: usize = 32;

/// Exponentials and logarithms of all lanes.
pub trait Exponential: Lane {
    /// The least number whose exponential is not subnormal.
    const LEAST_NORMAL: Self;

    fn v_exp<const W: usize>(x: [Self; W]) -> [Self; W];
    fn v_log<const W: usize>(x: [Self; W]) -> [Self; W];
}

/// e to the power of each lane.
///
/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn exp<T: Exponential, const W: usize>(a: V<T, W>) -> V<T, W> {
    V(T::v_exp(a.0))
}

/// e to the power of each lane, and 0 where that is subnormal. A processor may take a hundred cycles for each operation on
/// a subnormal number.
///
/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn exp_or_zero<T: Exponential, const W: usize>(a: V<T, W>) -> V<T, W> {
    // SAFETY: as the caller promises.
    unsafe {
        let least = V([T::LEAST_NORMAL; W]);
        let exp = exp(select_lt(a, least, least, a));
        select_lt(a, least, V([T::default(); W]), exp)
    }
}

/// The natural logarithm of each lane.
///
/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn log<T: Exponential, const W: usize>(a: V<T, W>) -> V<T, W> {
    V(T::v_log(a.0))
}

macro_rules! exponential {
    (
        $t:ident $bits:ident, mantissa $mantissa:literal bias $bias:literal,
        round $round:literal, ln2 $high:literal $low:literal,
        exp $least:literal $most:literal normal $normal:literal $series:expr,
        tiny $tiny:literal lift $lift:literal by $by:literal,
        log $even:expr, $odd:expr
    ) => {
        impl Exponential for $t {
            const LEAST_NORMAL: $t = $normal;

            #[cfg_attr(optimised, inline(always))]
            fn v_exp<const W: usize>(x: [$t; W]) -> [$t; W] {
                if size_of::<[$t; W]>() < REGISTER {
                    return each(|k| x[k].exp());
                }
                // SAFETY: the width tells the instruction set, and that it is present; see the
                // safety section of the parent module.
                unsafe {
                    let all = |c: $t| V::<$t, W>([c; W]);
                    // Beyond these the result is 0 or infinite anyway; comparisons let NaNs pass.
                    let clamped = || {
                        let x = select_lt(V(x), all($least), all($least), V(x));
                        select_lt(all($most), x, all($most), x).0
                    };
                    #[cfg(target_arch = "x86_64")]
                    let x = V(super::x86::$t::clamp(&x, $least, $most, clamped));
                    #[cfg(not(target_arch = "x86_64"))]
                    let x = V(clamped());
                    // exp(x) = 2^n exp(r): adding and subtracting `round` rounds to an integer, which then
                    // stands in the last bits.
                    let shifted = fma(x, all(std::$t::consts::LOG2_E), all($round));
                    let n = sub(shifted, all($round));
                    let r = fma(n, all(-$high), x);
                    let r = fma(n, all(-$low), r);
                    let series: &[$t] = $series;
                    let mut q = all(series[0]);
                    for c in &series[1..] {
                        q = fma(q, r, all(*c));
                    }
                    // No square of the rest, which may be tiny.
                    let e = fma(fma(q, r, all(1.0)), r, all(1.0));
                    Real::v_scale_far(e.0, n.0)
                }
            }

            #[cfg_attr(optimised, inline(always))]
            fn v_log<const W: usize>(x: [$t; W]) -> [$t; W] {
                if size_of::<[$t; W]>() < REGISTER {
                    return each(|k| x[k].ln());
                }
                // SAFETY: the width tells the instruction set, and that it is present; see the
                // safety section of the parent module.
                unsafe {
                    let all = |c: $t| V::<$t, W>([c; W]);
                    let x = V(x);
                    // x = 2^k m with m between the roots of 1/2 and 2.
                    const ROOT: $t = std::$t::consts::FRAC_1_SQRT_2;
                    let by_bits = || {
                        let tiny = all($tiny);
                        let lifted = select_lt(x, tiny, mul(x, all($lift)), x);
                        const ROUND: $bits = ($round as $t).to_bits();
                        let above: [$bits; W] = each(|k| {
                            let bits = lifted.0[k].to_bits();
                            bits.wrapping_sub(ROOT.to_bits()).wrapping_add($bias << $mantissa)
                        });
                        let m: [$t; W] = each(|k| {
                            let exponent = (above[k] >> $mantissa).wrapping_sub($bias);
                            $t::from_bits(lifted.0[k].to_bits().wrapping_sub(exponent << $mantissa))
                        });
                        let power: [$t; W] = each(|k| {
                            let exponent = (above[k] >> $mantissa).wrapping_sub($bias);
                            $t::from_bits(ROUND.wrapping_add(exponent))
                        });
                        let k = sub(V(power), all($round));
                        (V(m), select_lt(x, tiny, sub(k, all($by)), k))
                    };
                    #[cfg(target_arch = "x86_64")]
                    let parts = super::x86::$t::parts(&x.0);
                    #[cfg(not(target_arch = "x86_64"))]
                    let parts: Option<([$t; W], [$t; W])> = None;
                    let (m, k) = match parts {
                        Some((m, k)) => {
                            let (m, k, root) = (V(m), V(k), all(2.0 * ROOT));
                            let below = select_lt(m, root, m, mul(m, all(0.5)));
                            (below, select_lt(m, root, k, add(k, all(1.0))))
                        }
                        None => by_bits(),
                    };
                    let f = sub(m, all(1.0));
                    let s = div(f, add(all(2.0), f));
                    let (z, h) = (mul(s, s), mul(all(0.5), mul(f, f)));
                    let w = mul(z, z);
                    let polynomial = |coefficients: &[$t]| {
                        let mut sum = all(coefficients[0]);
                        for c in &coefficients[1..] {
                            sum = fma(sum, w, all(*c));
                        }
                        sum
                    };
                    let (even, odd) = (polynomial($even), polynomial($odd));
                    let r = fma(w, even, mul(z, odd));
                    let tail = fma(s, add(h, r), mul(k, all($low)));
                    let log = sub(mul(k, all($high)), sub(sub(h, tail), f));
                    // Zero, infinity and negative numbers. NaNs are right already.
                    let fixed = || {
                        let log = select_lt(x, all(<$t>::INFINITY), log, x);
                        let log = select_lt(all(0.0), x, log, add(x, all(<$t>::NAN)));
                        select_eq(x, all(0.0), all(<$t>::NEG_INFINITY), log).0
                    };
                    #[cfg(target_arch = "x86_64")]
                    return super::x86::$t::fix_log(&log.0, &x.0, fixed);
                    #[cfg(not(target_arch = "x86_64"))]
                    fixed()
                }
            }
        }
    };
}

exponential! {
    f64 u64, mantissa 52 bias 1023,
    round 6755399441055744.0, ln2 6.931_471_803_691_238e-1 1.908_214_929_270_587_7e-10,
    exp -746.0 710.0 normal -708.396_418_532_264 &[
        1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0,
        1.0 / 40320.0, 1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5,
    ],
    tiny 2.225_073_858_507_201_4e-308
    lift 18014398509481984.0 by 54.0,
    log &[1.531_383_769_920_937_3e-1, 2.222_219_843_214_978_4e-1, 3.999_999_999_940_942e-1],
    &[
        1.479_819_860_511_658_6e-1, 1.818_357_216_161_805e-1, 2.857_142_874_366_239e-1,
        6.666_666_666_666_735e-1,
    ]
}
exponential! {
    f32 u32, mantissa 23 bias 127,
    round 12582912.0, ln2 6.931_381e-1 9.058_001e-6,
    exp -104.0 89.0 normal -87.336_54 &[
        1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5,
    ],
    tiny 1.175_494_4e-38
    lift 33554432.0 by 25.0,
    log &[0.242_790_79, 0.400_009_72],
    &[0.284_987_87, 0.666_666_6]
}
