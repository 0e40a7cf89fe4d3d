//! The memory that arrays own. It is aligned to cache lines and vector registers; large memory is aligned to pages.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, handle_alloc_error};
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use crate::{Element, Error, kept};

/// The least alignment, in bytes, of every buffer that is allocated here.
pub const ALIGNMENT: usize = 64;

/// The alignment of buffers of at least [`LARGE`] bytes: whole pages.
///
/// A processor takes a load for one of the bytes that it has just stored if the last 12 bits of the two addresses
/// agree, and then the load waits. Allocators put arrays side by side. If the lengths are powers of two, the arrays are
/// then a multiple of pages and one cache line apart, so that each load waits for the store before it: half the speed.
/// If all arrays begin at a page, a load agrees only with the store of its own element.
const PAGE: usize = 4096;

/// 16 pages, so that the bytes lost to the alignment hardly matter.
const LARGE: usize = 16 * PAGE;

/// The size in bytes from which on the memory of a buffer is kept for the next one. Otherwise a function that returns
/// an array at the end of the allocator's memory makes the allocator give that end back to the system again and again.
const KEPT: usize = 2 * PAGE;

/// The alignment that allocators give to all memory unless more is asked for.
const USUAL: usize = 16;

/// The alignment of a buffer of so many bytes.
pub(crate) fn alignment(bytes: usize) -> usize {
    if bytes < LARGE { ALIGNMENT } else { PAGE }
}

/// The size in bytes from which on memory is asked for in huge pages, as NumPy does.
const HUGE: usize = 4 << 20;

/// Uninitialised or initialised memory of a fixed number of bytes.
pub(crate) struct Buffer {
    pointer: NonNull<u8>,
    bytes: usize,
    /// The layout of the allocation. For large buffers it is larger than the buffer; the memory of a `Vec` has another
    /// alignment.
    layout: Layout,
    /// The bytes of the allocation before `pointer`.
    before: usize,
}

// SAFETY: a buffer owns its memory, like a `Vec<u8>`.
unsafe impl Send for Buffer {}
// SAFETY: as above; shared access through `&Buffer` only yields the pointer.
unsafe impl Sync for Buffer {}

impl Buffer {
    /// The layout to allocate for a buffer of so many bytes. Large buffers get additional room in which they are
    /// aligned here. If the allocator were asked for the alignment, glibc's would map fresh pages for each buffer: it
    /// remembers the size of freed memory, and compares it with the requested size plus the alignment.
    fn layout(bytes: usize) -> Result<Layout, Error> {
        let layout = match bytes {
            LARGE.. => Layout::from_size_align(bytes.saturating_add(PAGE), USUAL),
            _ => Layout::from_size_align(bytes, ALIGNMENT),
        };
        layout.map_err(|_| Error::SizeOverflow { what: format!("a buffer of {bytes} bytes") })
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
            return Ok(Buffer { pointer: dangling(), bytes, layout, before: 0 });
        }
        if bytes >= KEPT
            && let Some((allocated, layout)) = kept::take(layout)
        {
            let buffer = Buffer::within(allocated, bytes, layout);
            if zeroed {
                // SAFETY: the buffer has these bytes.
                unsafe { buffer.pointer.write_bytes(0, bytes) };
            }
            return Ok(buffer);
        }
        let huge = bytes >= HUGE;
        // Zeros are written after the advice, which is for pages that nobody has touched yet.
        // SAFETY: the layout's size is not zero.
        let pointer = unsafe { if zeroed && !huge { alloc_zeroed(layout) } else { alloc(layout) } };
        let allocated = NonNull::new(pointer).ok_or(Error::OutOfMemory { bytes })?;
        let buffer = Buffer::within(allocated, bytes, layout);
        if huge {
            huge_pages::advise(buffer.pointer, bytes);
            if zeroed {
                // SAFETY: the memory was just allocated with this size.
                unsafe { buffer.pointer.write_bytes(0, bytes) };
            }
        }
        Ok(buffer)
    }

    /// A buffer in memory that was allocated with the layout for this number of bytes, or for a larger one.
    fn within(allocated: NonNull<u8>, bytes: usize, layout: Layout) -> Buffer {
        let before = allocated.align_offset(alignment(bytes));
        // SAFETY: memory that is not aligned already is that of a large buffer, which has one page more than its bytes.
        let pointer = unsafe { allocated.add(before) };
        Buffer { pointer, bytes, layout, before }
    }

    /// Whether the memory was allocated here (not by a `Vec`), for a buffer of at least [`KEPT`] bytes.
    fn is_kept(&self) -> bool {
        match self.layout.align() {
            USUAL => self.layout.size() >= LARGE + PAGE,
            align => align == ALIGNMENT && self.layout.size() >= KEPT,
        }
    }

    /// The memory of a vector and its elements, aligned for these.
    pub(crate) fn from_vec<T: Element>(values: Vec<T>) -> Buffer {
        let mut values = ManuallyDrop::new(values);
        let bytes = size_of_val(values.as_slice());
        let allocated = values.capacity() * size_of::<T>();
        // SAFETY: the vector was allocated with this layout.
        let layout = unsafe { Layout::from_size_align_unchecked(allocated, align_of::<T>()) };
        // SAFETY: pointers of vectors are not null.
        let pointer = unsafe { NonNull::new_unchecked(values.as_mut_ptr().cast()) };
        Buffer { pointer, bytes, layout, before: 0 }
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

#[cfg(all(target_os = "linux", not(miri)))]
mod huge_pages {
    use std::ptr::NonNull;

    /// Asks for huge pages. With these a processor remembers the places of many more bytes, but many systems give them
    /// only to programs that ask. Everything works without them, too, so errors do not matter; one occurs if the
    /// system's pages are larger than most and the memory is not aligned to them.
    pub fn advise(memory: NonNull<u8>, bytes: usize) {
        // SAFETY: the memory lies in one allocation, and the advice changes no contents.
        unsafe { libc::madvise(memory.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE) };
    }
}

/// A vector whose memory is asked for like a buffer's: in huge pages, if it is large.
pub(crate) fn collect<T>(len: usize, value: impl FnMut(usize) -> T) -> Vec<T> {
    let mut values: Vec<T> = Vec::with_capacity(len);
    let bytes = len.saturating_mul(size_of::<T>());
    if bytes >= HUGE {
        // A vector may begin anywhere. The advice is for the whole pages within it.
        let before = values.as_ptr().cast::<u8>().align_offset(PAGE);
        let pages = bytes.saturating_sub(before) / PAGE * PAGE;
        if let Some(memory) = NonNull::new(values.as_mut_ptr().cast::<u8>().wrapping_add(before)) {
            huge_pages::advise(memory, pages);
        }
    }
    values.extend((0..len).map(value));
    values
}

#[cfg(not(all(target_os = "linux", not(miri))))]
mod huge_pages {
    pub fn advise(_: std::ptr::NonNull<u8>, _: usize) {}
}

/// A non-null pointer of the right alignment for an empty buffer.
fn dangling() -> NonNull<u8> {
    NonNull::without_provenance(const { std::num::NonZero::new(ALIGNMENT).unwrap() })
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if self.layout.size() == 0 {
            return;
        }
        // SAFETY: the allocation begins so many bytes before.
        let allocated = unsafe { self.pointer.sub(self.before) };
        // SAFETY: allocated with this layout, by the global allocator; the buffer is gone.
        unsafe {
            match self.is_kept() {
                true => kept::keep(allocated, self.layout),
                false => dealloc(allocated.as_ptr(), self.layout),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "reads many megabytes")]
    fn buffers_are_aligned() -> Result<(), Error> {
        for bytes in [0, 1, 63, 64, 1000, LARGE - 1, LARGE, HUGE - 1, HUGE, 3 * HUGE + 1] {
            let buffer = Buffer::zeroed(bytes)?;
            let alignment = if bytes < LARGE { ALIGNMENT } else { PAGE };
            assert_eq!(buffer.pointer().addr() % alignment, 0);
            assert_eq!(buffer.bytes(), bytes);
            // SAFETY: the buffer has these bytes, all zero.
            let contents = unsafe { std::slice::from_raw_parts(buffer.pointer(), bytes) };
            assert!(contents.iter().all(|&byte| byte == 0));
        }
        Ok(())
    }

    /// The system maps pages one by one, when a thread first touches them.
    #[test]
    #[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
    fn freed_memory_is_used_again() -> Result<(), Error> {
        fn mapped() -> i64 {
            // SAFETY: numbers may be 0.
            let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
            // SAFETY: it is written to.
            unsafe { libc::getrusage(libc::RUSAGE_THREAD, &mut usage) };
            usage.ru_minflt
        }
        let use_once = |bytes| -> Result<(), Error> {
            let buffer = Buffer::uninit(bytes)?;
            // SAFETY: the buffer has these bytes.
            unsafe { buffer.pointer().write_bytes(1, bytes) };
            Ok(())
        };
        // An allocator keeps no memory of the largest buffers.
        for bytes in [KEPT, LARGE - 1, LARGE, 1 << 20, HUGE - PAGE, 48 << 20] {
            (0..3).try_for_each(|_| use_once(bytes))?;
            let (before, rounds) = (mapped(), 20);
            (0..rounds).try_for_each(|_| use_once(bytes))?;
            // A buffer has fewer huge pages than pages.
            let pages = rounds * if bytes < HUGE { bytes / PAGE } else { bytes >> 21 } as i64;
            assert!(mapped() - before < pages / 2, "{} of {pages} pages", mapped() - before);
        }
        Ok(())
    }

    #[test]
    fn vectors_become_buffers() {
        let mut values = Vec::with_capacity(10);
        values.extend([1.0, 2.0]);
        let memory = values.as_ptr().cast::<u8>();
        let buffer = Buffer::from_vec(values);
        assert_eq!((buffer.pointer().cast_const(), buffer.bytes()), (memory, 16));
        assert_eq!(Buffer::from_vec(Vec::<u8>::new()).bytes(), 0);
        assert_eq!(Buffer::from_vec(Vec::<u8>::with_capacity(3)).bytes(), 0);
    }

    #[test]
    #[cfg_attr(miri, ignore = "reads many megabytes")]
    fn vectors_have_their_values() {
        for len in [0, 1, HUGE / 8 - 1, HUGE / 8, HUGE / 4 + 3] {
            let values = collect(len, |k| k);
            assert_eq!(values.len(), len);
            assert!(values.iter().enumerate().all(|(k, &value)| k == value));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri ends where memory ends")]
    fn impossible_sizes_are_errors() {
        assert!(matches!(Buffer::uninit(usize::MAX), Err(Error::SizeOverflow { .. })));
        assert!(matches!(Buffer::uninit(1 << 62), Err(Error::OutOfMemory { .. })));
    }
}
