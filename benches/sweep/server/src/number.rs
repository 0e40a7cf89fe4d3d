//! Elements as bytes.

use crate::c64;
use array_fn::Element;
use half::f16;

/// An element that is read from and written to bytes in the machine's order, as NumPy stores it.
pub trait Number: Element {
    /// The type as the language of arrays writes it.
    const NAME: &'static str;

    /// The elements that these bytes are.
    fn read(bytes: &[u8]) -> Vec<Self>;

    /// Appends the bytes of elements.
    fn write(elements: &[Self], bytes: &mut Vec<u8>);
}

macro_rules! numbers {
    ($($type:ty, $name:literal;)*) => {$(
        impl Number for $type {
            const NAME: &'static str = $name;

            fn read(bytes: &[u8]) -> Vec<Self> {
                let (chunks, _) = bytes.as_chunks();
                chunks.iter().map(|chunk| Self::from_ne_bytes(*chunk)).collect()
            }

            fn write(elements: &[Self], bytes: &mut Vec<u8>) {
                bytes.reserve(size_of_val(elements));
                for element in elements {
                    bytes.extend_from_slice(&element.to_ne_bytes());
                }
            }
        }
    )*};
}

numbers! {
    u8, "u8";
    i8, "i8";
    i16, "i16";
    i32, "i32";
    u32, "u32";
    i64, "i64";
    u64, "u64";
    f16, "f16";
    f32, "f32";
    f64, "f64";
}

impl Number for bool {
    const NAME: &'static str = "bool";

    fn read(bytes: &[u8]) -> Vec<Self> {
        bytes.iter().map(|&byte| byte != 0).collect()
    }

    fn write(elements: &[Self], bytes: &mut Vec<u8>) {
        bytes.extend(elements.iter().map(|&element| u8::from(element)));
    }
}

impl Number for c64 {
    const NAME: &'static str = "c64";

    fn read(bytes: &[u8]) -> Vec<Self> {
        let parts = f64::read(bytes);
        parts.as_chunks().0.iter().map(|&[re, im]| c64 { re, im }).collect()
    }

    fn write(elements: &[Self], bytes: &mut Vec<u8>) {
        for element in elements {
            f64::write(&[element.re, element.im], bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: Number + PartialEq>(elements: &[T]) {
        let mut bytes = Vec::new();
        T::write(elements, &mut bytes);
        assert_eq!(bytes.len(), size_of_val(elements));
        assert_eq!(T::read(&bytes), elements);
    }

    #[test]
    fn bytes_are_read_as_they_were_written() {
        round_trip(&[1.5f64, -0.25]);
        round_trip(&[true, false]);
        round_trip(&[-7i32, 9]);
        round_trip(&[c64 { re: 1.0, im: -2.0 }]);
        let mut bytes = Vec::new();
        c64::write(&[c64 { re: 1.0, im: 2.0 }], &mut bytes);
        assert_eq!(f64::read(&bytes), [1.0, 2.0]);
    }
}
