//! Remainders of divisions. A quotient whose whole part has no more digits than a number leaves a remainder that is
//! exact, so that lanes have the bits of the standard library.

use super::register::{R, Real, all_lanes};
use crate::lanes::Lane;

/// Floats whose remainders are computed in registers.
pub(super) trait Remainder: Real {
    /// Quotients below this are whole numbers and a fraction.
    const WHOLE: Self;

    fn exact_remainder(self, by: Self) -> Self;
}

macro_rules! remainder {
    ($($t:ident $whole:literal;)*) => {
        $(impl Remainder for $t {
            const WHOLE: Self = $whole;

            fn exact_remainder(self, by: Self) -> Self {
                self % by
            }
        })*
    };
}
remainder! { f64 4503599627370496.0; f32 8388608.0; }

/// The remainder of magnitudes, and the lanes in which it is not one.
#[cfg_attr(optimised, inline(always))]
fn of_magnitudes<T: Remainder, const W: usize>(x: R<T, W>, by: R<T, W>) -> (R<T, W>, u32) {
    let quotient = x / by;
    let whole = R(T::v_round::<11, W>(quotient.0));
    // Where rounding the quotient has made it larger, what is left is negative.
    let left = whole.taken_from(by, x);
    let left = left.less(R::zero(), left + by, left);
    // Also by infinity, a multiple of which is no number.
    let left = whole.equals(R::zero(), x, left);
    (left, !quotient.are_less(R::all(T::WHOLE)) & all_lanes(W))
}

/// C's `fmod`: the sign is that of `x`.
#[cfg_attr(optimised, inline(always))]
pub(super) fn fmod<T: Remainder, const W: usize>(x: R<T, W>, y: R<T, W>) -> R<T, W> {
    let (left, others) = of_magnitudes(x.abs(), y.abs());
    left.or(x.sign()).except_of_two(others, x, y, T::exact_remainder)
}

/// NumPy's `remainder`: the sign is that of `y`.
#[cfg_attr(optimised, inline(always))]
pub(super) fn remainder<T: Remainder, const W: usize>(x: R<T, W>, y: R<T, W>) -> R<T, W> {
    let (left, others) = of_magnitudes(x.abs(), y.abs());
    let modulo = left.or(x.sign());
    let signs_differ = x.xor(y);
    let other = signs_differ.by_sign(modulo + y, modulo);
    let result = left.equals(R::zero(), y.sign(), other);
    result.except_of_two(others, x, y, <T as Lane>::rem)
}

/// NumPy's `floor_divide`: consistent with [`remainder`].
#[cfg_attr(optimised, inline(always))]
pub(super) fn floor_divide<T: Remainder, const W: usize>(x: R<T, W>, y: R<T, W>) -> R<T, W> {
    let (left, others) = of_magnitudes(x.abs(), y.abs());
    let modulo = left.or(x.sign());
    let quotient = (x - modulo) / y;
    let signs_differ = x.xor(y);
    let below = signs_differ.by_sign(quotient - R::one(), quotient);
    let quotient = left.equals(R::zero(), quotient, below);
    let floor = R(T::v_round::<9, W>(quotient.0));
    let nearest = R::half().less(quotient - floor, floor + R::one(), floor);
    let zero = signs_differ.sign();
    let result = quotient.equals(R::zero(), zero, nearest);
    result.except_of_two(others, x, y, <T as Lane>::floor_div)
}
