//! The error function and its complement, by the rational functions of fdlibm (`s_erf.c`), one for each range of `|x|`.

use super::hyperbolic::Hyperbolic;
use super::register::{R, Real, all_lanes};

/// The quotients of polynomials, and the limits, for a type.
pub(super) trait ErrorFunction: Hyperbolic {
    /// `erf(x) = x + x p(x^2)` below `NEAR`.
    const OF_SMALL: [&[Self]; 2];
    /// `erf(x) = MIDDLE + p(x - 1)` from there to `FAR`.
    const OF_MIDDLE: [&[Self]; 2];
    /// `erfc(x) = exp(-x^2 - 0.5625 + p(1 / x^2)) / x` from there to `VERY_FAR`, and beyond.
    const OF_FAR: [&[Self]; 2];
    const OF_VERY_FAR: [&[Self]; 2];
    const NEAR: Self;
    const MIDDLE: Self;
    const FAR: Self;
    const VERY_FAR: Self;
    const TWO: Self;
    const SHIFT: Self;
    /// From here on `erfc` is 0.
    const LAST: Self;
    /// A mask of the bits of a number whose square is exact.
    const HEAD: Self;
    /// For types with few digits, `erf(x) = x + x p(x^2)` below `SHORT_NEAR`, and `1 - exp(x p(x) - x)` from there on.
    /// The polynomials are found by weighted least squares, iterated until the largest errors are equal (Lawson,
    /// *Contributions to the theory of linear least maximum approximation*).
    const SHORT: Option<[&'static [Self]; 2]>;
    const SHORT_NEAR: Self;
    /// From here on `erf` is 1 in these digits.
    const SHORT_LAST: Self;
}

macro_rules! error_function {
    ($($t:ident, head $head:literal, last $last:literal, short $short:expr;)*) => {
        $(impl ErrorFunction for $t {
            const OF_SMALL: [&[Self]; 2] = [
                &[-2.3763016656650163e-05, -0.005770270296489442, -0.02848174957559851, -0.3250421072470015, 0.12837916709551256],
                &[-3.960228278775368e-06, 0.00013249473800432164, 0.005081306281875766, 0.0650222499887673, 0.39791722395915535, 1.0],
            ];
            const OF_MIDDLE: [&[Self]; 2] = [
                &[-0.002166375594868791, 0.035478304325618236, -0.11089469428239668, 0.31834661990116175, -0.3722078760357013, 0.41485611868374833, -0.0023621185607526594],
                &[0.011984499846799107, 0.01363708391202905, 0.12617121980876164, 0.07182865441419627, 0.540397917702171, 0.10642088040084423, 1.0],
            ];
            const OF_FAR: [&[Self]; 2] = [
                &[-9.814329344169145, -81.2874355063066, -184.60509290671104, -162.39666946257347, -62.375332450326006, -10.558626225323291, -0.6938585727071818, -0.009864944034847148],
                &[-0.0604244152148581, 6.570249770319282, 108.63500554177944, 429.00814002756783, 645.3872717332679, 434.56587747522923, 137.65775414351904, 19.651271667439257, 1.0],
            ];
            const OF_VERY_FAR: [&[Self]; 2] = [
                &[-483.5191916086514, -1025.0951316110772, -637.5664433683896, -160.63638485582192, -17.757954917754752, -0.799283237680523, -0.0098649429247001],
                &[-22.44095244658582, 474.52854120695537, 2553.0504064331644, 3199.8582195085955, 1536.729586084437, 325.7925129965739, 30.33806074348246, 1.0],
            ];
            const NEAR: Self = 0.84375;
            const MIDDLE: Self = 0.845062911510467529297;
            const FAR: Self = 1.25;
            const VERY_FAR: Self = 1.0 / 0.35;
            const TWO: Self = 2.0;
            const SHIFT: Self = -0.5625;
            const LAST: Self = $last;
            const HEAD: Self = $t::from_bits($head);
            const SHORT: Option<[&'static [Self]; 2]> = $short;
            const SHORT_NEAR: Self = 0.93;
            const SHORT_LAST: Self = 4.0;
        })*
    };
}
error_function! {
    f64, head 0xffff_ffff_0000_0000, last 28.0, short None;
    f32, head 0xffff_e000, last 11.0, short Some([
        &[-0.000595373916, 0.00498594018, -0.02676172, 0.112816826, -0.376124799, 0.128379151],
        &[0.00021364601, -0.00321215251, 0.0228809416, -0.105247714, -0.635729074, -0.128511161],
    ]);
}

#[cfg_attr(optimised, inline(always))]
fn quotient<T: Real, const W: usize>(x: R<T, W>, of: [&[T]; 2]) -> [R<T, W>; 2] {
    [x.polynomial(of[0]), x.polynomial(of[1])]
}

/// `e` to the power of a sum whose second term is at most about 1, times a factor.
#[cfg_attr(optimised, inline(always))]
fn exp_of_sum<T: Hyperbolic, const W: usize>(
    high: R<T, W>,
    low: R<T, W>,
    factor: R<T, W>,
) -> R<T, W> {
    let (n, _) = (high + low).nearest_of_product(T::LOG2_E);
    let r = n.taken_from(R::all(T::LN2[0]), high);
    let r = n.taken_from(R::all(T::LN2[1]), r) + low;
    (((r * r).fma(r.polynomial(T::EXPM1), r) + R::one()) * factor).scale_far(n)
}

/// `erfc(t)` from `FAR` on; NaNs stay.
#[cfg_attr(optimised, inline(always))]
fn tail<T: ErrorFunction, const W: usize>(t: R<T, W>) -> R<T, W> {
    let t = R(T::v_clamp(t.0, T::FAR, T::LAST));
    let inverse = R::one() / t;
    let s = inverse * inverse;
    let limit = R::all(T::VERY_FAR);
    let [mut p, mut q] = quotient(s, T::OF_FAR);
    if limit.are_less(t) != 0 {
        let [p_far, q_far] = quotient(s, T::OF_VERY_FAR);
        (p, q) = (limit.less(t, p_far, p), limit.less(t, q_far, q));
    }
    let head = R(T::v_and(t.0, [T::HEAD; W]));
    let high = head.taken_from(head, R::all(T::SHIFT));
    let low = (head - t).fma(head + t, p / q);
    exp_of_sum(high, low, inverse)
}

/// The value `p(..)` that `erf` needs below `FAR`.
#[cfg_attr(optimised, inline(always))]
fn below<T: ErrorFunction, const W: usize>(t: R<T, W>) -> R<T, W> {
    let limit = R::all(T::NEAR);
    let [mut p, mut q] = quotient(t.square(), T::OF_SMALL);
    if !t.are_less(limit) & all_lanes(W) != 0 {
        let [p_middle, q_middle] = quotient(t - R::one(), T::OF_MIDDLE);
        (p, q) = (t.less(limit, p, p_middle), t.less(limit, q, q_middle));
    }
    p / q
}

/// `erf` for types with few digits.
#[cfg_attr(optimised, inline(always))]
fn short<T: ErrorFunction, const W: usize>(x: R<T, W>, [near, far]: [&[T]; 2]) -> R<T, W> {
    let (t, limit) = (x.abs(), R::all(T::SHORT_NEAR));
    let y = t.fma(t.square().polynomial(near), t);
    if !t.are_less(limit) & all_lanes(W) == 0 {
        return y.or(x.sign());
    }
    let c = R(T::v_clamp(t.0, T::SHORT_NEAR, T::SHORT_LAST));
    let exponent = c.fma(c.polynomial(far), -c);
    let y = t.less(limit, y, R::one() - exp_of_sum(exponent, R::zero(), R::one()));
    y.or(x.sign())
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn erf<T: ErrorFunction, const W: usize>(x: R<T, W>) -> R<T, W> {
    if let Some(polynomials) = T::SHORT {
        return short(x, polynomials);
    }
    let t = x.abs();
    let p = below(t);
    let y = t.less(R::all(T::NEAR), t.fma(p, t), R::all(T::MIDDLE) + p);
    let y = if !t.are_less(R::all(T::FAR)) & all_lanes(W) != 0 {
        t.less(R::all(T::FAR), y, R::one() - tail(t))
    } else {
        y
    };
    y.or(x.sign())
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn erfc<T: ErrorFunction, const W: usize>(x: R<T, W>) -> R<T, W> {
    let t = x.abs();
    let p = below(t);
    // From there on relative to a half, because 1 has few digits.
    let small = x.fma(p, x);
    let above = R::half() - x.fma(p, x - R::half());
    let small = x.less(R::all(T::QUARTER), R::one() - small, above);
    let rest = R::one() - R::all(T::MIDDLE);
    let middle = x.by_sign(R::all(T::MIDDLE) + p + R::one(), rest - p);
    let y = t.less(R::all(T::NEAR), small, middle);
    if !t.are_less(R::all(T::FAR)) & all_lanes(W) == 0 {
        return y;
    }
    let far = tail(t);
    t.less(R::all(T::FAR), y, x.by_sign(R::all(T::TWO) - far, far))
}
