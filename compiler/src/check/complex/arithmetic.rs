//! Arithmetic on pairs, by NumPy's formulas.

use super::Pair;
use crate::check::fold;
use crate::dag::{Binary, Const, Dag, ScalarId, Size, Unary};

/// A number in the dtype of `like`.
pub(crate) fn number(dag: &mut Dag, like: ScalarId, value: f64) -> ScalarId {
    let dtype = dag.dtype(like);
    dag.constant(Const::from_f64(dtype, value))
}

pub(crate) fn bin(dag: &mut Dag, op: Binary, a: ScalarId, b: ScalarId) -> ScalarId {
    fold::binary(dag, op, a, b)
}

pub(crate) fn un(dag: &mut Dag, op: Unary, a: ScalarId) -> ScalarId {
    fold::unary(dag, op, a)
}

/// `a * b + c * d`, or `-`.
pub(crate) fn products(
    dag: &mut Dag,
    op: Binary,
    [a, b]: [ScalarId; 2],
    [c, d]: [ScalarId; 2],
) -> ScalarId {
    let (x, y) = (bin(dag, Binary::Mul, a, b), bin(dag, Binary::Mul, c, d));
    bin(dag, op, x, y)
}

pub(crate) fn is_zero(dag: &mut Dag, a: ScalarId) -> ScalarId {
    let zero = number(dag, a, 0.0);
    bin(dag, Binary::Eq, a, zero)
}

pub(crate) fn add(dag: &mut Dag, a: Pair, b: Pair) -> Pair {
    Pair { re: bin(dag, Binary::Add, a.re, b.re), im: bin(dag, Binary::Add, a.im, b.im) }
}

pub(crate) fn subtract(dag: &mut Dag, a: Pair, b: Pair) -> Pair {
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

/// A quotient by Smith's method: it is scaled by the larger part of the divisor, so that no intermediate result
/// overflows.
pub(crate) fn divide(dag: &mut Dag, a: Pair, b: Pair) -> Pair {
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
    // A product that two sums need is rounded by itself, so that a quotient whose part is zero gets exactly zero.
    let (sum, other) = (bin(dag, Binary::Add, x, y_ratio), bin(dag, Binary::Add, y_ratio, x));
    let re = dag.select(real, sum, other);
    let x_ratio = bin(dag, Binary::Mul, x, ratio);
    let difference = bin(dag, Binary::Sub, y, x_ratio);
    let exchanged = bin(dag, Binary::Sub, x_ratio, y);
    let im = dag.select(real, difference, exchanged);
    let (re, im) = (bin(dag, Binary::Mul, re, scale), bin(dag, Binary::Mul, im, scale));
    // A division by zero is infinite or NaN, part by part.
    let (zero_re, zero_im) = (is_zero(dag, abs_re), is_zero(dag, abs_im));
    let zero = bin(dag, Binary::And, zero_re, zero_im);
    let (inf_re, inf_im) =
        (dag.binary(Binary::Div, a.re, abs_re), dag.binary(Binary::Div, a.im, abs_re));
    Pair { re: dag.select(zero, inf_re, re), im: dag.select(zero, inf_im, im) }
}

/// A quotient by a size as a complex number, as NumPy divides a sum to get a mean.
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
    let unit =
        Pair { re: dag.binary(Binary::Div, z.re, by), im: dag.binary(Binary::Div, z.im, by) };
    // A number with one infinite part points along its axis; one with two has no direction.
    let corner = corner(dag, z);
    let nan = number(dag, size, f64::NAN);
    let infinite = un(dag, Unary::IsInf, size);
    let [re_size, im_size] = [corner.re, corner.im].map(|part| un(dag, Unary::Abs, part));
    let both = bin(dag, Binary::Eq, re_size, im_size);
    let part = |dag: &mut Dag, finite: ScalarId, direction: ScalarId| {
        let direction = dag.select(both, nan, direction);
        dag.select(infinite, direction, finite)
    };
    Pair { re: part(dag, unit.re, corner.re), im: part(dag, unit.im, corner.im) }
}

/// The direction of a number with infinite parts: 1 with the sign of those, 0 with the sign of finite ones.
pub(crate) fn corner(dag: &mut Dag, z: Pair) -> Pair {
    let (zero, one) = (number(dag, z.re, 0.0), number(dag, z.re, 1.0));
    let [re, im] = [z.re, z.im].map(|part| {
        let infinite = un(dag, Unary::IsInf, part);
        let size = dag.select(infinite, one, zero);
        dag.binary(Binary::Copysign, size, part)
    });
    Pair { re, im }
}
