// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn special_erf<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (erf(x),
         y.erf())
    }

    pub fn special_erfc<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (erfc(x),
         y.erfc())
    }

    pub fn special_gamma<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (gamma(x),
         y.gamma())
    }

    pub fn special_lgamma<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (lgamma(x),
         y.lgamma())
    }

    pub fn special_expit<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (expit(x),
         y.expit())
    }

    pub fn special_logit<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (logit(x),
         y.logit())
    }

    pub fn special_sinc<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (sinc(x),
         y.sinc())
    }

    pub fn special_degrees<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (degrees(x),
         y.degrees())
    }

    pub fn special_radians<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (radians(x),
         y.radians())
    }

    pub fn special_fabs<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (fabs(x),
         y.fabs())
    }

    pub fn special_rint<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (rint(x),
         y.rint())
    }

    pub fn special_spacing<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (spacing(x),
         y.spacing())
    }

    pub fn special_signbit<N>(x: [f64; N], y: [f32; N]) -> ([bool; N], [bool; N]) {
        (signbit(x),
         y.signbit())
    }

    pub fn special_isposinf<N>(x: [f64; N], y: [f32; N]) -> ([bool; N], [bool; N]) {
        (isposinf(x),
         y.isposinf())
    }

    pub fn special_isneginf<N>(x: [f64; N], y: [f32; N]) -> ([bool; N], [bool; N]) {
        (isneginf(x),
         y.isneginf())
    }

    pub fn special_nan_to_num<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (nan_to_num(x),
         y.nan_to_num())
    }

    pub fn special_negative<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (negative(x),
         y.negative())
    }

    pub fn special_positive<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (positive(x),
         y.positive())
    }

    pub fn special_fix<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (fix(x),
         y.fix())
    }

    pub fn special_of_integers<N>(n: [i64; N], m: [u32; N], b: [bool; N]) -> ([f64; N], [f64; N], [f64; N], [f64; N], [bool; N], [bool; N], [i64; N], [f16; N], [f64; N]) {
        (erf(n),
         gamma(m),
         rint(n),
         degrees(m),
         signbit(n),
         isposinf(n),
         nan_to_num(n),
         fabs(b),
         logaddexp(n, m as i64))
    }

    pub fn special_of_halves<N>(h: [f16; N], k: [f16; N]) -> ([f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [bool; N], [f16; N], i64, [f16; 2 * N], [f16; N + 2]) {
        (erf(h),
         gamma(h),
         logaddexp(h, k),
         nan_to_num(k),
         fmax(h, k),
         heaviside(k, 0.5),
         isclose(h, k),
         clip(k, min=0),
         argmax(k),
         concatenate([h, k[..;-1]]),
         pad(k, 1, "reflect"))
    }

    pub fn special_literals(x: f64) -> (f64, f64, f64, f64, f64, f64, f64, f64) {
        (x + erf(1),
         x + gamma(5.0) + lgamma(3),
         x * sinc(0.25) + nextafter(1, 2),
         heaviside(-1, 0.5) + hypot(3, 4) * x,
         degrees(pi) * x,
         where(x < inf, e, nan),
         x + gcd(12, 18) + lcm(4, 6),
         x + clip(7, 0, 5) + add(1, 2) + round(2.567, 1))
    }

    pub fn special_logaddexp<N>(a: [f64; N], b: [f64; N], c: [f32; N], d: [f32; N]) -> ([f64; N], [f32; N], [f32; N]) {
        (logaddexp(a, b),
         c.logaddexp(d),
         logaddexp(c, 0.5))
    }

    pub fn special_logaddexp2<N>(a: [f64; N], b: [f64; N], c: [f32; N], d: [f32; N]) -> ([f64; N], [f32; N], [f32; N]) {
        (logaddexp2(a, b),
         c.logaddexp2(d),
         logaddexp2(c, 0.5))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn special_heaviside<N>(a: [f64; N], b: [f64; N], c: [f32; N], d: [f32; N]) -> ([f64; N], [f32; N], [f32; N]) {
        (heaviside(a, b),
         c.heaviside(d),
         heaviside(c, 0.5))
    }

    pub fn special_nextafter<N>(a: [f64; N], b: [f64; N], c: [f32; N], d: [f32; N]) -> ([f64; N], [f32; N], [f32; N]) {
        (nextafter(a, b),
         c.nextafter(d),
         nextafter(c, 0.5))
    }

    pub fn special_fmax<N>(a: [f64; N], b: [f64; N], c: [f32; N], d: [f32; N]) -> ([f64; N], [f32; N], [f32; N]) {
        (fmax(a, b),
         c.fmax(d),
         fmax(c, 0.5))
    }

    pub fn special_fmin<N>(a: [f64; N], b: [f64; N], c: [f32; N], d: [f32; N]) -> ([f64; N], [f32; N], [f32; N]) {
        (fmin(a, b),
         c.fmin(d),
         fmin(c, 0.5))
    }

    pub fn special_xlogy<N>(a: [f64; N], b: [f64; N], c: [f32; N], d: [f32; N]) -> ([f64; N], [f32; N], [f32; N]) {
        (xlogy(a, b),
         c.xlogy(d),
         xlogy(c, 0.5))
    }

    pub fn special_divisors<N, M>(n: [i32; N], m: [i32; N], v: [u64; M], w: [u64; M]) -> ([i32; N], [i32; N], [u64; M], [u64; M], [i64; N], [i32; N], [u64; M]) {
        (gcd(n, m),
         lcm(n, m),
         v.gcd(w),
         gcd(v, 12),
         lcm(n as i64, 6),
         fmax(n, m),
         v.fmin(w))
    }

    pub fn special_operators<N>(x: [f64; N], y: [f64; N], n: [i32; N], m: [i32; N]) -> ([f64; N], [i32; N], [i32; N], [f64; N], [f64; N], [i32; N], [i32; N], [i32; N], [f64; N]) {
        (add(x, y),
         subtract(n, m),
         multiply(n, 3),
         divide(n, m),
         true_divide(x, y),
         bitwise_and(n, m) + bitwise_or(n, m),
         bitwise_xor(n, m) + invert(n),
         left_shift(n, 3) + bitwise_right_shift(m, 2),
         float_power(n, m))
    }

    pub fn special_comparisons<N>(x: [f64; N], y: [f64; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], bool) {
        (equal(x, y),
         not_equal(x, y),
         less(x, y),
         less_equal(x, 0),
         greater(x, y),
         x.greater_equal(y),
         isclose(x, y),
         isclose(x, y, rtol=0.5, atol=0.25, equal_nan=true),
         allclose(x, y))
    }

    pub fn special_pairs<N>(x: [f64; N], n: [i32; N]) -> ([f64; N], [f64; N], [i32; N], [i32; N], [f64; N]) {
        let (f, w) = modf(x);
        let (q, r) = divmod(n, -4);
        (f, w, q, r, divmod(x, 0.75)[1])
    }

    pub fn special_round_decimals<N>(x: [f64; N], y: [f32; N], n: [i32; N]) -> ([f64; N], [f64; N], [f32; N], [i32; N], [i32; N]) {
        (round(x, 2),
         around(x, decimals=-1),
         round(y, 1),
         round(n, 2),
         round(n, -1))
    }

    pub fn special_select<N>(x: [f64; N], n: [i64; N]) -> ([f64; N], [i64; N], [f64; N], [f64; N, N]) {
        (select([x < 0, x < 1], [x * x, 2.0], -1),
         select([x > 0, n > 0, n < -3], [n, -n, 7]),
         select([isnan(x)], [0.0], x),
         select([n[..., newaxis] > n], [x], 1))
    }

    pub fn special_clip_bounds<N>(x: [f64; N], n: [i32; N]) -> ([f64; N], [f64; N], [i32; N], [i32; N], [f64; N], [f64; N], [f64; N]) {
        (clip(x, min=0),
         clip(x, max=0.5),
         clip(n, None, 3),
         clip(n, -2, max=2),
         clip(x),
         nan_to_num(x, nan=1.5, posinf=2, neginf=-3.0),
         nan_to_num(x, 7))
    }
}

functions! {
    special_erf,
    special_erfc,
    special_gamma,
    special_lgamma,
    special_expit,
    special_logit,
    special_sinc,
    special_degrees,
    special_radians,
    special_fabs,
    special_rint,
    special_spacing,
    special_signbit,
    special_isposinf,
    special_isneginf,
    special_nan_to_num,
    special_negative,
    special_positive,
    special_fix,
    special_of_integers,
    special_of_halves,
    special_literals,
    special_logaddexp,
    special_logaddexp2,
    special_heaviside,
    special_nextafter,
    special_fmax,
    special_fmin,
    special_xlogy,
    special_divisors,
    special_operators,
    special_comparisons,
    special_pairs,
    special_round_decimals,
    special_select,
    special_clip_bounds,
}
