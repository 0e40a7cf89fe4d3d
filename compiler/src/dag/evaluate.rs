//! The meaning of each scalar operation, on constants. The interpreter and constant folding share this definition.
//!
//! Every function returns `None` where the operation is not defined for the dtype. A DAG with such an operation is
//! wrong.

use super::{Binary, Const, DType, Unary, half};

/// `op a`.
pub fn unary(op: Unary, a: Const) -> Option<Const> {
    match a.dtype {
        half if half.is_half() => narrow(half, unary(op, cast(DType::F32, a))?),
        DType::F64 => Some(match float64_test(op, f64::from_bits(a.bits)) {
            Some(test) => Const::bool(test),
            None => Const::f64(float64_unary(op, f64::from_bits(a.bits))?),
        }),
        DType::F32 => Some(match float64_test(op, a.to_f64()) {
            Some(test) => Const::bool(test),
            None => float32(float32_unary(op, f32::from_bits(a.bits as u32))?),
        }),
        DType::Bool => match op {
            Unary::Not => Some(Const::bool(a.bits == 0)),
            _ => None,
        },
        _ => {
            let x = a.to_i128()?;
            let value = match op {
                Unary::Neg => -x,
                Unary::Not => !x,
                Unary::Abs => x.abs(),
                Unary::Sign => x.signum(),
                Unary::Floor | Unary::Ceil | Unary::Trunc | Unary::Round => x,
                Unary::IsNan | Unary::IsInf => return Some(Const::bool(false)),
                Unary::IsFinite => return Some(Const::bool(true)),
                _ => return None,
            };
            Some(Const::from_i128(a.dtype, value))
        }
    }
}

/// `a op b`.
pub fn binary(op: Binary, a: Const, b: Const) -> Option<Const> {
    if a.dtype.is_half() {
        if op != Binary::PowI && a.dtype != b.dtype {
            return None;
        }
        let b = if op == Binary::PowI { b } else { cast(DType::F32, b) };
        return narrow(a.dtype, binary(op, cast(DType::F32, a), b)?);
    }
    if op == Binary::PowI {
        return power(a, b);
    }
    if a.dtype != b.dtype {
        return None;
    }
    if op.is_comparison() {
        return compare(op, a, b).map(Const::bool);
    }
    match a.dtype {
        DType::F64 => {
            float64_binary(op, f64::from_bits(a.bits), f64::from_bits(b.bits)).map(Const::f64)
        }
        DType::F32 => {
            float32_binary(op, f32::from_bits(a.bits as u32), f32::from_bits(b.bits as u32))
                .map(float32)
        }
        DType::Bool => {
            let (a, b) = (a.bits != 0, b.bits != 0);
            match op {
                Binary::And | Binary::Min => Some(Const::bool(a && b)),
                Binary::Or | Binary::Max => Some(Const::bool(a || b)),
                Binary::Xor => Some(Const::bool(a != b)),
                _ => None,
            }
        }
        _ => integer_binary(op, a, b),
    }
}

/// `a as dtype`, by Rust's rules: floats saturate when they become integers, NaN gives 0, and integers wrap. Integers
/// become halves by way of `f32`. An `f64` is rounded to a half once.
pub fn cast(dtype: DType, a: Const) -> Const {
    let Some(integer) = a.to_i128() else {
        let x = a.to_f64();
        return match dtype {
            DType::Bool => Const::bool(x != 0.0),
            DType::F16 | DType::BF16 => {
                Const { dtype, bits: half::round(dtype, half::to_odd(x)).into() }
            }
            DType::F32 => float32(x as f32),
            DType::F64 => Const::f64(x),
            DType::C32 | DType::C64 => cast(dtype.part(), a),
            integer => {
                let (low, high) = integer.integer_range().unwrap_or((0, 0));
                Const::from_i128(integer, (x as i128).clamp(low, high))
            }
        };
    };
    Const::from_i128(dtype, integer)
}

/// The rounded result of arithmetic on halves, which happens in `f32`. The results of tests stay `bool`.
fn narrow(half: DType, result: Const) -> Option<Const> {
    Some(if result.dtype == DType::F32 { cast(half, result) } else { result })
}

fn float32(x: f32) -> Const {
    Const { dtype: DType::F32, bits: x.to_bits().into() }
}

fn float64_test(op: Unary, x: f64) -> Option<bool> {
    match op {
        Unary::IsNan => Some(x.is_nan()),
        Unary::IsInf => Some(x.is_infinite()),
        Unary::IsFinite => Some(x.is_finite()),
        _ => None,
    }
}

fn integer_binary(op: Binary, a: Const, b: Const) -> Option<Const> {
    let dtype = a.dtype;
    let bits = dtype.bytes() as i128 * 8;
    let (x, y) = (a.to_i128()?, b.to_i128()?);
    let value = match op {
        Binary::Add => x + y,
        Binary::Sub => x - y,
        Binary::Mul => x.wrapping_mul(y),
        Binary::FloorDiv if y == 0 => 0,
        Binary::FloorDiv => x.div_euclid(y) - i128::from(y < 0 && x.rem_euclid(y) != 0),
        Binary::Rem if y == 0 => 0,
        Binary::Rem => {
            let r = x.rem_euclid(y);
            if y < 0 && r != 0 { r + y } else { r }
        }
        Binary::Min => x.min(y),
        Binary::Max => x.max(y),
        Binary::Gcd => {
            let (mut x, mut y) = (x.abs(), y.abs());
            while y != 0 {
                (x, y) = (y, x % y);
            }
            x
        }
        Binary::And => x & y,
        Binary::Or => x | y,
        Binary::Xor => x ^ y,
        Binary::Shl if (0..bits).contains(&y) => x << y,
        Binary::Shl => 0,
        Binary::Shr if (0..bits).contains(&y) => x >> y,
        Binary::Shr => -i128::from(x < 0),
        _ => return None,
    };
    Some(Const::from_i128(dtype, value))
}

fn compare(op: Binary, a: Const, b: Const) -> Option<bool> {
    use std::cmp::Ordering::*;
    let order = match (a.to_i128(), b.to_i128()) {
        (Some(x), Some(y)) => Some(x.cmp(&y)),
        _ => a.to_f64().partial_cmp(&b.to_f64()),
    };
    Some(match op {
        Binary::Eq => order == Some(Equal),
        Binary::Ne => order != Some(Equal),
        Binary::Lt => order == Some(Less),
        Binary::Le => matches!(order, Some(Less | Equal)),
        Binary::Gt => order == Some(Greater),
        Binary::Ge => matches!(order, Some(Greater | Equal)),
        _ => return None,
    })
}

/// `PowI`. A square is a product, as in NumPy. A negative power of an integer is undefined.
fn power(base: Const, exponent: Const) -> Option<Const> {
    let n = exponent.to_i128().filter(|_| exponent.dtype == DType::I64)?;
    match base.dtype {
        DType::Bool => None,
        DType::F32 | DType::F64 if n == 2 => binary(Binary::Mul, base, base),
        DType::F64 => Some(Const::f64(f64::from_bits(base.bits).powf(n as f64))),
        DType::F32 => Some(float32(f32::from_bits(base.bits as u32).powf(n as f32))),
        dtype => {
            let (mut n, mut square, mut product) = (u64::try_from(n).ok()?, base.to_i128()?, 1i128);
            while n > 0 {
                if n & 1 == 1 {
                    product = Const::from_i128(dtype, product.wrapping_mul(square)).to_i128()?;
                }
                square = Const::from_i128(dtype, square.wrapping_mul(square)).to_i128()?;
                n >>= 1;
            }
            Some(Const::from_i128(dtype, product))
        }
    }
}

macro_rules! float_operations {
    ($float:ident, $unary:ident, $binary:ident, $erf:ident, $erfc:ident, $gamma:ident, $log_gamma:ident, $next:ident) => {
        fn $unary(op: Unary, x: $float) -> Option<$float> {
            Some(match op {
                Unary::Neg => -x,
                Unary::Abs => x.abs(),
                Unary::Sqrt => x.sqrt(),
                Unary::Cbrt => x.cbrt(),
                Unary::Exp => x.exp(),
                Unary::Exp2 => x.exp2(),
                Unary::Expm1 => x.exp_m1(),
                Unary::Log => x.ln(),
                Unary::Log2 => x.log2(),
                Unary::Log10 => x.log10(),
                Unary::Log1p => x.ln_1p(),
                Unary::Sin => x.sin(),
                Unary::Cos => x.cos(),
                Unary::Tan => x.tan(),
                Unary::Asin => x.asin(),
                Unary::Acos => x.acos(),
                Unary::Atan => x.atan(),
                Unary::Sinh => x.sinh(),
                Unary::Cosh => x.cosh(),
                Unary::Tanh => x.tanh(),
                Unary::Asinh => x.asinh(),
                Unary::Acosh => x.acosh(),
                Unary::Atanh => x.atanh(),
                Unary::Erf => libm::$erf(x),
                Unary::Erfc => libm::$erfc(x),
                Unary::Gamma => libm::$gamma(x),
                Unary::LogGamma => libm::$log_gamma(x),
                Unary::Sign if x.is_nan() => x,
                Unary::Sign if x == 0.0 => 0.0,
                Unary::Sign => x.signum(),
                Unary::Floor => x.floor(),
                Unary::Ceil => x.ceil(),
                Unary::Trunc => x.trunc(),
                Unary::Round => x.round_ties_even(),
                Unary::Not | Unary::IsNan | Unary::IsInf | Unary::IsFinite => return None,
            })
        }

        fn $binary(op: Binary, x: $float, y: $float) -> Option<$float> {
            Some(match op {
                Binary::Add => x + y,
                Binary::Sub => x - y,
                Binary::Mul => x * y,
                Binary::Div => x / y,
                Binary::FloorDiv if y == 0.0 => x / y,
                Binary::FloorDiv => {
                    let r = x % y;
                    let mut q = (x - r) / y;
                    if r != 0.0 && (y < 0.0) != (r < 0.0) {
                        q -= 1.0;
                    }
                    if q == 0.0 {
                        (0.0 as $float).copysign(x / y)
                    } else if q - q.floor() > 0.5 {
                        q.floor() + 1.0
                    } else {
                        q.floor()
                    }
                }
                Binary::Rem => {
                    let r = x % y;
                    if y == 0.0 || r.is_nan() {
                        r
                    } else if r == 0.0 {
                        (0.0 as $float).copysign(y)
                    } else if (y < 0.0) != (r < 0.0) {
                        r + y
                    } else {
                        r
                    }
                }
                Binary::Fmod => x % y,
                Binary::Pow => x.powf(y),
                Binary::Min if x.is_nan() || y.is_nan() => x + y,
                Binary::Min => {
                    if y < x {
                        y
                    } else {
                        x
                    }
                }
                Binary::Max if x.is_nan() || y.is_nan() => x + y,
                Binary::Max => {
                    if y > x {
                        y
                    } else {
                        x
                    }
                }
                Binary::Atan2 => x.atan2(y),
                Binary::Hypot => x.hypot(y),
                Binary::Copysign => x.copysign(y),
                Binary::NextAfter => libm::$next(x, y),
                _ => return None,
            })
        }
    };
}

float_operations!(f64, float64_unary, float64_binary, erf, erfc, tgamma, lgamma, nextafter);
float_operations!(f32, float32_unary, float32_binary, erff, erfcf, tgammaf, lgammaf, nextafterf);

#[cfg(test)]
mod tests {
    use super::*;

    fn int(dtype: DType, op: Binary, a: i128, b: i128) -> i128 {
        let (a, b) = (Const::from_i128(dtype, a), Const::from_i128(dtype, b));
        binary(op, a, b).unwrap().to_i128().unwrap()
    }

    fn float(op: Binary, a: f64, b: f64) -> f64 {
        binary(op, Const::f64(a), Const::f64(b)).unwrap().to_f64()
    }

    #[test]
    fn integer_division_floors_and_zero_divisors_give_zero() {
        for (a, b, q, r) in
            [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (7, 0, 0, 0)]
        {
            assert_eq!(int(DType::I32, Binary::FloorDiv, a, b), q, "{a} // {b}");
            assert_eq!(int(DType::I32, Binary::Rem, a, b), r, "{a} % {b}");
        }
        let min = i64::MIN.into();
        assert_eq!(int(DType::I64, Binary::FloorDiv, min, -1), min);
        assert_eq!(int(DType::I64, Binary::Rem, min, -1), 0);
    }

    #[test]
    fn integers_wrap() {
        let max = u64::MAX.into();
        assert_eq!(int(DType::U64, Binary::Mul, max, max), 1);
        assert_eq!(int(DType::I32, Binary::Add, i32::MAX.into(), 1), i32::MIN.into());
        assert_eq!(int(DType::U32, Binary::Sub, 0, 1), u32::MAX.into());
        let (a, n) = (Const::from_i128(DType::I32, 7), Const::i64(13));
        assert_eq!(
            binary(Binary::PowI, a, n).unwrap().to_i128(),
            Some(7i32.wrapping_pow(13) as i128)
        );
    }

    #[test]
    fn shifts_beyond_the_width_saturate() {
        assert_eq!(int(DType::I32, Binary::Shl, 1, 31), i32::MIN.into());
        assert_eq!(int(DType::I32, Binary::Shl, 1, 32), 0);
        assert_eq!(int(DType::I32, Binary::Shl, 1, -1), 0);
        assert_eq!(int(DType::I64, Binary::Shr, -5, 64), -1);
        assert_eq!(int(DType::U64, Binary::Shr, 5, 64), 0);
    }

    #[test]
    fn float_division_follows_numpy() {
        assert_eq!(float(Binary::FloorDiv, -7.5, 2.0), -4.0);
        assert_eq!(float(Binary::Rem, -7.5, 2.0), 0.5);
        assert_eq!(float(Binary::Rem, 7.5, -2.0), -0.5);
        assert!(float(Binary::Rem, -4.0, 2.0).is_sign_positive());
        assert!(float(Binary::Rem, 4.0, -2.0).is_sign_negative());
        assert_eq!(float(Binary::FloorDiv, 1.0, 0.0), f64::INFINITY);
        assert!(float(Binary::Rem, 1.0, 0.0).is_nan());
        assert_eq!(float(Binary::Rem, -1.0, f64::INFINITY), f64::INFINITY);
        assert_eq!(float(Binary::FloorDiv, -1.0, f64::INFINITY), -1.0);
    }

    #[test]
    fn minimum_and_maximum_propagate_nan() {
        for op in [Binary::Min, Binary::Max] {
            assert!(float(op, f64::NAN, 1.0).is_nan());
            assert!(float(op, 1.0, f64::NAN).is_nan());
        }
    }

    #[test]
    fn casts_saturate_floats_and_wrap_integers() {
        assert_eq!(cast(DType::I32, Const::f64(3e9)).to_i128(), Some(i32::MAX.into()));
        assert_eq!(cast(DType::U32, Const::f64(-1.0)).to_i128(), Some(0));
        assert_eq!(cast(DType::I64, Const::f64(f64::NAN)).to_i128(), Some(0));
        assert_eq!(cast(DType::I32, Const::i64(1 << 32 | 5)).to_i128(), Some(5));
        assert_eq!(cast(DType::Bool, Const::f64(f64::NAN)), Const::bool(true));
        let big = Const::from_i128(DType::U64, u64::MAX.into());
        assert_eq!(cast(DType::F32, big).to_f64(), 2f64.powi(64));
    }
}
