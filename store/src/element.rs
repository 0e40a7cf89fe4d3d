//! Element types as data, and casts between them.

use array_fn_runtime::Element;
use array_fn_runtime::plan::DType;
use half::{bf16, f16};

/// The type of the elements of an array on disk: a dtype of the runtime, or a pair of them for complex numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementType {
    /// The type of one part.
    pub(crate) dtype: DType,
    /// 2 for complex numbers, else 1.
    pub(crate) parts: usize,
}

/// All element types: the name in Zarr, and the description in `.npy` files if there is one.
const TYPES: [(DType, usize, &str, &str); 15] = [
    (DType::Bool, 1, "bool", "|b1"),
    (DType::I8, 1, "int8", "|i1"),
    (DType::I16, 1, "int16", "<i2"),
    (DType::I32, 1, "int32", "<i4"),
    (DType::I64, 1, "int64", "<i8"),
    (DType::U8, 1, "uint8", "|u1"),
    (DType::U16, 1, "uint16", "<u2"),
    (DType::U32, 1, "uint32", "<u4"),
    (DType::U64, 1, "uint64", "<u8"),
    (DType::F16, 1, "float16", "<f2"),
    (DType::BF16, 1, "bfloat16", ""),
    (DType::F32, 1, "float32", "<f4"),
    (DType::F64, 1, "float64", "<f8"),
    (DType::F32, 2, "complex64", "<c8"),
    (DType::F64, 2, "complex128", "<c16"),
];

impl ElementType {
    /// The type of `T`.
    pub fn of<T: Element>() -> ElementType {
        ElementType { dtype: T::DTYPE, parts: size_of::<T>() / T::DTYPE.size() }
    }

    /// The type with a name of NumPy and Zarr, such as `float64`.
    pub fn from_name(name: &str) -> Option<ElementType> {
        let found = TYPES.iter().find(|entry| entry.2 == name)?;
        Some(ElementType { dtype: found.0, parts: found.1 })
    }

    /// The type that `.npy` files describe so, such as `<f8`.
    pub(crate) fn from_npy(description: &str) -> Option<ElementType> {
        let found = TYPES.iter().find(|entry| !entry.3.is_empty() && entry.3 == description)?;
        Some(ElementType { dtype: found.0, parts: found.1 })
    }

    fn entry(self) -> (DType, usize, &'static str, &'static str) {
        let is_self =
            |entry: &&(DType, usize, _, _)| (entry.0, entry.1) == (self.dtype, self.parts);
        *TYPES.iter().find(is_self).expect("the table has every dtype, and both complex types")
    }

    /// The name in NumPy and Zarr.
    pub fn name(self) -> &'static str {
        self.entry().2
    }

    /// The description in `.npy` files; `None` for `bfloat16`, which has none.
    pub(crate) fn npy(self) -> Option<&'static str> {
        Some(self.entry().3).filter(|description| !description.is_empty())
    }

    /// The type of one part of an element.
    pub fn dtype(self) -> DType {
        self.dtype
    }

    /// The number of parts of an element: 2 for complex numbers, else 1.
    pub fn parts(self) -> usize {
        self.parts
    }

    /// Bytes of one element.
    pub fn size(self) -> usize {
        self.dtype.size() * self.parts
    }
}

impl std::fmt::Display for ElementType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether a cast is defined: all are, except from complex numbers to real ones, which would lose a part.
pub(crate) fn has_cast(from: ElementType, to: ElementType) -> bool {
    from.parts <= to.parts
}

/// The bytes of elements.
pub(crate) fn bytes_of<T: Element>(elements: &[T]) -> &[u8] {
    // SAFETY: element types are numbers without padding, so all bytes are initialised; `u8` has no alignment.
    unsafe { std::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) }
}

/// The bytes of elements, to be written. For `bool`, the caller writes nothing but 0 and 1.
///
/// # Safety
/// What is written must be valid values of `T`.
pub(crate) unsafe fn bytes_of_mut<T: Element>(elements: &mut [T]) -> &mut [u8] {
    // SAFETY: as above; that the values stay valid is promised by the caller.
    unsafe { std::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), size_of_val(elements)) }
}

/// A number that any other converts to; each pair of types converts as Rust's `as` does.
#[derive(Clone, Copy)]
enum Number {
    Signed(i64),
    Unsigned(u64),
    Float(f64),
}

fn load(dtype: DType, bytes: &[u8]) -> Number {
    macro_rules! number {
        ($type:ty, $as:ident) => {{
            let bytes = bytes.try_into().expect("the caller passes one element");
            Number::$as(<$type>::from_le_bytes(bytes).into())
        }};
    }
    match dtype {
        DType::Bool => Number::Unsigned(u64::from(bytes[0] != 0)),
        DType::I8 => number!(i8, Signed),
        DType::I16 => number!(i16, Signed),
        DType::I32 => number!(i32, Signed),
        DType::I64 => number!(i64, Signed),
        DType::U8 => number!(u8, Unsigned),
        DType::U16 => number!(u16, Unsigned),
        DType::U32 => number!(u32, Unsigned),
        DType::U64 => number!(u64, Unsigned),
        DType::F16 => number!(f16, Float),
        DType::BF16 => number!(bf16, Float),
        DType::F32 => number!(f32, Float),
        DType::F64 => number!(f64, Float),
    }
}

fn store(dtype: DType, number: Number, out: &mut [u8]) {
    macro_rules! put {
        ($type:ty) => {{
            let value = match number {
                Number::Signed(value) => value as $type,
                Number::Unsigned(value) => value as $type,
                Number::Float(value) => value as $type,
            };
            out.copy_from_slice(&value.to_le_bytes());
        }};
    }
    // Integers above 2^53 round once, to the type wanted; a detour by f64 could round twice.
    let float = match number {
        Number::Signed(value) => value as f64,
        Number::Unsigned(value) => value as f64,
        Number::Float(value) => value,
    };
    match dtype {
        DType::Bool => out[0] = u8::from(float != 0.0),
        DType::I8 => put!(i8),
        DType::I16 => put!(i16),
        DType::I32 => put!(i32),
        DType::I64 => put!(i64),
        DType::U8 => put!(u8),
        DType::U16 => put!(u16),
        DType::U32 => put!(u32),
        DType::U64 => put!(u64),
        DType::F16 => out.copy_from_slice(&f16::from_f64(float).to_le_bytes()),
        // The nearest `bf16` by way of an `f32` that keeps a sticky bit.
        DType::BF16 => out.copy_from_slice(&bf16::from_f64(float).to_le_bytes()),
        DType::F32 => put!(f32),
        DType::F64 => put!(f64),
    }
}

/// Converts elements as `astype` of array functions does: by Rust's `as`, so that floats beyond the range of an integer
/// saturate. To `bool` is "not 0". Real numbers become complex ones.
pub(crate) fn cast(from: ElementType, to: ElementType, source: &[u8], target: &mut [u8]) {
    let (width, part) = (from.dtype.size(), to.dtype.size());
    for (source, target) in source.chunks_exact(from.size()).zip(target.chunks_exact_mut(to.size()))
    {
        for (k, target) in target.chunks_exact_mut(part).enumerate() {
            let number = match source.get(k * width..(k + 1) * width) {
                Some(bytes) => load(from.dtype, bytes),
                None => Number::Unsigned(0),
            };
            store(to.dtype, number, target);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn casted<A: Element, B: Element + Copy>(values: &[A]) -> Vec<B> {
        let mut out = vec![B::default(); values.len()];
        // SAFETY: a cast writes valid values of `B`.
        let target = unsafe { bytes_of_mut(&mut out) };
        cast(ElementType::of::<A>(), ElementType::of::<B>(), bytes_of(values), target);
        out
    }

    #[test]
    fn casts_are_those_of_rust() {
        assert_eq!(casted::<f64, i32>(&[1.9, -1.9, 1e20, f64::NAN]), [1, -1, i32::MAX, 0]);
        assert_eq!(casted::<i64, u8>(&[300, -1, 7]), [44, 255, 7]);
        assert_eq!(casted::<f32, bool>(&[0.0, -0.0, 0.5, f32::NAN]), [false, false, true, true]);
        assert_eq!(casted::<bool, f32>(&[true, false]), [1.0, 0.0]);
        let large = (1u64 << 40) + 1;
        assert_eq!(casted::<u64, f32>(&[large, u64::MAX]), [large as f32, u64::MAX as f32]);
        assert_eq!(casted::<i64, f64>(&[i64::MIN]), [i64::MIN as f64]);
    }

    #[test]
    fn names_are_those_of_numpy() {
        for (_, _, name, npy) in TYPES {
            assert_eq!(ElementType::from_name(name).map(ElementType::name), Some(name));
            if !npy.is_empty() {
                assert_eq!(ElementType::from_npy(npy).and_then(ElementType::npy), Some(npy));
            }
        }
        assert_eq!(ElementType::from_name("float128"), None);
    }
}
