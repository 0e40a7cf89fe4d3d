//! Owned memory of arrays: aligned to cache lines and vector registers.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;

use crate::Error;

/// Alignment of every buffer in bytes.
pub const ALIGNMENT: usize = 64;

/// Uninitialised or initialised memory of a fixed number of bytes.
pub(crate) struct Buffer {
    pointer: NonNull<u8>,
    bytes: usize,
}

// SAFETY: a buffer owns its memory, like a `Vec<u8>`.
unsafe impl Send for Buffer {}
// SAFETY: as above; shared access through `&Buffer` only yields the pointer.
unsafe impl Sync for Buffer {}

impl Buffer {
    fn layout(bytes: usize) -> Result<Layout, Error> {
        Layout::from_size_align(bytes, ALIGNMENT)
            .map_err(|_| Error::SizeOverflow { what: format!("a buffer of {bytes} bytes") })
    }

    /// Memory with any contents.
    pub(crate) fn uninit(bytes: usize) -> Result<Buffer, Error> {
        Self::allocate(bytes, false)
    }

    /// Memory filled with zeros.
    pub(crate) fn zeroed(bytes: usize) -> Result<Buffer, Error> {
        Self::allocate(bytes, true)
    }

    fn allocate(bytes: usize, zeroed: bool) -> Result<Buffer, Error> {
        let layout = Self::layout(bytes)?;
        if bytes == 0 {
            return Ok(Buffer { pointer: dangling(), bytes });
        }
        // SAFETY: the layout's size is not zero.
        let pointer = unsafe { if zeroed { alloc_zeroed(layout) } else { alloc(layout) } };
        let pointer = NonNull::new(pointer).ok_or(Error::OutOfMemory { bytes })?;
        Ok(Buffer { pointer, bytes })
    }

    /// Memory with any contents; aborts where there is none left, as `Vec` does.
    pub(crate) fn uninit_or_abort(bytes: usize) -> Buffer {
        Self::uninit(bytes).unwrap_or_else(|_| {
            handle_alloc_error(Layout::from_size_align(bytes, 1).unwrap_or(Layout::new::<u8>()))
        })
    }

    /// A copy.
    pub(crate) fn duplicate(&self) -> Result<Buffer, Error> {
        let copy = Buffer::uninit(self.bytes)?;
        // SAFETY: both buffers have these bytes; the new one is nowhere else.
        unsafe { copy.pointer().copy_from_nonoverlapping(self.pointer(), self.bytes) };
        Ok(copy)
    }

    pub(crate) fn pointer(&self) -> *mut u8 {
        self.pointer.as_ptr()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// A non-null pointer of the right alignment for an empty buffer.
fn dangling() -> NonNull<u8> {
    NonNull::without_provenance(const { std::num::NonZero::new(ALIGNMENT).unwrap() })
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if self.bytes != 0 {
            // SAFETY: allocated with this size and alignment, which `layout` accepted.
            unsafe {
                let layout = Layout::from_size_align_unchecked(self.bytes, ALIGNMENT);
                dealloc(self.pointer.as_ptr(), layout);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_aligned() -> Result<(), Error> {
        for bytes in [0, 1, 63, 64, 1000] {
            let buffer = Buffer::zeroed(bytes)?;
            assert_eq!(buffer.pointer().addr() % ALIGNMENT, 0);
            assert_eq!(buffer.bytes(), bytes);
        }
        Ok(())
    }

    #[test]
    fn impossible_sizes_are_errors() {
        assert!(matches!(Buffer::uninit(usize::MAX), Err(Error::SizeOverflow { .. })));
        assert!(matches!(Buffer::uninit(1 << 62), Err(Error::OutOfMemory { .. })));
    }
}
