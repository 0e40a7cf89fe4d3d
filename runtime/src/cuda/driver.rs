//! The driver library: finds it, and checks that it is new enough and complete. Its calls return `Result`s.

use std::ffi::CStr;
use std::sync::OnceLock;

use cudarc::driver::sys;

use super::CudaError;

pub(super) mod functions;
mod status;

use functions as api;
pub(super) use status::Status;

/// The oldest driver that has everything that array-fn uses: CUDA 12.8, which has conditional nodes with an else.
const OLDEST: i32 = 12_080;

/// Loads and initialises the driver, once.
///
/// # Errors
/// [`CudaError::NoDriver`] and [`CudaError::DriverTooOld`], each time the same.
pub(super) fn load() -> Result<(), CudaError> {
    static LOADED: OnceLock<Result<(), CudaError>> = OnceLock::new();
    let mut loaded = None;
    let outcome = LOADED.get_or_init(|| find(&mut loaded)).clone();
    // Reported after it is decided, because a listener may call an array function.
    if let Some(version) = loaded {
        tracing::debug!(target: "array_fn", version = version_text(version), "CUDA driver loaded");
    }
    outcome
}

/// Loads the driver, and stores its version in `loaded`.
fn find(loaded: &mut Option<i32>) -> Result<(), CudaError> {
    // SAFETY: opens the library of the CUDA driver, whose constructors are made for that.
    if !unsafe { sys::is_culib_present() } {
        let reason = "the library of the driver (libcuda.so.1) was not found".to_owned();
        return Err(CudaError::NoDriver { reason });
    }
    // SAFETY: the library is there.
    let library = unsafe { sys::culib() };
    // SAFETY: the symbol is only looked up; its type does not matter then.
    let has =
        |name: &str| unsafe { library.get::<unsafe extern "C" fn()>(name.as_bytes()).is_ok() };
    let too_old = |found: String| {
        let needed = format!("CUDA {}", version_text(OLDEST));
        Err(CudaError::DriverTooOld { found, needed })
    };
    if !has("cuDriverGetVersion") {
        return too_old("lacks cuDriverGetVersion".to_owned());
    }
    let mut version = 0;
    // SAFETY: the function is there and writes one integer.
    let result = unsafe { api::cuDriverGetVersion(&raw mut version) };
    if result == Status::STUB_LIBRARY {
        let reason =
            "libcuda.so is the stub that programs are linked with, not a driver".to_owned();
        return Err(CudaError::NoDriver { reason });
    }
    check("cuDriverGetVersion", result)?;
    if version < OLDEST {
        return too_old(format!("offers CUDA {}", version_text(version)));
    }
    if let Some(missing) = api::NAMES.iter().find(|name| !has(name)) {
        return too_old(format!("lacks {missing}"));
    }
    // SAFETY: the function is there; it may be called any number of times.
    let result = unsafe { api::cuInit(0) };
    *loaded = Some(version);
    match result {
        Status::NO_DEVICE => Ok(()),
        result => check("cuInit", result).map_err(|error| CudaError::NoDriver {
            reason: format!("the driver does not start: {error}"),
        }),
    }
}

/// The newest version of CUDA that the driver offers, as it tells it: 13000 for 13.0; 0 if it does not tell.
pub(super) fn version() -> i32 {
    let mut version = 0;
    // SAFETY: the driver is loaded, as there is a device; one integer is written.
    unsafe { api::cuDriverGetVersion(&raw mut version) };
    version
}

/// The version as text: `13.0` for 13000.
fn version_text(version: i32) -> String {
    format!("{}.{}", version / 1000, version % 1000 / 10)
}

/// An error for a failed call.
pub(super) fn check(call: &'static str, result: Status) -> Result<(), CudaError> {
    if result == Status::SUCCESS {
        return Ok(());
    }
    let (name, text) = describe(result);
    Err(CudaError::Driver { call, name, text })
}

/// The driver's name of an error, and its description.
pub(super) fn describe(result: Status) -> (String, String) {
    let text = |found: Status, pointer: *const std::ffi::c_char| {
        // SAFETY: the driver's texts are zero-terminated and live as long as the library.
        (found == Status::SUCCESS && !pointer.is_null())
            .then(|| unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
    };
    let mut pointer = std::ptr::null();
    // SAFETY: the driver is loaded, as there is a result; the function writes one pointer or nothing.
    let found = unsafe { api::cuGetErrorName(result, &raw mut pointer) };
    let name = text(found, pointer).unwrap_or_else(|| format!("error {}", result.0));
    // SAFETY: as above.
    let found = unsafe { api::cuGetErrorString(result, &raw mut pointer) };
    (name, text(found, pointer).unwrap_or_else(|| "unknown to this driver".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_read_as_usual() {
        assert_eq!(version_text(12_080), "12.8");
        assert_eq!(version_text(13_000), "13.0");
    }
}
