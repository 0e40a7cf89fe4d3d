//! Inverse trigonometric and hyperbolic functions of a complex number.
//!
//! They follow W. Kahan, "Branch cuts for complex elementary functions, or much ado about nothing's sign bit", 1987.
//! The formulas are products of square roots whose parts do not cancel, and the signs of zeros choose the side of a
//! cut.

use super::Pair;
use super::arithmetic::{bin, conjugate, corner, multiply, number, products, un};
use super::functions::square_root;
use crate::dag::{Binary, Dag, ScalarId, Unary};

/// `finite`; but for a number with an infinite part and without NaN, the limit that belongs to its [`corner`].
fn with_limit(
    dag: &mut Dag,
    z: Pair,
    finite: Pair,
    limit: impl Fn(&mut Dag, Pair) -> Pair,
) -> Pair {
    let size = dag.binary(Binary::Hypot, z.re, z.im);
    let infinite = un(dag, Unary::IsInf, size);
    // A number with an infinite part and a NaN also has an infinite magnitude.
    let [re, im] = [z.re, z.im].map(|part| un(dag, Unary::IsNan, part));
    let missing = bin(dag, Binary::Or, re, im);
    let present = un(dag, Unary::Not, missing);
    let at_infinity = bin(dag, Binary::And, infinite, present);
    let corner = corner(dag, z);
    let limit = limit(dag, corner);
    Pair {
        re: dag.select(at_infinity, limit.re, finite.re),
        im: dag.select(at_infinity, limit.im, finite.im),
    }
}

/// Infinity with the sign of `part`.
fn infinity(dag: &mut Dag, part: ScalarId) -> ScalarId {
    let infinity = number(dag, part, f64::INFINITY);
    dag.binary(Binary::Copysign, infinity, part)
}

/// Square roots of `1 - z` and of `1 + z`.
fn roots(dag: &mut Dag, z: Pair) -> [Pair; 2] {
    let one = number(dag, z.re, 1.0);
    // Not `0 - im`, which would lose the sign of a zero.
    let below = Pair { re: bin(dag, Binary::Sub, one, z.re), im: un(dag, Unary::Neg, z.im) };
    let above = Pair { re: bin(dag, Binary::Add, one, z.re), im: z.im };
    [square_root(dag, below), square_root(dag, above)]
}

pub(super) fn arccosine(dag: &mut Dag, z: Pair) -> Pair {
    let [below, above] = roots(dag, z);
    let two = number(dag, z.re, 2.0);
    let half_angle = dag.binary(Binary::Atan2, below.re, above.re);
    let turned = conjugate(dag, above);
    let im = multiply(dag, turned, below).im;
    let finite =
        Pair { re: bin(dag, Binary::Mul, two, half_angle), im: dag.unary(Unary::Asinh, im) };
    with_limit(dag, z, finite, |dag, corner| {
        let height = un(dag, Unary::Abs, corner.im);
        let infinity = infinity(dag, corner.im);
        Pair { re: dag.binary(Binary::Atan2, height, corner.re), im: un(dag, Unary::Neg, infinity) }
    })
}

pub(super) fn arcsine(dag: &mut Dag, z: Pair) -> Pair {
    let [below, above] = roots(dag, z);
    let re = multiply(dag, below, above).re;
    let turned = conjugate(dag, below);
    let im = multiply(dag, turned, above).im;
    let finite = Pair { re: dag.binary(Binary::Atan2, z.re, re), im: dag.unary(Unary::Asinh, im) };
    with_limit(dag, z, finite, |dag, corner| {
        let height = un(dag, Unary::Abs, corner.im);
        let re = dag.binary(Binary::Atan2, corner.re, height);
        Pair { re, im: infinity(dag, corner.im) }
    })
}

/// `i z`, `-i z`
fn turned(dag: &mut Dag, z: Pair) -> Pair {
    Pair { re: un(dag, Unary::Neg, z.im), im: z.re }
}

fn turned_back(dag: &mut Dag, z: Pair) -> Pair {
    Pair { re: z.im, im: un(dag, Unary::Neg, z.re) }
}

/// `-i asin(i z)`
pub(super) fn area_sine(dag: &mut Dag, z: Pair) -> Pair {
    let z = turned(dag, z);
    let w = arcsine(dag, z);
    turned_back(dag, w)
}

/// `-i atanh(i z)`
pub(super) fn arctangent(dag: &mut Dag, z: Pair) -> Pair {
    let z = turned(dag, z);
    let w = area_tangent(dag, z);
    turned_back(dag, w)
}

pub(super) fn area_cosine(dag: &mut Dag, z: Pair) -> Pair {
    let (one, two) = (number(dag, z.re, 1.0), number(dag, z.re, 2.0));
    let below = Pair { re: bin(dag, Binary::Sub, z.re, one), im: z.im };
    let above = Pair { re: bin(dag, Binary::Add, z.re, one), im: z.im };
    let [below, above] = [square_root(dag, below), square_root(dag, above)];
    let turned = conjugate(dag, below);
    let re = multiply(dag, turned, above).re;
    let half_angle = dag.binary(Binary::Atan2, below.im, above.re);
    let finite =
        Pair { re: dag.unary(Unary::Asinh, re), im: bin(dag, Binary::Mul, two, half_angle) };
    with_limit(dag, z, finite, |dag, corner| {
        let im = dag.binary(Binary::Atan2, corner.im, corner.re);
        Pair { re: number(dag, corner.re, f64::INFINITY), im }
    })
}

/// `log1p(4 x / ((1 - x)**2 + y**2)) / 4 + i atan2(2 y, (1 - x) (1 + x) - y**2) / 2`
pub(super) fn area_tangent(dag: &mut Dag, z: Pair) -> Pair {
    let [one, two, four] = [1.0, 2.0, 4.0].map(|x| number(dag, z.re, x));
    let [half, quarter] = [0.5, 0.25].map(|x| number(dag, z.re, x));
    let below = bin(dag, Binary::Sub, one, z.re);
    let above = bin(dag, Binary::Add, one, z.re);
    let distance = products(dag, Binary::Add, [below, below], [z.im, z.im]);
    let four_x = bin(dag, Binary::Mul, four, z.re);
    let ratio = dag.binary(Binary::Div, four_x, distance);
    let log = dag.unary(Unary::Log1p, ratio);
    let two_y = bin(dag, Binary::Mul, two, z.im);
    let across = products(dag, Binary::Sub, [below, above], [z.im, z.im]);
    let angle = dag.binary(Binary::Atan2, two_y, across);
    let finite =
        Pair { re: bin(dag, Binary::Mul, quarter, log), im: bin(dag, Binary::Mul, half, angle) };
    with_limit(dag, z, finite, |dag, corner| {
        let [zero, right] = [0.0, std::f64::consts::FRAC_PI_2].map(|x| number(dag, corner.re, x));
        Pair {
            re: dag.binary(Binary::Copysign, zero, corner.re),
            im: dag.binary(Binary::Copysign, right, corner.im),
        }
    })
}
