//! Reader of NumPy's `.npy` files (numpy.lib.format, versions 1 to 3), little-endian and in C order.

use crate::error::Error;
use ndarray::{ArrayD, IxDyn};
use std::path::Path;

/// A number that `.npy` files hold.
pub trait Element: Copy + private::Sealed {
    /// NumPy's name of the type, `<f8` for `f64`.
    const DESCR: &'static str;
}

mod private {
    pub trait Sealed: Sized {
        /// The number in as many bytes as it has.
        fn from_le(bytes: &[u8]) -> Self;
    }
}

macro_rules! element {
    ($($t:ty: $descr:literal),*) => {$(
        impl Element for $t {
            const DESCR: &'static str = $descr;
        }
        impl private::Sealed for $t {
            fn from_le(bytes: &[u8]) -> Self {
                let mut array = [0; size_of::<$t>()];
                array.copy_from_slice(bytes);
                <$t>::from_le_bytes(array)
            }
        }
    )*};
}
element!(f32: "<f4", f64: "<f8", i32: "<i4", i64: "<i8");

/// Reads the array in `path`.
///
/// # Errors
/// When the file cannot be read, is no `.npy` file, has another dtype or order, or is cut off.
pub fn read<T: Element>(path: impl AsRef<Path>) -> Result<ArrayD<T>, Error> {
    let path = path.as_ref();
    let bytes =
        std::fs::read(path).map_err(|e| format!("cannot read `{}`: {e}", path.display()))?;
    Ok(parse(&bytes).map_err(|problem| format!("`{}`: {problem}", path.display()))?)
}

fn parse<T: Element>(bytes: &[u8]) -> Result<ArrayD<T>, String> {
    let rest = bytes.strip_prefix(b"\x93NUMPY").ok_or("not a .npy file")?;
    let (version, rest) = rest.split_first_chunk::<2>().ok_or("the file is cut off")?;
    let (length, rest) = if version[0] == 1 {
        let (length, rest) = rest.split_first_chunk::<2>().ok_or("the file is cut off")?;
        (u16::from_le_bytes(*length) as usize, rest)
    } else {
        let (length, rest) = rest.split_first_chunk::<4>().ok_or("the file is cut off")?;
        (u32::from_le_bytes(*length) as usize, rest)
    };
    let (header, data) = rest.split_at_checked(length).ok_or("the file is cut off")?;
    let header = std::str::from_utf8(header).map_err(|_| "the header is not text")?;

    // The header is a Python dictionary literal with these three keys.
    let value = |key: &str| -> Result<&str, String> {
        let missing = || format!("the header lacks '{key}'");
        let after = header.split_once(&format!("'{key}':")).ok_or_else(missing)?.1;
        Ok(after.trim_start())
    };
    let descr = value("descr")?;
    let descr = descr.trim_start_matches(['\'', '"']).split(['\'', '"']).next().unwrap_or("");
    if descr != T::DESCR {
        return Err(format!("holds '{descr}' where '{}' is expected", T::DESCR));
    }
    if !value("fortran_order")?.starts_with("False") {
        return Err("is in Fortran order: save np.ascontiguousarray(x) instead".into());
    }
    let shape = value("shape")?.strip_prefix('(').and_then(|s| s.split_once(')'));
    let shape = shape.ok_or("the header's shape is not a tuple")?.0;
    let shape: Vec<usize> = shape
        .split(',')
        .map(str::trim)
        .filter(|s| !s.is_empty())
        .map(|s| s.parse().map_err(|_| format!("the shape has an entry `{s}`")))
        .collect::<Result<_, _>>()?;
    let count = shape.iter().try_fold(size_of::<T>(), |n, &d| n.checked_mul(d));
    let count = count.ok_or("the shape is too large")?;
    if data.len() != count {
        return Err(format!("holds {} bytes of data where its shape needs {count}", data.len()));
    }
    let values = data.chunks_exact(size_of::<T>()).map(T::from_le).collect();
    ArrayD::from_shape_vec(IxDyn(&shape), values).map_err(|e| e.to_string())
}

#[cfg(test)]
#[path = "tests/npy.rs"]
mod tests;
