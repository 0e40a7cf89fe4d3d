//! Powers: the exponential of `y log(x)`. The logarithm has a dozen bits more than the type, because its error is
//! multiplied by up to a thousand.

use super::hyperbolic::Hyperbolic;
use super::register::{R, Real, all_lanes};
use super::table::{Table, entries};
use crate::lanes::each;
use crate::lanes::ops::Elementary2;
#[cfg(target_arch = "x86_64")]
use crate::lanes::x86;

/// `log(1 + f) = f - f^2 / 2 + f^3 q(f)`
const CUBE: &[f64] = &[
    -0.0713111841725776,
    0.09041954133229586,
    -0.10001760553261639,
    0.11111261034517858,
    -0.1250000024366913,
    0.14285714151128082,
    -0.16666666665562888,
    0.20000000000045862,
    -0.2500000000000031,
    0.3333333333333333,
];
/// `log(1 + f) = f + f^2 p(f)`, as precise as powers of `f32` need it.
const SQUARE: &[f64] = &[
    0.13088138890934878,
    -0.16658681705829376,
    0.20001886933396357,
    -0.25000027343293924,
    0.33333332609033656,
    -0.49999999993040894,
];
/// `expm1(r) = r + r^2 e(r)`, as precise as powers of `f32` need it.
const EXPM1: &[f64] = &[
    0.00019913725205383148,
    0.0013940378061214626,
    0.008333274001858003,
    0.04166636542754376,
    0.1666666681216563,
    0.5000000042401614,
];
/// Powers between `exp(-LIMIT)` and `exp(LIMIT)` are normal numbers.
const LIMIT: f64 = 708.0;
/// Beyond `exp(LIMIT_F32)` powers of `f32` are infinite, and beyond its inverse they are 0.
const LIMIT_F32: f64 = 200.0;

/// The logarithm of positive finite numbers, in two parts.
#[cfg_attr(optimised, inline(always))]
pub(super) fn log<const W: usize>(x: R<f64, W>) -> (R<f64, W>, R<f64, W>) {
    let (m, k) = x.parts();
    let c = entries(&f64::INVERSE, m);
    let product = m * c;
    let near = product - R::one();
    let rest = m.rest(c, product);
    let f = near + rest;
    let f_low = rest - (f - near);
    let square = f * f;
    let square_low = f.rest(f, square) + (f + f) * f_low;
    let h = R::half() * square;
    let log = f - h;
    let low = ((f - log) - h) + R::half().taken_from(square_low, f_low);
    let low = (f * square).fma(f.polynomial(CUBE), low);
    // Exact, as both have few digits.
    let whole = k.fma(R::all(<f64 as Table>::LN2[0]), entries(&f64::HIGH, m));
    let whole_low = k.fma(R::all(<f64 as Table>::LN2[1]), entries(&f64::LOW, m));
    let high = whole + log;
    let low = ((whole - high) + log) + (whole_low + low);
    let sum = high + low;
    (sum, low - (sum - high))
}

#[cfg_attr(optimised, inline(always))]
fn pow_f64<const W: usize>(x: R<f64, W>, y: R<f64, W>) -> R<f64, W> {
    let t = x.abs();
    let (high, low) = log(t);
    let product = y * high;
    let rest = y.fma(low, y.rest(high, product));
    let (n, _) = product.nearest_of_product(f64::LOG2_E);
    let r = n.taken_from(R::all(<f64 as Hyperbolic>::LN2[0]), product);
    let r = n.taken_from(R::all(<f64 as Hyperbolic>::LN2[1]), r) + rest;
    let p = (r * r).fma(r.polynomial(f64::EXPM1), r);
    let power = (p + R::one()).scale(n);
    let ordinary = R::zero().are_less(t)
        & t.are_less(R::all(f64::INFINITY))
        & product.abs().are_less(R::all(LIMIT));
    signed(power, x, y).except_of_two(!ordinary & all_lanes(W), x, y, Elementary2::pow)
}

/// The power of a negative number, from the power of its magnitude. It exists for integer exponents only.
#[cfg_attr(optimised, inline(always))]
fn signed<const W: usize>(power: R<f64, W>, x: R<f64, W>, y: R<f64, W>) -> R<f64, W> {
    if x.are_less(R::zero()) == 0 {
        return power;
    }
    // From 2^51 on, adding `ROUND` rounds integers to even ones; from 2^53 on all of them are even.
    let half = R::half() * y;
    let whole = |y: R<f64, W>| y.abs().less(R::all(WHOLE), y.nearest(), y);
    let odd = half.equals(whole(half), R::zero(), R::all(-0.0));
    let negative = y.equals(whole(y), power.xor(odd), R::all(f64::NAN));
    x.by_sign(negative, power)
}

/// From here on all numbers are integers.
const WHOLE: f64 = 4503599627370496.0;

/// Powers of half a register of `f32`. Only the range of the results has yet to be checked.
#[cfg_attr(optimised, inline(always))]
fn pow_of_half<const W: usize>(x: R<f64, W>, y: R<f64, W>) -> R<f64, W> {
    let (m, k) = x.abs().parts();
    let f = m.fma(entries(&f64::INVERSE, m), -R::one());
    let low = (f * f).fma(f.polynomial(SQUARE), f);
    let log = k.fma(R::all(std::f64::consts::LN_2), entries(&f64::HIGH, m) + low);
    let product = (y * log).clamp(-LIMIT_F32, LIMIT_F32);
    let (n, _) = product.nearest_of_product(f64::LOG2_E);
    let r = n.taken_from(R::all(std::f64::consts::LN_2), product);
    let p = (r * r).fma(r.polynomial(EXPM1), r);
    signed((p + R::one()).scale(n), x, y)
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn pow<T: Power, const W: usize>(x: R<T, W>, y: R<T, W>) -> R<T, W> {
    T::v_pow(x, y)
}

/// Powers of all lanes.
pub(super) trait Power: Real {
    fn v_pow<const W: usize>(x: R<Self, W>, y: R<Self, W>) -> R<Self, W>;
}

impl Power for f64 {
    #[cfg_attr(optimised, inline(always))]
    fn v_pow<const W: usize>(x: R<f64, W>, y: R<f64, W>) -> R<f64, W> {
        pow_f64(x, y)
    }
}

impl Power for f32 {
    #[cfg_attr(optimised, inline(always))]
    fn v_pow<const W: usize>(x: R<f32, W>, y: R<f32, W>) -> R<f32, W> {
        let by_quarters = || {
            let mut power = [0.0f32; W];
            for from in (0..W).step_by(4) {
                let part = |x: &[f32; W]| R(each::<f64, 4>(|k| f64::from(x[from + k])));
                let part = pow_of_half::<4>(part(&x.0), part(&y.0));
                for k in 0..4 {
                    power[from + k] = part.0[k] as f32;
                }
            }
            power
        };
        #[cfg(target_arch = "x86_64")]
        let by_quarters = || {
            if W != 16 {
                return by_quarters();
            }
            // SAFETY: the width tells the instruction set, and that it is present; see the safety section of `lanes`.
            unsafe {
                let ([x, right_x], [y, right_y]) = (x86::halves(&x.0), x86::halves(&y.0));
                let left = pow_of_half(R(x), R(y));
                x86::joined(&left.0, &pow_of_half(R(right_x), R(right_y)).0)
            }
        };
        let power = by_quarters();
        let t = x.abs();
        let finite = y.abs().are_less(R::all(f32::INFINITY));
        let ordinary = R::zero().are_less(t) & t.are_less(R::all(f32::INFINITY)) & finite;
        R(power).except_of_two(!ordinary & all_lanes(W), x, y, Elementary2::pow)
    }
}
