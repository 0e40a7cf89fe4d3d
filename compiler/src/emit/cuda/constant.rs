//! Constants as C++ literals.

use crate::dag::{Const, DType};

/// A literal of exactly this value and type. Compound literals are in parentheses.
pub(super) fn literal(value: Const) -> String {
    match value.dtype {
        DType::Bool => if value.bits != 0 { "true" } else { "false" }.to_string(),
        // C++ converts narrow operands to int in any case.
        DType::I8 | DType::I16 | DType::I32 => match value.bits as i32 {
            i32::MIN => "(-2147483647 - 1)".to_string(),
            v if v < 0 => format!("({v})"),
            v => v.to_string(),
        },
        DType::I64 => match value.bits as i64 {
            i64::MIN => "(-9223372036854775807LL - 1)".to_string(),
            v if v < 0 => format!("({v}LL)"),
            v => format!("{v}LL"),
        },
        DType::U8 | DType::U16 | DType::F16 | DType::BF16 => value.bits.to_string(),
        DType::U32 => format!("{}u", value.bits as u32),
        DType::U64 => format!("{}ull", value.bits),
        // Debug prints the shortest digits that read back as the same number, always with a point or
        // an exponent.
        DType::F32 => match f32::from_bits(value.bits as u32) {
            v if !v.is_finite() => format!("__int_as_float({:#010x})", value.bits as u32),
            v if v.is_sign_negative() => format!("({v:?}f)"),
            v => format!("{v:?}f"),
        },
        DType::F64 => match f64::from_bits(value.bits) {
            v if !v.is_finite() => format!("__longlong_as_double({:#018x}ull)", value.bits),
            v if v.is_sign_negative() => format!("({v:?})"),
            v => format!("{v:?}"),
        },
        DType::C32 | DType::C64 => literal(Const { dtype: value.dtype.part(), ..value }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_exact() {
        assert_eq!(literal(Const::f64(0.1)), "0.1");
        assert_eq!(literal(Const::f64(-0.0)), "(-0.0)");
        assert_eq!(literal(Const::f64(1e300)), "1e300");
        assert_eq!(literal(Const::from_f64(DType::F32, 1.0)), "1.0f");
        assert_eq!(
            literal(Const::f64(f64::INFINITY)),
            "__longlong_as_double(0x7ff0000000000000ull)"
        );
        assert_eq!(literal(Const::i64(-3)), "(-3LL)");
        assert_eq!(literal(Const::i64(i64::MIN)), "(-9223372036854775807LL - 1)");
    }
}
