//! Operations as C++ expressions.

use super::constant::literal;
use super::helpers::{Helper, Helpers, suffix};
use super::names::{c_type, is_native, wrapping_type};
use crate::dag::{Binary, Const, DType, Unary};

/// How tightly the outermost operator of an expression binds, as in C++. Larger is tighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    Ternary,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Sum,
    Product,
    Prefix,
    Primary,
}

#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub text: String,
    pub binding: Binding,
    /// The same value, modulo a power of two with its number of bits, as an expression of the unsigned type.
    modular: Option<(String, Binding)>,
}

impl Expression {
    pub fn new(text: impl Into<String>, binding: Binding) -> Expression {
        Expression { text: text.into(), binding, modular: None }
    }

    pub fn primary(text: impl Into<String>) -> Expression {
        Expression::new(text, Binding::Primary)
    }

    pub fn constant(value: Const) -> Expression {
        let mut constant = Expression::primary(literal(value));
        constant.modular = match value.dtype {
            DType::I8 | DType::I16 | DType::I32 | DType::U8 | DType::U16 => Some(DType::U32),
            DType::I64 => Some(DType::U64),
            _ => None,
        }
        .filter(|_| value.bits.cast_signed() >= 0)
        .map(|dtype| (literal(Const { dtype, ..value }), Binding::Primary));
        constant
    }

    /// The text, in parentheses if it binds more loosely than `binding`.
    pub fn at(&self, binding: Binding) -> String {
        if self.binding < binding { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// `a op b` with equal bindings grouped to the left.
fn infix(a: &Expression, op: &str, b: &Expression, binding: Binding) -> Expression {
    let tighter = match binding {
        Binding::Sum => Binding::Product,
        Binding::Product => Binding::Prefix,
        // Compilers warn if these meet without parentheses.
        _ => Binding::Sum,
    };
    let left = if binding >= Binding::Sum { binding } else { Binding::Sum };
    Expression::new(format!("{} {op} {}", a.at(left), b.at(tighter)), binding)
}

fn call(function: &str, arguments: &[&Expression]) -> Expression {
    let arguments: Vec<&str> = arguments.iter().map(|a| a.text.as_str()).collect();
    Expression::primary(format!("{function}({})", arguments.join(", ")))
}

pub(super) fn convert(dtype: &str, a: &Expression) -> Expression {
    Expression::new(format!("({dtype}){}", a.at(Binding::Prefix)), Binding::Prefix)
}

pub(super) fn unary(op: Unary, t: DType, a: &Expression, helpers: &mut Helpers) -> Expression {
    let integer = t.is_integer();
    match op {
        Unary::Neg if t == DType::Bool => a.clone(),
        Unary::Neg if integer => {
            wrap(t, |unsigned| infix(&Expression::primary("0"), "-", &unsigned(a), Binding::Sum))
        }
        Unary::Neg => {
            // A space, so that two signs do not become a decrement.
            let sign = if a.text.starts_with('-') { "- " } else { "-" };
            Expression::new(format!("{sign}{}", a.at(Binding::Prefix)), Binding::Prefix)
        }
        Unary::Not => {
            let sign = if t == DType::Bool { "!" } else { "~" };
            let not = Expression::new(format!("{sign}{}", a.at(Binding::Prefix)), Binding::Prefix);
            // The complement of a promoted unsigned integer is negative.
            if t.is_unsigned() && !is_native(t) { convert(c_type(t), &not) } else { not }
        }
        Unary::Abs if t.is_float() => call(&format!("fabs{}", suffix(t)), &[a]),
        Unary::Abs if t.is_signed() => {
            let negative = unary(Unary::Neg, t, a, helpers);
            let test = infix(a, "<", &Expression::primary("0"), Binding::Relation);
            select(&test, &negative, a)
        }
        Unary::Abs => a.clone(),
        Unary::Sign if t == DType::Bool => a.clone(),
        Unary::Sign if t.is_signed() => call(&helpers.name(Helper::Sign(t)), &[a]),
        Unary::Sign => {
            let test = infix(a, "!=", &Expression::primary("0"), Binding::Equality);
            convert(c_type(t), &test)
        }
        Unary::IsNan | Unary::IsInf if !t.is_float() => Expression::primary("false"),
        Unary::IsFinite if !t.is_float() => Expression::primary("true"),
        Unary::IsNan => infix(a, "!=", a, Binding::Equality),
        Unary::IsInf | Unary::IsFinite => {
            let infinity = Expression::constant(Const::from_f64(t, f64::INFINITY));
            let magnitude = call(&format!("fabs{}", suffix(t)), &[a]);
            match op {
                Unary::IsInf => infix(&magnitude, "==", &infinity, Binding::Equality),
                _ => infix(&magnitude, "<", &infinity, Binding::Relation),
            }
        }
        Unary::Floor | Unary::Ceil | Unary::Trunc | Unary::Round if !t.is_float() => a.clone(),
        _ => call(&format!("{}{}", function_name(op), suffix(t)), &[a]),
    }
}

fn function_name(op: Unary) -> &'static str {
    match op {
        Unary::Sqrt => "sqrt",
        Unary::Cbrt => "cbrt",
        Unary::Exp => "exp",
        Unary::Exp2 => "exp2",
        Unary::Expm1 => "expm1",
        Unary::Log => "log",
        Unary::Log2 => "log2",
        Unary::Log10 => "log10",
        Unary::Log1p => "log1p",
        Unary::Sin => "sin",
        Unary::Cos => "cos",
        Unary::Tan => "tan",
        Unary::Asin => "asin",
        Unary::Acos => "acos",
        Unary::Atan => "atan",
        Unary::Sinh => "sinh",
        Unary::Cosh => "cosh",
        Unary::Tanh => "tanh",
        Unary::Asinh => "asinh",
        Unary::Acosh => "acosh",
        Unary::Atanh => "atanh",
        Unary::Erf => "erf",
        Unary::Erfc => "erfc",
        Unary::Gamma => "tgamma",
        Unary::LogGamma => "lgamma",
        Unary::Floor => "floor",
        Unary::Ceil => "ceil",
        Unary::Trunc => "trunc",
        Unary::Round => "rint",
        Unary::Abs | Unary::Sign => "fabs",
        Unary::Neg | Unary::Not | Unary::IsNan | Unary::IsInf | Unary::IsFinite => "",
    }
}

/// Arithmetic on unsigned operands, converted back, because signed overflow is undefined in C++. `f` is given the
/// function that converts an operand.
fn wrap(t: DType, f: impl FnOnce(&dyn Fn(&Expression) -> Expression) -> Expression) -> Expression {
    let unsigned = |a: &Expression| match &a.modular {
        Some((text, binding)) => Expression::new(text.as_str(), *binding),
        None => convert(wrapping_type(t), a),
    };
    let modular = f(&unsigned);
    let mut result = convert(c_type(t), &modular);
    result.modular = Some((modular.text, modular.binding));
    result
}

/// What is known about the operands of a [`binary`].
#[derive(Clone, Copy, Debug)]
pub(super) struct OperandFacts {
    /// The dtype of both operands (for `PowI`, that of the base).
    pub dtype: DType,
    /// Whether it is index arithmetic whose result is a place in memory. It cannot overflow, so it need not wrap.
    pub index: bool,
    /// The second operand, if it is an integer constant.
    pub right: Option<i128>,
}

pub(super) fn binary(
    op: Binary,
    facts: OperandFacts,
    a: &Expression,
    b: &Expression,
    helpers: &mut Helpers,
) -> Expression {
    let t = facts.dtype;
    let boolean = t == DType::Bool;
    let arithmetic = |symbol: &str, binding: Binding| {
        if is_native(t) || facts.index {
            infix(a, symbol, b, binding)
        } else {
            wrap(t, |unsigned| infix(&unsigned(a), symbol, &unsigned(b), binding))
        }
    };
    let constant_shift = facts.right.is_some_and(|n| (0..t.bytes() as i128 * 8).contains(&n));
    match op {
        Binary::Min | Binary::And | Binary::Mul if boolean => infix(a, "&&", b, Binding::And),
        Binary::Max | Binary::Or | Binary::Add if boolean => infix(a, "||", b, Binding::Or),
        Binary::Xor | Binary::Sub if boolean => infix(a, "!=", b, Binding::Equality),
        Binary::Add => arithmetic("+", Binding::Sum),
        Binary::Sub => arithmetic("-", Binding::Sum),
        Binary::Mul => arithmetic("*", Binding::Product),
        Binary::Div => infix(a, "/", b, Binding::Product),
        Binary::FloorDiv => call(&helpers.name(Helper::FloorDivide(t)), &[a, b]),
        Binary::Rem => call(&helpers.name(Helper::Remainder(t)), &[a, b]),
        Binary::PowI => call(&helpers.name(Helper::Power(t)), &[a, b]),
        Binary::Min => call(&helpers.name(Helper::Minimum(t)), &[a, b]),
        Binary::Max => call(&helpers.name(Helper::Maximum(t)), &[a, b]),
        Binary::Fmod => call(&format!("fmod{}", suffix(t)), &[a, b]),
        Binary::Pow => call(&format!("pow{}", suffix(t)), &[a, b]),
        Binary::Atan2 => call(&format!("atan2{}", suffix(t)), &[a, b]),
        Binary::Hypot => call(&format!("hypot{}", suffix(t)), &[a, b]),
        Binary::Copysign => call(&format!("copysign{}", suffix(t)), &[a, b]),
        Binary::NextAfter => call(&format!("nextafter{}", suffix(t)), &[a, b]),
        Binary::Gcd => call(&helpers.name(Helper::Gcd(t)), &[a, b]),
        Binary::And => infix(a, "&", b, Binding::BitAnd),
        Binary::Or => infix(a, "|", b, Binding::BitOr),
        Binary::Xor => infix(a, "^", b, Binding::BitXor),
        // A shift binds between sum and relation. Parentheses spare the reader that rule.
        Binary::Shr if constant_shift => {
            Expression::primary(format!("({})", infix(a, ">>", b, Binding::Relation).text))
        }
        Binary::Shl => call(&helpers.name(Helper::ShiftLeft(t)), &[a, b]),
        Binary::Shr => call(&helpers.name(Helper::ShiftRight(t)), &[a, b]),
        Binary::Eq => infix(a, "==", b, Binding::Equality),
        Binary::Ne => infix(a, "!=", b, Binding::Equality),
        Binary::Lt => infix(a, "<", b, Binding::Relation),
        Binary::Le => infix(a, "<=", b, Binding::Relation),
        Binary::Gt => infix(a, ">", b, Binding::Relation),
        Binary::Ge => infix(a, ">=", b, Binding::Relation),
    }
}

pub(super) fn select(c: &Expression, yes: &Expression, no: &Expression) -> Expression {
    let part = |e: &Expression| e.at(Binding::Or);
    Expression::new(format!("{} ? {} : {}", part(c), part(yes), part(no)), Binding::Ternary)
}

pub(super) fn cast(from: DType, to: DType, a: &Expression, helpers: &mut Helpers) -> Expression {
    match (from, to) {
        _ if from == to => a.clone(),
        (half, _) if half.is_half() => call(&helpers.name(Helper::Widen(half)), &[a]),
        (_, half) if half.is_half() => {
            // The helper for f64 calls the one for f32.
            helpers.name(Helper::Round(DType::F32, half));
            call(&helpers.name(Helper::Round(from, half)), &[a])
        }
        (_, DType::Bool) => infix(a, "!=", &Expression::primary("0"), Binding::Equality),
        _ if from.is_float() && to.is_integer() => {
            call(&helpers.name(Helper::Saturate(from, to)), &[a])
        }
        _ => convert(c_type(to), a),
    }
}
