//! Start, devices, contexts, errors.

use std::ffi::{c_char, c_int, c_uint};

use cudarc::driver::sys::{CUcontext, CUdevice, CUdevice_attribute as Attribute};

use super::{CURRENT, INVALID_VALUE, SUCCESS, Status, current, enter, outcome};
use crate::state::lock;

const NAME: &[u8] = b"array-fn stand-in\0";
const TOTAL: usize = 8 << 30;

/// Whether the library acts as the stub that programs are linked with.
fn is_stub() -> bool {
    std::env::var_os("ARRAY_FN_STANDIN_STUB").is_some()
}

fn context(device: CUdevice) -> CUcontext {
    std::ptr::without_provenance_mut(0xC0_0000 + device as usize)
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuInit(_: c_uint) -> Status {
    if is_stub() {
        return Status::CUDA_ERROR_STUB_LIBRARY;
    }
    match lock().device_count {
        0 => Status::CUDA_ERROR_NO_DEVICE,
        _ => SUCCESS,
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDriverGetVersion(version: *mut c_int) -> Status {
    if is_stub() {
        return Status::CUDA_ERROR_STUB_LIBRARY;
    }
    // SAFETY: promised by the caller.
    unsafe { version.write(lock().driver_version) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetCount(count: *mut c_int) -> Status {
    // Without a device the driver does not start.
    if lock().device_count == 0 {
        return Status::CUDA_ERROR_NOT_INITIALIZED;
    }
    // SAFETY: promised by the caller.
    unsafe { count.write(lock().device_count) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGet(device: *mut CUdevice, ordinal: c_int) -> Status {
    if ordinal < 0 || ordinal >= lock().device_count {
        return Status::CUDA_ERROR_INVALID_DEVICE;
    }
    // SAFETY: promised by the caller.
    unsafe { device.write(ordinal) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetName(name: *mut c_char, room: c_int, _: CUdevice) -> Status {
    if (room as usize) < NAME.len() {
        return INVALID_VALUE;
    }
    // SAFETY: promised by the caller.
    unsafe { name.cast::<u8>().copy_from_nonoverlapping(NAME.as_ptr(), NAME.len()) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceTotalMem_v2(bytes: *mut usize, _: CUdevice) -> Status {
    // SAFETY: promised by the caller.
    unsafe { bytes.write(TOTAL) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetAttribute(
    value: *mut c_int,
    attribute: Attribute,
    _: CUdevice,
) -> Status {
    use Attribute::*;
    let answer = match attribute {
        CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR => 9,
        CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR => 0,
        CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK => 1024,
        CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X | CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y => 1024,
        CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z => 64,
        CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X => i32::MAX,
        CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y | CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z => 65535,
        CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK => 48 * 1024,
        CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN => 227 * 1024,
        CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR => 228 * 1024,
        CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT => 132,
        CU_DEVICE_ATTRIBUTE_WARP_SIZE => 32,
        _ => 1,
    };
    // SAFETY: promised by the caller.
    unsafe { value.write(answer) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxRetain(
    target: *mut CUcontext,
    device: CUdevice,
) -> Status {
    enter!("cuDevicePrimaryCtxRetain");
    // SAFETY: promised by the caller.
    unsafe { target.write(context(device)) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxRelease_v2(_: CUdevice) -> Status {
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxSetCurrent(context: CUcontext) -> Status {
    enter!("cuCtxSetCurrent");
    CURRENT.set(context.addr());
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetCurrent(target: *mut CUcontext) -> Status {
    // SAFETY: promised by the caller.
    unsafe { target.write(std::ptr::without_provenance_mut(CURRENT.get())) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxSynchronize() -> Status {
    enter!("cuCtxSynchronize");
    current!();
    let mut state = lock();
    // As in CUDA: a wait for everything includes streams that are being captured.
    if state.invalidate_captures() {
        return Status::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    state.synchronize_all();
    drop(state);
    outcome()
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorName(result: Status, target: *mut *const c_char) -> Status {
    let name = result.texts().map(|(name, _)| name.as_ptr());
    // SAFETY: promised by the caller.
    unsafe { target.write(name.unwrap_or(std::ptr::null())) };
    if name.is_some() { SUCCESS } else { INVALID_VALUE }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorString(result: Status, target: *mut *const c_char) -> Status {
    let text = result.texts().map(|(_, text)| text.as_ptr());
    // SAFETY: promised by the caller.
    unsafe { target.write(text.unwrap_or(std::ptr::null())) };
    if text.is_some() { SUCCESS } else { INVALID_VALUE }
}
