//! A compiler that compiles nothing: its "PTX" names the kernels with what they need, and holds the source, which the
//! stand-in driver looks up. So does its code of one device, for which `--gpu-architecture=sm_90` or another number asks.
//!
//! A source with `#error` is refused, as by a compiler.

#[path = "../../src/signature.rs"]
mod signature;

use std::ffi::{CStr, c_char, c_int, c_void};
use std::fmt::Write;
use std::ptr;

use signature::{Parameter, Signature, signatures};

/// First line of the PTX, which the stand-in driver recognises.
const HEADER: &str = "// array-fn stand-in for NVRTC";
/// What stands before each line of the source.
const PREFIX: &str = "//| ";

/// How code of a device begins.
const CODE: &str = "\u{7f}ELF";
/// The architectures that the compiler knows.
const KNOWN: [c_int; 6] = [75, 80, 86, 89, 90, 100];

/// The PTX of a source, of the compiler's own version.
fn ptx_of(source: &str, architecture: &str) -> String {
    let mut text = format!("{HEADER}\n.version 9.0\n.target sm_{architecture}\n.address_size 64\n");
    signatures(source).iter().for_each(|kernel| write_entry(&mut text, kernel));
    text.extend(source.lines().flat_map(|line| [PREFIX, line, "\n"]));
    text
}

/// A kernel, without its instructions.
fn write_entry(text: &mut String, kernel: &Signature) {
    let Signature { name, parameters, max_threads, shared, local } = kernel;
    let parameter = |(k, parameter): (usize, &Parameter)| {
        format!("\t.param .b{} {name}_param_{k}", 8 * parameter.bytes())
    };
    let parameters: Vec<String> = parameters.iter().enumerate().map(parameter).collect();
    let _ = writeln!(text, ".visible .entry {name}(\n{}\n)", parameters.join(",\n"));
    if let Some(threads) = max_threads {
        let _ = writeln!(text, ".maxntid {threads}, 1, 1");
    }
    text.push_str("{\n");
    if *local > 0 {
        let _ = writeln!(text, "\t.local .align 16 .b8 __local_depot0[{local}];");
    }
    if *shared > 0 {
        let _ = writeln!(text, "\t.shared .align 16 .b8 {name}_shared[{shared}];");
    }
    text.push_str("\tret;\n}\n");
}

struct Program {
    source: String,
    /// Zero-terminated; empty before it is compiled.
    ptx: Vec<u8>,
    /// Code of a device; empty where PTX for several was asked for.
    code: Vec<u8>,
    log: Vec<u8>,
}

const SUCCESS: c_int = 0;
const INVALID_INPUT: c_int = 3;
const INVALID_PROGRAM: c_int = 4;
const INVALID_OPTION: c_int = 5;
const COMPILATION: c_int = 6;

/// # Safety
/// `program` and `source` must be valid, the source zero-terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvrtcCreateProgram(
    program: *mut *mut c_void,
    source: *const c_char,
    _: *const c_char,
    _: c_int,
    _: *const *const c_char,
    _: *const *const c_char,
) -> c_int {
    if source.is_null() {
        return INVALID_INPUT;
    }
    // SAFETY: promised by the caller.
    let source = unsafe { CStr::from_ptr(source) }.to_string_lossy().into_owned();
    let made = Box::new(Program { source, ptx: Vec::new(), code: Vec::new(), log: vec![0] });
    // SAFETY: promised by the caller.
    unsafe { program.write(Box::into_raw(made).cast()) };
    SUCCESS
}

/// # Safety
/// `program` must come from [`nvrtcCreateProgram`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvrtcCompileProgram(
    program: *mut c_void,
    count: c_int,
    options: *const *const c_char,
) -> c_int {
    // SAFETY: promised by the caller.
    let Some(program) = (unsafe { program.cast::<Program>().as_mut() }) else {
        return INVALID_PROGRAM;
    };
    if program.source.contains("#error") {
        program.log = b"error: #error directive\0".to_vec();
        return COMPILATION;
    }
    // SAFETY: there are as many zero-terminated options as are said, promised by the caller.
    let options = (0..count as usize).map(|k| unsafe { CStr::from_ptr(options.add(k).read()) });
    let options: Vec<String> = options.map(|text| text.to_string_lossy().into_owned()).collect();
    let asked = options.iter().find_map(|option| option.strip_prefix("--gpu-architecture="));
    let (is_code, architecture) = match asked.map(|asked| asked.split_once('_')) {
        None => (false, "75"),
        Some(Some(("compute", number))) => (false, number),
        Some(Some(("sm", number))) => (true, number),
        Some(_) => return INVALID_OPTION,
    };
    if !KNOWN.iter().any(|known| known.to_string() == architecture) {
        return INVALID_OPTION;
    }
    program.ptx = ptx_of(&program.source, architecture).into_bytes();
    program.ptx.push(0);
    if is_code {
        program.code = [CODE.as_bytes(), b"\n", &program.ptx].concat();
    }
    SUCCESS
}

/// # Safety
/// `program` must point to one from [`nvrtcCreateProgram`], which is gone afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvrtcDestroyProgram(program: *mut *mut c_void) -> c_int {
    // SAFETY: promised by the caller.
    unsafe {
        drop(Box::from_raw((*program).cast::<Program>()));
        program.write(ptr::null_mut());
    }
    SUCCESS
}

macro_rules! texts {
    ($($size:ident $text:ident $field:ident;)*) => {$(
        /// # Safety
        /// `program` must come from [`nvrtcCreateProgram`]; one number is written.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $size(program: *mut c_void, size: *mut usize) -> c_int {
            // SAFETY: promised by the caller.
            unsafe { size.write((*program.cast::<Program>()).$field.len()) };
            SUCCESS
        }

        /// # Safety
        /// `program` must come from [`nvrtcCreateProgram`]; as many bytes are written as was said.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $text(program: *mut c_void, target: *mut c_char) -> c_int {
            // SAFETY: promised by the caller.
            unsafe {
                let text = &(*program.cast::<Program>()).$field;
                target.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), text.len());
            }
            SUCCESS
        }
    )*};
}

texts! {
    nvrtcGetPTXSize nvrtcGetPTX ptx;
    nvrtcGetCUBINSize nvrtcGetCUBIN code;
    nvrtcGetProgramLogSize nvrtcGetProgramLog log;
}

/// # Safety
/// One number is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvrtcGetNumSupportedArchs(count: *mut c_int) -> c_int {
    // SAFETY: promised by the caller.
    unsafe { count.write(KNOWN.len() as c_int) };
    SUCCESS
}

/// # Safety
/// As many numbers are written as [`nvrtcGetNumSupportedArchs`] says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvrtcGetSupportedArchs(architectures: *mut c_int) -> c_int {
    // SAFETY: promised by the caller.
    unsafe { architectures.copy_from_nonoverlapping(KNOWN.as_ptr(), KNOWN.len()) };
    SUCCESS
}

/// # Safety
/// Two numbers are written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvrtcVersion(major: *mut c_int, minor: *mut c_int) -> c_int {
    // SAFETY: promised by the caller.
    unsafe {
        major.write(13);
        minor.write(0);
    }
    SUCCESS
}

/// The name of a result.
#[unsafe(no_mangle)]
pub extern "C" fn nvrtcGetErrorString(result: c_int) -> *const c_char {
    match result {
        SUCCESS => c"NVRTC_SUCCESS",
        INVALID_INPUT => c"NVRTC_ERROR_INVALID_INPUT",
        INVALID_PROGRAM => c"NVRTC_ERROR_INVALID_PROGRAM",
        INVALID_OPTION => c"NVRTC_ERROR_INVALID_OPTION",
        COMPILATION => c"NVRTC_ERROR_COMPILATION",
        _ => c"NVRTC_ERROR",
    }
    .as_ptr()
}
