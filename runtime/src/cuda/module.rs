//! Loaded kernels on a device: from code or PTX that the build made, or from their source at run time.

use std::ffi::{CString, c_void};
use std::sync::Arc;

use cudarc::driver::sys::{CUfunction, CUfunction_attribute, CUjit_option, CUmodule};

use super::context::Context;
use super::driver::{Status, functions as api};
use super::{CudaError, nvrtc};
use crate::plan;

/// Loaded code.
pub(crate) struct Module {
    context: &'static Context,
    raw: CUmodule,
    /// The name of the program that the code belongs to, for messages.
    name: String,
}

// SAFETY: the handle is the driver's, which may be used from any thread.
unsafe impl Send for Module {}
// SAFETY: as above.
unsafe impl Sync for Module {}

/// The shared memory that a block gets without asking.
const STATIC_SHARED_BYTES: usize = 48 * 1024;

impl Module {
    /// Loads PTX.
    ///
    /// # Errors
    /// [`CudaError::Rejected`] with the driver's log, for instance where the PTX is newer than the
    /// driver.
    pub(super) fn from_ptx(
        context: &'static Context,
        name: &str,
        ptx: &str,
    ) -> Result<Module, CudaError> {
        let image = CString::new(ptx).map_err(|_| CudaError::Rejected {
            program: name.to_owned(),
            log: "the PTX holds a zero byte".to_owned(),
        })?;
        // SAFETY: the text is zero-terminated.
        unsafe { Module::load(context, name, image.as_bytes_with_nul()) }
    }

    /// Loads code that the build made.
    ///
    /// # Errors
    /// [`CudaError::Rejected`] with the driver's log, for instance where the code is newer than the driver.
    fn from_code(
        context: &'static Context,
        name: &str,
        code: &'static plan::DeviceCode,
    ) -> Result<Module, CudaError> {
        // Files in a program stand anywhere, and a driver may read the numbers in them.
        let words: Vec<[u8; 8]> = code.bytes.chunks(8).map(padded).collect();
        // SAFETY: it is a whole file that ptxas made, promised by the plan; it is followed by zeros at most.
        unsafe { Module::load(context, name, words.as_flattened()) }
    }

    /// Loads code.
    ///
    /// # Safety
    /// It is zero-terminated text, or a whole file of NVIDIA's compilers.
    unsafe fn load(
        context: &'static Context,
        name: &str,
        image: &[u8],
    ) -> Result<Module, CudaError> {
        let _current = context.bind()?;
        let mut log = vec![0u8; 8192];
        let mut options = [
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER,
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        ];
        let mut values: [*mut c_void; 2] =
            [log.as_mut_ptr().cast(), std::ptr::without_provenance_mut(log.len())];
        let mut raw = std::ptr::null_mut();
        // SAFETY: the context is current; the image says where it ends, promised by the caller; the log has the
        // size that is given.
        let result = unsafe {
            api::cuModuleLoadDataEx(
                &raw mut raw,
                image.as_ptr().cast(),
                options.len() as u32,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        if result.refuses_code() {
            let text = log.split(|&byte| byte == 0).next().unwrap_or(&[]);
            let text = String::from_utf8_lossy(text).trim().to_owned();
            let (error, meaning) = super::driver::describe(result);
            let log = format!("{error} ({meaning}) {text}").trim().to_owned();
            return Err(CudaError::Rejected { program: name.to_owned(), log });
        }
        context.check("cuModuleLoadDataEx", result)?;
        Ok(Module { context, raw, name: name.to_owned() })
    }

    /// Compiles CUDA C++ by NVRTC and loads it.
    ///
    /// # Errors
    /// [`CudaError::Rejected`] where there is no NVRTC, or with what it says.
    pub(super) fn from_source(
        context: &'static Context,
        name: &str,
        source: &str,
    ) -> Result<Module, CudaError> {
        let code = nvrtc::compile(source, context.capability)
            .map_err(|log| CudaError::Rejected { program: name.to_owned(), log })?;
        // SAFETY: the compiler made it; a zero follows.
        unsafe { Module::load(context, name, &code) }
    }

    /// The kernels of a program: from code of the build for this device, else from its PTX, else from its source.
    ///
    /// # Errors
    /// [`CudaError::Rejected`] with the reasons of all.
    pub(super) fn of_program(
        context: &'static Context,
        program: &'static plan::Program,
    ) -> Result<Arc<Module>, CudaError> {
        let cuda = &program.cuda;
        let name = program.name;
        let mut refused = Vec::new();
        let mut at_run_time = false;
        let module = context.module(cuda.source.as_ptr().addr(), || {
            if let Some(code) = best_code(cuda.code, context.capability) {
                match Module::from_code(context, name, code) {
                    Err(CudaError::Rejected { log, .. }) => {
                        refused.push(format!("the code of the build for {}: {log}", code.device));
                    }
                    outcome => return outcome,
                }
            }
            if let Some(ptx) = cuda.ptx {
                match Module::from_ptx(context, name, ptx) {
                    Err(CudaError::Rejected { log, .. }) => {
                        refused.push(format!("the PTX of the build: {log}"));
                    }
                    outcome => return outcome,
                }
            }
            at_run_time = true;
            Module::from_source(context, name, cuda.source).map_err(|error| match error {
                CudaError::Rejected { program, log } if !refused.is_empty() => {
                    let log = format!("the driver refuses {}; {log}", refused.join("; "));
                    CudaError::Rejected { program, log }
                }
                error => error,
            })
        });
        // Reported without holding the lock on modules, because a listener may call an array function.
        if !refused.is_empty() {
            let instead =
                if at_run_time { "compiled at run time (NVRTC)" } else { "its PTX is used" };
            tracing::warn!(
                target: "array_fn",
                program = name,
                refused = refused.join("; "),
                "the driver refuses what the build made: {instead}"
            );
        } else if at_run_time {
            tracing::info!(
                target: "array_fn",
                program = name,
                "there was no PTX from the build: compiled at run time (NVRTC)"
            );
        }
        module
    }

    pub(super) fn context(&self) -> &'static Context {
        self.context
    }

    /// A kernel, with room for this many bytes of dynamic shared memory.
    ///
    /// # Errors
    /// [`CudaError::Rejected`] where there is no such kernel, [`CudaError::Unsupported`] where the
    /// device has less shared memory.
    pub(super) fn function(
        &self,
        name: &str,
        shared_bytes: usize,
    ) -> Result<CUfunction, CudaError> {
        let context = self.context;
        let _current = context.bind()?;
        let missing = || CudaError::Rejected {
            program: self.name.clone(),
            log: format!("there is no kernel `{name}`"),
        };
        let symbol = CString::new(name).map_err(|_| missing())?;
        let mut function = std::ptr::null_mut();
        // SAFETY: the module is loaded, the name zero-terminated; a handle is written.
        let result =
            unsafe { api::cuModuleGetFunction(&raw mut function, self.raw, symbol.as_ptr()) };
        if result == Status::NOT_FOUND {
            return Err(missing());
        }
        context.check("cuModuleGetFunction", result)?;
        if shared_bytes > context.max_shared {
            return Err(CudaError::Unsupported {
                device: context.describe(),
                what: format!(
                    "shared memory for kernel `{name}`, which needs {shared_bytes} bytes of \
                     {} a block",
                    context.max_shared
                ),
            });
        }
        if shared_bytes > STATIC_SHARED_BYTES {
            let attribute = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            // SAFETY: the function is loaded; the value was compared with what the device has.
            let result =
                unsafe { api::cuFuncSetAttribute(function, attribute, shared_bytes as i32) };
            context.check("cuFuncSetAttribute", result)?;
        }
        Ok(function)
    }

    /// Sizes in bytes of a kernel's parameters.
    pub(super) fn parameter_sizes(&self, function: CUfunction) -> Result<Vec<usize>, CudaError> {
        let mut sizes = Vec::new();
        loop {
            let (mut offset, mut size) = (0, 0);
            // SAFETY: the function is loaded; two numbers are written if the parameter exists.
            let result = unsafe {
                api::cuFuncGetParamInfo(function, sizes.len(), &raw mut offset, &raw mut size)
            };
            if result == Status::INVALID_VALUE {
                return Ok(sizes);
            }
            self.context.check("cuFuncGetParamInfo", result)?;
            sizes.push(size);
        }
    }
}

/// The code among these that suits a device best: that of its architecture, or of an earlier one with the same major
/// number.
fn best_code(
    code: &'static [plan::DeviceCode],
    (major, minor): (i32, i32),
) -> Option<&'static plan::DeviceCode> {
    let suits = |code: &&'static plan::DeviceCode| {
        let number = code.device.strip_prefix("sm_")?;
        let digits = number.trim_end_matches(char::is_alphabetic);
        let only = number.ends_with('a');
        let number: i32 = digits.parse().ok()?;
        let same = number == 10 * major + minor;
        let earlier = number / 10 == major && number % 10 < minor;
        (same || earlier && !only).then_some((number, only))
    };
    code.iter().filter(|code| suits(code).is_some()).max_by_key(suits)
}

/// Up to eight bytes, and zeros.
fn padded(bytes: &[u8]) -> [u8; 8] {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    word
}

impl Drop for Module {
    fn drop(&mut self) {
        let _current = self.context.bind();
        // Kernels may still be running, and the driver does not promise to wait for them.
        if self.context.synchronize().is_ok() {
            // SAFETY: whoever uses the kernels of a module holds it, graphs included.
            unsafe { api::cuModuleUnload(self.raw) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_of_the_architecture_or_of_an_earlier_one_of_its_major_number() {
        const fn code(device: &'static str) -> plan::DeviceCode {
            plan::DeviceCode { device, bytes: &[] }
        }
        static ALL: [plan::DeviceCode; 7] = [
            code("sm_75"),
            code("sm_80"),
            code("sm_90"),
            code("sm_86"),
            code("sm_90a"),
            code("sm_100f"),
            code("sm_100"),
        ];
        let best = |capability| best_code(&ALL, capability).map(|code| code.device);
        assert_eq!(best((7, 5)), Some("sm_75"));
        assert_eq!(best((8, 0)), Some("sm_80"));
        assert_eq!(best((8, 6)), Some("sm_86"));
        assert_eq!(best((8, 9)), Some("sm_86"));
        assert_eq!(best((9, 0)), Some("sm_90a"));
        assert_eq!(best((10, 3)), Some("sm_100"));
        assert_eq!(best((7, 0)), None);
        assert_eq!(best((12, 0)), None);
        assert_eq!(best_code(&[], (9, 0)).map(|code| code.device), None);
    }
}
