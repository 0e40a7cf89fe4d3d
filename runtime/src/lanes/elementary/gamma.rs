//! The gamma function by Lanczos' approximation, as in Boost and musl, and the logarithm of its magnitude by fdlibm's
//! (`e_lgamma_r.c`). Registers of `f32` are computed as `f64`.

use super::hyperbolic::Hyperbolic;
use super::power;
use super::register::{R, Real, all_lanes};
use super::trigonometric::sin;
use crate::lanes::ops::Elementary;
#[cfg(target_arch = "x86_64")]
use crate::lanes::x86;
use crate::lanes::{Exponential, Float, Lane, each};
use std::f64::consts::PI;

/// `gamma(x) = ((x + G - 1/2) / e)^(x - 1/2) exp(-G) s(x)`, where the rational function `s` includes the constant
/// factor.
const G: f64 = 6.024_680_040_776_729_583_740_234_375;
const S: [&[f64]; 2] = [
    &[
        2.5066282746310002,
        210.82427775157936,
        8071.672002365816,
        186056.26539522348,
        2876370.6289353725,
        31426415.585400194,
        248874557.86205417,
        1439720407.3117216,
        6039542586.352028,
        17921034426.03721,
        35711959237.35567,
        42919803642.6491,
        23531376880.41076,
    ],
    &[
        1.0,
        66.0,
        1925.0,
        32670.0,
        357423.0,
        2637558.0,
        13339535.0,
        45995730.0,
        105258076.0,
        150917976.0,
        120543840.0,
        39916800.0,
        0.0,
    ],
];
/// Between these magnitudes the function is neither infinite nor an inverse, nor is that of the next number.
const LEAST: f64 = 1e-15;
const MOST: f64 = 170.0;

#[cfg_attr(optimised, inline(always))]
fn gamma_f64<const W: usize>(x: R<f64, W>) -> R<f64, W> {
    let argument = x;
    let x = x.abs();
    let shift = R::all(G - 0.5);
    let y = x + shift;
    // The rounding error of the sum.
    let of_x = y - shift;
    let lacking = (x - of_x) + (shift - (y - of_x));
    let [p, q] = [x.polynomial(S[0]), x.polynomial(S[1])];
    let (high, low) = power::log(y);
    let by = x - R::half();
    let product = by * high;
    let rest = by.fma(low, by.rest(high, product));
    // `product - y` in two parts: which one is larger depends on `x`.
    let exponent = product - y;
    let of_product = exponent + y;
    let rest = rest + ((product - of_product) - (y - (of_product - exponent)));
    let rest = rest - (lacking * R::all(G)) / y;
    let (n, _) = exponent.nearest_of_product(f64::LOG2_E);
    let r = n.taken_from(R::all(<f64 as Hyperbolic>::LN2[0]), exponent);
    let r = n.taken_from(R::all(<f64 as Hyperbolic>::LN2[1]), r) + rest;
    let e = (r * r).fma(r.polynomial(f64::EXPM1), r);
    let s = p / q;
    let y = s.fma(e, s).scale(n);
    let y = if argument.are_less(R::zero()) != 0 { reflected(argument, x, y) } else { y };
    let ordinary = R::all(LEAST).are_less(x) & x.are_less(R::all(MOST));
    // Factorials are exact.
    let whole = f64::v_eq(x.0, f64::v_round::<9, W>(x.0));
    y.except((!ordinary | whole) & all_lanes(W), argument, Elementary::gamma)
}

/// The function of negative arguments, given that of their magnitudes, by Euler's reflection formula
/// `gamma(-x) = -pi / (x sin(pi x) gamma(x))`.
#[cfg_attr(optimised, inline(always))]
fn reflected<const W: usize>(argument: R<f64, W>, x: R<f64, W>, of_x: R<f64, W>) -> R<f64, W> {
    let (n, count) = x.nearest_of_product(1.0);
    let sine = sin((x - n) * R::all(PI)).xor(count.shift(f64::TOP).sign());
    argument.less(R::zero(), R::all(-PI) / (sine * x * of_x), of_x)
}

/// The argument of the minimum, and the minimum in two parts.
const LEAST_AT: f64 = 1.461_632_144_968_362_2;
const MINIMUM: [f64; 2] = [-1.21486290535849611461e-01, -3.63867699703950536541e-18];
/// Near 2: even powers of `2 - x`, and odd ones.
const NEAR_TWO: [&[f64]; 2] = [
    &[
        2.5214456545125733e-05,
        0.00022086279071390839,
        0.0011927076318336207,
        0.007385550860814029,
        0.06735230105312927,
        0.07721566490153287,
    ],
    &[
        4.4864094961891516e-05,
        0.00010801156724758394,
        0.0005100697921535113,
        0.0028905138367341563,
        0.020580808432516733,
        0.3224670334241136,
    ],
];
/// Near the minimum: every third power, from the third one on, from the fourth and from the fifth.
const NEAR_LEAST: [&[f64]; 3] = [
    &[
        0.00031563207090362595,
        -0.0014034646998923284,
        0.006100538702462913,
        -0.032788541075985965,
        0.48383612272381005,
    ],
    &[
        -0.00031275416837512086,
        0.000881081882437654,
        -0.0036845201678113826,
        0.01797067508118204,
        -0.1475877229945939,
    ],
    &[
        0.0003355291926355191,
        -0.0005385953053567405,
        0.0022596478090061247,
        -0.010314224129834144,
        0.06462494023913339,
    ],
];
const NEAR_ONE: [&[f64]; 2] = [
    &[
        0.013381091853678766,
        0.22896372806469245,
        0.9777175279633727,
        1.4549225013723477,
        0.6328270640250934,
        -0.07721566490153287,
    ],
    &[
        0.003217092422824239,
        0.10422264559336913,
        0.7692851504566728,
        2.128489763798934,
        2.4559779371304113,
        1.0,
    ],
];
const BELOW_EIGHT: [&[f64]; 2] = [
    &[
        3.194753265841009e-05,
        0.0018402845140733772,
        0.02664227030336386,
        0.14635047265246445,
        0.325778796408931,
        0.21498241596060885,
        -0.07721566490153287,
    ],
    &[
        7.326684307446256e-06,
        0.0007779424963818936,
        0.01864591917156529,
        0.17193386563280308,
        0.7219355475671381,
        1.3920053346762105,
        1.0,
    ],
];
const LARGE: &[f64] = &[
    -0.0016309293409657527,
    0.0008363399189962821,
    -0.00059518755745034,
    0.0007936505586430196,
    -0.0027777777772877554,
    0.08333333333333297,
];
const CONSTANT: f64 = 0.4189385332046727;

/// For `x` from about 0 to 2; `log` is its logarithm.
#[cfg_attr(optimised, inline(always))]
fn log_gamma_to_two<const W: usize>(x: R<f64, W>, log: R<f64, W>) -> R<f64, W> {
    // Below, `gamma(x) = gamma(x + 1) / x`.
    let limit = R::all(0.9);
    let choose = |a: f64, b: f64| x.less(limit, R::all(a), R::all(b));
    let two = choose(1.0, 2.0) - x;
    let least = x - choose(LEAST_AT - 1.0, LEAST_AT);
    let ones = x - choose(0.0, 1.0);
    let of_two = {
        let z = two * two;
        let even = z.polynomial(NEAR_TWO[0]);
        let odd = z * z.polynomial(NEAR_TWO[1]);
        R::half().taken_from(two, two.fma(even, odd))
    };
    let of_least = {
        let z = least * least;
        let w = z * least;
        let [a, b, c] = NEAR_LEAST;
        let [a, b, c] = [w.polynomial(a), w.polynomial(b), w.polynomial(c)];
        let tail = w.fma(least.fma(c, b), R::all(-MINIMUM[1]));
        z.fma(a, tail) + R::all(MINIMUM[0])
    };
    let of_one = {
        let [p, q] = [ones.polynomial(NEAR_ONE[0]), ones.polynomial(NEAR_ONE[1])];
        R::half().taken_from(ones, (ones * p) / q)
    };
    let (low, high) = (choose(0.23164, 1.23164), choose(0.7316, 1.7316));
    let y = x.less(low, of_one, x.less(high, of_least, of_two));
    // At 1 it is 0, not -0.
    x.less(limit, y - log, y + R::zero())
}

/// For `x` from 2 to 8: its distance from the integer below, and the product of the factors from there down to 2.
#[cfg_attr(optimised, inline(always))]
fn product_to_eight<const W: usize>(x: R<f64, W>) -> (R<f64, W>, R<f64, W>) {
    let whole = R(f64::v_round::<9, W>(x.0));
    let y = x - whole;
    let mut product = R::one();
    let mut k = 2.0;
    while k < 7.0 {
        product = product * R::all(k).less(whole, y + R::all(k), R::one());
        k += 1.0;
    }
    (y, product)
}

#[cfg_attr(optimised, inline(always))]
fn log_gamma_f64<const W: usize>(x: R<f64, W>) -> R<f64, W> {
    let (two, eight) = (R::all(2.0), R::all(8.0));
    let small = x.are_less(two);
    let to_eight = x.are_less(eight) & !small;
    let (y, product) = product_to_eight(x);
    let argument = x.less(two, x, x.less(eight, product, x));
    let log = R(f64::v_log(argument.0));
    let mut result = R::zero();
    if small != 0 {
        result = log_gamma_to_two(x, log);
    }
    if to_eight != 0 {
        let [p, q] = [y.polynomial(BELOW_EIGHT[0]), y.polynomial(BELOW_EIGHT[1])];
        let of_eight = R::half().fma(y, (y * p) / q) + log;
        result = x.less(two, result, of_eight);
    }
    if !(small | to_eight) & all_lanes(W) != 0 {
        let z = R::one() / x;
        let w = z.fma((z * z).polynomial(LARGE), R::all(CONSTANT));
        let large = (x - R::half()).fma(log - R::one(), w);
        result = x.less(eight, result, large);
    }
    let ordinary = R::all(LEAST).are_less(x) & x.are_less(R::all(1e17));
    result.except(!ordinary & all_lanes(W), x, Elementary::log_gamma)
}

/// Functions of all lanes.
pub(super) trait Gamma: Real {
    fn v_gamma<const W: usize>(x: R<Self, W>) -> R<Self, W>;
    fn v_log_gamma<const W: usize>(x: R<Self, W>) -> R<Self, W>;
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn gamma<T: Gamma, const W: usize>(x: R<T, W>) -> R<T, W> {
    T::v_gamma(x)
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn log_gamma<T: Gamma, const W: usize>(x: R<T, W>) -> R<T, W> {
    T::v_log_gamma(x)
}

impl Gamma for f64 {
    #[cfg_attr(optimised, inline(always))]
    fn v_gamma<const W: usize>(x: R<f64, W>) -> R<f64, W> {
        gamma_f64(x)
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_log_gamma<const W: usize>(x: R<f64, W>) -> R<f64, W> {
        log_gamma_f64(x)
    }
}

/// A function of `f64` on the lanes of a register of `f32`. There are no closures around the function: a large closure is
/// compiled by itself, without the instruction set of its caller, and each operation would be a call.
macro_rules! as_f64 {
    ($x:ident, $function:ident) => {{
        #[cfg(target_arch = "x86_64")]
        if W == 16 {
            // SAFETY: the width tells the instruction set, and that it is present; see the safety section of `lanes`.
            unsafe {
                let [left, right] = x86::halves(&$x.0);
                let (left, right) = ($function(R(left)), $function(R(right)));
                return R(x86::joined(&left.0, &right.0));
            }
        }
        let mut all = [0.0f32; W];
        let mut from = 0;
        while from < W {
            let part = $function::<4>(R(each(|k| f64::from($x.0[from + k]))));
            let mut k = 0;
            while k < 4 {
                all[from + k] = part.0[k] as f32;
                k += 1;
            }
            from += 4;
        }
        R(all)
    }};
}

impl Gamma for f32 {
    #[cfg_attr(optimised, inline(always))]
    fn v_gamma<const W: usize>(x: R<f32, W>) -> R<f32, W> {
        as_f64!(x, gamma_f64)
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_log_gamma<const W: usize>(x: R<f32, W>) -> R<f32, W> {
        as_f64!(x, log_gamma_f64)
    }
}
