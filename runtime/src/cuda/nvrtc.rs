//! Compiling CUDA C++ at run time.

use std::ffi::{CStr, CString, c_int};

use cudarc::nvrtc::sys;

/// The functions of the library. Their results are numbers, 0 for success.
mod library {
    use std::ffi::{c_char, c_int};

    use cudarc::nvrtc::sys::{culib, nvrtcProgram};

    use crate::cuda::foreign::foreign;

    foreign! {
        culib, c_int;
        fn nvrtcGetErrorString(result: c_int) -> *const c_char;
        fn nvrtcGetNumSupportedArchs(count: *mut c_int);
        fn nvrtcGetSupportedArchs(architectures: *mut c_int);
        fn nvrtcCreateProgram(
            program: *mut nvrtcProgram, source: *const c_char, name: *const c_char,
            count: c_int, headers: *const *const c_char, names: *const *const c_char,
        );
        fn nvrtcDestroyProgram(program: *mut nvrtcProgram);
        fn nvrtcCompileProgram(
            program: nvrtcProgram, count: c_int, options: *const *const c_char,
        );
        fn nvrtcGetPTXSize(program: nvrtcProgram, bytes: *mut usize);
        fn nvrtcGetPTX(program: nvrtcProgram, text: *mut c_char);
        fn nvrtcGetCUBINSize(program: nvrtcProgram, bytes: *mut usize);
        fn nvrtcGetCUBIN(program: nvrtcProgram, code: *mut c_char);
        fn nvrtcGetProgramLogSize(program: nvrtcProgram, bytes: *mut usize);
        fn nvrtcGetProgramLog(program: nvrtcProgram, text: *mut c_char);
    }
}

/// The line that the compiler writes into sources that are to be compiled without fused multiply-adds.
const STRICT: &str = "// Rounded as written: --fmad=false.";

/// The option that makes an error of a constant that its type cannot hold, as in builds.
const NO_OVERFLOW: &str = "--diag-error=61";

/// What a source is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// Code of exactly this device. Drivers take it that are older than the compiler, and refuse its PTX.
    Device(i32),
    /// PTX for an older device, because the compiler does not know this one.
    Older(i32),
}

/// The target for a device, among the architectures that the compiler knows, such as 90 for compute capability 9.0.
fn target(known: &[c_int], (major, minor): (i32, i32)) -> Option<Target> {
    let device = 10 * major + minor;
    let best = known.iter().copied().filter(|&known| known <= device).max()?;
    Some(if best == device { Target::Device(best) } else { Target::Older(best) })
}

/// Code that the driver loads, made of a source for a compute capability, or the reason why there is none. It ends with
/// a zero, as PTX has to.
pub(super) fn compile(source: &str, capability: (i32, i32)) -> Result<Vec<u8>, String> {
    // SAFETY: opens the library of NVRTC, whose constructors are made for that.
    if !unsafe { sys::is_culib_present() } {
        return Err(
            "NVRTC (libnvrtc.so) was not found either: install the CUDA toolkit's runtime \
                    compiler, or build where nvcc is"
                .to_owned(),
        );
    }
    // SAFETY: the library is there; symbols are only looked up, so that their type does not matter.
    let has =
        |name: &str| unsafe { sys::culib().get::<unsafe extern "C" fn()>(name.as_bytes()).is_ok() };
    if let Some(missing) = library::NAMES.iter().find(|name| !has(name)) {
        return Err(format!("NVRTC is too old: it lacks {missing}"));
    }
    let known = architectures()?;
    let Some(target) = target(&known, capability) else {
        let (major, minor) = capability;
        return Err(format!("NVRTC knows no device of compute capability {major}.{minor}"));
    };
    let mut options = vec![
        match target {
            Target::Device(number) => format!("--gpu-architecture=sm_{number}"),
            Target::Older(number) => format!("--gpu-architecture=compute_{number}"),
        },
        "--std=c++17".to_owned(),
        NO_OVERFLOW.to_owned(),
    ];
    options.extend(source.contains(STRICT).then(|| "--fmad=false".to_owned()));
    let program = Program::new(source)?;
    program.compile(&options)?;
    let mut code = match target {
        // SAFETY: the program is compiled; the functions write a size, and as many bytes.
        Target::Device(_) => unsafe {
            program.bytes(library::nvrtcGetCUBINSize, library::nvrtcGetCUBIN)?
        },
        // SAFETY: as above.
        Target::Older(_) => unsafe {
            program.bytes(library::nvrtcGetPTXSize, library::nvrtcGetPTX)?
        },
    };
    code.push(0);
    Ok(code)
}

/// The architectures that the compiler knows.
fn architectures() -> Result<Vec<c_int>, String> {
    let mut count = 0;
    // SAFETY: the library is complete; one number is written, then as many as it says.
    unsafe {
        check(library::nvrtcGetNumSupportedArchs(&raw mut count))?;
        let mut known = vec![0; usize::try_from(count).unwrap_or(0)];
        check(library::nvrtcGetSupportedArchs(known.as_mut_ptr()))?;
        Ok(known)
    }
}

/// A source on its way to code.
struct Program {
    raw: sys::nvrtcProgram,
}

/// Functions that write the size of something of a program, and the thing itself.
type SizeOf = unsafe fn(sys::nvrtcProgram, *mut usize) -> c_int;
type BytesOf = unsafe fn(sys::nvrtcProgram, *mut std::ffi::c_char) -> c_int;

impl Program {
    fn new(source: &str) -> Result<Program, String> {
        let text = CString::new(source).map_err(|_| "the source holds a zero byte".to_owned())?;
        let (mut raw, none) = (std::ptr::null_mut(), std::ptr::null());
        // SAFETY: the library is complete; the text is zero-terminated, and copied; a handle is written.
        let made = unsafe {
            let name = std::ptr::null();
            library::nvrtcCreateProgram(&raw mut raw, text.as_ptr(), name, 0, none, none)
        };
        check(made)?;
        Ok(Program { raw })
    }

    /// Compiles; an error has what the compiler says.
    fn compile(&self, options: &[String]) -> Result<(), String> {
        let options: Vec<CString> =
            options.iter().filter_map(|option| CString::new(option.as_str()).ok()).collect();
        let pointers: Vec<_> = options.iter().map(|option| option.as_ptr()).collect();
        // SAFETY: the program is alive; there are as many zero-terminated options as are said.
        let compiled = check(unsafe {
            let count = c_int::try_from(pointers.len()).unwrap_or(0);
            library::nvrtcCompileProgram(self.raw, count, pointers.as_ptr())
        });
        compiled.map_err(|error| {
            // SAFETY: the program is alive; the functions write a size, and as many bytes.
            let log =
                unsafe { self.bytes(library::nvrtcGetProgramLogSize, library::nvrtcGetProgramLog) };
            let log = log.unwrap_or_default();
            let log = log.split(|&byte| byte == 0).next().unwrap_or(&[]);
            format!("{error}: {}", String::from_utf8_lossy(log))
        })
    }

    /// # Safety
    /// `size` writes a number, `bytes` as many bytes.
    unsafe fn bytes(&self, size: SizeOf, bytes: BytesOf) -> Result<Vec<u8>, String> {
        let mut count = 0;
        // SAFETY: the program is alive; the rest is promised by the caller.
        unsafe {
            check(size(self.raw, &raw mut count))?;
            let mut found = vec![0u8; count];
            check(bytes(self.raw, found.as_mut_ptr().cast()))?;
            Ok(found)
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: the program is alive, and not used again.
        unsafe { library::nvrtcDestroyProgram(&raw mut self.raw) };
    }
}

fn check(result: c_int) -> Result<(), String> {
    if result == 0 {
        return Ok(());
    }
    // SAFETY: the library is complete; its texts are zero-terminated and live as long as the library.
    let text = unsafe {
        let text = library::nvrtcGetErrorString(result);
        if text.is_null() { c"unknown error" } else { CStr::from_ptr(text) }
    };
    Err(format!("NVRTC: {}", text.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_for_the_device_if_the_compiler_knows_it() {
        let known = [75, 80, 86, 90, 100];
        assert_eq!(target(&known, (9, 0)), Some(Target::Device(90)));
        assert_eq!(target(&known, (8, 9)), Some(Target::Older(86)));
        assert_eq!(target(&known, (12, 0)), Some(Target::Older(100)));
        assert_eq!(target(&known, (7, 0)), None);
        assert_eq!(target(&[], (9, 0)), None);
    }
}
