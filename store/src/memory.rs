//! Memory aligned to pages, as reads and writes past the system's cache want it.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

/// Memory of at least so many bytes is mapped by itself, so that the system gets it back at once. Allocators keep some of
/// what was freed, and a bound of memory could not be kept.
#[cfg(target_os = "linux")]
const MAPPED: usize = 64 << 10;

use crate::Result;

/// The alignment, which suits all disks.
pub(crate) const PAGE: usize = 4096;

/// Bytes at the start of a page; zeros at first. Pages take no memory of the machine before they are written.
#[derive(Debug)]
pub(crate) struct Memory {
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: the value owns its memory, as a `Vec<u8>` does.
unsafe impl Send for Memory {}
// SAFETY: shared access only reads.
unsafe impl Sync for Memory {}

impl Default for Memory {
    fn default() -> Memory {
        Memory { start: NonNull::dangling(), bytes: 0 }
    }
}

fn layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.checked_next_multiple_of(PAGE)?, PAGE).ok()
}

/// Pages of zeros from the system.
#[cfg(target_os = "linux")]
fn map(bytes: usize) -> Option<NonNull<u8>> {
    let (access, kind) =
        (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: new private pages, which belong to nothing else.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, kind, -1, 0) };
    if start == libc::MAP_FAILED { None } else { NonNull::new(start.cast()) }
}

impl Memory {
    /// So many bytes.
    pub(crate) fn new(bytes: usize) -> Result<Memory> {
        if bytes == 0 {
            return Ok(Memory::default());
        }
        let failed = array_fn_runtime::Error::OutOfMemory { bytes };
        let Some(layout) = layout(bytes) else { return Err(failed.into()) };
        #[cfg(target_os = "linux")]
        if bytes >= MAPPED {
            return match map(layout.size()) {
                Some(start) => Ok(Memory { start, bytes }),
                None => Err(failed.into()),
            };
        }
        // SAFETY: the layout is not empty.
        match NonNull::new(unsafe { alloc_zeroed(layout) }) {
            Some(start) => Ok(Memory { start, bytes }),
            None => Err(failed.into()),
        }
    }

    /// The first `bytes` bytes. If there are not so many, the memory is replaced by a larger one.
    pub(crate) fn room(&mut self, bytes: u64) -> Result<&mut [u8]> {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        if self.bytes < bytes {
            // Both together would be more than was planned.
            drop(std::mem::take(self));
            *self = Memory::new(bytes)?;
        }
        // SAFETY: the memory has so many bytes, and is borrowed mutably.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), bytes) })
    }

    /// The first byte.
    pub(crate) fn pointer(&self) -> *mut u8 {
        self.start.as_ptr()
    }
}

#[cfg(feature = "object-store")]
impl AsRef<[u8]> for Memory {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl std::ops::Deref for Memory {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: the memory has so many bytes; it is borrowed.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.bytes) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(layout) = layout(self.bytes).filter(|_| self.bytes > 0) {
            #[cfg(target_os = "linux")]
            if self.bytes >= MAPPED {
                // SAFETY: mapped with this size by `new`, and nothing refers to it any more.
                unsafe { libc::munmap(self.start.as_ptr().cast(), layout.size()) };
                return;
            }
            // SAFETY: allocated with this layout by `new`.
            unsafe { dealloc(self.start.as_ptr(), layout) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_starts_at_pages_and_grows() -> Result<()> {
        let mut memory = Memory::default();
        assert!(memory.room(0)?.is_empty());
        memory.room(10)?.fill(7);
        assert_eq!(memory.room(5)?, [7; 5]);
        assert!(memory.room(10_000)?.iter().all(|&byte| byte == 0));
        assert_eq!(memory.pointer() as usize % PAGE, 0);
        assert!(Memory::new(usize::MAX).is_err());
        Ok(())
    }
}
