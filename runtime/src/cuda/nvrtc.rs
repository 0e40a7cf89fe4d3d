//! Compiling CUDA C++ at run time.

use std::ffi::CString;

use cudarc::nvrtc::{result, sys};

/// The line that the compiler writes into sources that are to be compiled without fused multiply-adds.
const STRICT: &str = "// Rounded as written: --fmad=false.";

/// The PTX of a source for a compute capability, or the reason why there is none.
pub(super) fn compile(source: &str, capability: (i32, i32)) -> Result<String, String> {
    // SAFETY: opens the library of NVRTC, whose constructors are made for that.
    if !unsafe { sys::is_culib_present() } {
        return Err(
            "NVRTC (libnvrtc.so) was not found either: install the CUDA toolkit's runtime \
                    compiler, or build where nvcc is"
                .to_owned(),
        );
    }
    let text = CString::new(source).map_err(|_| "the source holds a zero byte".to_owned())?;
    let (major, minor) = capability;
    let mut options =
        vec![format!("--gpu-architecture=compute_{major}{minor}"), "--std=c++17".to_owned()];
    options.extend(source.contains(STRICT).then(|| "--fmad=false".to_owned()));
    let program =
        result::create_program(&text, None).map_err(|error| format!("NVRTC: {error:?}"))?;
    // SAFETY: the program was made just now, and is destroyed once, after its last use.
    let outcome = unsafe {
        let compiled = result::compile_program(program, &options);
        let outcome = match compiled {
            Ok(()) => result::get_ptx(program).map_err(|error| format!("NVRTC: {error:?}")),
            Err(error) => {
                let log = result::get_program_log(program).unwrap_or_default();
                Err(format!("NVRTC: {error:?}: {}", text_of(&log)))
            }
        };
        let _ = result::destroy_program(program);
        outcome
    };
    outcome.map(|ptx| text_of(&ptx))
}

/// The characters up to the first zero.
fn text_of(characters: &[std::ffi::c_char]) -> String {
    let bytes = characters.iter().map(|&c| c as u8).take_while(|&byte| byte != 0);
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}
