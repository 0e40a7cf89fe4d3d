//! Memory that a device works on, with the streams that used it last.

use std::sync::{Arc, Mutex, PoisonError};

use super::CudaError;
use super::context::Context;
use super::driver::{Status, functions as api};
use super::stream::{Event, Stream};

/// Memory on the device, or page-locked memory of the host that the device copies from and to. It knows which streams
/// use it. So work on other streams, accesses by the host, and its release can come after the work that uses it.
pub(crate) struct Memory {
    context: &'static Context,
    address: u64,
    bytes: usize,
    place: MemoryKind,
    usage: Mutex<Usage>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MemoryKind {
    Device,
    /// Page-locked memory of the host.
    Pinned,
}

/// Streams whose work may still be under way.
#[derive(Default)]
struct Usage {
    /// The stream of the last write.
    writer: Option<&'static Stream>,
    /// Streams that read since then; their work comes after that write.
    readers: Vec<&'static Stream>,
}

impl Usage {
    fn streams(&self) -> impl Iterator<Item = &'static Stream> + '_ {
        self.writer.iter().chain(&self.readers).copied()
    }
}

/// The access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    /// Writes, and may read, too.
    Write,
}

impl Memory {
    /// Memory on the device, with undefined contents. It comes from a pool that is ordered by streams, so it can be
    /// used on `stream` at once. Empty memory has no address.
    ///
    /// # Errors
    /// [`CudaError::OutOfMemory`] after unused memory was reclaimed.
    pub(crate) fn device(stream: &'static Stream, bytes: usize) -> Result<Arc<Memory>, CudaError> {
        let context = stream.context();
        let _current = context.bind()?;
        let mut address = 0;
        if bytes > 0 {
            let (pool, stream) = (context.pool(), stream.raw());
            // SAFETY: the context is current, the stream and the pool are of it; an address is written.
            let mut allocate =
                || unsafe { api::cuMemAllocFromPoolAsync(&raw mut address, bytes, pool, stream) };
            let mut result = allocate();
            if result == Status::OUT_OF_MEMORY {
                tracing::debug!(target: "array_fn", bytes, "device memory is exhausted: trimming");
                context.trim()?;
                result = allocate();
            }
            out_of_memory(context, "cuMemAllocFromPoolAsync", result, bytes)?;
        }
        Ok(Arc::new(Memory {
            context,
            address,
            bytes,
            place: MemoryKind::Device,
            usage: Mutex::new(Usage { writer: Some(stream), readers: Vec::new() }),
        }))
    }

    /// Page-locked memory of the host, all zeros.
    ///
    /// # Errors
    /// [`CudaError::OutOfMemory`].
    pub(crate) fn pinned(
        context: &'static Context,
        bytes: usize,
    ) -> Result<Arc<Memory>, CudaError> {
        let _current = context.bind()?;
        let mut pointer = std::ptr::null_mut();
        if bytes > 0 {
            // SAFETY: the context is current; an address is written.
            let result = unsafe { api::cuMemAllocHost_v2(&raw mut pointer, bytes) };
            out_of_memory(context, "cuMemAllocHost_v2", result, bytes)?;
            // SAFETY: the memory was allocated just now with this size.
            unsafe { pointer.cast::<u8>().write_bytes(0, bytes) };
        }
        Ok(Arc::new(Memory {
            context,
            address: pointer.expose_provenance() as u64,
            bytes,
            place: MemoryKind::Pinned,
            usage: Mutex::default(),
        }))
    }

    pub(crate) fn context(&self) -> &'static Context {
        self.context
    }

    /// The address as the device sees it.
    pub(crate) fn address(&self) -> u64 {
        self.address
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Page-locked memory as the host sees it.
    pub(super) fn host_pointer(&self) -> *mut u8 {
        debug_assert_eq!(self.place, MemoryKind::Pinned, "memory of the host");
        std::ptr::with_exposed_provenance_mut(self.address as usize)
    }

    /// To be called before work that uses the memory is put on `stream`. It lets the work come after the uses of the
    /// memory by other streams, and remembers this use. The context must be current.
    ///
    /// # Errors
    /// Those of the driver.
    pub(crate) fn order(&self, stream: &'static Stream, access: Access) -> Result<(), CudaError> {
        let mut usage = self.usage.lock().unwrap_or_else(PoisonError::into_inner);
        match access {
            Access::Read => {
                if usage.readers.contains(&stream) {
                    return Ok(());
                }
                if let Some(writer) = usage.writer.filter(|&writer| writer != stream) {
                    stream.wait_for(writer)?;
                }
                if usage.writer != Some(stream) {
                    usage.readers.push(stream);
                }
            }
            Access::Write => {
                for other in usage.streams().filter(|&other| other != stream) {
                    stream.wait_for(other)?;
                }
                usage.readers.clear();
                usage.writer = Some(stream);
            }
        }
        Ok(())
    }

    /// Waits until the host may do `access` with the memory.
    ///
    /// # Errors
    /// Those of the driver.
    pub(crate) fn wait(&self, access: Access) -> Result<(), CudaError> {
        let _current = self.context.bind()?;
        // The uses stay recorded, because a wait that fails must not make the memory look unused.
        let usage = self.usage.lock().unwrap_or_else(PoisonError::into_inner);
        let readers = if access == Access::Write { &usage.readers[..] } else { &[] };
        for stream in usage.writer.iter().chain(readers) {
            let end = Event::new(self.context, false)?;
            end.record(stream)?;
            end.synchronize()?;
        }
        Ok(())
    }

    /// Copies bytes of the host to the memory from `offset` on; they are read before this returns.
    ///
    /// # Errors
    /// Those of the driver.
    ///
    /// # Panics
    /// If they do not fit.
    pub(crate) fn write(
        &self,
        stream: &'static Stream,
        offset: usize,
        source: &[u8],
    ) -> Result<(), CudaError> {
        assert!(offset + source.len() <= self.bytes, "bytes of a copy");
        if source.is_empty() {
            return Ok(());
        }
        let _current = self.context.bind()?;
        if self.place == MemoryKind::Pinned {
            self.wait(Access::Write)?;
            // SAFETY: the range is within the memory, which no stream uses now.
            unsafe {
                let target = self.host_pointer().add(offset);
                target.copy_from_nonoverlapping(source.as_ptr(), source.len());
            }
            return Ok(());
        }
        // SAFETY: `source` is borrowed until the stream is synchronized.
        unsafe { self.submit_write(stream, offset, source)? };
        stream.synchronize()
    }

    /// Puts a copy of bytes of the host to memory of the device on the stream.
    ///
    /// # Errors
    /// Those of the driver.
    ///
    /// # Safety
    /// `source` must live until the copy is done.
    ///
    /// # Panics
    /// If they do not fit.
    pub(super) unsafe fn submit_write(
        &self,
        stream: &'static Stream,
        offset: usize,
        source: &[u8],
    ) -> Result<(), CudaError> {
        assert!(offset + source.len() <= self.bytes, "bytes of a copy");
        let _current = self.context.bind()?;
        self.order(stream, Access::Write)?;
        // SAFETY: the range is within the memory; `source` is promised to live until the copy is done.
        let result = unsafe {
            let target = self.address + offset as u64;
            api::cuMemcpyHtoDAsync_v2(target, source.as_ptr().cast(), source.len(), stream.raw())
        };
        self.context.check("cuMemcpyHtoDAsync_v2", result)
    }

    /// Copies bytes from `offset` on to the host. All of `target` is written, unless there is an error.
    ///
    /// # Errors
    /// Those of the driver, and those of work that is still under way.
    ///
    /// # Safety
    /// `target` must be valid for writes of `bytes` bytes.
    ///
    /// # Panics
    /// If the range is not within the memory.
    pub(crate) unsafe fn read(
        &self,
        stream: &'static Stream,
        offset: usize,
        target: *mut u8,
        bytes: usize,
    ) -> Result<(), CudaError> {
        assert!(offset + bytes <= self.bytes, "bytes of a copy");
        if bytes == 0 {
            return Ok(());
        }
        let _current = self.context.bind()?;
        if self.place == MemoryKind::Pinned {
            self.wait(Access::Read)?;
            // SAFETY: the range is within the memory, which no stream writes now; the target is the
            // caller's.
            unsafe { target.copy_from_nonoverlapping(self.host_pointer().add(offset), bytes) };
            return Ok(());
        }
        // SAFETY: the target is the caller's until the stream is synchronized.
        unsafe { self.submit_read(stream, offset, target, bytes)? };
        stream.synchronize()
    }

    /// Puts a copy of bytes from `offset` on to the host on the stream.
    ///
    /// # Errors
    /// Those of the driver.
    ///
    /// # Safety
    /// `target` must be valid for writes of `bytes` bytes until the copy is done.
    ///
    /// # Panics
    /// If the range is not within the memory.
    pub(super) unsafe fn submit_read(
        &self,
        stream: &'static Stream,
        offset: usize,
        target: *mut u8,
        bytes: usize,
    ) -> Result<(), CudaError> {
        assert!(offset + bytes <= self.bytes, "bytes of a copy");
        let _current = self.context.bind()?;
        self.order(stream, Access::Read)?;
        // SAFETY: the range is within the memory; the target is promised to live until the copy is done.
        let result = unsafe {
            let source = self.address + offset as u64;
            api::cuMemcpyDtoHAsync_v2(target.cast(), source, bytes, stream.raw())
        };
        self.context.check("cuMemcpyDtoHAsync_v2", result)
    }

    /// Copies all of `source`, which is as large, on the device.
    ///
    /// # Errors
    /// Those of the driver.
    ///
    /// # Panics
    /// If the sizes differ.
    pub(crate) fn copy_from(
        &self,
        stream: &'static Stream,
        source: &Memory,
    ) -> Result<(), CudaError> {
        assert_eq!(self.bytes, source.bytes, "bytes of a copy");
        if self.bytes == 0 {
            return Ok(());
        }
        let _current = self.context.bind()?;
        source.order(stream, Access::Read)?;
        self.order(stream, Access::Write)?;
        // SAFETY: both are as long, distinct memory of the device; both are released after this copy.
        let result = unsafe {
            api::cuMemcpyDtoDAsync_v2(self.address, source.address, self.bytes, stream.raw())
        };
        self.context.check("cuMemcpyDtoDAsync_v2", result)
    }

    /// Sets every byte.
    ///
    /// # Errors
    /// Those of the driver.
    pub(crate) fn fill(&self, stream: &'static Stream, byte: u8) -> Result<(), CudaError> {
        if self.bytes == 0 {
            return Ok(());
        }
        let _current = self.context.bind()?;
        self.order(stream, Access::Write)?;
        // SAFETY: the range is the memory.
        let result = unsafe { api::cuMemsetD8Async(self.address, byte, self.bytes, stream.raw()) };
        self.context.check("cuMemsetD8Async", result)
    }

    /// Frees the memory after everything that uses it.
    fn release(&mut self) -> Result<(), CudaError> {
        let _current = self.context.bind()?;
        let usage = self.usage.get_mut().unwrap_or_else(PoisonError::into_inner);
        match self.place {
            MemoryKind::Device => {
                let mut streams = usage.streams();
                let Some(last) = streams.next() else { return Ok(()) };
                for other in streams.filter(|&other| other != last) {
                    last.wait_for(other)?;
                }
                // SAFETY: the memory is not used by anything that comes after this on its stream.
                let result = unsafe { api::cuMemFreeAsync(self.address, last.raw()) };
                self.context.check("cuMemFreeAsync", result)
            }
            MemoryKind::Pinned => {
                self.wait(Access::Write)?;
                // SAFETY: the memory is not used by any stream any more.
                let result = unsafe { api::cuMemFreeHost(self.host_pointer().cast()) };
                self.context.check("cuMemFreeHost", result)
            }
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if self.bytes == 0 {
            return;
        }
        if let Err(error) = self.release() {
            tracing::warn!(target: "array_fn", %error, bytes = self.bytes, "memory is not released");
        }
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} memory of {} bytes at {:#x}", self.place, self.bytes, self.address)
    }
}

/// An error for a failed allocation.
pub(super) fn out_of_memory(
    context: &Context,
    call: &'static str,
    result: Status,
    bytes: usize,
) -> Result<(), CudaError> {
    if result == Status::OUT_OF_MEMORY {
        let (free, total) = context.memory_info();
        return Err(CudaError::OutOfMemory { device: context.describe(), bytes, free, total });
    }
    context.check(call, result)
}
