//! Element types and typed constants.

use super::half;
use std::fmt;

/// The element type of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DType {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    /// IEEE's half precision.
    F16,
    /// The upper half of an `f32`.
    BF16,
    F32,
    F64,
    /// Two `f32`, the real and the imaginary part. Complex dtypes exist in the front end only. Below it, a complex
    /// array is a real one with one more axis, the last, of extent 2.
    C32,
    /// Two `f64`.
    C64,
}

impl DType {
    /// The dtypes of arrays below the front end.
    pub const ALL: [DType; 13] = [
        DType::Bool,
        DType::I8,
        DType::I16,
        DType::I32,
        DType::I64,
        DType::U8,
        DType::U16,
        DType::U32,
        DType::U64,
        DType::F16,
        DType::BF16,
        DType::F32,
        DType::F64,
    ];

    pub const COMPLEX: [DType; 2] = [DType::C32, DType::C64];

    pub fn from_name(name: &str) -> Option<DType> {
        DType::ALL.into_iter().chain(DType::COMPLEX).find(|d| d.name() == name)
    }

    /// All names, for messages: `bool, i8, ...`.
    pub fn names() -> String {
        let all: Vec<&str> =
            DType::ALL.into_iter().chain(DType::COMPLEX).map(DType::name).collect();
        all.join(", ")
    }

    /// Rust's name of the type.
    pub fn name(self) -> &'static str {
        match self {
            DType::Bool => "bool",
            DType::I8 => "i8",
            DType::I16 => "i16",
            DType::I32 => "i32",
            DType::I64 => "i64",
            DType::U8 => "u8",
            DType::U16 => "u16",
            DType::U32 => "u32",
            DType::U64 => "u64",
            DType::F16 => "f16",
            DType::BF16 => "bf16",
            DType::F32 => "f32",
            DType::F64 => "f64",
            DType::C32 => "c32",
            DType::C64 => "c64",
        }
    }

    pub fn bytes(self) -> i64 {
        match self {
            DType::Bool | DType::I8 | DType::U8 => 1,
            DType::I16 | DType::U16 | DType::F16 | DType::BF16 => 2,
            DType::I32 | DType::U32 | DType::F32 => 4,
            DType::I64 | DType::U64 | DType::F64 | DType::C32 => 8,
            DType::C64 => 16,
        }
    }

    pub fn is_float(self) -> bool {
        self.is_half() || matches!(self, DType::F32 | DType::F64)
    }

    pub fn is_complex(self) -> bool {
        matches!(self, DType::C32 | DType::C64)
    }

    /// The dtype of the real and the imaginary part. For a real dtype it is the dtype itself.
    pub fn part(self) -> DType {
        match self {
            DType::C32 => DType::F32,
            DType::C64 => DType::F64,
            real => real,
        }
    }

    /// The complex dtype that holds `self`, as NumPy chooses it.
    pub fn complex_of(self) -> DType {
        match self {
            DType::F16 | DType::BF16 | DType::F32 | DType::C32 => DType::C32,
            _ => DType::C64,
        }
    }

    /// Whether it is a float of 16 bits, which is stored as such and computed in `f32`.
    pub fn is_half(self) -> bool {
        matches!(self, DType::F16 | DType::BF16)
    }

    /// The dtype in which arithmetic on `self` happens.
    pub fn computed_in(self) -> DType {
        if self.is_half() { DType::F32 } else { self }
    }

    /// The distance from 1 to the next number of a float dtype.
    pub fn epsilon(self) -> f64 {
        match self {
            DType::F16 => 1.0 / 1024.0,
            DType::BF16 => 1.0 / 128.0,
            DType::F32 => f32::EPSILON.into(),
            _ => f64::EPSILON,
        }
    }

    /// Whether sums and products are the same in any order.
    pub fn is_exact(self) -> bool {
        !self.is_float() && !self.is_complex()
    }

    pub fn is_integer(self) -> bool {
        self.is_signed_integer() || self.is_unsigned()
    }

    pub fn is_signed_integer(self) -> bool {
        matches!(self, DType::I8 | DType::I16 | DType::I32 | DType::I64)
    }

    pub fn is_unsigned(self) -> bool {
        matches!(self, DType::U8 | DType::U16 | DType::U32 | DType::U64)
    }

    /// Whether it has negative numbers.
    pub fn is_signed(self) -> bool {
        self.is_signed_integer() || self.is_float()
    }

    /// The smallest and the largest value of an integer dtype, or of `bool`.
    pub fn integer_range(self) -> Option<(i128, i128)> {
        let bits = self.bytes() * 8;
        if self == DType::Bool {
            Some((0, 1))
        } else if self.is_unsigned() {
            Some((0, (1 << bits) - 1))
        } else if self.is_signed_integer() {
            Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1))
        } else {
            None
        }
    }

    /// The dtype in which functions of real numbers (`sqrt`, `sin`, `hypot`, ...) take their operands, as in NumPy: for
    /// integers, the smallest float that holds them well.
    pub fn float_of(self) -> DType {
        match self {
            DType::Bool | DType::I8 | DType::U8 => DType::F16,
            DType::I16 | DType::U16 => DType::F32,
            float if float.is_float() || float.is_complex() => float,
            _ => DType::F64,
        }
    }

    /// The smallest dtype that holds the values of both, as NumPy's `result_type`. The one exception is that 64-bit
    /// integers and floats meet in `f64`, which holds integers up to 2^53 only.
    pub fn common_with(self, other: DType) -> DType {
        if self == other {
            return self;
        }
        if self.is_complex() || other.is_complex() {
            return self.part().common_with(other.part()).complex_of();
        }
        if self == DType::Bool || other == DType::Bool {
            return if self == DType::Bool { other } else { self };
        }
        match (self.is_integer(), other.is_integer()) {
            (true, true) => self.common_integer(other),
            (false, true) => self.float_beside(other),
            (true, false) => other.float_beside(self),
            (false, false) if self.is_half() && other.is_half() => DType::F32,
            (false, false) if self.bytes() > other.bytes() => self,
            (false, false) => other,
        }
    }

    fn common_integer(self, other: DType) -> DType {
        let (small, large) =
            if self.bytes() <= other.bytes() { (self, other) } else { (other, self) };
        if small.is_unsigned() == large.is_unsigned()
            || large.is_signed_integer() && small.bytes() < large.bytes()
        {
            return large;
        }
        // One is unsigned, and the signed one has no more bits.
        match large.bytes() {
            1 => DType::I16,
            2 => DType::I32,
            4 => DType::I64,
            _ => DType::F64,
        }
    }

    /// The common float of `self`, a float, and an integer dtype.
    fn float_beside(self, integer: DType) -> DType {
        match integer.float_of() {
            // Integers of eight bits fit both halves.
            DType::F16 => self,
            float => self.common_with(float),
        }
    }

    /// How a conversion to `to` changes numbers that `to` does not have. `None` if it has all of them.
    pub fn loss_in(self, to: DType) -> Option<&'static str> {
        let (from, to_part) = (self.part(), to.part());
        if self.is_complex() && !to.is_complex() {
            return Some("drops the imaginary part");
        }
        if to == DType::Bool && self != DType::Bool {
            return Some("tells whether it is not 0");
        }
        match (from.is_integer(), to_part.is_integer()) {
            (false, true) if from != DType::Bool => Some("cuts off fractions"),
            (true, true) if from.common_with(to_part) != to_part => Some("wraps what does not fit"),
            (true, false) if from.bytes() == 8 && to_part == DType::F64 => {
                Some("rounds above 2^53")
            }
            (_, false) if from.common_with(to_part) != to_part => Some("rounds"),
            _ => None,
        }
    }

    /// The dtype of `sum` and `prod`, as in NumPy. Integers and bools widen to 64 bits.
    pub fn sum_of(self) -> DType {
        match self {
            unsigned if unsigned.is_unsigned() => DType::U64,
            float if float.is_float() || float.is_complex() => float,
            _ => DType::I64,
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A constant: the dtype, and the bits of the value. So equal constants are equal as data, NaN included.
///
/// Integers are sign- or zero-extended to 64 bits, narrower floats are in the low bits, and `bool` is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Const {
    pub dtype: DType,
    pub bits: u64,
}

impl Const {
    pub fn bool(value: bool) -> Const {
        Const { dtype: DType::Bool, bits: value as u64 }
    }

    pub fn i64(value: i64) -> Const {
        Const { dtype: DType::I64, bits: value as u64 }
    }

    pub fn f64(value: f64) -> Const {
        Const { dtype: DType::F64, bits: value.to_bits() }
    }

    /// The integer `value` as a constant of `dtype`. It wraps, and non-zero values are true.
    pub fn from_i128(dtype: DType, value: i128) -> Const {
        let bits = match dtype {
            DType::Bool => (value != 0) as u64,
            DType::I8 => value as i8 as i64 as u64,
            DType::I16 => value as i16 as i64 as u64,
            DType::I32 => value as i32 as i64 as u64,
            DType::U8 => value as u8 as u64,
            DType::U16 => value as u16 as u64,
            DType::U32 => value as u32 as u64,
            DType::I64 | DType::U64 => value as u64,
            DType::F16 | DType::BF16 => half::round(dtype, value as f32).into(),
            DType::F32 => (value as f32).to_bits() as u64,
            DType::F64 => (value as f64).to_bits(),
            // The value is a part of a complex number.
            DType::C32 | DType::C64 => return Const::from_i128(dtype.part(), value),
        };
        Const { dtype, bits }
    }

    /// The number `value` as a constant of `dtype`, by the rules of Rust's `as`.
    pub fn from_f64(dtype: DType, value: f64) -> Const {
        super::evaluate::cast(dtype, Const::f64(value))
    }

    /// The value as `f64`. Integers beyond 2^53 are rounded.
    pub fn to_f64(self) -> f64 {
        match self.dtype {
            DType::F64 => f64::from_bits(self.bits),
            DType::F16 | DType::BF16 => half::widen(self.dtype, self.bits as u16).into(),
            DType::F32 => f32::from_bits(self.bits as u32) as f64,
            DType::U64 => self.bits as f64,
            _ => self.bits as i64 as f64,
        }
    }

    /// The value of a bool or an integer. `None` for floats.
    pub fn to_i128(self) -> Option<i128> {
        match self.dtype {
            float if float.is_float() => None,
            DType::U64 => Some(self.bits as i128),
            _ => Some(self.bits as i64 as i128),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DType;

    /// `numpy.result_type(a, b)` of NumPy 2.4, with one row per `a`. `b` goes through the dtypes in the order of the
    /// rows.
    const RESULT_TYPES: [(&str, &str); 14] = [
        ("bool", "bool i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 c32 c64"),
        ("i8", "i8 i8 i16 i32 i64 i16 i32 i64 f64 f16 f32 f64 c32 c64"),
        ("i16", "i16 i16 i16 i32 i64 i16 i32 i64 f64 f32 f32 f64 c32 c64"),
        ("i32", "i32 i32 i32 i32 i64 i32 i32 i64 f64 f64 f64 f64 c64 c64"),
        ("i64", "i64 i64 i64 i64 i64 i64 i64 i64 f64 f64 f64 f64 c64 c64"),
        ("u8", "u8 i16 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 c32 c64"),
        ("u16", "u16 i32 i32 i32 i64 u16 u16 u32 u64 f32 f32 f64 c32 c64"),
        ("u32", "u32 i64 i64 i64 i64 u32 u32 u32 u64 f64 f64 f64 c64 c64"),
        ("u64", "u64 f64 f64 f64 f64 u64 u64 u64 u64 f64 f64 f64 c64 c64"),
        ("f16", "f16 f16 f32 f64 f64 f16 f32 f64 f64 f16 f32 f64 c32 c64"),
        ("f32", "f32 f32 f32 f64 f64 f32 f32 f64 f64 f32 f32 f64 c32 c64"),
        ("f64", "f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 c64 c64"),
        ("c32", "c32 c32 c32 c64 c64 c32 c32 c64 c64 c32 c32 c64 c32 c64"),
        ("c64", "c64 c64 c64 c64 c64 c64 c64 c64 c64 c64 c64 c64 c64 c64"),
    ];

    #[test]
    fn common_dtypes_are_those_of_numpy() {
        for (a, row) in RESULT_TYPES {
            let own = DType::from_name(a).expect("a dtype");
            let others = RESULT_TYPES.iter().zip(row.split(' '));
            assert_eq!(row.split(' ').count(), RESULT_TYPES.len());
            for ((b, _), expected) in others {
                let other = DType::from_name(b).expect("a dtype");
                assert_eq!(own.common_with(other).name(), expected, "{a} and {b}");
            }
        }
    }

    /// The common dtype of two dtypes holds all values of both, except integers of 64 bits in floats.
    #[test]
    fn common_dtypes_hold_both() {
        let all = || DType::ALL.into_iter().chain(DType::COMPLEX);
        for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
            let common = a.common_with(b);
            assert_eq!(common, b.common_with(a));
            let loss = a.loss_in(common);
            let wide = a.is_integer() && a.bytes() == 8 && !common.is_integer();
            assert_eq!(loss, wide.then_some("rounds above 2^53"), "{a} and {b} in {common}");
        }
        assert_eq!(DType::F64.loss_in(DType::I32), Some("cuts off fractions"));
        assert_eq!(DType::I64.loss_in(DType::U64), Some("wraps what does not fit"));
        assert_eq!(DType::I32.loss_in(DType::F32), Some("rounds"));
        assert_eq!(DType::Bool.loss_in(DType::U8), None);
    }
}
