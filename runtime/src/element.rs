//! Element types of arrays.

use crate::plan::DType;

// Stand-ins, because their features are off: see `absent`.
#[cfg(not(feature = "half"))]
use crate::absent as half;
#[cfg(not(feature = "complex"))]
use crate::absent as num_complex;

/// Keeps `Element` from being implemented elsewhere, because calls rely on the layout of elements:
///
/// ```compile_fail,E0277
/// #[derive(Clone, Copy, Debug, Default)]
/// struct Mine;
///
/// impl array_fn_runtime::Element for Mine {
///     const DTYPE: array_fn_runtime::plan::DType = array_fn_runtime::plan::DType::F64;
///
///     fn to_bits64(self) -> u64 {
///         0
///     }
/// }
/// ```
mod sealed {
    pub trait Sealed {}
}

/// An element type: `bool`, an integer from `i8` to `i64` or from `u8` to `u64`, `f32` or `f64`; with the
/// feature `half` also `half::f16` and `half::bf16`, with `complex` `num_complex::Complex` of `f32` and `f64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an element type of arrays",
    note = "element types are `bool`, `i8` to `i64`, `u8` to `u64`, `f32` and `f64`; `f16` and `bf16` with the \
            feature `half`"
)]
pub trait Element:
    sealed::Sealed + Copy + Default + Send + Sync + std::fmt::Debug + 'static
{
    /// The type as data. For complex numbers it is the type of one part.
    const DTYPE: DType;

    /// The number of parts of one element, each of type [`Element::DTYPE`]. It is 2 for complex numbers, whose arrays
    /// are passed as real arrays with one more axis.
    #[doc(hidden)]
    const PARTS: usize = 1;

    /// The bits of the value, in 64 bits: integers are extended, an `f32` is in the low half, a `bool` is 0 or 1. An
    /// element of several parts has none.
    #[doc(hidden)]
    fn to_bits64(self) -> u64;

    /// The same for the real part, or for the imaginary part if `imaginary` is true.
    #[doc(hidden)]
    fn part_bits64(self, imaginary: bool) -> u64 {
        let _ = imaginary;
        self.to_bits64()
    }
}

macro_rules! elements {
    ($($type:ty, $dtype:ident, $value:ident => $bits:expr;)*) => {$(
        impl sealed::Sealed for $type {}
        impl Element for $type {
            const DTYPE: DType = DType::$dtype;

            fn to_bits64(self) -> u64 {
                let $value = self;
                $bits
            }
        }
    )*};
}

elements! {
    bool, Bool, value => u64::from(value);
    i8, I8, value => i64::from(value).cast_unsigned();
    i16, I16, value => i64::from(value).cast_unsigned();
    i32, I32, value => i64::from(value).cast_unsigned();
    i64, I64, value => value.cast_unsigned();
    u8, U8, value => u64::from(value);
    u16, U16, value => u64::from(value);
    u32, U32, value => u64::from(value);
    u64, U64, value => value;
    F16Bits, F16, value => u64::from(value.0);
    BF16Bits, BF16, value => u64::from(value.0);
    f32, F32, value => u64::from(value.to_bits());
    f64, F64, value => value.to_bits();
}

elements! {
    half::f16, F16, value => u64::from(value.to_bits());
    half::bf16, BF16, value => u64::from(value.to_bits());
}

macro_rules! complex {
    ($($part:ty, $dtype:ident;)*) => {$(
        impl sealed::Sealed for num_complex::Complex<$part> {}
        impl Element for num_complex::Complex<$part> {
            const DTYPE: DType = DType::$dtype;
            const PARTS: usize = 2;

            fn to_bits64(self) -> u64 {
                0
            }

            fn part_bits64(self, imaginary: bool) -> u64 {
                if imaginary { self.im } else { self.re }.to_bits64()
            }
        }
    )*};
}

complex! {
    f32, F32;
    f64, F64;
}

/// The bits of an `f16`, for calls whose types are known only at run time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct F16Bits(pub u16);

/// The bits of a `bf16`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct BF16Bits(pub u16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_extend_by_sign() {
        assert_eq!((-1i32).to_bits64(), u64::MAX);
        assert_eq!(u32::MAX.to_bits64(), 0xffff_ffff);
        assert_eq!(1.0f32.to_bits64(), 0x3f80_0000);
        assert_eq!(true.to_bits64(), 1);
    }

    #[test]
    fn sizes_are_those_of_the_types() {
        fn check<T: Element>() {
            assert_eq!(T::DTYPE.size(), size_of::<T>());
            assert_eq!(T::DTYPE.name(), std::any::type_name::<T>());
        }
        check::<bool>();
        check::<i8>();
        check::<i16>();
        check::<i32>();
        check::<i64>();
        check::<u8>();
        check::<u16>();
        check::<u32>();
        check::<u64>();
        check::<f32>();
        check::<f64>();
    }
}
