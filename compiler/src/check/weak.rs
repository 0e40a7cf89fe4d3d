//! Arithmetic on literals and sizes, at compile time.

use super::value::Weak;
use crate::dag::{Binary, Const, DType, Size, evaluate};
use crate::parse::ast::BinaryOp;

/// The reason why arithmetic on literals has no value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wrong {
    pub(crate) claim: &'static str,
    pub(crate) help: &'static str,
}

const TOO_LARGE: Wrong = Wrong {
    claim: "this integer arithmetic overflows",
    help: "write one of the numbers as a float: `2.0 ** 200`",
};
const DIVISION: Wrong = Wrong {
    claim: "division by zero",
    help: "infinity is `inf`, not a number is `nan`; floats divide by `0.0`",
};
const REMAINDER: Wrong =
    Wrong { claim: "remainder by zero", help: "divide by a number that is not 0" };
const NO_MATRIX: Wrong =
    Wrong { claim: "`@` needs arrays", help: "a product of numbers is written with `*`" };
const BITS: Wrong = Wrong {
    claim: "bit operators do not work on floats",
    help: "a power is written `x ** 2.0`; bits are those of integers",
};

pub(crate) fn weak_negative(a: &Weak) -> Option<Weak> {
    match a {
        Weak::Bool(_) => None,
        Weak::Int(i) => Some(Weak::Int(-i)),
        Weak::Float(f) => Some(Weak::Float(-f)),
        Weak::Complex(re, im) => Some(Weak::Complex(-re, -im)),
        Weak::Size(s) => Some(Weak::size(s.scale(-1))),
    }
}

fn float(a: &Weak) -> Option<f64> {
    match a {
        Weak::Bool(b) => Some(*b as i128 as f64),
        Weak::Int(i) => Some(*i as f64),
        Weak::Float(f) => Some(*f),
        Weak::Size(_) | Weak::Complex(..) => None,
    }
}

fn complex(a: &Weak) -> Option<(f64, f64)> {
    match a {
        Weak::Complex(re, im) => Some((*re, *im)),
        other => Some((float(other)?, 0.0)),
    }
}

fn int(a: &Weak) -> Option<i128> {
    match a {
        Weak::Bool(b) => Some(*b as i128),
        Weak::Int(i) => Some(*i),
        _ => None,
    }
}

/// A literal as a size.
fn size(a: &Weak) -> Option<Size> {
    let size = match a {
        Weak::Int(i) => Size::constant(i64::try_from(*i).ok()?),
        Weak::Size(s) => s.clone(),
        _ => return None,
    };
    Some(size).filter(is_moderate)
}

/// Whether the coefficients are so small that symbolic arithmetic does not overflow. (No memory holds 2^47 elements.)
pub(crate) fn is_moderate(size: &Size) -> bool {
    size.terms().all(|(_, c)| c.unsigned_abs() <= 1 << 47)
}

/// `a op b`; `Ok(None)` if the value is known only at run time.
pub(crate) fn weak_binary(op: BinaryOp, a: &Weak, b: &Weak) -> Result<Option<Weak>, Wrong> {
    if let (Weak::Bool(x), Weak::Bool(y)) = (a, b)
        && let Some(value) = bools(op, *x, *y)
    {
        return Ok(Some(Weak::Bool(value)));
    }
    if let (Some(x), Some(y)) = (int(a), int(b)) {
        return ints(op, x, y);
    }
    if let (Some(x), Some(y)) = (float(a), float(b)) {
        return floats(op, x, y).map(Some);
    }
    if let (Some(x), Some(y)) = (complex(a), complex(b)) {
        return Ok(complexes(op, x, y));
    }
    if let (Some(x), Some(y)) = (size(a), size(b)) {
        let value = sizes(op, &x, &y);
        return Ok(value.filter(|w| !matches!(w, Weak::Size(s) if !is_moderate(s))));
    }
    Ok(None)
}

fn bools(op: BinaryOp, x: bool, y: bool) -> Option<bool> {
    match op {
        BinaryOp::And => Some(x & y),
        BinaryOp::Or => Some(x | y),
        BinaryOp::Xor => Some(x ^ y),
        BinaryOp::Eq => Some(x == y),
        BinaryOp::Ne => Some(x != y),
        _ => None,
    }
}

fn ints(op: BinaryOp, x: i128, y: i128) -> Result<Option<Weak>, Wrong> {
    let checked = |value: Option<i128>| {
        // Values are kept far inside i128, so that no later step overflows unnoticed.
        match value {
            Some(v) if v.unsigned_abs() < 1 << 100 => Ok(Some(Weak::Int(v))),
            _ => Err(TOO_LARGE),
        }
    };
    let shift = |y: i128| u32::try_from(y).ok().filter(|y| *y < 100);
    match op {
        BinaryOp::Add => checked(x.checked_add(y)),
        BinaryOp::Sub => checked(x.checked_sub(y)),
        BinaryOp::Mul => checked(x.checked_mul(y)),
        BinaryOp::Div => {
            if y == 0 {
                return Err(DIVISION);
            }
            Ok(Some(Weak::Float(x as f64 / y as f64)))
        }
        BinaryOp::Rem => {
            if y == 0 {
                return Err(REMAINDER);
            }
            let r = x % y;
            Ok(Some(Weak::Int(if r != 0 && (r < 0) != (y < 0) { r + y } else { r })))
        }
        BinaryOp::Pow if y < 0 => Ok(Some(Weak::Float((x as f64).powf(y as f64)))),
        BinaryOp::Pow => checked(u32::try_from(y).ok().and_then(|y| x.checked_pow(y))),
        BinaryOp::And => Ok(Some(Weak::Int(x & y))),
        BinaryOp::Or => Ok(Some(Weak::Int(x | y))),
        BinaryOp::Xor => Ok(Some(Weak::Int(x ^ y))),
        BinaryOp::Shl => checked(shift(y).and_then(|y| x.checked_mul(1i128 << y))),
        BinaryOp::Shr => checked(shift(y).map(|y| x >> y)),
        BinaryOp::Eq => Ok(Some(Weak::Bool(x == y))),
        BinaryOp::Ne => Ok(Some(Weak::Bool(x != y))),
        BinaryOp::Lt => Ok(Some(Weak::Bool(x < y))),
        BinaryOp::Le => Ok(Some(Weak::Bool(x <= y))),
        BinaryOp::Gt => Ok(Some(Weak::Bool(x > y))),
        BinaryOp::Ge => Ok(Some(Weak::Bool(x >= y))),
        BinaryOp::MatMul => Err(NO_MATRIX),
    }
}

fn floats(op: BinaryOp, x: f64, y: f64) -> Result<Weak, Wrong> {
    Ok(match op {
        BinaryOp::Add => Weak::Float(x + y),
        BinaryOp::Sub => Weak::Float(x - y),
        BinaryOp::Mul => Weak::Float(x * y),
        BinaryOp::Div => Weak::Float(x / y),
        BinaryOp::Rem => Weak::Float(remainder(x, y)),
        BinaryOp::Pow => Weak::Float(x.powf(y)),
        BinaryOp::Eq => Weak::Bool(x == y),
        BinaryOp::Ne => Weak::Bool(x != y),
        BinaryOp::Lt => Weak::Bool(x < y),
        BinaryOp::Le => Weak::Bool(x <= y),
        BinaryOp::Gt => Weak::Bool(x > y),
        BinaryOp::Ge => Weak::Bool(x >= y),
        BinaryOp::MatMul => return Err(NO_MATRIX),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl | BinaryOp::Shr => {
            return Err(BITS);
        }
    })
}

/// An operation on complex literals. `None` leaves it to run time, where it is an error, too, or follows NumPy's
/// formulas.
fn complexes(op: BinaryOp, (a, b): (f64, f64), (c, d): (f64, f64)) -> Option<Weak> {
    Some(match op {
        BinaryOp::Add => Weak::Complex(a + c, b + d),
        BinaryOp::Sub => Weak::Complex(a - c, b - d),
        BinaryOp::Mul => Weak::Complex(a * c - b * d, a * d + b * c),
        BinaryOp::Div if d == 0.0 && c != 0.0 => Weak::Complex(a / c, b / c),
        BinaryOp::Eq => Weak::Bool((a, b) == (c, d)),
        BinaryOp::Ne => Weak::Bool((a, b) != (c, d)),
        _ => return None,
    })
}

/// Python's `%` on floats.
fn remainder(x: f64, y: f64) -> f64 {
    let r = x % y;
    if r != 0.0 && (r < 0.0) != (y < 0.0) {
        r + y
    } else if r == 0.0 {
        0.0f64.copysign(y)
    } else {
        r
    }
}

fn sizes(op: BinaryOp, x: &Size, y: &Size) -> Option<Weak> {
    match op {
        BinaryOp::Add => Some(Weak::size(x.add(y))),
        BinaryOp::Sub => Some(Weak::size(x.sub(y))),
        BinaryOp::Mul => Some(Weak::size(x.mul(y))),
        BinaryOp::Pow => {
            let n = y.as_constant().filter(|n| (0..=16).contains(n))?;
            Some(Weak::size((0..n).fold(Size::one(), |p, _| p.mul(x))))
        }
        BinaryOp::Eq if x == y => Some(Weak::Bool(true)),
        BinaryOp::Ne if x == y => Some(Weak::Bool(false)),
        _ => None,
    }
}

/// `floor(a / b)` of literals and sizes. A symbolic divisor divides only if `positive` says that it cannot be zero. A
/// quotient by zero is 0, as for `i64` values, which a polynomial cannot express.
pub(crate) fn weak_floor_div(
    a: &Weak,
    b: &Weak,
    positive: impl Fn(&Size) -> bool,
) -> Result<Option<Weak>, Wrong> {
    if let (Some(x), Some(y)) = (int(a), int(b)) {
        if y == 0 {
            return Err(DIVISION);
        }
        let q = x / y;
        return Ok(Some(Weak::Int(if x % y != 0 && (x < 0) != (y < 0) { q - 1 } else { q })));
    }
    if let (Some(x), Some(y)) = (float(a), float(b)) {
        let [x, y] = [x, y].map(|f| Const::from_f64(DType::F64, f));
        let quotient = evaluate::binary(Binary::FloorDiv, x, y);
        return Ok(quotient.map(|c| Weak::Float(c.to_f64())));
    }
    if let (Some(x), Some(y)) = (size(a), size(b)) {
        if let Some(k) = y.as_constant().filter(|k| *k >= 1) {
            return Ok(Some(Weak::size(x.floor_div(k))));
        }
        if let Some(exact) = exact_quotient(&x, &y).filter(|_| positive(&y)) {
            return Ok(Some(Weak::size(exact)));
        }
    }
    Ok(None)
}

/// `x / y` if that is a polynomial, for a `y` that is not zero.
pub(crate) fn exact_quotient(x: &Size, y: &Size) -> Option<Size> {
    if y.is_zero() { None } else { x.exact_div(y) }
}
