//! NVRTC: nvcc's compiler as a library. It makes the same PTX without starting processes or reading headers. This
//! module contains the whole C interface.

use crate::compiler::{Compiler, NO_CONTRACTION, NO_OVERFLOW};
use array_fn_compiler::emit::cuda::STRICT;
use libloading::Library;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::fs;
use std::path::{Path, PathBuf};
use std::ptr;

/// `nvrtcResult`, an enumeration in C.
type Status = c_int;
const SUCCESS: Status = 0;
/// `nvrtcProgram`.
type Handle = *mut c_void;

type Create = unsafe extern "C" fn(
    program: *mut Handle,
    source: *const c_char,
    name: *const c_char,
    headers: c_int,
    texts: *const *const c_char,
    names: *const *const c_char,
) -> Status;
type Compile = unsafe extern "C" fn(Handle, count: c_int, options: *const *const c_char) -> Status;
type Size = unsafe extern "C" fn(Handle, bytes: *mut usize) -> Status;
type Text = unsafe extern "C" fn(Handle, buffer: *mut c_char) -> Status;

/// A loaded library. It is never closed, so its functions stay valid, also in threads that end late.
pub struct Nvrtc {
    path: PathBuf,
    release: (u32, u32),
    create: Create,
    destroy: unsafe extern "C" fn(*mut Handle) -> Status,
    compile: Compile,
    ptx_size: Size,
    ptx: Text,
    log_size: Size,
    log: Text,
    error_string: unsafe extern "C" fn(Status) -> *const c_char,
}

impl Nvrtc {
    /// Loads the library at `path`. `None` if there is none, if it is not NVRTC, or if it is of another release.
    /// `builtins` is its companion. NVRTC asks for it by name alone, so it finds the companion only where the system's
    /// loader looks, or if it is loaded already.
    pub fn load(path: &Path, builtins: &Path, release: (u32, u32)) -> Option<Nvrtc> {
        if !path.is_file() {
            return None;
        }
        // SAFETY: the constructors of NVRTC set up its own state, and ask nothing of who loads it.
        let library = unsafe { Library::new(path) }.ok()?;
        // SAFETY: the symbols have these types in nvrtc.h, unchanged since the first release of NVRTC, and
        // the library is not closed after this function has returned them.
        let (nvrtc, version) = unsafe {
            type Version = unsafe extern "C" fn(major: *mut c_int, minor: *mut c_int) -> Status;
            let version: Version = *library.get(b"nvrtcVersion").ok()?;
            let nvrtc = Nvrtc {
                path: path.to_path_buf(),
                release,
                create: *library.get(b"nvrtcCreateProgram").ok()?,
                destroy: *library.get(b"nvrtcDestroyProgram").ok()?,
                compile: *library.get(b"nvrtcCompileProgram").ok()?,
                ptx_size: *library.get(b"nvrtcGetPTXSize").ok()?,
                ptx: *library.get(b"nvrtcGetPTX").ok()?,
                log_size: *library.get(b"nvrtcGetProgramLogSize").ok()?,
                log: *library.get(b"nvrtcGetProgramLog").ok()?,
                error_string: *library.get(b"nvrtcGetErrorString").ok()?,
            };
            (nvrtc, version)
        };
        let (mut major, mut minor) = (0, 0);
        // SAFETY: it writes two integers, which are there, and the library is open.
        let status = unsafe { version(&mut major, &mut minor) };
        let found = (u32::try_from(major).ok()?, u32::try_from(minor).ok()?);
        if status != SUCCESS || found != release {
            return None;
        }
        std::mem::forget(library);
        // Without the builtins nothing compiles, unless the loader finds others: the probe will tell.
        // SAFETY: the constructors set up the library's own state, too; it has no other user than NVRTC.
        if let Ok(builtins) = unsafe { Library::new(builtins) } {
            std::mem::forget(builtins);
        }
        Some(nvrtc)
    }

    /// The options that correspond to nvcc's flags: no warnings, and the C++ standard that both have by default.
    fn options(&self, arch: &str) -> Vec<String> {
        let fixed = ["-w", NO_OVERFLOW, "-std=c++17"];
        let mut options = vec![format!("-arch={arch}")];
        options.extend(fixed.map(str::to_string));
        // NVRTC would keep programs in the user's home folder, too; array-fn has its own cache.
        if self.release >= (12, 9) {
            options.push("--no-cache".to_string());
        }
        options
    }

    /// The PTX of a source, or NVRTC's log.
    fn ptx_of(&self, arch: &str, name: &str, source: &str) -> Result<Vec<u8>, String> {
        let c_string = |text: &str| CString::new(text).map_err(|e| e.to_string());
        let mut options = self.options(arch);
        options.extend(source.contains(STRICT).then(|| NO_CONTRACTION.to_string()));
        let options: Vec<CString> =
            options.iter().map(|o| c_string(o)).collect::<Result<_, _>>()?;
        let program = Program::new(self, &c_string(source)?, &c_string(name)?)?;
        match program.compile(&options) {
            SUCCESS => program
                .text(self.ptx_size, self.ptx)
                .ok_or_else(|| "NVRTC has compiled it and gives no PTX".to_string()),
            status => {
                let log = program.text(self.log_size, self.log).unwrap_or_default();
                let log = String::from_utf8_lossy(&log).trim_end().to_string();
                Err(if log.is_empty() { self.message(status) } else { log })
            }
        }
    }

    /// NVRTC's name of an error.
    fn message(&self, status: Status) -> String {
        // SAFETY: any number may be asked for; the library, which is open, knows its names and those of
        // the others as "unknown".
        let name = unsafe { (self.error_string)(status) };
        if name.is_null() {
            return format!("NVRTC: error {status}");
        }
        // SAFETY: a constant of the library that ends with a zero.
        let name = unsafe { CStr::from_ptr(name) };
        format!("NVRTC: {}", name.to_string_lossy())
    }
}

impl Compiler for Nvrtc {
    fn name(&self) -> &'static str {
        "NVRTC"
    }

    fn path(&self) -> &Path {
        &self.path
    }

    /// NVRTC suits sources without shared memory. Its pointers into shared memory have 64 bits, nvcc's have 32, and no
    /// option changes that. They take registers: 30 become 37, and fewer blocks are resident. For all other sources of
    /// the conformance suite both make the same PTX, to the byte (CUDA 13.0).
    fn suits(&self, source: &str) -> bool {
        !source.contains("__shared__")
    }

    fn fingerprint(&self, arch: &str) -> String {
        let (major, minor) = self.release;
        format!("NVRTC {major}.{minor} {}", self.options(arch).join(" "))
    }

    fn compile(&self, arch: &str, source: &Path, ptx: &Path) -> Result<(), String> {
        let file = |path: &Path, e| format!("{}: {e}", path.display());
        let text = fs::read_to_string(source).map_err(|e| file(source, e))?;
        let output = self.ptx_of(arch, &source.to_string_lossy(), &text)?;
        fs::write(ptx, output).map_err(|e| file(ptx, e))
    }
}

/// One source that NVRTC holds, destroyed on drop, however its compilation ends.
struct Program<'a> {
    nvrtc: &'a Nvrtc,
    /// Used by this thread alone. NVRTC may compile several programs at once, but not one program in several threads.
    handle: Handle,
}

impl<'a> Program<'a> {
    fn new(nvrtc: &'a Nvrtc, source: &CStr, name: &CStr) -> Result<Program<'a>, String> {
        let mut handle = ptr::null_mut();
        // SAFETY: the library is open; both texts end with a zero and are copied; there are no headers, so their arrays
        // may be null.
        let status = unsafe {
            (nvrtc.create)(&mut handle, source.as_ptr(), name.as_ptr(), 0, ptr::null(), ptr::null())
        };
        match status {
            SUCCESS => Ok(Program { nvrtc, handle }),
            status => Err(nvrtc.message(status)),
        }
    }

    fn compile(&self, options: &[CString]) -> Status {
        let pointers: Vec<*const c_char> = options.iter().map(|o| o.as_ptr()).collect();
        // SAFETY: the program is alive, and in no other thread. There are as many options as said, each ends with a
        // zero, and they outlive the call.
        unsafe { (self.nvrtc.compile)(self.handle, pointers.len() as c_int, pointers.as_ptr()) }
    }

    /// A result of the compilation, without the zero at its end.
    fn text(&self, size: Size, get: Text) -> Option<Vec<u8>> {
        let mut bytes = 0;
        // SAFETY: the program is alive; one number is written.
        if unsafe { size(self.handle, &mut bytes) } != SUCCESS {
            return None;
        }
        let mut text = vec![0_u8; bytes];
        // SAFETY: the program is alive, and writes as many bytes as it just said.
        if unsafe { get(self.handle, text.as_mut_ptr().cast()) } != SUCCESS {
            return None;
        }
        text.truncate(text.iter().position(|&byte| byte == 0).unwrap_or(bytes));
        Some(text)
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // SAFETY: it was made by `create` of the same library, and this is its end.
        let _ = unsafe { (self.nvrtc.destroy)(&mut self.handle) };
    }
}
