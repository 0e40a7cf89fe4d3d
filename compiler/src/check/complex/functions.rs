//! Functions of complex numbers, powers among them.

use super::Pair;
use super::arithmetic::{
    angle, bin, conjugate, divide, is_zero, magnitude, multiply, number, products, un,
};
use super::inverse;
use crate::dag::{Binary, DType, Dag, Unary};

pub(crate) fn exponential(dag: &mut Dag, z: Pair) -> Pair {
    let size = dag.unary(Unary::Exp, z.re);
    let (cos, sin) = (dag.unary(Unary::Cos, z.im), dag.unary(Unary::Sin, z.im));
    let (re, im) = (bin(dag, Binary::Mul, size, cos), bin(dag, Binary::Mul, size, sin));
    // Real numbers stay real, and e to minus infinity is 0 for all angles.
    let real = is_zero(dag, z.im);
    let none = is_zero(dag, size);
    let zero = number(dag, z.re, 0.0);
    let (re, im) = (dag.select(none, zero, re), dag.select(none, zero, im));
    Pair { re: dag.select(real, size, re), im: dag.select(real, z.im, im) }
}

pub(crate) fn logarithm(dag: &mut Dag, z: Pair) -> Pair {
    let size = magnitude(dag, z);
    let plain = dag.unary(Unary::Log, size);
    // Near 1, where the logarithm of a rounded magnitude would have few digits.
    let (x, y) = (un(dag, Unary::Abs, z.re), un(dag, Unary::Abs, z.im));
    let large = bin(dag, Binary::Max, x, y);
    let small = bin(dag, Binary::Min, x, y);
    let (one, half) = (number(dag, size, 1.0), number(dag, size, 0.5));
    let below = bin(dag, Binary::Sub, large, one);
    let above = bin(dag, Binary::Add, large, one);
    let excess = products(dag, Binary::Add, [below, above], [small, small]);
    let near = dag.unary(Unary::Log1p, excess);
    let near = bin(dag, Binary::Mul, half, near);
    let (low, high) = (number(dag, size, 0.7), number(dag, size, 1.4));
    let is_near = [bin(dag, Binary::Gt, size, low), bin(dag, Binary::Lt, size, high)];
    let is_near = bin(dag, Binary::And, is_near[0], is_near[1]);
    Pair { re: dag.select(is_near, near, plain), im: angle(dag, z) }
}

/// `exp(z) - 1`: `exp(x) (cos y + i sin y) - 1 = expm1(x) cos y - 2 sin(y / 2)**2 + i exp(x) sin y`.
pub(crate) fn exponential_minus_one(dag: &mut Dag, z: Pair) -> Pair {
    let (half, two) = (number(dag, z.re, 0.5), number(dag, z.re, 2.0));
    let cos = dag.unary(Unary::Cos, z.im);
    let grown = dag.unary(Unary::Expm1, z.re);
    let half_angle = bin(dag, Binary::Mul, half, z.im);
    let sin_half = dag.unary(Unary::Sin, half_angle);
    let two_sin = bin(dag, Binary::Mul, two, sin_half);
    let re = products(dag, Binary::Sub, [grown, cos], [two_sin, sin_half]);
    let (size, sin) = (dag.unary(Unary::Exp, z.re), dag.unary(Unary::Sin, z.im));
    Pair { re, im: bin(dag, Binary::Mul, size, sin) }
}

/// `log(1 + z)`; where `|1 + z|` is near 1, half of `log1p(|1 + z|**2 - 1)`.
pub(crate) fn logarithm_of_one_plus(dag: &mut Dag, z: Pair) -> Pair {
    let (one, two, half) = (number(dag, z.re, 1.0), number(dag, z.re, 2.0), number(dag, z.re, 0.5));
    let moved = Pair { re: bin(dag, Binary::Add, one, z.re), im: z.im };
    let size = magnitude(dag, moved);
    let plain = dag.unary(Unary::Log, size);
    let above = bin(dag, Binary::Add, two, z.re);
    let excess = products(dag, Binary::Add, [z.re, above], [z.im, z.im]);
    let near = dag.unary(Unary::Log1p, excess);
    let near = bin(dag, Binary::Mul, half, near);
    let (low, high) = (number(dag, size, 0.7), number(dag, size, 1.4));
    let is_near = [bin(dag, Binary::Gt, size, low), bin(dag, Binary::Lt, size, high)];
    let is_near = bin(dag, Binary::And, is_near[0], is_near[1]);
    Pair { re: dag.select(is_near, near, plain), im: angle(dag, moved) }
}

pub(crate) fn square_root(dag: &mut Dag, z: Pair) -> Pair {
    let half = number(dag, z.re, 0.5);
    let size = magnitude(dag, z);
    let abs = un(dag, Unary::Abs, z.re);
    // |re| + |z| may overflow where the root does not, so half of each is added.
    let sum = products(dag, Binary::Add, [abs, half], [size, half]);
    let t = dag.unary(Unary::Sqrt, sum);
    let zero = number(dag, z.re, 0.0);
    let imag = un(dag, Unary::Abs, z.im);
    let two_t = bin(dag, Binary::Add, t, t);
    let other = dag.binary(Binary::Div, imag, two_t);
    let none = is_zero(dag, t);
    let other = dag.select(none, zero, other);
    let negative = bin(dag, Binary::Lt, z.re, zero);
    let re = dag.select(negative, other, t);
    let im = dag.select(negative, t, other);
    let infinite = dag.unary(Unary::IsInf, z.im);
    let infinity = number(dag, z.re, f64::INFINITY);
    let (re, im) = (dag.select(infinite, infinity, re), dag.select(infinite, infinity, im));
    Pair { re, im: dag.binary(Binary::Copysign, im, z.im) }
}

/// `(f(re) * g(im), h(re) * k(im))`
pub(crate) fn separable(dag: &mut Dag, z: Pair, [f, g, h, k]: [Unary; 4]) -> Pair {
    let [f, h] = [f, h].map(|op| dag.unary(op, z.re));
    let [g, k] = [g, k].map(|op| dag.unary(op, z.im));
    Pair { re: bin(dag, Binary::Mul, f, g), im: bin(dag, Binary::Mul, h, k) }
}

pub(crate) fn sine(dag: &mut Dag, z: Pair) -> Pair {
    separable(dag, z, [Unary::Sin, Unary::Cosh, Unary::Cos, Unary::Sinh])
}

pub(crate) fn cosine(dag: &mut Dag, z: Pair) -> Pair {
    let product = separable(dag, z, [Unary::Cos, Unary::Cosh, Unary::Sin, Unary::Sinh]);
    conjugate(dag, product)
}

pub(crate) fn hyperbolic_sine(dag: &mut Dag, z: Pair) -> Pair {
    separable(dag, z, [Unary::Sinh, Unary::Cos, Unary::Cosh, Unary::Sin])
}

pub(crate) fn hyperbolic_cosine(dag: &mut Dag, z: Pair) -> Pair {
    separable(dag, z, [Unary::Cosh, Unary::Cos, Unary::Sinh, Unary::Sin])
}

/// Kahan's formula, and its limit where `sinh` would overflow.
pub(crate) fn hyperbolic_tangent(dag: &mut Dag, z: Pair) -> Pair {
    let one = number(dag, z.re, 1.0);
    let t = dag.unary(Unary::Tan, z.im);
    let s = dag.unary(Unary::Sinh, z.re);
    let tt = bin(dag, Binary::Mul, t, t);
    let beta = bin(dag, Binary::Add, one, tt);
    let ss = bin(dag, Binary::Mul, s, s);
    let rho = bin(dag, Binary::Add, one, ss);
    let rho = dag.unary(Unary::Sqrt, rho);
    let beta_ss = bin(dag, Binary::Mul, beta, ss);
    let denominator = bin(dag, Binary::Add, one, beta_ss);
    let beta_rho = bin(dag, Binary::Mul, beta, rho);
    let re = bin(dag, Binary::Mul, beta_rho, s);
    let (re, im) =
        (dag.binary(Binary::Div, re, denominator), dag.binary(Binary::Div, t, denominator));
    let abs = un(dag, Unary::Abs, z.re);
    let limit = number(dag, z.re, if dag.dtype(z.re) == DType::F32 { 11.0 } else { 22.0 });
    let large = bin(dag, Binary::Ge, abs, limit);
    let unit = dag.binary(Binary::Copysign, one, z.re);
    let minus_two = number(dag, z.re, -2.0);
    let decay = bin(dag, Binary::Mul, minus_two, abs);
    let decay = dag.unary(Unary::Exp, decay);
    let (sin, cos) = (dag.unary(Unary::Sin, z.im), dag.unary(Unary::Cos, z.im));
    let four = number(dag, z.re, 4.0);
    let tail = bin(dag, Binary::Mul, sin, cos);
    let tail = bin(dag, Binary::Mul, four, tail);
    let tail = bin(dag, Binary::Mul, tail, decay);
    Pair { re: dag.select(large, unit, re), im: dag.select(large, tail, im) }
}

/// `-i tanh(i z)`
pub(crate) fn tangent(dag: &mut Dag, z: Pair) -> Pair {
    let turned = Pair { re: un(dag, Unary::Neg, z.im), im: z.re };
    let w = hyperbolic_tangent(dag, turned);
    Pair { re: w.im, im: un(dag, Unary::Neg, w.re) }
}

/// The rule of a function that real numbers have too.
pub(crate) fn function(op: Unary) -> Option<fn(&mut Dag, Pair) -> Pair> {
    Some(match op {
        Unary::Exp => exponential,
        Unary::Exp2 => |dag, z| {
            let by = number(dag, z.re, std::f64::consts::LN_2);
            let [re, im] = [z.re, z.im].map(|part| bin(dag, Binary::Mul, part, by));
            exponential(dag, Pair { re, im })
        },
        Unary::Log => logarithm,
        Unary::Sqrt => square_root,
        Unary::Sin => sine,
        Unary::Cos => cosine,
        Unary::Tan => tangent,
        Unary::Sinh => hyperbolic_sine,
        Unary::Cosh => hyperbolic_cosine,
        Unary::Tanh => hyperbolic_tangent,
        Unary::Log2 => |dag, z| scaled_logarithm(dag, z, std::f64::consts::LOG2_E),
        Unary::Asin => inverse::arcsine,
        Unary::Acos => inverse::arccosine,
        Unary::Atan => inverse::arctangent,
        Unary::Asinh => inverse::area_sine,
        Unary::Acosh => inverse::area_cosine,
        Unary::Atanh => inverse::area_tangent,
        Unary::Expm1 => exponential_minus_one,
        Unary::Log1p => logarithm_of_one_plus,
        Unary::Log10 => |dag, z| scaled_logarithm(dag, z, std::f64::consts::LOG10_E),
        _ => return None,
    })
}

pub(crate) fn scaled_logarithm(dag: &mut Dag, z: Pair, by: f64) -> Pair {
    let log = logarithm(dag, z);
    let by = number(dag, log.re, by);
    Pair { re: bin(dag, Binary::Mul, log.re, by), im: bin(dag, Binary::Mul, log.im, by) }
}

pub(crate) fn whole_power(dag: &mut Dag, z: Pair, n: i128) -> Pair {
    let one = Pair { re: number(dag, z.re, 1.0), im: number(dag, z.re, 0.0) };
    if n < 0 {
        let positive = whole_power(dag, z, -n);
        return divide(dag, one, positive);
    }
    let (mut result, mut square, mut left) = (None, z, n);
    while left > 0 {
        if left & 1 == 1 {
            result = Some(match result {
                None => square,
                Some(so_far) => multiply(dag, so_far, square),
            });
        }
        left >>= 1;
        if left > 0 {
            square = multiply(dag, square, square);
        }
    }
    result.unwrap_or(one)
}

/// `exp(exponent * log(base))`. Any number to the power of 0 is 1. A power of 0 is 0, or NaN if the real part of the
/// exponent is not positive.
pub(crate) fn power(dag: &mut Dag, base: Pair, exponent: Pair) -> Pair {
    let log = logarithm(dag, base);
    let product = multiply(dag, exponent, log);
    let general = exponential(dag, product);
    let zero = number(dag, base.re, 0.0);
    let nan = number(dag, base.re, f64::NAN);
    let positive = bin(dag, Binary::Gt, exponent.re, zero);
    let of_zero = dag.select(positive, zero, nan);
    let zero_base = [base.re, base.im].map(|x| is_zero(dag, x));
    let zero_base = bin(dag, Binary::And, zero_base[0], zero_base[1]);
    let zero_exponent = [exponent.re, exponent.im].map(|x| is_zero(dag, x));
    let zero_exponent = bin(dag, Binary::And, zero_exponent[0], zero_exponent[1]);
    let one = number(dag, base.re, 1.0);
    let re = dag.select(zero_base, of_zero, general.re);
    let im = dag.select(zero_base, of_zero, general.im);
    Pair { re: dag.select(zero_exponent, one, re), im: dag.select(zero_exponent, zero, im) }
}
