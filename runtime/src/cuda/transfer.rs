//! Copies of whole arrays between host and device.

use std::sync::Arc;

use super::{Context, CudaError, Memory};
use crate::Error;
use crate::buffer::Buffer;

/// Memory with undefined contents on a device.
pub(crate) fn allocate(context: &'static Context, bytes: usize) -> Result<Arc<Memory>, CudaError> {
    Memory::device(context.stream()?, bytes)
}

/// A copy of a buffer on a device. The buffer may be used again when this returns.
pub(crate) fn upload(context: &'static Context, buffer: &Buffer) -> Result<Arc<Memory>, CudaError> {
    let stream = context.stream()?;
    let memory = Memory::device(stream, buffer.bytes())?;
    // SAFETY: the buffer's bytes are initialised where arrays share it, and not written meanwhile.
    let source = unsafe { std::slice::from_raw_parts(buffer.pointer(), buffer.bytes()) };
    memory.write(stream, 0, source)?;
    Ok(memory)
}

/// A copy on the host, made after the work that computes the memory's contents.
pub(crate) fn download(memory: &Memory) -> Result<Buffer, Error> {
    let buffer = Buffer::uninit(memory.bytes())?;
    let stream = memory.context().stream().map_err(Error::Cuda)?;
    // SAFETY: the buffer is as long, and new.
    unsafe { memory.read(stream, 0, buffer.pointer(), buffer.bytes()).map_err(Error::Cuda)? };
    Ok(buffer)
}

/// A copy on the same device.
pub(crate) fn duplicate(memory: &Memory) -> Result<Arc<Memory>, CudaError> {
    let stream = memory.context().stream()?;
    let copy = Memory::device(stream, memory.bytes())?;
    copy.copy_from(stream, memory)?;
    Ok(copy)
}
