//! Stand-ins for the element types whose feature is off.
//!
//! `array_fn!` cannot see which features of the runtime are on. So its code contains a compile error for each type that
//! needs a feature, inside a macro that drops its content where the feature is on. That error shall be the only one:
//! everything else compiles, with the types below.
#![allow(missing_docs, reason = "named after the types that they stand for")]

/// Its content, if the feature `half` is off.
#[cfg(not(feature = "half"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __without_half {
    ($($content:tt)*) => { $($content)* };
}

/// Its content, if the feature `half` is off.
#[cfg(feature = "half")]
#[doc(hidden)]
#[macro_export]
macro_rules! __without_half {
    ($($content:tt)*) => {};
}

/// Its content, if the feature `complex` is off.
#[cfg(not(feature = "complex"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __without_complex {
    ($($content:tt)*) => { $($content)* };
}

/// Its content, if the feature `complex` is off.
#[cfg(feature = "complex")]
#[doc(hidden)]
#[macro_export]
macro_rules! __without_complex {
    ($($content:tt)*) => {};
}

#[cfg(not(feature = "half"))]
macro_rules! halves {
    ($($name:ident)*) => {$(
        #[allow(non_camel_case_types, reason = "named as the type of the crate `half`")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name(u16);

        impl $name {
            /// The number with these bits.
            pub const fn from_bits(bits: u16) -> Self {
                $name(bits)
            }

            /// The bits of the number.
            pub const fn to_bits(self) -> u16 {
                self.0
            }
        }
    )*};
}

#[cfg(not(feature = "half"))]
halves! { f16 bf16 }

#[cfg(not(feature = "complex"))]
#[derive(Clone, Copy, Debug, Default)]
pub struct Complex<T> {
    pub re: T,
    pub im: T,
}

#[cfg(not(feature = "complex"))]
impl<T> Complex<T> {
    pub const fn new(re: T, im: T) -> Self {
        Complex { re, im }
    }
}

#[cfg(not(feature = "complex"))]
#[allow(non_camel_case_types, reason = "named as the other element types")]
pub type c32 = Complex<f32>;
#[cfg(not(feature = "complex"))]
#[allow(non_camel_case_types, reason = "named as the other element types")]
pub type c64 = Complex<f64>;
