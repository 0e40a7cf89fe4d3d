//! Runs emitted CUDA kernels on the CPU, for tests.
//!
//! The CUDA C++ of a program is compiled, as it is, by the system's C++ compiler behind a shim header
//! (`shim.h`) and loaded as a shared library. Barriers are real: the threads of a block are fibers.
//! What this cannot show: the memory model and limits of a device, and its mathematical functions
//! (glibc's are used), so results may differ from a GPU's in the last digits.

mod compile;
mod error;
mod launcher;

pub use error::HostError;
pub use launcher::HostLauncher;

use std::collections::HashMap;
use std::ffi::c_void;
use std::path::Path;

/// Whether there is a C++ compiler. array-fn needs none, so tests that do say so and pass without.
///
/// # Panics
/// If there is none although `ARRAY_FN_REQUIRE_HOST_CUDA` is `1`.
pub fn has_compiler() -> bool {
    let found = compile::compiler().is_ok();
    if !found {
        let required = std::env::var_os("ARRAY_FN_REQUIRE_HOST_CUDA").is_some_and(|v| v == "1");
        assert!(!required, "{}", HostError::NoCompiler);
        eprintln!("skipped: {}", HostError::NoCompiler);
    }
    found
}

type Launch = unsafe extern "C" fn(u32, u32, usize, *mut *mut c_void) -> i32;

/// A CUDA source, loaded as host code.
pub struct HostCuda {
    kernels: HashMap<String, Launch>,
    /// Holds the code that `kernels` point into.
    _library: libloading::Library,
}

impl HostCuda {
    /// Compiles a source (or finds it compiled before in `cache`) and loads the named kernels.
    ///
    /// # Errors
    /// No C++ compiler, a source that it rejects, or a kernel that the source lacks.
    pub fn load<'a>(
        source: &str,
        kernels: impl IntoIterator<Item = &'a str>,
        cache: &Path,
    ) -> Result<HostCuda, HostError> {
        let names: Vec<&str> = kernels.into_iter().collect();
        let path = compile::library(source, &names, cache)?;
        // SAFETY: the library is made from the shim and emitted kernels, neither of which has
        // constructors beyond those of its own thread-local state.
        let library = unsafe { libloading::Library::new(&path) }
            .map_err(|e| HostError::Load { path: path.clone(), message: e.to_string() })?;
        let mut loaded = HashMap::new();
        for name in names {
            let symbol = format!("array_fn_host_{name}");
            // SAFETY: `compile` appended a function of this name and type for every kernel.
            let launch = unsafe { library.get::<Launch>(symbol.as_bytes()) }
                .map_err(|e| HostError::Load { path: path.clone(), message: e.to_string() })?;
            loaded.insert(name.to_string(), *launch);
        }
        Ok(HostCuda { kernels: loaded, _library: library })
    }

    /// Runs a kernel on `grid` blocks of `threads` threads with `shared` bytes of shared memory.
    ///
    /// # Errors
    /// An unknown kernel, threads that meet at different barriers, or a write past the end of shared
    /// memory.
    ///
    /// # Safety
    /// `parameters` must point to one value of the right type for every parameter of the kernel, and
    /// those that are pointers must lead to as many elements as the kernel reads and writes there.
    pub unsafe fn launch(
        &self,
        kernel: &str,
        grid: u32,
        threads: u32,
        shared: usize,
        parameters: &mut [*mut c_void],
    ) -> Result<(), HostError> {
        let launch = self.kernels.get(kernel);
        let launch = launch.ok_or_else(|| HostError::UnknownKernel { kernel: kernel.into() })?;
        // SAFETY: forwarded to the caller; `launch` is the function that `compile` made.
        let status = unsafe { launch(grid, threads, shared, parameters.as_mut_ptr()) };
        HostError::check(kernel, status)
    }
}
