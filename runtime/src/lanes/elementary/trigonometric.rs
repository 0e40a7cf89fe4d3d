//! Sine, cosine, tangent, and their inverses.
//!
//! Arguments are reduced by multiples of pi/2, which is given in three parts (Cody and Waite). Large arguments need
//! more digits of pi; they are rare, and are computed one by one. Each inverse function takes one division.

use super::register::{R, Real, all_lanes};

/// Coefficients and constants for a type.
pub(super) trait Trigonometric: Real {
    const TWO_OVER_PI: Self;
    /// pi/2 as a sum of positive parts.
    const PARTS: [Self; 3];
    /// Arguments up to which the parts suffice.
    const LIMIT: Self;
    /// `sin(r) = r + r^3 s(r^2)` for `|r|` up to pi/4.
    const SIN: &[Self];
    /// `cos(r) = 1 - r^2 / 2 + r^4 c(r^2)`
    const COS: &[Self];
    /// For types with few digits, `tan(r) = r + r^3 t(r^2)`. Their reduced arguments are single numbers, which are within
    /// an ulp; those of other types are sums of two numbers. The polynomial is found as those of [`super::error`] are.
    const TAN: Option<&'static [Self]>;
    /// `atan(r) = r + r^3 a(r^2)` for `|r|` up to the tangent of pi/8.
    const ATAN: &[Self];
    /// `asin(r) = r + r^3 a(r^2)` for `|r|` up to 1/2.
    const ASIN: &[Self];
    /// The tangents of 1/8 and 3/8 of pi.
    const TAN_EIGHTH: Self;
    const TAN_THREE_EIGHTHS: Self;
    /// pi/4, then 3/4 pi, pi/2 and pi, each as a sum: a number, and the rest.
    const QUARTER_PI: [Self; 2];
    const THREE_QUARTERS: [Self; 2];
    const HALF_PI: [Self; 2];
    const PI: [Self; 2];
    /// If the larger of two coordinates is between these, their differences and quotients neither overflow nor lose
    /// digits.
    const COORDINATES: [Self; 2];
}

impl Trigonometric for f64 {
    const TWO_OVER_PI: f64 = std::f64::consts::FRAC_2_PI;
    const PARTS: [f64; 3] =
        [std::f64::consts::FRAC_PI_2, 6.123233995736766e-17, -1.4973849048591698e-33];
    const LIMIT: f64 = 1e6;
    const SIN: &[f64] = &[
        1.5898435061383692e-10,
        -2.5050790305560243e-08,
        2.7557313930366863e-06,
        -0.00019841269830626968,
        0.008333333333323686,
        -0.16666666666666638,
    ];
    const COS: &[f64] = &[
        -1.1361092514661095e-11,
        2.0875754168156762e-09,
        -2.755731460711304e-07,
        2.4801587290487216e-05,
        -0.0013888888888876,
        0.041666666666666616,
    ];
    const TAN: Option<&'static [f64]> = None;
    const ATAN: &[f64] = &[
        -0.01833925140237252,
        0.03848004731278513,
        -0.05056580026376208,
        0.058519536693245555,
        -0.06663698574257483,
        0.0769211614234485,
        -0.09090901138062958,
        0.11111110910657294,
        -0.14285714282970108,
        0.1999999999998386,
        -0.33333333333333315,
    ];
    const ASIN: &[f64] = &[
        0.03168532006617977,
        -0.019419060731345927,
        0.020534870031693124,
        0.00421406916862951,
        0.010638191626951121,
        0.011425807920792008,
        0.013977316574199917,
        0.0173519252293375,
        0.02237219618546506,
        0.03038194343289802,
        0.04464285715803137,
        0.07499999999990106,
        0.1666666666666668,
    ];
    const TAN_EIGHTH: f64 = 0.41421356237309503;
    const TAN_THREE_EIGHTHS: f64 = 2.414213562373095;
    const QUARTER_PI: [f64; 2] = [std::f64::consts::FRAC_PI_4, 3.061616997868383e-17];
    const THREE_QUARTERS: [f64; 2] = [2.356194490192345, 9.184850993605148e-17];
    const HALF_PI: [f64; 2] = [std::f64::consts::FRAC_PI_2, 6.123233995736766e-17];
    const PI: [f64; 2] = [std::f64::consts::PI, 1.2246467991473532e-16];
    const COORDINATES: [f64; 2] = [1e-270, 1e300];
}

impl Trigonometric for f32 {
    const TWO_OVER_PI: f32 = std::f32::consts::FRAC_2_PI;
    const PARTS: [f32; 3] = [1.570796251296997, 7.549789415861596e-08, 5.390302953474238e-15];
    const LIMIT: f32 = 5e4;
    const SIN: &[f32] = &[-0.00019519587, 0.0083322, -0.16666655];
    const COS: &[f32] = &[2.4438878e-05, -0.0013887373, 0.041666646];
    const TAN: Option<&'static [f32]> =
        Some(&[0.009395728, 0.003102766, 0.024440642, 0.05340839, 0.13338834, 0.33333156]);
    const ATAN: &[f32] = &[-0.061804764, 0.10638766, -0.14250445, 0.199989, -0.33333322];
    const ASIN: &[f32] = &[0.041561183, 0.02457835, 0.04537793, 0.0749617, 0.16666725];
    const TAN_EIGHTH: f32 = 0.41421357;
    const TAN_THREE_EIGHTHS: f32 = 2.4142135;
    const QUARTER_PI: [f32; 2] = [std::f32::consts::FRAC_PI_4, -2.1855694143368964e-08];
    const THREE_QUARTERS: [f32; 2] = [2.3561945, -5.9624403e-09];
    const HALF_PI: [f32; 2] = [std::f32::consts::FRAC_PI_2, -4.371138828673793e-08];
    const PI: [f32; 2] = [std::f32::consts::PI, -8.742277657347586e-08];
    const COORDINATES: [f32; 2] = [1e-30, 1e37];
}

/// The rest of an argument after integer multiples of pi/2.
struct Reduced<T, const W: usize> {
    r: R<T, W>,
    /// What rounding took from it.
    rest: Option<R<T, W>>,
    /// Its last bits are those of the number of multiples.
    count: R<T, W>,
}

#[cfg_attr(optimised, inline(always))]
fn reduced<T: Trigonometric, const W: usize>(x: R<T, W>) -> Reduced<T, W> {
    let (n, count) = x.nearest_of_product(T::TWO_OVER_PI);
    // The difference from the first part is exact.
    let first = n.taken_from(R::all(T::PARTS[0]), x);
    if T::TAN.is_some() {
        let r = n.taken_from(R::all(T::PARTS[2]), n.taken_from(R::all(T::PARTS[1]), first));
        return Reduced { r, rest: None, count };
    }
    let second = n * R::all(T::PARTS[1]);
    let r = first - second;
    let rest = ((first - r) - second) - n.rest(R::all(T::PARTS[1]), second);
    Reduced { r, rest: Some(n.taken_from(R::all(T::PARTS[2]), rest)), count }
}

/// The sine and the cosine of a reduced argument.
#[cfg_attr(optimised, inline(always))]
fn of_reduced<T: Trigonometric, const W: usize>(
    r: R<T, W>,
    rest: Option<R<T, W>>,
) -> (R<T, W>, R<T, W>) {
    let z = r * r;
    let cube = r * z;
    let (odd, even) = (z.polynomial(T::SIN), z.polynomial(T::COS));
    let (sin, cos) = match rest {
        Some(rest) => {
            let h = R::half() * z;
            let near = R::one() - h;
            let lost = (R::one() - near) - h;
            let tail = (z * z).fma(even, r.taken_from(rest, lost));
            (r + cube.fma(odd, rest), near + tail)
        }
        None => (cube.fma(odd, r), z.fma(z.fma(even, -R::half()), R::one())),
    };
    // A sum loses the sign of zero.
    (sin.or(r.sign()), cos)
}

/// Lanes that are large or infinite. Those of NaNs are NaNs already.
#[cfg_attr(optimised, inline(always))]
fn large<T: Trigonometric, const W: usize>(x: R<T, W>) -> u32 {
    R::all(T::LIMIT).are_less(x.abs())
}

/// The sine after so many quarters of a turn, of which the last two bits are those of `count`.
#[cfg_attr(optimised, inline(always))]
fn sine<T: Trigonometric, const W: usize>(r: Reduced<T, W>, count: R<T, W>) -> R<T, W> {
    let (sin, cos) = of_reduced(r.r, r.rest);
    let value = count.shift(T::TOP).by_sign(cos, sin);
    value.xor(count.shift(T::TOP - 1).sign())
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn sin<T: Trigonometric, const W: usize>(x: R<T, W>) -> R<T, W> {
    let r = reduced(x);
    let count = r.count;
    sine(r, count).except(large(x), x, T::sin)
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn cos<T: Trigonometric, const W: usize>(x: R<T, W>) -> R<T, W> {
    let r = reduced(x);
    let count = r.count + R::one();
    sine(r, count).except(large(x), x, T::cos)
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn tan<T: Trigonometric, const W: usize>(x: R<T, W>) -> R<T, W> {
    let Reduced { r, rest, count } = reduced(x);
    let (sin, cos) = match T::TAN {
        Some(polynomial) => {
            let z = r * r;
            ((r * z).fma(z.polynomial(polynomial), r).or(r.sign()), R::one())
        }
        None => of_reduced(r, rest),
    };
    let odd = count.shift(T::TOP);
    let tan = odd.by_sign(cos, sin) / odd.by_sign(sin, cos);
    tan.xor(odd).except(large(x), x, T::tan)
}

/// `base + atan(z)`
#[cfg_attr(optimised, inline(always))]
fn with_atan<T: Trigonometric, const W: usize>(
    base: R<T, W>,
    rest: R<T, W>,
    z: R<T, W>,
) -> R<T, W> {
    let square = z * z;
    base + (z + (z * square).fma(square.polynomial(T::ATAN), rest))
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn atan<T: Trigonometric, const W: usize>(x: R<T, W>) -> R<T, W> {
    let t = x.abs();
    let (eighth, three) = (R::all(T::TAN_EIGHTH), R::all(T::TAN_THREE_EIGHTHS));
    let one = R::one();
    let choose = |near, middle, far| t.up_to(eighth, near, t.up_to(three, middle, far));
    let z = choose(t, t - one, -one) / choose(one, t + one, t);
    let base = choose(R::zero(), R::all(T::QUARTER_PI[0]), R::all(T::HALF_PI[0]));
    let rest = choose(R::zero(), R::all(T::QUARTER_PI[1]), R::all(T::HALF_PI[1]));
    with_atan(base, rest, z).or(x.sign())
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn atan2<T: Trigonometric, const W: usize>(y: R<T, W>, x: R<T, W>) -> R<T, W> {
    let (a, b) = (y.abs(), x.abs());
    let (eighth, three) = (b * R::all(T::TAN_EIGHTH), b * R::all(T::TAN_THREE_EIGHTHS));
    let choose = |near, middle, far| a.up_to(eighth, near, a.up_to(three, middle, far));
    let sum = a + b;
    let z = choose(a, a - b, -b) / choose(b, sum, a);
    // The angle of the origin is that of the points beside it: 0 or pi.
    let z = sum.equals(R::zero(), sum, z);
    // To the left of 0 it is pi less the angle.
    let both = |right: T, left: T| x.by_sign(R::all(left), R::all(right));
    let base = choose(
        both(T::default(), T::PI[0]),
        both(T::QUARTER_PI[0], T::THREE_QUARTERS[0]),
        R::all(T::HALF_PI[0]),
    );
    let rest = choose(
        both(T::default(), T::PI[1]),
        both(T::QUARTER_PI[1], T::THREE_QUARTERS[1]),
        R::all(T::HALF_PI[1]),
    );
    let angle = with_atan(base, rest, z.xor(x.sign())).or(y.sign());
    let larger = a.less(b, b, a);
    let ordinary = R::all(T::COORDINATES[0]).are_less(larger)
        & a.are_less(R::all(T::COORDINATES[1]))
        & b.are_less(R::all(T::COORDINATES[1]));
    let others = !(ordinary | T::v_eq(sum.0, [T::default(); W])) & all_lanes(W);
    angle.except_of_two(others, y, x, T::atan2)
}

/// `base + asin(v)`, where the square is given.
#[cfg_attr(optimised, inline(always))]
fn with_asin<T: Trigonometric, const W: usize>(
    base: R<T, W>,
    rest: R<T, W>,
    v: R<T, W>,
    square: R<T, W>,
) -> R<T, W> {
    base + (v + (v * square).fma(square.polynomial(T::ASIN), rest))
}

/// For large arguments half their distance from 1, for others their squares; and the root of the former.
#[cfg_attr(optimised, inline(always))]
fn complement<T: Trigonometric, const W: usize>(t: R<T, W>) -> (R<T, W>, R<T, W>) {
    let lacking = t.taken_from(R::half(), R::half());
    (t.up_to(R::half(), t * t, lacking), lacking.sqrt())
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn asin<T: Trigonometric, const W: usize>(x: R<T, W>) -> R<T, W> {
    let t = x.abs();
    let (square, root) = complement(t);
    let choose = |near, far| t.up_to(R::half(), near, far);
    let base = choose(R::zero(), R::all(T::HALF_PI[0]));
    let rest = choose(R::zero(), R::all(T::HALF_PI[1]));
    with_asin(base, rest, choose(t, -(root + root)), square).or(x.sign())
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn acos<T: Trigonometric, const W: usize>(x: R<T, W>) -> R<T, W> {
    let t = x.abs();
    let (square, root) = complement(t);
    let choose = |near, far| t.up_to(R::half(), near, far);
    let zero = R::zero();
    let base = choose(R::all(T::HALF_PI[0]), x.by_sign(R::all(T::PI[0]), zero));
    let rest = choose(R::all(T::HALF_PI[1]), x.by_sign(R::all(T::PI[1]), zero));
    let twice = root + root;
    with_asin(base, rest, choose(-x, x.by_sign(-twice, twice)), square)
}
