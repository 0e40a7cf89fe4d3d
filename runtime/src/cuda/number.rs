//! Element types of buffers.

use crate::Element;

mod sealed {
    pub trait Sealed {}
}

/// An element type of buffers on a GPU: an integer from `i8` to `i64` or from `u8` to `u64`, `f32` or `f64`. Every
/// pattern of bits is a value of these types, whatever a kernel writes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an element type of buffers on a GPU",
    note = "these are `i8` to `i64`, `u8` to `u64`, `f32` and `f64`"
)]
pub trait Number: Element + sealed::Sealed {}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl sealed::Sealed for $type {}
        impl Number for $type {}
    )*};
}

#[cfg(feature = "half")]
numbers! { half::f16 half::bf16 }
numbers! { i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 }

/// The numbers as bytes.
pub(super) fn bytes_of<T: Number>(values: &[T]) -> &[u8] {
    // SAFETY: numbers have no padding, and bytes have no alignment.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}
