//! Registers of floats, with the operators of numbers. Elementary functions are written in them.
//!
//! Vectors have 64 bytes (AVX-512) or 32 bytes (AVX2 and FMA). Callers of the functions here have checked the width,
//! and are compiled for the instruction set of the width. Other widths are computed lane by lane elsewhere.

use crate::lanes::ops::{Elementary, Elementary2};
use crate::lanes::{Float, Lane, each};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The lanes of one register.
#[derive(Clone, Copy, Debug)]
pub(super) struct R<T, const W: usize>(pub [T; W]);

/// Floats with the operations that elementary functions need beyond arithmetic.
pub(in crate::lanes) trait Real: Float + Elementary + Elementary2 {
    /// The sign bit alone.
    const SIGN: Self;
    /// Adding it to a number leaves the nearest integer in the last bits.
    const ROUND: Self;
    const HALF: Self;
    const ONE: Self;
    const NAN: Self;
    /// Below this magnitude the square of a number changes no digit of it, and might soon be subnormal. `None` if
    /// numbers whose squares are subnormal are too small to be met.
    const LEAST_SQUARED: Option<Self>;
    /// The shift by which the lowest bit becomes the sign.
    const TOP: u32;

    fn v_and<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W];
    fn v_or<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W];
    fn v_xor<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W];
    /// The bits moved to the left.
    fn v_shift<const W: usize>(a: [Self; W], by: u32) -> [Self; W];
    /// `x` where the sign of `c` is set, else `y`.
    fn v_by_sign<const W: usize>(c: [Self; W], x: [Self; W], y: [Self; W]) -> [Self; W];
    /// `a * 2^n`, rounded once as long as the result is normal.
    fn v_scale<const W: usize>(a: [Self; W], n: [Self; W]) -> [Self; W];
    /// The same for `a` between about 0.01 and 1.42, whatever the result. Intel's processors take a hundred cycles and
    /// more for a product that is subnormal, or so small that it is rounded to 0. So if some result may be, it is an integer
    /// multiple of the least number, which a sum rounds.
    fn v_scale_far<const W: usize>(a: [Self; W], n: [Self; W]) -> [Self; W];
    /// `m` of at least 1 and below 2, and `k`, with `a = m * 2^k`, for positive finite numbers.
    fn v_parts<const W: usize>(a: [Self; W]) -> ([Self; W], [Self; W]);
    /// `a` where it lies between the bounds or is a NaN, else the nearer bound.
    fn v_clamp<const W: usize>(a: [Self; W], least: Self, most: Self) -> [Self; W];
    /// The logarithm of `a`, given that of positive finite numbers.
    fn v_fix_log<const W: usize>(log: [Self; W], a: [Self; W]) -> [Self; W];
}

macro_rules! real {
    ($t:ident, $bits:ident, round $round:literal, mantissa $mantissa:literal, bias $bias:literal,
     lift $lift:literal by $by:literal, least $least:expr) => {
        impl Real for $t {
            const SIGN: Self = -0.0;
            const ROUND: Self = $round;
            const HALF: Self = 0.5;
            const ONE: Self = 1.0;
            const NAN: Self = $t::NAN;
            const LEAST_SQUARED: Option<Self> = $least;
            const TOP: u32 = $bits::BITS - 1;

            #[cfg_attr(optimised, inline(always))]
            fn v_and<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
                each(|k| Self::from_bits(a[k].to_bits() & b[k].to_bits()))
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_or<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
                each(|k| Self::from_bits(a[k].to_bits() | b[k].to_bits()))
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_xor<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
                each(|k| Self::from_bits(a[k].to_bits() ^ b[k].to_bits()))
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_shift<const W: usize>(a: [Self; W], by: u32) -> [Self; W] {
                each(|k| Self::from_bits(a[k].to_bits() << by))
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_by_sign<const W: usize>(c: [Self; W], x: [Self; W], y: [Self; W]) -> [Self; W] {
                let lanes = || each(|k| if c[k].is_sign_negative() { x[k] } else { y[k] });
                #[cfg(target_arch = "x86_64")]
                let lanes = || crate::lanes::x86::$t::by_sign(&c, &x, &y, lanes);
                lanes()
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_scale<const W: usize>(a: [Self; W], n: [Self; W]) -> [Self; W] {
                let in_two = || {
                    const ROUND: $bits = ($round as $t).to_bits();
                    let shifted = Self::v_add(n, [$round; W]);
                    let up: [$bits; W] =
                        each(|k| shifted[k].to_bits().wrapping_sub(ROUND).wrapping_add(4 * $bias));
                    let first =
                        each(|k| Self::from_bits((up[k] >> 1).wrapping_sub($bias) << $mantissa));
                    let second = each(|k| {
                        let rest = up[k].wrapping_sub(up[k] >> 1);
                        Self::from_bits(rest.wrapping_sub($bias) << $mantissa)
                    });
                    Self::v_mul(Self::v_mul(a, first), second)
                };
                #[cfg(target_arch = "x86_64")]
                let in_two = || crate::lanes::x86::$t::scale(&a, &n, in_two);
                in_two()
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_scale_far<const W: usize>(a: [Self; W], n: [Self; W]) -> [Self; W] {
                const LEAST: $t = 1.0 - $bias as $t;
                // The least number is 2 to the power of minus this.
                const DIGITS: $t = $bias as $t - 1.0 + $mantissa as $t;
                const WHOLE: $t = (1u64 << $mantissa) as $t;
                if Self::v_lt(n, [LEAST; W]) == 0 {
                    return Self::v_scale(a, n);
                }
                // Beyond half the least number nothing matters.
                let few = Self::v_clamp(n, -DIGITS - 30.0, LEAST);
                let multiple = Self::v_scale(a, Self::v_add(few, [DIGITS; W]));
                let sum = Self::v_add(multiple, [WHOLE; W]);
                let tiny =
                    each(|k| Self::from_bits(sum[k].to_bits().wrapping_sub(WHOLE.to_bits())));
                let normal = Self::v_scale(a, Self::v_select_lt(n, [LEAST; W], [0.0; W], n));
                Self::v_select_lt(n, [LEAST; W], tiny, normal)
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_parts<const W: usize>(a: [Self; W]) -> ([Self; W], [Self; W]) {
                #[cfg(target_arch = "x86_64")]
                if let Some(parts) = crate::lanes::x86::$t::parts(&a) {
                    return parts;
                }
                let tiny = [Self::MIN_POSITIVE; W];
                let lifted = Self::v_select_lt(a, tiny, Self::v_mul(a, [$lift; W]), a);
                const ROUND: $bits = ($round as $t).to_bits();
                const FRACTION: $bits = (1 << $mantissa) - 1;
                let m = each(|k| {
                    let fraction = lifted[k].to_bits() & FRACTION;
                    Self::from_bits(fraction | (1.0 as $t).to_bits())
                });
                let power = each(|k| {
                    let exponent = (lifted[k].to_bits() >> $mantissa).wrapping_sub($bias);
                    Self::from_bits(ROUND.wrapping_add(exponent))
                });
                let k = Self::v_sub(power, [$round; W]);
                (m, Self::v_select_lt(a, tiny, Self::v_sub(k, [$by; W]), k))
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_clamp<const W: usize>(a: [Self; W], least: Self, most: Self) -> [Self; W] {
                let (low, high) = ([least; W], [most; W]);
                let compared = || {
                    let a = Self::v_select_lt(a, low, low, a);
                    Self::v_select_lt(high, a, high, a)
                };
                #[cfg(target_arch = "x86_64")]
                let compared = || crate::lanes::x86::$t::clamp(&a, least, most, compared);
                compared()
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_fix_log<const W: usize>(log: [Self; W], a: [Self; W]) -> [Self; W] {
                let fixed = || {
                    let zero = [0.0; W];
                    let log = Self::v_select_lt(a, [Self::INFINITY; W], log, a);
                    let nan = Self::v_add(a, [Self::NAN; W]);
                    let log = Self::v_select_lt(zero, a, log, nan);
                    Self::v_select_eq(a, zero, [Self::NEG_INFINITY; W], log)
                };
                #[cfg(target_arch = "x86_64")]
                let fixed = || crate::lanes::x86::$t::fix_log(&log, &a, fixed);
                fixed()
            }
        }
    };
}
real! {
    f64, u64, round 6755399441055744.0, mantissa 52, bias 1023, lift 18014398509481984.0 by 54.0,
    least None
}
real! {
    f32, u32, round 12582912.0, mantissa 23, bias 127, lift 33554432.0 by 25.0, least Some(1e-9)
}

impl<T: Real, const W: usize> R<T, W> {
    #[cfg_attr(optimised, inline(always))]
    pub fn all(x: T) -> Self {
        R([x; W])
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn one() -> Self {
        R([T::ONE; W])
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn half() -> Self {
        R([T::HALF; W])
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn zero() -> Self {
        R([T::default(); W])
    }
    /// `self * b + c`, rounded once.
    #[cfg_attr(optimised, inline(always))]
    pub fn fma(self, b: Self, c: Self) -> Self {
        R(T::v_fma(self.0, b.0, c.0))
    }
    /// `c - self * b`, rounded once.
    #[cfg_attr(optimised, inline(always))]
    pub fn taken_from(self, b: Self, c: Self) -> Self {
        (-self).fma(b, c)
    }
    /// What rounding takes from the product `p` of `self` and `b`.
    #[cfg_attr(optimised, inline(always))]
    pub fn rest(self, b: Self, p: Self) -> Self {
        self.fma(b, -p)
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn sqrt(self) -> Self {
        R(T::v_sqrt(self.0))
    }
    /// The square of a number that a multiple of it is added to, which may be 0 if it changes nothing:
    /// [`Real::v_scale_far`] tells why.
    #[cfg_attr(optimised, inline(always))]
    pub fn square(self) -> Self {
        match T::LEAST_SQUARED {
            Some(least) => {
                let root = self.abs().less(R::all(least), R::zero(), self);
                root * root
            }
            None => self * self,
        }
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn abs(self) -> Self {
        R(T::v_abs(self.0))
    }
    /// The nearest integer, of numbers that are not large.
    #[cfg_attr(optimised, inline(always))]
    pub fn nearest(self) -> Self {
        self + Self::all(T::ROUND) - Self::all(T::ROUND)
    }
    /// The nearest integer of `self * b`, and the number that has it in its last bits.
    #[cfg_attr(optimised, inline(always))]
    pub fn nearest_of_product(self, b: T) -> (Self, Self) {
        let shifted = self.fma(Self::all(b), Self::all(T::ROUND));
        (shifted - Self::all(T::ROUND), shifted)
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn scale(self, n: Self) -> Self {
        R(T::v_scale(self.0, n.0))
    }
    /// `self * 2^n`, as [`Real::v_scale_far`].
    #[cfg_attr(optimised, inline(always))]
    pub fn scale_far(self, n: Self) -> Self {
        R(T::v_scale_far(self.0, n.0))
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn parts(self) -> (Self, Self) {
        let (m, k) = T::v_parts(self.0);
        (R(m), R(k))
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn clamp(self, least: T, most: T) -> Self {
        R(T::v_clamp(self.0, least, most))
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn shift(self, by: u32) -> Self {
        R(T::v_shift(self.0, by))
    }
    /// The sign bits alone.
    #[cfg_attr(optimised, inline(always))]
    pub fn sign(self) -> Self {
        R(T::v_and(self.0, [T::SIGN; W]))
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn or(self, b: Self) -> Self {
        R(T::v_or(self.0, b.0))
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn xor(self, b: Self) -> Self {
        R(T::v_xor(self.0, b.0))
    }
    /// `x` where the sign is set, else `y`.
    #[cfg_attr(optimised, inline(always))]
    pub fn by_sign(self, x: Self, y: Self) -> Self {
        R(T::v_by_sign(self.0, x.0, y.0))
    }
    /// `x` where `self < b`, else `y`.
    #[cfg_attr(optimised, inline(always))]
    pub fn less(self, b: Self, x: Self, y: Self) -> Self {
        R(T::v_select_lt(self.0, b.0, x.0, y.0))
    }
    /// `x` where `self <= b`, else `y`.
    #[cfg_attr(optimised, inline(always))]
    pub fn up_to(self, b: Self, x: Self, y: Self) -> Self {
        R(T::v_select_le(self.0, b.0, x.0, y.0))
    }
    /// `x` where `self == b`, else `y`.
    #[cfg_attr(optimised, inline(always))]
    pub fn equals(self, b: Self, x: Self, y: Self) -> Self {
        R(T::v_select_eq(self.0, b.0, x.0, y.0))
    }
    /// The mask of lanes with `self < b`.
    #[cfg_attr(optimised, inline(always))]
    pub fn are_less(self, b: Self) -> u32 {
        T::v_lt(self.0, b.0)
    }
    /// A polynomial, the coefficient of the highest power first.
    #[cfg_attr(optimised, inline(always))]
    pub fn polynomial(self, coefficients: &[T]) -> Self {
        let mut sum = Self::all(coefficients[0]);
        let mut k = 1;
        while k < coefficients.len() {
            sum = sum.fma(self, Self::all(coefficients[k]));
            k += 1;
        }
        sum
    }
    /// The lanes of the mask are what `of` gives for the arguments; those of the others stay.
    #[cfg_attr(optimised, inline(always))]
    pub fn except(self, lanes: u32, arguments: Self, of: fn(T) -> T) -> Self {
        if lanes == 0 { self } else { rare(self, lanes, arguments, of) }
    }
    /// [`R::except`] for functions of two arguments.
    #[cfg_attr(optimised, inline(always))]
    pub fn except_of_two(self, lanes: u32, x: Self, y: Self, of: fn(T, T) -> T) -> Self {
        if lanes == 0 { self } else { rare_of_two(self, lanes, x, y, of) }
    }
}

/// The lanes of a mask that is true nowhere else.
pub(super) const fn all_lanes(width: usize) -> u32 {
    if width >= 32 { u32::MAX } else { (1 << width) - 1 }
}

#[cold]
#[inline(never)]
fn rare<T: Real, const W: usize>(
    mut result: R<T, W>,
    lanes: u32,
    x: R<T, W>,
    of: fn(T) -> T,
) -> R<T, W> {
    for k in (0..W).filter(|k| lanes >> k & 1 != 0) {
        result.0[k] = of(x.0[k]);
    }
    result
}

#[cold]
#[inline(never)]
fn rare_of_two<T: Real, const W: usize>(
    mut result: R<T, W>,
    lanes: u32,
    x: R<T, W>,
    y: R<T, W>,
    of: fn(T, T) -> T,
) -> R<T, W> {
    for k in (0..W).filter(|k| lanes >> k & 1 != 0) {
        result.0[k] = of(x.0[k], y.0[k]);
    }
    result
}

macro_rules! operator {
    ($($trait:ident $name:ident $hook:ident;)*) => {
        $(impl<T: Real, const W: usize> $trait for R<T, W> {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $name(self, b: Self) -> Self {
                R(T::$hook(self.0, b.0))
            }
        })*
    };
}
operator! { Add add v_add; Sub sub v_sub; Mul mul v_mul; Div div v_div; }

impl<T: Real, const W: usize> Neg for R<T, W> {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn neg(self) -> Self {
        R(T::v_neg(self.0))
    }
}
