//! Runs emitted CUDA kernels on the CPU, for tests.
//!
//! The CUDA C++ of a program is compiled, as it is, by the system's C++ compiler behind a shim header
//! (`shim.h`) and loaded as a shared library. Barriers are real: the threads of a block are fibers
//! (`scheduler.cpp`). A [`Sanitizer`] may watch every access.
//! What this cannot show: the memory model and limits of a device, and its mathematical functions
//! (glibc's are used), so results may differ from a GPU's in the last digits.

pub mod agreement;
mod compile;
mod error;
mod launcher;
mod sanitizer;
mod scheduler;

pub use error::HostError;
pub use launcher::HostLauncher;
pub use sanitizer::{SanitizedRun, Sanitizer};

use compile::Recipe;
use scheduler::{Context, KernelFn, Launch};
use std::collections::HashMap;
use std::ffi::c_void;
use std::fmt::Write;
use std::path::Path;

/// Whether there is a C++ compiler. array-fn needs none, so tests that do say so and pass without.
///
/// # Panics
/// If there is none although `ARRAY_FN_REQUIRE_HOST_CUDA` is `1`.
pub fn has_compiler() -> bool {
    found_or_skipped(compile::compiler())
}

/// Whether what a test needs was found; if not, and that is allowed, says so.
fn found_or_skipped<T>(needed: Result<T, HostError>) -> bool {
    let Err(error) = needed else { return true };
    let required = std::env::var_os("ARRAY_FN_REQUIRE_HOST_CUDA").is_some_and(|v| v == "1");
    assert!(!required, "{error}");
    eprintln!("skipped: {error}");
    false
}

/// What comes before an emitted source.
const PRELUDE: &str = concat!(include_str!("context.h"), include_str!("shim.h"));

const FLAGS: &[&str] = &["-O0", "-ffp-contract=off"];

/// Overflow of signed integers and the like is a bug of the emitter: the process stops there. No
/// library of the sanitizer is needed for that.
const TRAPS: &[&str] = &[
    "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift,bounds",
    "-fsanitize-undefined-trap-on-error",
];

/// An emitted source and what surrounds it.
fn text(source: &str, kernels: &[&str]) -> String {
    // Sorted: who loads a source may list its kernels in any order.
    let mut kernels = kernels.to_vec();
    kernels.sort_unstable();
    let mut text = format!("{PRELUDE}#line 1 \"emitted.cu\"\n{source}\n");
    for name in kernels {
        let _ = writeln!(text, "ARRAY_FN_HOST({name})");
    }
    text
}

/// Of the compiler, and of the linker.
type Flags = (Vec<&'static str>, &'static [&'static str]);

fn flags() -> Result<Flags, HostError> {
    Ok(match Sanitizer::of_process()? {
        None => ([FLAGS, TRAPS].concat(), compile::MATHEMATICS),
        // The compiler knows which libraries its sanitizers need.
        Some(sanitizer) => ([FLAGS, sanitizer.flags()].concat(), &[]),
    })
}

fn recipe<'a>(source: &'a str, (flags, libraries): &'a Flags) -> Recipe<'a> {
    Recipe { source, flags, libraries }
}

/// A CUDA source, or several, loaded as host code.
pub struct HostCuda {
    kernels: HashMap<String, KernelFn>,
    /// The context of this OS thread that the library's kernels read.
    context: unsafe extern "C" fn() -> *mut Context,
    launch: Launch,
    /// Holds the code that `kernels` and `context` point into.
    _library: libloading::Library,
}

impl HostCuda {
    /// Compiles a source (or finds it compiled before in `cache`) and loads the named kernels.
    ///
    /// # Errors
    /// No C++ compiler, a source that it rejects, a kernel that the source lacks, or a sanitizer that
    /// `ARRAY_FN_HOST_SANITIZER` asks for and that is not there.
    pub fn load<'a>(
        source: &str,
        kernels: impl IntoIterator<Item = &'a str>,
        cache: &Path,
    ) -> Result<HostCuda, HostError> {
        let names: Vec<&str> = kernels.into_iter().collect();
        let flags = flags()?;
        let path = recipe(&text(source, &names), &flags).library(cache)?;
        HostCuda::open(&path, &names, cache)
    }

    /// As [`HostCuda::load`], but all sources in one library, which takes much less time. Each source, with its
    /// kernels, is found in `cache` from then on. All names of kernels must differ.
    ///
    /// # Errors
    /// Those of [`HostCuda::load`].
    pub fn load_together(
        sources: &[(&str, Vec<&str>)],
        cache: &Path,
    ) -> Result<HostCuda, HostError> {
        let names: Vec<&str> = sources.iter().flat_map(|(_, names)| names).copied().collect();
        let mut all = String::new();
        for (k, (source, _)) in sources.iter().enumerate() {
            // Each has device functions of its own, of the same names.
            let _ =
                write!(all, "namespace source{k} {{\n{source}\n}}\nusing namespace source{k};\n");
        }
        let flags = flags()?;
        let path = recipe(&text(&all, &names), &flags).library(cache)?;
        for (source, names) in sources {
            recipe(&text(source, names), &flags).is_part_of(&path, cache)?;
        }
        HostCuda::open(&path, &names, cache)
    }

    fn open(path: &Path, names: &[&str], cache: &Path) -> Result<HostCuda, HostError> {
        let failed =
            |e: libloading::Error| HostError::Load { path: path.into(), message: e.to_string() };
        // Before the kernels, which refer to it.
        let launch = scheduler::launch(cache)?;
        // SAFETY: the library is made from the shim and emitted kernels, neither of which has
        // constructors.
        let library = unsafe { libloading::Library::new(path) }.map_err(failed)?;
        let mut loaded = HashMap::new();
        for name in names {
            let symbol = format!("array_fn_host_{name}");
            // SAFETY: `ARRAY_FN_HOST` defines a function of this name and type.
            let kernel = *unsafe { library.get::<KernelFn>(symbol.as_bytes()) }.map_err(failed)?;
            loaded.insert(name.to_string(), kernel);
        }
        // SAFETY: the shim defines a function of this name and type.
        let context = *unsafe { library.get(b"array_fn_host_context") }.map_err(failed)?;
        Ok(HostCuda { kernels: loaded, context, launch, _library: library })
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
        // SAFETY: forwarded to the caller.
        unsafe { self.launch_in_order(kernel, grid, threads, shared, parameters, 0) }
    }

    /// As [`HostCuda::launch`], but with blocks in another order, as a device may run them. Order 0 is that of their
    /// numbers. Order `2 * k` begins with block `k`, and order `2 * k + 1` runs backwards from there.
    ///
    /// # Errors
    /// Those of [`HostCuda::launch`].
    ///
    /// # Safety
    /// As for [`HostCuda::launch`].
    pub unsafe fn launch_in_order(
        &self,
        kernel: &str,
        grid: u32,
        threads: u32,
        shared: usize,
        parameters: &mut [*mut c_void],
        order: u32,
    ) -> Result<(), HostError> {
        let function = self.kernels.get(kernel);
        let function =
            *function.ok_or_else(|| HostError::UnknownKernel { kernel: kernel.into() })?;
        // SAFETY: forwarded to the caller; kernel and context are of one library, and the context is that
        // of this OS thread.
        let status = unsafe {
            let context = (self.context)();
            (self.launch)(function, context, grid, threads, shared, parameters.as_mut_ptr(), order)
        };
        HostError::check(kernel, status)
    }
}
