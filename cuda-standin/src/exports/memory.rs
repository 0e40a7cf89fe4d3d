//! Memory and copies.

use std::ffi::{c_uchar, c_uint, c_void};

use cudarc::driver::sys::{
    CUdevice, CUdeviceptr, CUgraphMem_attribute, CUmemPool_attribute, CUmemPoolProps, CUmemoryPool,
    CUstream,
};

use super::events::stream_index;
use super::{INVALID_VALUE, SUCCESS, Status, current, enter, mistake, outcome, unsafe_in_captures};
use crate::memory::Kind;
use crate::state::lock;
use crate::streams::Operation;
use crate::work::{End, Work};

fn allocate(bytes: usize, kind: Kind) -> Result<u64, Status> {
    if bytes == 0 {
        return Err(INVALID_VALUE);
    }
    let mut state = lock();
    let address = state.memory.allocate(bytes, kind).ok_or(Status::CUDA_ERROR_OUT_OF_MEMORY)?;
    if kind == Kind::Device {
        state.counters.allocations += 1;
    }
    Ok(address)
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocAsync(
    target: *mut CUdeviceptr,
    bytes: usize,
    _: CUstream,
) -> Status {
    enter!("cuMemAllocAsync");
    current!();
    match allocate(bytes, Kind::Device) {
        Ok(address) => {
            // SAFETY: promised by the caller.
            unsafe { target.write(address) };
            SUCCESS
        }
        Err(error) => error,
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAlloc_v2(target: *mut CUdeviceptr, bytes: usize) -> Status {
    unsafe_in_captures!();
    // SAFETY: forwarded.
    unsafe { cuMemAllocAsync(target, bytes, std::ptr::null_mut()) }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemFreeAsync(address: CUdeviceptr, stream: CUstream) -> Status {
    enter!("cuMemFreeAsync");
    let Some(stream) = stream_index(stream) else { return INVALID_VALUE };
    let mut state = lock();
    if !state.memory.get(address).is_some_and(|a| a.live && a.kind == Kind::Device) {
        return mistake(
            state,
            "cuMemFreeAsync",
            &format!("{address:#x} is no allocation (freed twice?)"),
        );
    }
    state.counters.frees += 1;
    if state.execute {
        state.enqueue(stream, Operation::Free(address));
    } else {
        state.memory.release(address);
        return SUCCESS;
    }
    if let Some(allocation) = state.memory.get(address) {
        allocation.live = false;
    }
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemFree_v2(address: CUdeviceptr) -> Status {
    unsafe_in_captures!();
    lock().synchronize_all();
    // SAFETY: forwarded.
    let freed = unsafe { cuMemFreeAsync(address, std::ptr::null_mut()) };
    lock().synchronize_all();
    freed
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocHost_v2(target: *mut *mut c_void, bytes: usize) -> Status {
    enter!("cuMemAllocHost_v2");
    current!();
    unsafe_in_captures!();
    match allocate(bytes, Kind::Pinned) {
        Ok(address) => {
            let pointer = std::ptr::with_exposed_provenance_mut(address as usize);
            // SAFETY: promised by the caller.
            unsafe { target.write(pointer) };
            SUCCESS
        }
        Err(error) => error,
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemFreeHost(pointer: *mut c_void) -> Status {
    current!();
    unsafe_in_captures!();
    let address = pointer.addr() as u64;
    let mut state = lock();
    if state.is_pinned_in_use(address) {
        return mistake(state, "cuMemFreeHost", "a copy from or to the memory is pending");
    }
    if state.memory.get(address).is_none() {
        return mistake(state, "cuMemFreeHost", "the memory is not page-locked, or freed already");
    }
    state.memory.release(address);
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) -> Status {
    current!();
    let state = lock();
    let all = state.memory.limit.unwrap_or(8 << 30);
    // SAFETY: promised by the caller.
    unsafe {
        free.write(state.memory.free().min(all.saturating_sub(state.memory.used)));
        total.write(all);
    }
    SUCCESS
}

/// The handle of the pool with this number; number 0 is the one that the process has without asking.
fn pool(number: usize) -> CUmemoryPool {
    std::ptr::without_provenance_mut(0x900 + number)
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetDefaultMemPool(
    target: *mut CUmemoryPool,
    _: CUdevice,
) -> Status {
    // SAFETY: promised by the caller.
    unsafe { target.write(pool(0)) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolCreate(
    target: *mut CUmemoryPool,
    _: *const CUmemPoolProps,
) -> Status {
    enter!("cuMemPoolCreate");
    let mut state = lock();
    state.pools.push(0);
    // SAFETY: promised by the caller.
    unsafe { target.write(pool(state.pools.len() - 1)) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocFromPoolAsync(
    target: *mut CUdeviceptr,
    bytes: usize,
    pool: CUmemoryPool,
    stream: CUstream,
) -> Status {
    enter!("cuMemAllocFromPoolAsync");
    if pool.addr().wrapping_sub(0x900) >= lock().pools.len() {
        return INVALID_VALUE;
    }
    // SAFETY: forwarded.
    unsafe { cuMemAllocAsync(target, bytes, stream) }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolSetAttribute(
    pool: CUmemoryPool,
    attribute: CUmemPool_attribute,
    value: *mut c_void,
) -> Status {
    let mut state = lock();
    let threshold = state.pools.get_mut(pool.addr().wrapping_sub(0x900));
    match (threshold, attribute) {
        (Some(threshold), CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD) => {
            // SAFETY: promised by the caller.
            *threshold = unsafe { value.cast::<u64>().read() };
            SUCCESS
        }
        _ => INVALID_VALUE,
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolGetAttribute(
    pool: CUmemoryPool,
    attribute: CUmemPool_attribute,
    value: *mut c_void,
) -> Status {
    let threshold = lock().pools.get(pool.addr().wrapping_sub(0x900)).copied();
    match (threshold, attribute) {
        (Some(threshold), CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD) => {
            // SAFETY: promised by the caller.
            unsafe { value.cast::<u64>().write(threshold) };
            SUCCESS
        }
        _ => INVALID_VALUE,
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolTrimTo(_: CUmemoryPool, _: usize) -> Status {
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGraphMemTrim(_: CUdevice) -> Status {
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetGraphMemAttribute(
    _: CUdevice,
    _: CUgraphMem_attribute,
    value: *mut c_void,
) -> Status {
    let bytes = lock().memory.bytes(Kind::Graph) as u64;
    // SAFETY: promised by the caller.
    unsafe { value.cast::<u64>().write(bytes) };
    SUCCESS
}

fn put(stream: CUstream, work: Work) -> Status {
    let Some(stream) = stream_index(stream) else { return INVALID_VALUE };
    current!();
    let mut state = lock();
    if state.is_capture_invalid(stream) {
        return Status::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    }
    state.enqueue(stream, Operation::Work(work));
    drop(state);
    outcome()
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoDAsync_v2(
    target: CUdeviceptr,
    source: *const c_void,
    bytes: usize,
    stream: CUstream,
) -> Status {
    enter!("cuMemcpyHtoDAsync_v2");
    let source = End::Host(source.expose_provenance() as u64);
    put(stream, Work::Copy { target: End::Device(target), source, bytes })
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoHAsync_v2(
    target: *mut c_void,
    source: CUdeviceptr,
    bytes: usize,
    stream: CUstream,
) -> Status {
    enter!("cuMemcpyDtoHAsync_v2");
    let target = End::Host(target.expose_provenance() as u64);
    put(stream, Work::Copy { target, source: End::Device(source), bytes })
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoDAsync_v2(
    target: CUdeviceptr,
    source: CUdeviceptr,
    bytes: usize,
    stream: CUstream,
) -> Status {
    enter!("cuMemcpyDtoDAsync_v2");
    put(stream, Work::Copy { target: End::Device(target), source: End::Device(source), bytes })
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD8Async(
    target: CUdeviceptr,
    value: c_uchar,
    count: usize,
    stream: CUstream,
) -> Status {
    enter!("cuMemsetD8Async");
    put(stream, Work::Fill { target, value: value.into(), element: 1, count })
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD32Async(
    target: CUdeviceptr,
    value: c_uint,
    count: usize,
    stream: CUstream,
) -> Status {
    enter!("cuMemsetD32Async");
    put(stream, Work::Fill { target, value, element: 4, count })
}
