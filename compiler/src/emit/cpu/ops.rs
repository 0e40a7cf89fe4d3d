//! Operations as expressions, by the names of the runtime's `lanes`.

use crate::dag::{Binary, Const, DType, Unary};

/// An expression for `op a`; `a` is a `V` (or, for bool, an `M`).
pub fn unary(op: Unary, dtype: DType, a: &str) -> String {
    let function = match op {
        Unary::Neg => "neg",
        Unary::Not if dtype == DType::Bool => return format!("{a}.complement()"),
        Unary::Not => "bit_not",
        Unary::Abs if dtype == DType::Bool => return a.to_string(),
        Unary::Abs => "abs",
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
        Unary::Gamma => "gamma",
        Unary::LogGamma => "log_gamma",
        Unary::Sign => "sign",
        // Integers and bools are integral and finite already.
        Unary::Floor | Unary::Ceil | Unary::Trunc | Unary::Round if !dtype.is_float() => {
            return a.to_string();
        }
        Unary::Floor => "floor",
        Unary::Ceil => "ceil",
        Unary::Trunc => "trunc",
        Unary::Round => "round",
        Unary::IsNan | Unary::IsInf if !dtype.is_float() => {
            return format!("{{ let _ = {a}; M::<1>(0).splat() }}");
        }
        Unary::IsFinite if !dtype.is_float() => {
            return format!("{{ let _ = {a}; M::<1>(1).splat() }}");
        }
        Unary::IsNan => "is_nan",
        Unary::IsInf => "is_inf",
        Unary::IsFinite => "is_finite",
    };
    format!("l::{function}({a})")
}

/// The same, for one lane after the other.
pub fn one_by_one(op: Unary, dtype: DType, a: &str) -> String {
    format!("l::one_by_one({a}, |x| {})", unary(op, dtype, "x"))
}

/// The same as [`binary`], for one pair of lanes after the other.
pub fn pair_by_pair(op: Binary, dtype: DType, a: &str, b: &str) -> String {
    format!("l::pair_by_pair({a}, {b}, |x, y| {})", binary(op, dtype, "x", "y"))
}

/// Whether full registers use another algorithm than single lanes, which use the standard library.
pub fn differs_in_lanes(op: Unary) -> bool {
    use Unary::*;
    matches!(
        op,
        Cbrt | Exp
            | Exp2
            | Expm1
            | Log
            | Log2
            | Log10
            | Log1p
            | Sin
            | Cos
            | Tan
            | Asin
            | Acos
            | Atan
            | Sinh
            | Cosh
            | Tanh
            | Asinh
            | Acosh
            | Atanh
            | Erf
            | Erfc
            | Gamma
            | LogGamma
    )
}

/// [`differs_in_lanes`] for operations on two numbers.
pub fn of_two_differs_in_lanes(op: Binary) -> bool {
    matches!(op, Binary::Pow | Binary::Atan2 | Binary::Hypot)
}

/// An expression for `a op b`; both are `V`s (or `M`s) of `dtype`.
pub fn binary(op: Binary, dtype: DType, a: &str, b: &str) -> String {
    if dtype == DType::Bool {
        return match op {
            Binary::And | Binary::Mul | Binary::Min => format!("{a}.and({b})"),
            Binary::Or | Binary::Add | Binary::Max => format!("{a}.or({b})"),
            Binary::Eq => format!("{a}.xor({b}).complement()"),
            Binary::Lt => format!("{a}.complement().and({b})"),
            Binary::Le => format!("{a}.complement().or({b})"),
            Binary::Gt => format!("{a}.and({b}.complement())"),
            Binary::Ge => format!("{a}.or({b}.complement())"),
            // Xor and Ne; the front end makes no other operations on bools.
            _ => format!("{a}.xor({b})"),
        };
    }
    let function = match op {
        Binary::Add => "add",
        Binary::Sub => "sub",
        Binary::Mul => "mul",
        Binary::Div => "div",
        Binary::FloorDiv => "floor_div",
        Binary::Rem => "rem",
        Binary::Fmod => "fmod",
        Binary::Pow => "pow",
        Binary::PowI => "powi",
        Binary::Min => "min",
        Binary::Max => "max",
        Binary::Atan2 => "atan2",
        Binary::Hypot => "hypot",
        Binary::Copysign => "copysign",
        Binary::NextAfter => "next_after",
        Binary::Gcd => "gcd",
        Binary::And => "bit_and",
        Binary::Or => "bit_or",
        Binary::Xor => "bit_xor",
        Binary::Shl => "shl",
        Binary::Shr => "shr",
        Binary::Eq => "eq",
        Binary::Ne => "ne",
        Binary::Lt => "lt",
        Binary::Le => "le",
        Binary::Gt => "gt",
        Binary::Ge => "ge",
    };
    format!("l::{function}({a}, {b})")
}

/// The Rust type of elements in kernels. Halves are kept as bits.
pub fn element(dtype: DType) -> &'static str {
    if dtype.is_half() { "u16" } else { dtype.name() }
}

/// A Rust literal of the constant's `element` type (`bool` as `true`/`false`).
pub fn literal(c: Const) -> String {
    match c.dtype {
        DType::Bool => (c.bits != 0).to_string(),
        DType::F32 | DType::F64 if !c.to_f64().is_finite() => match c.dtype {
            DType::F32 => format!("f32::from_bits({}u32)", c.bits as u32),
            _ => format!("f64::from_bits({}u64)", c.bits),
        },
        DType::F32 => format!("({:?}f32)", f32::from_bits(c.bits as u32)),
        DType::F64 => format!("({:?}f64)", f64::from_bits(c.bits)),
        DType::C32 | DType::C64 => literal(Const { dtype: c.dtype.part(), ..c }),
        DType::I64 => {
            format!("({}i64)", c.bits as i64).replace("(-9223372036854775808i64)", "i64::MIN")
        }
        DType::I8 | DType::I16 | DType::I32 => format!("({}{})", c.bits as i64, c.dtype),
        DType::U8 | DType::U16 | DType::U32 | DType::U64 => format!("{}{}", c.bits, c.dtype),
        DType::F16 | DType::BF16 => format!("{}u16", c.bits),
    }
}
