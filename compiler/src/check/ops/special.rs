//! Special functions, and elementwise functions of floats that are composed of others.

use super::FunctionInfo;
use super::call::Call;
use super::elementwise::{apply, common, float_dtype, floats, wrong_dtype};
use crate::check::checker::{Checker, Operand};
use crate::check::fold::Fold;
use crate::check::value::{Res, Value};
use crate::dag::{Binary, Const, DType, ScalarId, Unary};

macro_rules! floats {
    ($($name:literal $([$alias:literal])? $parameters:literal $count:literal $doc:literal $rule:expr;)*) => {
        &[$(function!(Math $name $([$alias])? $parameters $doc
            |checker, call| floats(checker, call, $count, $rule))),*]
    };
}

pub(super) const FLOATS: &[FunctionInfo] = floats! {
    "erf" "(x)" 1 "The error function; integers give f64."
        |s, _, x| s.unary(Unary::Erf, x[0]);
    "erfc" "(x)" 1 "`1 - erf(x)`, precise for large x."
        |s, _, x| s.unary(Unary::Erfc, x[0]);
    "gamma" "(x)" 1 "The gamma function; NaN at negative integers."
        |s, _, x| s.unary(Unary::Gamma, x[0]);
    "lgamma" ["gammaln"] "(x)" 1 "Logarithm of the absolute value of `gamma(x)`."
        |s, _, x| s.unary(Unary::LogGamma, x[0]);
    "expit" "(x)" 1 "The logistic function `1 / (1 + exp(-x))`." expit;
    "logit" "(x)" 1 "`log(x / (1 - x))`, the inverse of `expit`." logit;
    "xlogy" "(x, y)" 2 "`x * log(y)`, 0 where x is 0 and y is not NaN." xlogy;
    "degrees" ["rad2deg"] "(x)" 1 "Radians as degrees."
        |s, t, x| { let f = s.number(t, 180.0 / std::f64::consts::PI); s.mul(x[0], f) };
    "radians" ["deg2rad"] "(x)" 1 "Degrees as radians."
        |s, t, x| { let f = s.number(t, std::f64::consts::PI / 180.0); s.mul(x[0], f) };
    "fabs" "(x)" 1 "Absolute value as a float." |s, _, x| s.unary(Unary::Abs, x[0]);
    "logaddexp" "(x, y)" 2 "`log(exp(x) + exp(y))` without overflow." logaddexp;
    "logaddexp2" "(x, y)" 2 "`log2(2 ** x + 2 ** y)` without overflow." logaddexp2;
    "heaviside" "(x, y)" 2 "0 below 0, 1 above, y at 0." heaviside;
    "signbit" "(x)" 1 "Whether the sign bit is set: also of -0.0." signbit;
};

pub(super) const OTHERS: &[FunctionInfo] = &[
    function!(Math complex "rint" "(x)" "Nearest integer as a float, halves to even." rint),
    function!(Math "sinc" "(x)" "`sin(pi * x) / (pi * x)`, 1 at 0; integers give f64." sinc),
    function!(Math "nextafter" "(x, y)" "The next float after x in the direction of y."
        |c, call| neighbours(c, call, 2, |s, _, x| s.binary(Binary::NextAfter, x[0], x[1]))),
    function!(Math "spacing" "(x)"
        "Distance from x to the next float away from 0, with the sign of x."
        |c, call| neighbours(c, call, 1, spacing)),
    function!(Math "fmax" "(x, y)" "The larger of two; the other one if one is NaN."
        |c, call| ignoring_nan(c, call, Binary::Max)),
    function!(Math "fmin" "(x, y)" "The smaller of two; the other one if one is NaN."
        |c, call| ignoring_nan(c, call, Binary::Min)),
    function!(Math "modf" "(x)" "The pair (fraction, whole part), both with the sign of x." modf),
    function!(Math "gcd" "(x, y)" "Greatest common divisor of integers."
        |c, call| integers(c, call, |s, x| s.binary(Binary::Gcd, x[0], x[1]))),
    function!(Math "lcm" "(x, y)" "Least common multiple of integers."
        |c, call| integers(c, call, lcm)),
    function!(Logic "isposinf" "(x)" "Whether x is plus infinity."
        |c, call| infinite(c, call, f64::INFINITY)),
    function!(Logic "isneginf" "(x)" "Whether x is minus infinity."
        |c, call| infinite(c, call, f64::NEG_INFINITY)),
];

/// A function of the distance between floats. Halves are refused, because they are computed in f32, where neighbours
/// are nearer.
fn neighbours(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    count: usize,
    rule: impl Fn(&mut Fold<'_>, DType, &[ScalarId]) -> ScalarId + 'static,
) -> Res<Value> {
    let operands = call.operands(checker, count)?;
    let operands: Vec<&Operand> = operands.iter().collect();
    let dtype = common(checker, call, &operands)?.float_of();
    if dtype.is_half() {
        return Err(wrong_dtype(checker, call, operands[0], dtype, "convert: `x as f32`"));
    }
    apply(checker, call, &operands, dtype, move |s, x| rule(s, dtype, x))
}

fn expit(s: &mut Fold<'_>, t: DType, x: &[ScalarId]) -> ScalarId {
    let one = s.number(t, 1.0);
    let negative = s.unary(Unary::Neg, x[0]);
    let exp = s.unary(Unary::Exp, negative);
    let sum = s.add(one, exp);
    s.div(one, sum)
}

fn logit(s: &mut Fold<'_>, t: DType, x: &[ScalarId]) -> ScalarId {
    let one = s.number(t, 1.0);
    let rest = s.sub(one, x[0]);
    let odds = s.div(x[0], rest);
    s.unary(Unary::Log, odds)
}

fn xlogy(s: &mut Fold<'_>, t: DType, x: &[ScalarId]) -> ScalarId {
    let zero = s.number(t, 0.0);
    let is_zero = s.binary(Binary::Eq, x[0], zero);
    let is_nan = s.is_nan(x[1]);
    let is_number = s.unary(Unary::Not, is_nan);
    let none = s.binary(Binary::And, is_zero, is_number);
    let log = s.unary(Unary::Log, x[1]);
    let product = s.mul(x[0], log);
    s.select(none, zero, product)
}

fn rint(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operand = checker.operand(call.arg(0))?;
    if let Value::Array(array) = &operand.value
        && array.dtype.is_complex()
    {
        let result = checker.graph.map("rint", array, None, |dag, x| dag.unary(Unary::Round, x));
        return Ok(Value::Array(result));
    }
    floats(checker, call, 1, |s, _, x| s.unary(Unary::Round, x[0]))
}

fn sinc(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operand = checker.operand(call.arg(0))?;
    // Multiplied by pi, even small integers are f64.
    let dtype = float_dtype(common(checker, call, &[&operand])?);
    apply(checker, call, &[&operand], dtype, move |s, x| sine_ratio(s, dtype, x))
}

fn sine_ratio(s: &mut Fold<'_>, t: DType, x: &[ScalarId]) -> ScalarId {
    let pi = s.number(t, std::f64::consts::PI);
    let (zero, one) = (s.number(t, 0.0), s.number(t, 1.0));
    let angle = s.mul(pi, x[0]);
    let sine = s.unary(Unary::Sin, angle);
    let ratio = s.div(sine, angle);
    let at_zero = s.binary(Binary::Eq, x[0], zero);
    s.select(at_zero, one, ratio)
}

/// `max + log1p(exp(min - max))`, which is exact for equal operands, including infinities.
fn logaddexp(s: &mut Fold<'_>, t: DType, x: &[ScalarId]) -> ScalarId {
    let log_2 = s.number(t, std::f64::consts::LN_2);
    log_of_sum(s, x, log_2, |s, difference| {
        let exp = s.unary(Unary::Exp, difference);
        s.unary(Unary::Log1p, exp)
    })
}

fn logaddexp2(s: &mut Fold<'_>, t: DType, x: &[ScalarId]) -> ScalarId {
    let one = s.number(t, 1.0);
    log_of_sum(s, x, one, |s, difference| {
        let exp = s.unary(Unary::Exp2, difference);
        let log = s.unary(Unary::Log1p, exp);
        let scale = s.number(t, std::f64::consts::LOG2_E);
        s.mul(scale, log)
    })
}

fn log_of_sum(
    s: &mut Fold<'_>,
    x: &[ScalarId],
    if_equal: ScalarId,
    rest: impl Fn(&mut Fold<'_>, ScalarId) -> ScalarId,
) -> ScalarId {
    let larger = s.binary(Binary::Max, x[0], x[1]);
    let difference = s.sub(x[0], x[1]);
    let distance = s.unary(Unary::Abs, difference);
    let below = s.unary(Unary::Neg, distance);
    let rest = rest(s, below);
    // The difference of infinities is NaN.
    let equal = s.binary(Binary::Eq, x[0], x[1]);
    let correction = s.select(equal, if_equal, rest);
    s.add(larger, correction)
}

fn heaviside(s: &mut Fold<'_>, t: DType, x: &[ScalarId]) -> ScalarId {
    let (zero, one) = (s.number(t, 0.0), s.number(t, 1.0));
    let at_zero = s.binary(Binary::Eq, x[0], zero);
    let below = s.binary(Binary::Lt, x[0], zero);
    let above = s.binary(Binary::Gt, x[0], zero);
    // A number that is neither is NaN.
    let otherwise = s.select(above, one, x[0]);
    let otherwise = s.select(at_zero, x[1], otherwise);
    s.select(below, zero, otherwise)
}

fn spacing(s: &mut Fold<'_>, t: DType, x: &[ScalarId]) -> ScalarId {
    let infinity = s.number(t, f64::INFINITY);
    let magnitude = s.unary(Unary::Abs, x[0]);
    let next = s.binary(Binary::NextAfter, magnitude, infinity);
    let distance = s.sub(next, magnitude);
    let (zero, opposite) = (s.number(t, 0.0), s.unary(Unary::Neg, distance));
    let below = s.binary(Binary::Lt, x[0], zero);
    s.select(below, opposite, distance)
}

fn signbit(s: &mut Fold<'_>, t: DType, x: &[ScalarId]) -> ScalarId {
    let (zero, one) = (s.number(t, 0.0), s.number(t, 1.0));
    let signed = s.binary(Binary::Copysign, one, x[0]);
    s.binary(Binary::Lt, signed, zero)
}

/// The extremum of two numbers, where NaN counts as missing.
fn ignoring_nan(checker: &mut Checker<'_>, call: &Call<'_>, op: Binary) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    let operands = [&operands[0], &operands[1]];
    let dtype = common(checker, call, &operands)?;
    apply(checker, call, &operands, dtype, move |s, x| {
        let either = s.binary(op, x[0], x[1]);
        if !dtype.is_float() {
            return either;
        }
        let (left, right) = (s.is_nan(x[0]), s.is_nan(x[1]));
        let value = s.select(right, x[0], either);
        s.select(left, x[1], value)
    })
}

fn modf(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let whole = floats(checker, call, 1, |s, _, x| s.unary(Unary::Trunc, x[0]))?;
    let fraction = floats(checker, call, 1, |s, t, x| {
        let whole = s.unary(Unary::Trunc, x[0]);
        let rest = s.sub(x[0], whole);
        let (infinite, zero) = (s.unary(Unary::IsInf, x[0]), s.number(t, 0.0));
        let rest = s.select(infinite, zero, rest);
        s.binary(Binary::Copysign, rest, x[0])
    })?;
    Ok(Value::Tuple(vec![fraction, whole]))
}

fn integers(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    rule: impl Fn(&mut Fold<'_>, &[ScalarId]) -> ScalarId + 'static,
) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    let operands: Vec<&Operand> = operands.iter().collect();
    let dtype = common(checker, call, &operands)?;
    if !dtype.is_integer() {
        let help = "it works on integers";
        return Err(wrong_dtype(checker, call, operands[0], dtype, help));
    }
    apply(checker, call, &operands, dtype, rule)
}

fn lcm(s: &mut Fold<'_>, x: &[ScalarId]) -> ScalarId {
    let divisor = s.binary(Binary::Gcd, x[0], x[1]);
    let (a, b) = (s.abs(x[0]), s.abs(x[1]));
    // A quotient of integers by zero is 0, which is the least common multiple of zeros.
    let quotient = s.binary(Binary::FloorDiv, a, divisor);
    s.mul(quotient, b)
}

fn infinite(checker: &mut Checker<'_>, call: &Call<'_>, infinity: f64) -> Res<Value> {
    let operands = call.operands(checker, 1)?;
    let dtype = common(checker, call, &[&operands[0]])?;
    apply(checker, call, &[&operands[0]], dtype, move |s, x| {
        if !dtype.is_float() {
            return s.0.constant(Const::bool(false));
        }
        let infinity = s.number(dtype, infinity);
        s.binary(Binary::Eq, x[0], infinity)
    })
}
