//! Start, devices, contexts, errors.

use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int, c_uint};
use std::sync::{Mutex, PoisonError};

use cudarc::driver::sys::{CUcontext, CUdevice, CUdevice_attribute as Attribute, CUresult};

use super::{INVALID_VALUE, SUCCESS, enter, outcome};
use crate::state::lock;

const NAME: &[u8] = b"array-fn stand-in\0";
const TOTAL: usize = 8 << 30;

fn context(device: CUdevice) -> CUcontext {
    std::ptr::without_provenance_mut(0xC0_0000 + device as usize)
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuInit(_: c_uint) -> CUresult {
    match lock().device_count {
        0 => CUresult::CUDA_ERROR_NO_DEVICE,
        _ => SUCCESS,
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDriverGetVersion(version: *mut c_int) -> CUresult {
    // SAFETY: promised by the caller.
    unsafe { version.write(lock().driver_version) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetCount(count: *mut c_int) -> CUresult {
    // SAFETY: promised by the caller.
    unsafe { count.write(lock().device_count) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGet(device: *mut CUdevice, ordinal: c_int) -> CUresult {
    if ordinal < 0 || ordinal >= lock().device_count {
        return CUresult::CUDA_ERROR_INVALID_DEVICE;
    }
    // SAFETY: promised by the caller.
    unsafe { device.write(ordinal) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetName(name: *mut c_char, room: c_int, _: CUdevice) -> CUresult {
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
pub unsafe extern "C" fn cuDeviceTotalMem_v2(bytes: *mut usize, _: CUdevice) -> CUresult {
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
) -> CUresult {
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
) -> CUresult {
    enter!("cuDevicePrimaryCtxRetain");
    // SAFETY: promised by the caller.
    unsafe { target.write(context(device)) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxRelease_v2(_: CUdevice) -> CUresult {
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxSetCurrent(_: CUcontext) -> CUresult {
    enter!("cuCtxSetCurrent");
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetCurrent(target: *mut CUcontext) -> CUresult {
    // SAFETY: promised by the caller.
    unsafe { target.write(context(0)) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxSynchronize() -> CUresult {
    enter!("cuCtxSynchronize");
    lock().synchronize_all();
    outcome()
}

/// Zero-terminated text for the life of the process.
fn text(result: CUresult, what: &str) -> *const c_char {
    static TEXTS: Mutex<Option<HashMap<String, CString>>> = Mutex::new(None);
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = format!("{result:?}{what}");
    let entry = texts.get_or_insert_default().entry(key);
    entry.or_insert_with_key(|key| CString::new(key.as_str()).unwrap_or_default()).as_ptr()
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorName(result: CUresult, target: *mut *const c_char) -> CUresult {
    // SAFETY: promised by the caller.
    unsafe { target.write(text(result, "")) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorString(
    result: CUresult,
    target: *mut *const c_char,
) -> CUresult {
    // SAFETY: promised by the caller.
    unsafe { target.write(text(result, " of the stand-in")) };
    SUCCESS
}
