//! Hints for caches.

/// Has a cache line loaded that is needed soon.
#[inline(always)]
pub(crate) fn ask<T>(at: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: nothing is read.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// The same for one that is written.
#[inline(always)]
pub(crate) fn ask_to_write<T>(at: *mut T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: nothing is read. A processor that does not know the hint does nothing.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_ET0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_ET0>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}
