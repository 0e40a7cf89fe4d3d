//! Conversions of halves, which are kept as bits, so that no header is needed. They use instructions of the GPU, or,
//! for other compilers, work bit by bit.

use crate::dag::DType;

/// The body of a function from the bits `a` to float.
pub(super) fn widen(half: DType) -> String {
    if half == DType::BF16 {
        return "    return __int_as_float((int)((unsigned int)a << 16));\n".to_string();
    }
    instruction(
        "float",
        "cvt.f32.f16 %0, %1;",
        ("f", "h"),
        "    const unsigned int magnitude = (a & 0x7fffu) << 13;
    const float scaled = __int_as_float((int)magnitude) * 5192296858534827628530496329220096.0f;
    const unsigned int special = magnitude >= 0x0f800000u ? 0x7f800000u : 0u;
    return __int_as_float((int)((unsigned int)__float_as_int(scaled) | special | (a & 0x8000u) << 16));
",
    )
}

/// The body of a function from `a` to the bits of the nearest half.
pub(super) fn round(from: DType, half: DType) -> String {
    match (from, half) {
        // First round to odd: rounding the result once more gives `a`, rounded once.
        (DType::F64, _) => {
            let float = format!(
                "    const float near = (float)a;
    if (a != a || near == a) return round_f32_to_{half}(near);
    const int away = fabs((double)near) > fabs(a);
    return round_f32_to_{half}(__int_as_float((__float_as_int(near) - away) | 1));
"
            );
            match half {
                DType::F16 => {
                    instruction("unsigned short", "cvt.rn.f16.f64 %0, %1;", ("h", "d"), &float)
                }
                _ => float,
            }
        }
        (_, DType::BF16) => "    const unsigned int bits = (unsigned int)__float_as_int(a);
    if (a != a) return (unsigned short)(bits >> 16 | 0x40u);
    return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
"
        .to_string(),
        _ => instruction(
            "unsigned short",
            "cvt.rn.f16.f32 %0, %1;",
            ("h", "f"),
            "    const unsigned int bits = (unsigned int)__float_as_int(a), sign = bits >> 16 & 0x8000u;
    const unsigned int magnitude = bits & 0x7fffffffu;
    if (magnitude >= 0x47800000u) return (unsigned short)(sign | (a != a ? 0x7e00u : 0x7c00u));
    if (magnitude < 0x38800000u) {
        const float shifted = __int_as_float((int)magnitude) + 0.5f;
        return (unsigned short)(sign | ((unsigned int)__float_as_int(shifted) - 0x3f000000u));
    }
    return (unsigned short)(sign | (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13);
",
        ),
    }
}

fn instruction(result: &str, code: &str, (to, from): (&str, &str), otherwise: &str) -> String {
    format!(
        "#if defined(__CUDA_ARCH__)
    {result} result;
    asm(\"{code}\" : \"={to}\"(result) : \"{from}\"(a));
    return result;
#else
{otherwise}#endif
"
    )
}
