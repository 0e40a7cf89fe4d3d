//! Cube roots and distances.

use super::register::{R, Real, all_lanes};

/// Coefficients and constants for a type.
pub(super) trait Root: Real {
    /// About `m^(-1/3)` for `m` from 1 to 2.
    const INVERSE_CBRT: &[Self];
    /// `2^(-1/3)` and `2^(-2/3)`
    const CBRT_HALF: Self;
    const CBRT_QUARTER: Self;
    const THIRD: Self;
    /// Squares of numbers between these are normal, and so are sums of two of them.
    const SMALL: Self;
    const LARGE: Self;
}

impl Root for f64 {
    const INVERSE_CBRT: &[f64] = &[
        -0.017322962991866225,
        0.158350322289863,
        -0.6046119206630847,
        1.2536061188868537,
        -1.5730773676349608,
        1.783050647974161,
    ];
    const CBRT_HALF: f64 = 0.7937005259840998;
    const CBRT_QUARTER: f64 = 0.6299605249474366;
    const THIRD: f64 = 1.0 / 3.0;
    const SMALL: f64 = 1e-140;
    const LARGE: f64 = 1e150;
}

impl Root for f32 {
    const INVERSE_CBRT: &[f32] = &[-0.05077135, 0.32151112, -0.8154334, 1.5444665];
    const CBRT_HALF: f32 = 0.7937005;
    const CBRT_QUARTER: f32 = 0.6299605;
    const THIRD: f32 = 1.0 / 3.0;
    const SMALL: f32 = 1e-17;
    const LARGE: f32 = 1e18;
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn cbrt<T: Root, const W: usize>(x: R<T, W>) -> R<T, W> {
    let t = x.abs();
    let (m, exponent) = t.parts();
    // The exponent is three times `third` and a rest of 0, 1 or 2.
    let third = (exponent - R::one()).nearest_of_product(T::THIRD).0;
    let rest = third.taken_from(R::one() + R::one() + R::one(), exponent);
    let (one, zero) = (R::one(), R::zero());
    let factor =
        rest.equals(zero, one, rest.equals(one, R::all(T::CBRT_HALF), R::all(T::CBRT_QUARTER)));
    let r = m.polynomial(T::INVERSE_CBRT) * factor;
    let m = m * rest.equals(zero, one, rest + rest);
    // A step of Newton's, whose quotient is a multiplication, for the inverse and one for the root.
    let square = r * r;
    let h = (m * r).taken_from(square, one);
    let r = (r * h).fma(R::all(T::THIRD), r);
    let square = r * r;
    let y = m * square;
    let lacking = (y * y).taken_from(y, m);
    let y = (lacking * R::all(T::THIRD)).fma(square, y).scale(third).or(x.sign());
    // Zeros, infinities and NaNs stay.
    t.equals(zero, x, t.less(R::all(T::INFINITE), y, x))
}

/// The root of a sum of squares, of which one is not rounded.
#[cfg_attr(optimised, inline(always))]
pub(super) fn hypot<T: Root, const W: usize>(x: R<T, W>, y: R<T, W>) -> R<T, W> {
    let (x, y) = (x.abs(), y.abs());
    let larger = x.less(y, y, x);
    // Squares of these neither overflow nor vanish.
    let ordinary = R::all(T::SMALL).are_less(larger) & larger.are_less(R::all(T::LARGE));
    if ordinary == all_lanes(W) {
        let smaller = x.less(y, x, y);
        return larger.fma(larger, smaller * smaller).sqrt();
    }
    // Of zeros the power means nothing.
    let power = larger.equals(R::zero(), R::one(), larger).parts().1;
    let (a, b) = (x.scale(-power), y.scale(-power));
    let h = a.fma(a, b * b).sqrt().scale(power);
    let h = larger.equals(R::zero(), x + y, h);
    // An infinity is far from everything, even from a NaN.
    let infinite = R::all(T::INFINITE);
    let h = larger.less(infinite, h, x + y);
    x.equals(infinite, x, y.equals(infinite, y, h))
}
