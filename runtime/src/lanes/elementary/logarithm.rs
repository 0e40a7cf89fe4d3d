//! Logarithms, by tables, and inverse hyperbolic functions. `atanh` uses a polynomial in `s = (m - 1) / (m + 1)`, with
//! the coefficients of fdlibm (`e_log.c`, `e_logf.c`).

use super::register::R;
use super::table::{Table, entries};

/// Coefficients and constants for a type.
pub(super) trait Logarithm: Table {
    /// `log(m) = 2 s + s R` with `R = s^2 odd(s^4) + s^4 even(s^4)`.
    const EVEN: &[Self];
    const ODD: &[Self];
    /// The factor of natural logarithms as a sum: a number, and the rest.
    const LOG2_E: [Self; 2];
    const LOG10_E: [Self; 2];
    /// `log(1 + f) = f + f^2 t(f)` for the small `f` that tables leave.
    const TAIL: &[Self];
    const SQRT_2: Self;
    /// From here on `sqrt(x^2 + 1)` is `x`.
    const LARGE: Self;
}

impl Logarithm for f64 {
    const EVEN: &[f64] =
        &[1.531_383_769_920_937_3e-1, 2.222_219_843_214_978_4e-1, 3.999_999_999_940_942e-1];
    const ODD: &[f64] = &[
        1.479_819_860_511_658_6e-1,
        1.818_357_216_161_805e-1,
        2.857_142_874_366_239e-1,
        6.666_666_666_666_735e-1,
    ];
    const LOG2_E: [f64; 2] = [std::f64::consts::LOG2_E, 2.0355273740931033e-17];
    const LOG10_E: [f64; 2] = [std::f64::consts::LOG10_E, 1.098319650216765e-17];
    const TAIL: &[f64] = &[
        0.07854931263579423,
        -0.099560313494746,
        0.11113168554279243,
        -0.12500138994872348,
        0.14285713850416726,
        -0.16666666542617012,
        0.1999999999947155,
        -0.25000000000040784,
        0.3333333333333349,
        -0.49999999999999994,
    ];
    const SQRT_2: f64 = std::f64::consts::SQRT_2;
    const LARGE: f64 = 1_073_741_824.0;
}

impl Logarithm for f32 {
    const EVEN: &[f32] = &[0.242_790_79, 0.400_009_72];
    const ODD: &[f32] = &[0.284_987_87, 0.666_666_6];
    const LOG2_E: [f32; 2] = [std::f32::consts::LOG2_E, 1.925963033500011e-08];
    const LOG10_E: [f32; 2] = [std::f32::consts::LOG10_E, -1.0103049952192578e-08];
    const TAIL: &[f32] = &[0.18884026, -0.25009495, 0.33334482, -0.5];
    const SQRT_2: f32 = std::f32::consts::SQRT_2;
    const LARGE: f32 = 16384.0;
}

/// `R` of `s`.
#[cfg_attr(optimised, inline(always))]
fn series<T: Logarithm, const W: usize>(s: R<T, W>) -> R<T, W> {
    let z = s.square();
    let w = z * z;
    w.fma(w.polynomial(T::EVEN), z * w.polynomial(T::ODD))
}

/// The logarithm of `(sum + rest) 2^more` in two parts.
#[cfg_attr(optimised, inline(always))]
fn log_of_sum<T: Logarithm, const W: usize>(
    sum: R<T, W>,
    rest: Option<R<T, W>>,
    more: Option<R<T, W>>,
) -> (R<T, W>, R<T, W>) {
    let (m, k) = sum.parts();
    let c = entries(&T::INVERSE, m);
    let f = m.fma(c, -R::one());
    // Not `map_or`: it might not be inlined, and its closure would be compiled without the instruction set.
    let f = match rest {
        Some(rest) => rest.scale(-k).fma(c, f),
        None => f,
    };
    let k = match more {
        Some(more) => k + more,
        None => k,
    };
    // Exact, because both have few digits.
    let whole = k.fma(R::all(T::LN2[0]), entries(&T::HIGH, m));
    let whole_low = k.fma(R::all(T::LN2[1]), entries(&T::LOW, m));
    let high = whole + f;
    let low = f.square().fma(f.polynomial(T::TAIL), whole_low);
    (high, ((whole - high) + f) + low)
}

/// `1 + t`, and its rounding error.
#[cfg_attr(optimised, inline(always))]
fn one_and<T: Logarithm, const W: usize>(t: R<T, W>) -> (R<T, W>, R<T, W>) {
    let sum = R::one() + t;
    let of_t = sum - R::one();
    (sum, (t - of_t) + (R::one() - (sum - of_t)))
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn log1p<T: Logarithm, const W: usize>(x: R<T, W>) -> R<T, W> {
    let (sum, rest) = one_and(x);
    let (high, low) = log_of_sum(sum, Some(rest), None);
    let y = (high + low).or(x.sign());
    R(T::v_fix_log(y.0, sum.0))
}

/// `log(x) * factor`
#[cfg_attr(optimised, inline(always))]
fn scaled<T: Logarithm, const W: usize>(x: R<T, W>, factor: [T; 2]) -> R<T, W> {
    let (high, low) = log_of_sum(x, None, None);
    let product = high * R::all(factor[0]);
    let rest = high.rest(R::all(factor[0]), product);
    let rest = low.fma(R::all(factor[0]), high.fma(R::all(factor[1]), rest));
    R(T::v_fix_log((product + rest).0, x.0))
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn log2<T: Logarithm, const W: usize>(x: R<T, W>) -> R<T, W> {
    scaled(x, T::LOG2_E)
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn log10<T: Logarithm, const W: usize>(x: R<T, W>) -> R<T, W> {
    scaled(x, T::LOG10_E)
}

/// `log(1 + t)`, or `log(2 large)` where `large` is large.
#[cfg_attr(optimised, inline(always))]
fn log_or_large<T: Logarithm, const W: usize>(t: R<T, W>, large: R<T, W>) -> R<T, W> {
    let (sum, rest) = one_and(t);
    let limit = R::all(T::LARGE);
    let more = large.less(limit, R::zero(), R::one());
    let (sum, rest) = (large.less(limit, sum, large), large.less(limit, rest, R::zero()));
    let (high, low) = log_of_sum(sum, Some(rest), Some(more));
    high + low
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn asinh<T: Logarithm, const W: usize>(x: R<T, W>) -> R<T, W> {
    let t = x.abs();
    let square = t * t;
    let more = square / (R::one() + (square + R::one()).sqrt());
    let y = log_or_large(t + more, t).or(x.sign());
    t.less(R::all(T::INFINITE), y, x)
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn acosh<T: Logarithm, const W: usize>(x: R<T, W>) -> R<T, W> {
    let t = x - R::one();
    let y = log_or_large(t + t.fma(t, t + t).sqrt(), x);
    let y = x.less(R::all(T::INFINITE), y, x);
    x.less(R::one(), R::all(T::NAN), y)
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn atanh<T: Logarithm, const W: usize>(x: R<T, W>) -> R<T, W> {
    let t = x.abs();
    // Half the logarithm of (1 + t) / (1 - t) = 2^k m, where `m` is near 1. One division suffices, because `s` is a
    // quotient of sums.
    let sum = R::one() + t;
    let difference = R::one() - t;
    let (v, exponent) = difference.parts();
    let root = R::all(T::SQRT_2);
    let k = (v * root).less(sum, R::one(), R::zero()) - (sum * root).less(v, R::one(), R::zero());
    let k = k - exponent;
    // The rounding errors of the sum and the difference matter where these cancel.
    let rest = t - (sum - R::one());
    let rest_of_difference = (R::one() - difference) - t;
    let (other, rest_of_other) = (difference.scale(k), rest_of_difference.scale(k));
    let s = ((sum - other) + (rest - rest_of_other)) / (sum + other);
    let s = k.equals(R::zero(), t, s);
    let k = R::half() * k;
    let tail = (R::half() * s).fma(series(s), k * R::all(T::LN2[1]));
    let y = k.fma(R::all(T::LN2[0]), s + tail).or(x.sign());
    let beyond = t.equals(R::one(), R::all(T::INFINITE).or(x.sign()), R::all(T::NAN));
    t.less(R::one(), y, beyond)
}
