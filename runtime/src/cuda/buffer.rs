//! Buffers: numbers in the memory of a device, or in page-locked memory of the host.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::number::bytes_of;
use super::submission::submission;
use super::{CudaError, Gpu, Memory, Number};

/// Numbers in the memory of a GPU.
///
/// Clones and slices are handles of the same memory. Copies, launches and the release of the memory (by its last
/// handle) happen in the order in which they were asked for, whichever threads and streams they come from.
///
/// ```no_run
/// use array_fn_runtime::cuda::{DeviceBuffer, Gpu};
///
/// let gpu = Gpu::new(0)?;
/// let buffer = DeviceBuffer::from_slice(gpu, &[1.0f32, 2.0, 3.0])?;
/// buffer.slice(1..2).write(&[20.0])?;
/// assert_eq!(buffer.to_vec()?, [1.0, 20.0, 3.0]);
/// # Ok::<(), array_fn_runtime::cuda::CudaError>(())
/// ```
pub struct DeviceBuffer<T: Number> {
    memory: Arc<Memory>,
    start: usize,
    len: usize,
    elements: PhantomData<T>,
}

/// Numbers in page-locked memory of the host. A GPU copies from and to such memory without help of the CPU, so it is
/// the host's side of a graph's copies.
///
/// Clones and slices are handles of the same memory. Reading and writing wait for launches that use the memory. Later
/// launches need not wait for them, because they are done when they return.
pub struct HostBuffer<T: Number> {
    memory: Arc<HostMemory>,
    start: usize,
    len: usize,
    elements: PhantomData<T>,
}

/// Page-locked memory that the host accesses under a lock, so that no launch starts to use it meanwhile.
pub(super) struct HostMemory {
    pub(super) memory: Arc<Memory>,
    pub(super) host: Mutex<()>,
}

/// The number of bytes of `len` numbers.
fn bytes<T: Number>(gpu: Gpu, len: usize) -> Result<usize, CudaError> {
    len.checked_mul(size_of::<T>()).filter(|&bytes| isize::try_from(bytes).is_ok()).ok_or_else(
        || {
            let (free, total) = gpu.context().memory_info();
            let device = gpu.context().describe();
            CudaError::OutOfMemory { device, bytes: usize::MAX, free, total }
        },
    )
}

/// A range within `len` elements.
///
/// # Panics
/// If it is not.
fn within(range: &Range<usize>, len: usize) {
    assert!(
        range.start <= range.end && range.end <= len,
        "range {range:?} is not within a buffer of length {len}"
    );
}

/// A new vector, written by `read` if that succeeds.
fn vector<T: Number>(
    len: usize,
    read: impl FnOnce(*mut u8) -> Result<(), CudaError>,
) -> Result<Vec<T>, CudaError> {
    let mut values: Vec<T> = Vec::with_capacity(len);
    read(values.as_mut_ptr().cast())?;
    // SAFETY: the capacity is `len`; a successful read wrote all of it, and any bits are a number.
    unsafe { values.set_len(len) };
    Ok(values)
}

impl<T: Number> DeviceBuffer<T> {
    /// Zeros.
    ///
    /// # Errors
    /// [`CudaError::OutOfMemory`].
    pub fn zeros(gpu: Gpu, len: usize) -> Result<DeviceBuffer<T>, CudaError> {
        let stream = gpu.stream()?;
        let memory = Memory::device(stream, bytes::<T>(gpu, len)?)?;
        memory.fill(stream, 0)?;
        Ok(DeviceBuffer { memory, start: 0, len, elements: PhantomData })
    }

    /// A copy of these numbers.
    ///
    /// # Errors
    /// [`CudaError::OutOfMemory`].
    pub fn from_slice(gpu: Gpu, values: &[T]) -> Result<DeviceBuffer<T>, CudaError> {
        let stream = gpu.stream()?;
        let memory = Memory::device(stream, bytes::<T>(gpu, values.len())?)?;
        memory.write(stream, 0, bytes_of(values))?;
        Ok(DeviceBuffer { memory, start: 0, len: values.len(), elements: PhantomData })
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The device whose memory this is.
    pub fn gpu(&self) -> Gpu {
        Gpu::of(self.memory.context())
    }

    /// A handle of a part.
    ///
    /// # Panics
    /// If the range is not within the buffer.
    pub fn slice(&self, range: Range<usize>) -> DeviceBuffer<T> {
        within(&range, self.len);
        let (start, len) = (self.start + range.start, range.len());
        DeviceBuffer { memory: self.memory.clone(), start, len, elements: PhantomData }
    }

    /// Overwrites the elements, after everything that uses them; they are copied before this returns.
    ///
    /// # Errors
    /// Those of the driver.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn write(&self, values: &[T]) -> Result<(), CudaError> {
        assert_eq!(values.len(), self.len, "elements of the buffer");
        if values.is_empty() {
            return Ok(());
        }
        let stream = self.gpu().stream()?;
        let offset = self.start * size_of::<T>();
        {
            let _submission = submission();
            // SAFETY: `values` is borrowed until the stream is synchronized.
            unsafe { self.memory.submit_write(stream, offset, bytes_of(values))? };
        }
        stream.synchronize()
    }

    /// Reads the elements, after everything that writes them.
    ///
    /// # Errors
    /// Those of the driver, and those of work that is still under way.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn read(&self, values: &mut [T]) -> Result<(), CudaError> {
        assert_eq!(values.len(), self.len, "elements of the buffer");
        // SAFETY: the slice is borrowed for writes, and as long.
        unsafe { self.read_into(values.as_mut_ptr().cast()) }
    }

    /// The elements, after everything that writes them.
    ///
    /// # Errors
    /// Those of the driver, and those of work that is still under way.
    pub fn to_vec(&self) -> Result<Vec<T>, CudaError> {
        // SAFETY: the vector has room for as many.
        vector(self.len, |target| unsafe { self.read_into(target) })
    }

    /// # Safety
    /// `target` must be valid for writes of the buffer's elements.
    unsafe fn read_into(&self, target: *mut u8) -> Result<(), CudaError> {
        if self.len == 0 {
            return Ok(());
        }
        let stream = self.gpu().stream()?;
        let (offset, bytes) = (self.start * size_of::<T>(), self.len * size_of::<T>());
        {
            let _submission = submission();
            // SAFETY: the target is the caller's until the stream is synchronized.
            unsafe { self.memory.submit_read(stream, offset, target, bytes)? };
        }
        stream.synchronize()
    }

    /// The memory, and the bytes of it that belong to the buffer.
    pub(super) fn span(&self) -> (&Arc<Memory>, Range<usize>) {
        (&self.memory, self.start * size_of::<T>()..(self.start + self.len) * size_of::<T>())
    }
}

impl<T: Number> HostBuffer<T> {
    /// Zeros.
    ///
    /// # Errors
    /// [`CudaError::OutOfMemory`].
    pub fn zeros(gpu: Gpu, len: usize) -> Result<HostBuffer<T>, CudaError> {
        let memory = Memory::pinned(gpu.context(), bytes::<T>(gpu, len)?)?;
        let memory = Arc::new(HostMemory { memory, host: Mutex::new(()) });
        Ok(HostBuffer { memory, start: 0, len, elements: PhantomData })
    }

    /// A copy of these numbers.
    ///
    /// # Errors
    /// [`CudaError::OutOfMemory`].
    pub fn from_slice(gpu: Gpu, values: &[T]) -> Result<HostBuffer<T>, CudaError> {
        let buffer = HostBuffer::zeros(gpu, values.len())?;
        buffer.write(values)?;
        Ok(buffer)
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The device that the memory is page-locked for.
    pub fn gpu(&self) -> Gpu {
        Gpu::of(self.memory.memory.context())
    }

    /// A handle of a part.
    ///
    /// # Panics
    /// If the range is not within the buffer.
    pub fn slice(&self, range: Range<usize>) -> HostBuffer<T> {
        within(&range, self.len);
        let (start, len) = (self.start + range.start, range.len());
        HostBuffer { memory: self.memory.clone(), start, len, elements: PhantomData }
    }

    /// Overwrites the elements, after everything that uses them.
    ///
    /// # Errors
    /// Those of the driver, and those of work that is still under way.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn write(&self, values: &[T]) -> Result<(), CudaError> {
        assert_eq!(values.len(), self.len, "elements of the buffer");
        let _host = self.memory.host.lock().unwrap_or_else(PoisonError::into_inner);
        let stream = self.gpu().stream()?;
        self.memory.memory.write(stream, self.start * size_of::<T>(), bytes_of(values))
    }

    /// Reads the elements, after everything that writes them.
    ///
    /// # Errors
    /// Those of the driver, and those of work that is still under way.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn read(&self, values: &mut [T]) -> Result<(), CudaError> {
        assert_eq!(values.len(), self.len, "elements of the buffer");
        // SAFETY: the slice is borrowed for writes, and as long.
        unsafe { self.read_into(values.as_mut_ptr().cast()) }
    }

    /// The elements, after everything that writes them.
    ///
    /// # Errors
    /// Those of the driver, and those of work that is still under way.
    pub fn to_vec(&self) -> Result<Vec<T>, CudaError> {
        // SAFETY: the vector has room for as many.
        vector(self.len, |target| unsafe { self.read_into(target) })
    }

    /// # Safety
    /// `target` must be valid for writes of the buffer's elements.
    unsafe fn read_into(&self, target: *mut u8) -> Result<(), CudaError> {
        let _host = self.memory.host.lock().unwrap_or_else(PoisonError::into_inner);
        let (offset, bytes) = (self.start * size_of::<T>(), self.len * size_of::<T>());
        // SAFETY: promised by the caller.
        unsafe { self.memory.memory.read(self.gpu().stream()?, offset, target, bytes) }
    }

    /// The memory, and the bytes of it that belong to the buffer.
    pub(super) fn span(&self) -> (&Arc<HostMemory>, Range<usize>) {
        (&self.memory, self.start * size_of::<T>()..(self.start + self.len) * size_of::<T>())
    }
}

impl<T: Number> Clone for DeviceBuffer<T> {
    fn clone(&self) -> DeviceBuffer<T> {
        self.slice(0..self.len)
    }
}

impl<T: Number> Clone for HostBuffer<T> {
    fn clone(&self) -> HostBuffer<T> {
        self.slice(0..self.len)
    }
}

impl<T: Number> std::fmt::Debug for DeviceBuffer<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "DeviceBuffer<{}>({} elements)", T::DTYPE, self.len)
    }
}

impl<T: Number> std::fmt::Debug for HostBuffer<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "HostBuffer<{}>({} elements)", T::DTYPE, self.len)
    }
}
