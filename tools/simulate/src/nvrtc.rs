//! The compiler NVRTC of the simulator's CUDA: older than that of users, because newer ones leave its GPUs out.

use crate::error::Error;
use libloading::{Library, Symbol};
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::ptr;

/// The loaded library.
pub struct Nvrtc {
    library: Library,
}

/// The line of a source that forbids to contract products and sums.
const STRICT: &str = "// Rounded as written: --fmad=false.";

/// Whether the kernels of a source round as written.
pub fn is_strict(source: &str) -> bool {
    source.contains(STRICT)
}

type Program = *mut c_void;
type Create = unsafe extern "C" fn(
    *mut Program,
    *const c_char,
    *const c_char,
    c_int,
    *const *const c_char,
    *const *const c_char,
) -> c_int;
type Compile = unsafe extern "C" fn(Program, c_int, *const *const c_char) -> c_int;
type Size = unsafe extern "C" fn(Program, *mut usize) -> c_int;
type Text = unsafe extern "C" fn(Program, *mut c_char) -> c_int;
type Destroy = unsafe extern "C" fn(*mut Program) -> c_int;

impl Nvrtc {
    /// The library in the folder of a simulator, if there is one.
    pub fn find(simulator: &Path) -> Option<Result<Nvrtc, Error>> {
        let path = library(simulator)?;
        // SAFETY: NVIDIA's library, whose constructors are made for loading it.
        let library = unsafe { Library::new(&path) };
        Some(library.map(|library| Nvrtc { library }).map_err(|e| Error::Nvrtc(e.to_string())))
    }

    /// The PTX of a source.
    ///
    /// # Errors
    /// [`Error::Nvrtc`] with the log of the compiler.
    pub fn ptx(&self, source: &str, architecture: &str) -> Result<String, Error> {
        let text = CString::new(source).map_err(|error| Error::Nvrtc(error.to_string()))?;
        let mut options = vec![
            CString::new(format!("--gpu-architecture={architecture}")).unwrap_or_default(),
            c"-default-device".to_owned(),
            // As the runtime compiles.
            c"--std=c++17".to_owned(),
        ];
        if is_strict(source) {
            options.push(c"--fmad=false".to_owned());
        }
        let options: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        // SAFETY: the names have these types in every version of NVRTC; the texts are zero-terminated and outlive the
        // calls, and buffers have the sizes that NVRTC tells.
        unsafe {
            let create: Symbol<'_, Create> = self.get(b"nvrtcCreateProgram\0")?;
            let compile: Symbol<'_, Compile> = self.get(b"nvrtcCompileProgram\0")?;
            let destroy: Symbol<'_, Destroy> = self.get(b"nvrtcDestroyProgram\0")?;
            let mut program = ptr::null_mut();
            let none = ptr::null();
            create(&mut program, text.as_ptr(), c"kernel.cu".as_ptr(), 0, none, none);
            let status = compile(program, options.len() as c_int, options.as_ptr());
            let log = self.text(program, b"nvrtcGetProgramLogSize\0", b"nvrtcGetProgramLog\0");
            let ptx = self.text(program, b"nvrtcGetPTXSize\0", b"nvrtcGetPTX\0");
            destroy(&mut program);
            if status == 0 { ptx } else { Err(Error::Nvrtc(log?)) }
        }
    }

    /// # Safety
    /// `program` must be one, and the names those of functions that tell a size and write as many bytes.
    unsafe fn text(&self, program: Program, size: &[u8], get: &[u8]) -> Result<String, Error> {
        // SAFETY: promised by the caller.
        unsafe {
            let (size, get): (Symbol<'_, Size>, Symbol<'_, Text>) =
                (self.get(size)?, self.get(get)?);
            let mut bytes = 0;
            if size(program, &mut bytes) != 0 || bytes == 0 {
                return Ok(String::new());
            }
            let mut text = vec![0u8; bytes];
            get(program, text.as_mut_ptr().cast());
            text.pop();
            Ok(String::from_utf8_lossy(&text).into_owned())
        }
    }

    /// # Safety
    /// The symbol must have this type.
    unsafe fn get<T>(&self, name: &[u8]) -> Result<Symbol<'_, T>, Error> {
        // SAFETY: promised by the caller.
        unsafe { self.library.get(name) }.map_err(|error| Error::Nvrtc(error.to_string()))
    }
}

/// Where `pip` puts the library.
fn library(simulator: &Path) -> Option<PathBuf> {
    let pythons = std::fs::read_dir(simulator.join("venv/lib")).ok()?;
    pythons.flatten().find_map(|python| {
        let folder = python.path().join("site-packages/nvidia/cuda_nvrtc/lib");
        let files = std::fs::read_dir(folder).ok()?;
        files.flatten().map(|file| file.path()).find(|path| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libnvrtc.so."))
        })
    })
}
