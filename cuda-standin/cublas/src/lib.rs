//! A cuBLAS that multiplies nothing itself: it keeps what handles are told, and gives products to the
//! stand-in driver as work of a stream.
//!
//! As in cuBLAS, a new stream takes the caller's workspace away.

mod call;

use std::ffi::{c_int, c_longlong, c_void};
use std::sync::OnceLock;

use call::Gemm;

#[derive(Default)]
struct Handle {
    stream: usize,
    workspace: [u64; 2],
}

const SUCCESS: c_int = 0;
const NOT_INITIALIZED: c_int = 1;
const INVALID_VALUE: c_int = 7;
const EXECUTION_FAILED: c_int = 13;

/// The functions of the stand-in driver; None under any other driver.
struct Driver {
    gemm: unsafe extern "C" fn(usize, *const Gemm) -> u32,
    fails: unsafe extern "C" fn(*const u8, usize) -> u32,
}

fn driver() -> Option<&'static Driver> {
    static DRIVER: OnceLock<Option<Driver>> = OnceLock::new();
    let find = || {
        // SAFETY: the driver is in memory already, as whoever calls this has a context.
        let library = unsafe { libloading::Library::new("libcuda.so") }.ok()?;
        let library = Box::leak(Box::new(library));
        // SAFETY: functions of the stand-in have these types; no driver has others of these names.
        unsafe {
            Some(Driver {
                gemm: *library.get(b"afn_mock_gemm\0").ok()?,
                fails: *library.get(b"afn_mock_fails\0").ok()?,
            })
        }
    };
    DRIVER.get_or_init(find).as_ref()
}

/// Whether a test wants the call to fail.
fn fails(name: &str) -> bool {
    // SAFETY: the pointer leads to as many bytes as are said.
    driver().is_none_or(|driver| unsafe { (driver.fails)(name.as_ptr(), name.len()) } != 0)
}

/// # Safety
/// One handle is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cublasCreate_v2(target: *mut *mut c_void) -> c_int {
    if fails("cublasCreate_v2") {
        return NOT_INITIALIZED;
    }
    // SAFETY: promised by the caller.
    unsafe { target.write(Box::into_raw(Box::new(Handle::default())).cast()) };
    SUCCESS
}

/// # Safety
/// `handle` must come from [`cublasCreate_v2`]; it is gone afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cublasDestroy_v2(handle: *mut c_void) -> c_int {
    // SAFETY: promised by the caller.
    drop(unsafe { Box::from_raw(handle.cast::<Handle>()) });
    SUCCESS
}

/// # Safety
/// `handle` must come from [`cublasCreate_v2`], used by nobody else now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cublasSetStream_v2(handle: *mut c_void, stream: *mut c_void) -> c_int {
    // SAFETY: promised by the caller.
    unsafe { handle.cast::<Handle>().write(Handle { stream: stream.addr(), workspace: [0; 2] }) };
    SUCCESS
}

/// # Safety
/// `handle` must come from [`cublasCreate_v2`], used by nobody else now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cublasSetWorkspace_v2(
    handle: *mut c_void,
    start: *mut c_void,
    bytes: usize,
) -> c_int {
    // SAFETY: promised by the caller.
    unsafe { (*handle.cast::<Handle>()).workspace = [start.addr() as u64, bytes as u64] };
    SUCCESS
}

/// Only factors in memory of the host are known.
#[unsafe(no_mangle)]
pub extern "C" fn cublasSetPointerMode_v2(_: *mut c_void, mode: c_int) -> c_int {
    if mode == 0 { SUCCESS } else { INVALID_VALUE }
}

/// Only the default mode is known.
#[unsafe(no_mangle)]
pub extern "C" fn cublasSetMathMode(_: *mut c_void, mode: c_int) -> c_int {
    if mode == 0 { SUCCESS } else { INVALID_VALUE }
}

macro_rules! gemms {
    ($($name:ident $element:ty, $single:literal;)*) => {$(
        /// # Safety
        /// `handle` must come from [`cublasCreate_v2`], used by nobody else now; the factors are read.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            handle: *mut c_void,
            first: c_int,
            second: c_int,
            m: c_int,
            n: c_int,
            k: c_int,
            alpha: *const $element,
            a: *const $element,
            lda: c_int,
            stride_a: c_longlong,
            b: *const $element,
            ldb: c_int,
            stride_b: c_longlong,
            beta: *const $element,
            c: *mut $element,
            ldc: c_int,
            stride_c: c_longlong,
            batch: c_int,
        ) -> c_int {
            if fails(stringify!($name)) {
                return EXECUTION_FAILED;
            }
            if handle.is_null() || ![0, 1].contains(&first) || ![0, 1].contains(&second) {
                return INVALID_VALUE;
            }
            // SAFETY: promised by the caller.
            let (handle, alpha, beta) = unsafe { (&*handle.cast::<Handle>(), *alpha, *beta) };
            let gemm = Gemm {
                single: $single,
                transposed: [first == 1, second == 1],
                m,
                n,
                k,
                alpha: alpha.into(),
                beta: beta.into(),
                addresses: [a.addr() as u64, b.addr() as u64, c.addr() as u64],
                leading: [lda, ldb, ldc],
                strides: [stride_a, stride_b, stride_c],
                batch,
                workspace: handle.workspace,
                part: 0,
            };
            // SAFETY: the description is read.
            match driver().map(|driver| unsafe { (driver.gemm)(handle.stream, &raw const gemm) }) {
                Some(0) => SUCCESS,
                _ => EXECUTION_FAILED,
            }
        }
    )*};
}

gemms! {
    cublasSgemmStridedBatched f32, true;
    cublasDgemmStridedBatched f64, false;
}
