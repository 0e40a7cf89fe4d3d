//! Complex numbers, which exist here alone: as pairs of real ones.
//!
//! A complex array of shape `[..]` is made of a real one of shape `[.., 2]`, real and imaginary parts
//! interleaved as they are in memory, so nothing behind the checker knows of them. What merely moves
//! elements moves both parts by the same rule ([`Checker::emit`]); arithmetic has rules on pairs, NumPy's
//! formulas.

use super::checker::{Checker, Operand};
use super::fold;
use super::render;
use super::value::{Array, Data, Lazy, Res, Value, Weak};
use crate::dag::{Binary, Const, DType, Dag, ScalarId, Size, Unary};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::BinaryOp;
use std::rc::Rc;

/// Real and imaginary part of a number.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) re: ScalarId,
    pub(crate) im: ScalarId,
}

/// Larger literal exponents go through `exp` and `log`.
const MAX_EXPONENT: i128 = 99;
/// Most factors of a product of complex numbers, which is written out.
const MAX_FACTORS: i64 = 256;

/// The pair's parts by the index of the last axis.
pub(crate) fn choose(dag: &mut Dag, pair: Pair, part: ScalarId) -> ScalarId {
    let zero = dag.constant(Const::i64(0));
    let real = fold::binary(dag, Binary::Eq, part, zero);
    dag.select(real, pair.re, pair.im)
}

/// The element of a real view ([`Array::real`]) of a complex array.
pub(crate) fn pair_at(dag: &mut Dag, view: &Array, index: &[ScalarId]) -> Pair {
    let [re, im] = [0, 1].map(|k| {
        let mut at = index.to_vec();
        at.push(dag.constant(Const::i64(k)));
        view.element(dag, &at)
    });
    Pair { re, im }
}

impl Checker<'_> {
    /// One comprehension of pairs over broadcast complex operands of one dtype.
    pub(crate) fn complex_elementwise(
        &mut self,
        name: &str,
        span: SpanRange,
        labels: &[&str],
        operands: &[(&str, Array)],
        rule: impl Fn(&mut Dag, &[Pair]) -> Pair + 'static,
    ) -> Res<Array> {
        let (mut shape, views) = self.complex_views(span, labels, operands)?;
        shape.push(Size::constant(2));
        let full = shape.clone();
        let result = self.emit(name, shape, views, move |dag, arrays, index| {
            let (part, index) = index.split_last().expect("the axis of parts");
            let pairs = pairs(dag, arrays, &full, index);
            let pair = rule(dag, &pairs);
            choose(dag, pair, *part)
        });
        Ok(result.complex())
    }

    /// One comprehension of real numbers or bools over broadcast complex operands of one dtype.
    pub(crate) fn complex_to_real(
        &mut self,
        name: &str,
        span: SpanRange,
        labels: &[&str],
        operands: &[(&str, Array)],
        rule: impl Fn(&mut Dag, &[Pair]) -> ScalarId + 'static,
    ) -> Res<Array> {
        let (shape, views) = self.complex_views(span, labels, operands)?;
        let mut full = shape.clone();
        full.push(Size::constant(2));
        Ok(self.emit(name, shape, views, move |dag, arrays, index| {
            let pairs = pairs(dag, arrays, &full, index);
            rule(dag, &pairs)
        }))
    }

    /// The common shape, and the operands as real arrays.
    fn complex_views(
        &mut self,
        span: SpanRange,
        labels: &[&str],
        operands: &[(&str, Array)],
    ) -> Res<(Vec<Size>, Vec<Array>)> {
        let views: Vec<(&str, &Array)> = operands.iter().map(|(t, a)| (*t, a)).collect();
        let shape = self.broadcast_shape(span, labels, &views)?;
        Ok((shape, operands.iter().map(|(_, a)| a.real()).collect()))
    }

    /// A function of complex numbers.
    pub(crate) fn complex_map(
        &mut self,
        name: &str,
        array: &Array,
        rule: impl Fn(&mut Dag, Pair) -> Pair + 'static,
    ) -> Array {
        let mut shape = array.shape.clone();
        shape.push(Size::constant(2));
        let result = self.emit(name, shape, vec![array.real()], move |dag, arrays, index| {
            let (part, index) = index.split_last().expect("the axis of parts");
            let pair = pair_at(dag, &arrays[0], index);
            let pair = rule(dag, pair);
            choose(dag, pair, *part)
        });
        result.complex()
    }

    /// A real function of complex numbers.
    pub(crate) fn complex_part(
        &mut self,
        name: &str,
        array: &Array,
        rule: impl Fn(&mut Dag, Pair) -> ScalarId + 'static,
    ) -> Array {
        self.emit(name, array.shape.clone(), vec![array.real()], move |dag, arrays, index| {
            let pair = pair_at(dag, &arrays[0], index);
            rule(dag, pair)
        })
    }

    /// Any number as an array of the complex `dtype`.
    pub(crate) fn to_complex(&mut self, array: &Array, dtype: DType) -> Array {
        if array.dtype.is_complex() {
            return self.cast(&array.real(), dtype.part()).complex();
        }
        let real = self.cast(array, dtype.part());
        let zero = Const::from_i128(dtype.part(), 0);
        let elements = match (&real.data, self.as_constant(&real)) {
            (Data::Constant(elements), _) => Some(elements.to_vec()),
            (_, Some(c)) => Some(vec![c]),
            _ => None,
        };
        if let Some(elements) = elements {
            let parts = elements.into_iter().flat_map(|re| [re, zero]).collect();
            let data = Data::Constant(Rc::new(parts));
            return Array { shape: real.shape, dtype, data, bound: None, open: false };
        }
        let mut shape = real.shape.clone();
        shape.push(Size::constant(2));
        let result = self.emit("complex", shape, vec![real], move |dag, arrays, index| {
            let (part, index) = index.split_last().expect("the axis of parts");
            let re = arrays[0].element(dag, index);
            let im = dag.constant(zero);
            choose(dag, Pair { re, im }, *part)
        });
        result.complex()
    }

    /// Operands as complex arrays of `dtype`, with their texts.
    fn complex_operands<'o>(
        &mut self,
        operands: &[&'o Operand],
        dtype: DType,
    ) -> Res<Vec<(&'o str, Array)>> {
        let mut arrays = Vec::new();
        for operand in operands {
            let array = self.coerced(operand, dtype)?;
            arrays.push((operand.text.as_str(), self.cast(&array, dtype)));
        }
        Ok(arrays)
    }

    /// `left op right` in the complex `dtype`.
    pub(crate) fn complex_operator(
        &mut self,
        op: BinaryOp,
        dtype: DType,
        span: SpanRange,
        left: &Operand,
        right: &Operand,
    ) -> Res<Value> {
        let sides = ["left", "right"];
        let rule: fn(&mut Dag, Pair, Pair) -> Pair = match op {
            BinaryOp::Add => add,
            BinaryOp::Sub => subtract,
            BinaryOp::Mul => multiply,
            BinaryOp::Div => divide,
            BinaryOp::Eq | BinaryOp::Ne => {
                let operands = self.complex_operands(&[left, right], dtype)?;
                let equal = op == BinaryOp::Eq;
                let name = if equal { "equal" } else { "not_equal" };
                return self
                    .complex_to_real(name, span, &sides, &operands, move |dag, x| {
                        let (test, join) = match equal {
                            true => (Binary::Eq, Binary::And),
                            false => (Binary::Ne, Binary::Or),
                        };
                        let re = fold::binary(dag, test, x[0].re, x[1].re);
                        let im = fold::binary(dag, test, x[0].im, x[1].im);
                        fold::binary(dag, join, re, im)
                    })
                    .map(Value::Array);
            }
            _ => {
                let sign = render::operator(op);
                let ordered =
                    matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge);
                let help = match ordered {
                    true => {
                        "complex numbers have no order: compare `abs(z)`, or `real(z)` and `imag(z)`"
                    }
                    false => "take the parts, `real(z)` and `imag(z)`, or `abs(z)`",
                };
                return Err(self.report(
                    Diagnostic::new(span, format!("`{sign}` does not work on {dtype}"))
                        .fact(format_args!("left: `{}` is {}", left.text, left.value.type_text()))
                        .fact(format_args!(
                            "right: `{}` is {}",
                            right.text,
                            right.value.type_text()
                        ))
                        .help(help),
                ));
            }
        };
        let name = match op {
            BinaryOp::Add => "add",
            BinaryOp::Sub => "subtract",
            BinaryOp::Mul => "multiply",
            _ => "divide",
        };
        let operands = self.complex_operands(&[left, right], dtype)?;
        self.complex_elementwise(name, span, &sides, &operands, move |dag, x| rule(dag, x[0], x[1]))
            .map(Value::Array)
    }

    /// `left ** right` in the complex `dtype`.
    pub(crate) fn complex_power(
        &mut self,
        dtype: DType,
        span: SpanRange,
        left: &Operand,
        right: &Operand,
    ) -> Res<Value> {
        let exponent = match right.value {
            Value::Weak(Weak::Int(n)) => Some(n),
            Value::Weak(Weak::Float(f)) if f as i128 as f64 == f => Some(f as i128),
            _ => None,
        };
        let half = matches!(right.value, Value::Weak(Weak::Float(f)) if f == 0.5);
        let sides = ["left", "right"];
        if let Some(n) = exponent.filter(|n| n.abs() <= MAX_EXPONENT) {
            let operands = self.complex_operands(&[left], dtype)?;
            let array =
                self.complex_map("pow", &operands[0].1, move |dag, z| whole_power(dag, z, n));
            return Ok(Value::Array(array));
        }
        if half {
            let operands = self.complex_operands(&[left], dtype)?;
            return Ok(Value::Array(self.complex_map("sqrt", &operands[0].1, square_root)));
        }
        let operands = self.complex_operands(&[left, right], dtype)?;
        self.complex_elementwise("pow", span, &sides, &operands, |dag, x| power(dag, x[0], x[1]))
            .map(Value::Array)
    }

    /// A complex number of two scalars; `open` if they depend on variables of closures around.
    pub(crate) fn complex_scalar(&mut self, pair: Pair, open: bool) -> Array {
        let dtype = self.dag.dtype(pair.re);
        let shape = vec![Size::constant(2)];
        if open {
            let lazy = Lazy::new(move |dag, index| choose(dag, pair, index[0]));
            let data = Data::Lazy(lazy);
            return Array { shape, dtype, data, bound: None, open }.complex();
        }
        let part = self.dag.axis(0);
        let body = choose(&mut self.dag, pair, part);
        let node = self.dag.compute("complex", shape.clone(), body);
        Array::node(shape, dtype, node).complex()
    }

    /// How many factors a product along axes of these extents has: it is written out.
    pub(crate) fn complex_factors(&mut self, span: SpanRange, extents: &[Size]) -> Res<i64> {
        let count = Size::product(extents);
        match count.as_constant().filter(|n| *n <= MAX_FACTORS) {
            Some(count) => Ok(count),
            None => Err(self.report(
                Diagnostic::new(span, format!("a product of {count} complex numbers is not supported"))
                    .help(format_args!(
                        "sizes have to be constants, {MAX_FACTORS} factors at most; or take `exp(sum(log(z)))`"
                    )),
            )),
        }
    }
}

/// The elements of broadcast operands, given as real views, at an index of the result.
fn pairs(dag: &mut Dag, views: &[Array], full: &[Size], index: &[ScalarId]) -> Vec<Pair> {
    views
        .iter()
        .map(|view| {
            let [re, im] = [0, 1].map(|k| {
                let mut at = index.to_vec();
                at.push(dag.constant(Const::i64(k)));
                view.broadcast_element(dag, full, &at)
            });
            Pair { re, im }
        })
        .collect()
}

// ----- real building blocks ---------------------------------------------------------------------

/// A number in the dtype of `like`.
fn number(dag: &mut Dag, like: ScalarId, value: f64) -> ScalarId {
    let dtype = dag.dtype(like);
    dag.constant(Const::from_f64(dtype, value))
}

fn bin(dag: &mut Dag, op: Binary, a: ScalarId, b: ScalarId) -> ScalarId {
    fold::binary(dag, op, a, b)
}

fn un(dag: &mut Dag, op: Unary, a: ScalarId) -> ScalarId {
    fold::unary(dag, op, a)
}

/// `a * b + c * d`, or `-`.
fn products(dag: &mut Dag, op: Binary, [a, b]: [ScalarId; 2], [c, d]: [ScalarId; 2]) -> ScalarId {
    let (x, y) = (bin(dag, Binary::Mul, a, b), bin(dag, Binary::Mul, c, d));
    bin(dag, op, x, y)
}

fn is_zero(dag: &mut Dag, a: ScalarId) -> ScalarId {
    let zero = number(dag, a, 0.0);
    bin(dag, Binary::Eq, a, zero)
}

// ----- arithmetic, by NumPy's formulas ----------------------------------------------------------

pub(crate) fn add(dag: &mut Dag, a: Pair, b: Pair) -> Pair {
    Pair { re: bin(dag, Binary::Add, a.re, b.re), im: bin(dag, Binary::Add, a.im, b.im) }
}

fn subtract(dag: &mut Dag, a: Pair, b: Pair) -> Pair {
    Pair { re: bin(dag, Binary::Sub, a.re, b.re), im: bin(dag, Binary::Sub, a.im, b.im) }
}

pub(crate) fn multiply(dag: &mut Dag, a: Pair, b: Pair) -> Pair {
    Pair {
        re: products(dag, Binary::Sub, [a.re, b.re], [a.im, b.im]),
        im: products(dag, Binary::Add, [a.re, b.im], [a.im, b.re]),
    }
}

pub(crate) fn conjugate(dag: &mut Dag, z: Pair) -> Pair {
    Pair { re: z.re, im: un(dag, Unary::Neg, z.im) }
}

/// Smith's method: scaled by the larger part of the divisor, so that nothing overflows on the way.
fn divide(dag: &mut Dag, a: Pair, b: Pair) -> Pair {
    let (abs_re, abs_im) = (un(dag, Unary::Abs, b.re), un(dag, Unary::Abs, b.im));
    let real = bin(dag, Binary::Ge, abs_re, abs_im);
    let large = dag.select(real, b.re, b.im);
    let small = dag.select(real, b.im, b.re);
    let ratio = dag.binary(Binary::Div, small, large);
    let one = number(dag, a.re, 1.0);
    let scaled = bin(dag, Binary::Mul, small, ratio);
    let denominator = bin(dag, Binary::Add, large, scaled);
    let scale = dag.binary(Binary::Div, one, denominator);
    // (re + im * ratio, im - re * ratio), or with the parts exchanged (re * ratio + im, im * ratio - re).
    let x = dag.select(real, a.re, a.im);
    let y = dag.select(real, a.im, a.re);
    let y_ratio = bin(dag, Binary::Mul, y, ratio);
    let re = bin(dag, Binary::Add, x, y_ratio);
    let x_ratio = bin(dag, Binary::Mul, x, ratio);
    let difference = bin(dag, Binary::Sub, y, x_ratio);
    let exchanged = bin(dag, Binary::Sub, x_ratio, y);
    let im = dag.select(real, difference, exchanged);
    let (re, im) = (bin(dag, Binary::Mul, re, scale), bin(dag, Binary::Mul, im, scale));
    // By zero: infinite or NaN part by part.
    let (zero_re, zero_im) = (is_zero(dag, abs_re), is_zero(dag, abs_im));
    let zero = bin(dag, Binary::And, zero_re, zero_im);
    let (inf_re, inf_im) =
        (dag.binary(Binary::Div, a.re, abs_re), dag.binary(Binary::Div, a.im, abs_re));
    Pair { re: dag.select(zero, inf_re, re), im: dag.select(zero, inf_im, im) }
}

/// By a whole number that is complex, too, as NumPy divides a sum for its mean.
pub(crate) fn divide_by_size(dag: &mut Dag, z: Pair, size: &Size) -> Pair {
    let size = dag.size(size.clone());
    let re = fold::cast(dag, dag.dtype(z.re), size);
    let im = number(dag, z.re, 0.0);
    divide(dag, z, Pair { re, im })
}

pub(crate) fn reciprocal(dag: &mut Dag, z: Pair) -> Pair {
    let (abs_re, abs_im) = (un(dag, Unary::Abs, z.re), un(dag, Unary::Abs, z.im));
    let real = bin(dag, Binary::Le, abs_im, abs_re);
    let large = dag.select(real, z.re, z.im);
    let small = dag.select(real, z.im, z.re);
    let ratio = dag.binary(Binary::Div, small, large);
    let scaled = bin(dag, Binary::Mul, small, ratio);
    let denominator = bin(dag, Binary::Add, large, scaled);
    let one = number(dag, z.re, 1.0);
    let one_part = dag.binary(Binary::Div, one, denominator);
    let ratio_part = dag.binary(Binary::Div, ratio, denominator);
    let im = dag.select(real, ratio_part, one_part);
    Pair { re: dag.select(real, one_part, ratio_part), im: un(dag, Unary::Neg, im) }
}

pub(crate) fn magnitude(dag: &mut Dag, z: Pair) -> ScalarId {
    dag.binary(Binary::Hypot, z.re, z.im)
}

pub(crate) fn angle(dag: &mut Dag, z: Pair) -> ScalarId {
    dag.binary(Binary::Atan2, z.im, z.re)
}

/// `z / |z|`; 0 stays 0.
pub(crate) fn sign(dag: &mut Dag, z: Pair) -> Pair {
    let size = magnitude(dag, z);
    let zero = is_zero(dag, size);
    let one = number(dag, size, 1.0);
    let by = dag.select(zero, one, size);
    Pair { re: dag.binary(Binary::Div, z.re, by), im: dag.binary(Binary::Div, z.im, by) }
}

fn whole_power(dag: &mut Dag, z: Pair, n: i128) -> Pair {
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

/// `exp(exponent * log(base))`; any number to the power of 0 is 1, and 0 to a power is 0, or NaN if the
/// exponent's real part is not positive.
fn power(dag: &mut Dag, base: Pair, exponent: Pair) -> Pair {
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

// ----- functions --------------------------------------------------------------------------------

pub(crate) fn exponential(dag: &mut Dag, z: Pair) -> Pair {
    let size = dag.unary(Unary::Exp, z.re);
    let (cos, sin) = (dag.unary(Unary::Cos, z.im), dag.unary(Unary::Sin, z.im));
    let (re, im) = (bin(dag, Binary::Mul, size, cos), bin(dag, Binary::Mul, size, sin));
    // Real numbers stay real, and e to minus infinity is 0 whatever the angle.
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

pub(crate) fn square_root(dag: &mut Dag, z: Pair) -> Pair {
    let half = number(dag, z.re, 0.5);
    let size = magnitude(dag, z);
    let abs = un(dag, Unary::Abs, z.re);
    // |re| + |z| may overflow where the root does not: half of each.
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
fn separable(dag: &mut Dag, z: Pair, [f, g, h, k]: [Unary; 4]) -> Pair {
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
        Unary::Log => logarithm,
        Unary::Sqrt => square_root,
        Unary::Sin => sine,
        Unary::Cos => cosine,
        Unary::Tan => tangent,
        Unary::Sinh => hyperbolic_sine,
        Unary::Cosh => hyperbolic_cosine,
        Unary::Tanh => hyperbolic_tangent,
        Unary::Log2 => |dag, z| scaled_logarithm(dag, z, std::f64::consts::LOG2_E),
        Unary::Log10 => |dag, z| scaled_logarithm(dag, z, std::f64::consts::LOG10_E),
        _ => return None,
    })
}

fn scaled_logarithm(dag: &mut Dag, z: Pair, by: f64) -> Pair {
    let log = logarithm(dag, z);
    let by = number(dag, log.re, by);
    Pair { re: bin(dag, Binary::Mul, log.re, by), im: bin(dag, Binary::Mul, log.im, by) }
}
