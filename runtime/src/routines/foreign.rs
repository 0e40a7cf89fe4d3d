//! What calls of foreign functions of arrays need.

use super::Poison;

/// Prepares the memory for the result of a foreign function, which has `len` elements.
///
/// In builds with debug assertions it is filled, so that elements which the function does not write stand out: floats
/// are NaN, signed integers -1, and bools true. In other builds nothing is done.
///
/// # Safety
/// The memory is there, and nobody else uses it.
pub unsafe fn before_foreign<T: Poison>(result: *mut T, len: usize) {
    if cfg!(debug_assertions) {
        for k in 0..len {
            // SAFETY: the caller's promise.
            unsafe { result.add(k).write(T::POISON) };
        }
    }
}
