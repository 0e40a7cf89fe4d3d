//! Exponentials and hyperbolic functions. The argument is split as `x = n log(2) + r`, and polynomials in `r` do the
//! rest (Cody and Waite, *Software Manual for the Elementary Functions*, 1980).

use super::register::{R, Real};

/// Coefficients and limits for a type.
pub(super) trait Hyperbolic: Real {
    const LOG2_E: Self;
    /// The logarithm of 2 as a sum: a number with few digits, and the rest.
    const LN2: [Self; 2];
    /// `expm1(r) = r + r^2 q(r)` for `|r|` up to `log(2) / 2`.
    const EXPM1: &[Self];
    /// `sinh(r) = r + r^3 s(r^2)`
    const SINH: &[Self];
    /// `cosh(r) = 1 + r^2 c(r^2)`
    const COSH: &[Self];
    /// `2^r = 1 + r e(r)` for `|r|` up to 1/2.
    const EXP2: &[Self];
    /// Beyond these `expm1` is -1 or infinite, `sinh` infinite, `tanh` 1, `exp2` 0 or infinite.
    const EXPM1_LIMITS: [Self; 2];
    const SINH_LIMITS: [Self; 2];
    const TANH_LIMITS: [Self; 2];
    /// From here on `tanh` is computed as 1 less a difference.
    const NEAR_ONE: Self;
    /// For types with few digits, `tanh(x) = x + x^3 p(x^2)` below `TANH_NEAR`, and `1 - 2 / (exp(2 x) + 1)` from there
    /// on, where it is at least 1/2. The polynomial is found as those of [`super::error`] are.
    const TANH: Option<&'static [Self]>;
    const TANH_NEAR: Self;
    const EXP2_LIMITS: [Self; 2];
    const QUARTER: Self;
}

impl Hyperbolic for f64 {
    const LOG2_E: f64 = std::f64::consts::LOG2_E;
    const LN2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];
    const EXPM1: &[f64] = &[
        2.092406784334141e-09,
        2.5108732514433497e-08,
        2.7557244128916004e-07,
        2.755724518705165e-06,
        2.4801587358725183e-05,
        0.00019841269885029192,
        0.0013888888888867934,
        0.008333333333322127,
        0.0416666666666667,
        0.16666666666666677,
        0.5,
    ];
    const SINH: &[f64] = &[
        1.6089905771069073e-10,
        2.5052060208031435e-08,
        2.755731926037907e-06,
        0.00019841269841256335,
        0.008333333333333335,
        0.16666666666666666,
    ];
    const COSH: &[f64] = &[
        2.0923055606427668e-09,
        2.755724694589165e-07,
        2.4801587356187337e-05,
        0.0013888888888868626,
        0.0416666666666667,
        0.5,
    ];
    const EXP2: &[f64] = &[
        2.5740974555804263e-11,
        4.456488747365176e-10,
        7.054888945744178e-09,
        1.0178052541241321e-07,
        1.3215486830856594e-06,
        1.5252733852693124e-05,
        0.00015403530393344358,
        0.001333355814639467,
        0.009618129107628492,
        0.05550410866482168,
        0.24022650695910072,
        std::f64::consts::LN_2,
    ];
    const EXPM1_LIMITS: [f64; 2] = [-40.0, 709.79];
    const SINH_LIMITS: [f64; 2] = [-710.476, 710.476];
    const TANH_LIMITS: [f64; 2] = [-20.0, 20.0];
    const NEAR_ONE: f64 = 0.9;
    const TANH: Option<&'static [f64]> = None;
    const TANH_NEAR: f64 = 0.55;
    const EXP2_LIMITS: [f64; 2] = [-1076.0, 1025.0];
    const QUARTER: f64 = 0.25;
}

impl Hyperbolic for f32 {
    const LOG2_E: f32 = std::f32::consts::LOG2_E;
    const LN2: [f32; 2] = [6.931_381e-1, 9.058_001e-6];
    const EXPM1: &[f32] = &[0.0013946448, 0.008366404, 0.041666284, 0.16666545, 0.5];
    const SINH: &[f32] = &[0.00019903586, 0.008333292, 0.16666667];
    const COSH: &[f32] = &[0.0013944992, 0.041666288, 0.5];
    const EXP2: &[f32] =
        &[0.00015475332, 0.0013398749, 0.009618008, 0.05550333, 0.2402265, std::f32::consts::LN_2];
    const EXPM1_LIMITS: [f32; 2] = [-20.0, 88.73];
    const SINH_LIMITS: [f32; 2] = [-89.42, 89.42];
    const TANH_LIMITS: [f32; 2] = [-9.5, 9.5];
    const NEAR_ONE: f32 = 0.9;
    const TANH: Option<&'static [f32]> =
        Some(&[-0.006266693, 0.021066653, -0.05385117, 0.13332576, -0.33333316]);
    const TANH_NEAR: f32 = 0.55;
    const EXP2_LIMITS: [f32; 2] = [-151.0, 129.0];
    const QUARTER: f32 = 0.25;
}

/// `n` and `r`.
#[cfg_attr(optimised, inline(always))]
fn reduced<T: Hyperbolic, const W: usize>(x: R<T, W>) -> (R<T, W>, R<T, W>) {
    let (n, _) = x.nearest_of_product(T::LOG2_E);
    let r = n.taken_from(R::all(T::LN2[0]), x);
    (n, n.taken_from(R::all(T::LN2[1]), r))
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn expm1<T: Hyperbolic, const W: usize>(x: R<T, W>) -> R<T, W> {
    let (n, r) = reduced(x.clamp(T::EXPM1_LIMITS[0], T::EXPM1_LIMITS[1]));
    let p = (r * r).fma(r.polynomial(T::EXPM1), r);
    // Half of 2^n, which may be infinite.
    let half = R::half().scale(n);
    let y = p.fma(half, half - R::half());
    // For `n = 0` nothing is halved, because halves of subnormal numbers would be rounded. A sum loses the sign of
    // zero.
    n.equals(R::zero(), p, y + y).or(x.sign())
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn exp2<T: Hyperbolic, const W: usize>(x: R<T, W>) -> R<T, W> {
    let x = x.clamp(T::EXP2_LIMITS[0], T::EXP2_LIMITS[1]);
    let n = x.nearest();
    let r = x - n;
    r.fma(r.polynomial(T::EXP2), R::one()).scale_far(n)
}

/// The parts of `sinh(x) = a + (a c + b s)` and `cosh(x) = b + (b c + a s)`, all of them times `unit`. Here
/// `2 a = 2^n - 2^-n`, `2 b = 2^n + 2^-n`, `c = cosh(r) - 1` and `s = sinh(r)`.
struct Parts<T, const W: usize> {
    n: R<T, W>,
    a: R<T, W>,
    b: R<T, W>,
    c: R<T, W>,
    s: R<T, W>,
    /// 2^-n
    down: R<T, W>,
}

#[cfg_attr(optimised, inline(always))]
fn parts<T: Hyperbolic, const W: usize>(x: R<T, W>, unit: T) -> Parts<T, W> {
    let (n, r) = reduced(x);
    let z = r * r;
    let (up, down) = (R::all(unit).scale_far(n), R::all(unit).scale_far(-n));
    Parts {
        n,
        a: up - down,
        b: up + down,
        c: z * z.polynomial(T::COSH),
        s: (r * z).fma(z.polynomial(T::SINH), r),
        down,
    }
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn sinh<T: Hyperbolic, const W: usize>(x: R<T, W>) -> R<T, W> {
    // A quarter: 2^n alone may be infinite.
    let Parts { n, a, b, c, s, .. } =
        parts(x.clamp(T::SINH_LIMITS[0], T::SINH_LIMITS[1]), T::QUARTER);
    let y = a + a.fma(c, b * s);
    n.equals(R::zero(), s, y + y)
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn cosh<T: Hyperbolic, const W: usize>(x: R<T, W>) -> R<T, W> {
    let Parts { a, b, c, s, .. } = parts(x.clamp(T::SINH_LIMITS[0], T::SINH_LIMITS[1]), T::QUARTER);
    let y = b + b.fma(c, a * s);
    y + y
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn tanh<T: Hyperbolic, const W: usize>(x: R<T, W>) -> R<T, W> {
    let t = x.abs();
    if let Some(polynomial) = T::TANH {
        return short_tanh(t, polynomial).or(x.sign());
    }
    let Parts { a, b, c, s, down, .. } =
        parts(t.clamp(T::TANH_LIMITS[0], T::TANH_LIMITS[1]), T::ONE);
    let cosh = b + b.fma(c, a * s);
    // Where the result is near 1, it is 1 - exp(-x) / cosh(x).
    let limit = R::all(T::NEAR_ONE);
    let complement = down.fma(c - s, down);
    let quotient = t.less(limit, a + a.fma(c, b * s), complement + complement) / cosh;
    t.less(limit, quotient, R::one() - quotient).or(x.sign())
}

/// `tanh` of numbers that are not negative, for types with few digits.
#[cfg_attr(optimised, inline(always))]
fn short_tanh<T: Hyperbolic, const W: usize>(x: R<T, W>, polynomial: &[T]) -> R<T, W> {
    let z = x.square();
    let near = (x * z).fma(z.polynomial(polynomial), x);
    let t = x.clamp(T::TANH_LIMITS[0], T::TANH_LIMITS[1]);
    let (n, r) = reduced(t + t);
    let p = r.square().fma(r.polynomial(T::EXPM1), r);
    let up = R::one().scale(n);
    let sum = p.fma(up, up + R::one());
    let far = R::one() - (R::one() + R::one()) / sum;
    x.less(R::all(T::TANH_NEAR), near, far)
}
