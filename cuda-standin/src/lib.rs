//! A stand-in for the CUDA driver, for tests on machines without a GPU.
//!
//! The crate is two things: a library that exports the driver's functions (`libafn_mock_cuda.so`), and what
//! a test needs to load and control it ([`StandIn`]). Nothing loads it by accident: its file is not called
//! `libcuda.so`; only its SONAME is, so that once a test has loaded it ([`StandIn::install`]), a loader that
//! asks for `libcuda.so` gets it. A child process can be given it by `LD_PRELOAD`; then
//! `ARRAY_FN_STANDIN_SOURCES` names the folders with pairs of `.cu` and `.ptx` files, and with code that was assembled
//! from these (`.sm_90.cubin`). `ARRAY_FN_STANDIN_MEMORY` may limit the bytes of the device, and
//! `ARRAY_FN_STANDIN_RECORDING` names a folder for a recording of its kernels ([`StandIn::record`]).
//!
//! Kernels are compiled for the host by `array-fn-cuda-host`; PTX leads to its source by what was registered.
//! Streams are lazy and interleaved by a seed; graphs run in random topological orders; memory has its exact
//! size and begins as NaNs. What a real driver would not survive or not notice is a *finding*: conflicts of
//! nodes or streams that nothing orders, memory that is not there, lifetimes of graph memory.
//!
//! What it cannot show: the memory model, limits and speed of a device, and rules of the driver beyond
//! those listed in `docs/testing.md`.

mod checks;
mod clock;
mod control;
mod elf;
mod exports;
mod gemm;
mod graph;
mod memory;
mod module;
mod ptx;
mod recording;
mod signature;
mod state;
mod streams;
mod work;

pub use control::{Counters, Live};

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use control::Setting;

type Register = unsafe extern "C" fn(*const u8, usize, *const u8, usize, *const u8, usize);

/// The loaded library.
pub struct StandIn {
    register: Register,
    register_code: unsafe extern "C" fn(*const u8, usize, *const u8, usize),
    set: extern "C" fn(u32, i64),
    fail_next: unsafe extern "C" fn(*const u8, usize, u32),
    counters: extern "C" fn() -> Counters,
    live: extern "C" fn() -> Live,
    take_findings: unsafe extern "C" fn(*mut u8, usize) -> usize,
    kernel_time: unsafe extern "C" fn(*const u8, usize, u32, u64),
    record: unsafe extern "C" fn(*const u8, usize) -> bool,
    reset: extern "C" fn(),
}

impl StandIn {
    /// Makes the stand-in the CUDA driver (and NVRTC, and cuBLAS) of this process; any number of times.
    ///
    /// # Errors
    /// The library is not found next to the executable, or the process has loaded a real driver.
    pub fn install() -> Result<&'static StandIn, String> {
        StandIn::install_with(true)
    }

    /// As [`StandIn::install`], if it comes first, but as on a machine without cuBLAS.
    ///
    /// # Errors
    /// As for [`StandIn::install`].
    pub fn install_without_cublas() -> Result<&'static StandIn, String> {
        StandIn::install_with(false)
    }

    fn install_with(cublas: bool) -> Result<&'static StandIn, String> {
        static INSTALLED: OnceLock<Result<StandIn, String>> = OnceLock::new();
        INSTALLED.get_or_init(|| StandIn::load(cublas)).as_ref().map_err(Clone::clone)
    }

    fn load(cublas: bool) -> Result<StandIn, String> {
        let open = |path: PathBuf| {
            // SAFETY: these libraries have no constructors beyond those of Rust's standard library.
            let library = unsafe { libloading::Library::new(&path) };
            library.map_err(|error| format!("{}: {error}", path.display()))
        };
        let library = open(library_path()?)?;
        if cublas {
            // As NVRTC.
            std::mem::forget(open(beside_executable("libafn_mock_cublas.so")?)?);
        }
        let nvrtc = open(beside_executable("libafn_mock_nvrtc.so")?)?;
        // Loaded for the life of the process.
        std::mem::forget(nvrtc);
        let library = Box::leak(Box::new(library));
        // SAFETY: the library is there; looks up a symbol.
        let is_ours = unsafe {
            let driver = cudarc::driver::sys::culib();
            driver.get::<unsafe extern "C" fn()>(b"afn_mock_reset\0").is_ok()
        };
        if !is_ours {
            return Err("a real CUDA driver is loaded in this process".to_owned());
        }
        // SAFETY: the library is of this crate, whose functions have these types.
        unsafe {
            let missing = |error: libloading::Error| error.to_string();
            Ok(StandIn {
                register: *library.get(b"afn_mock_register\0").map_err(missing)?,
                register_code: *library.get(b"afn_mock_register_code\0").map_err(missing)?,
                set: *library.get(b"afn_mock_set\0").map_err(missing)?,
                fail_next: *library.get(b"afn_mock_fail_next\0").map_err(missing)?,
                counters: *library.get(b"afn_mock_counters\0").map_err(missing)?,
                live: *library.get(b"afn_mock_live\0").map_err(missing)?,
                take_findings: *library.get(b"afn_mock_take_findings\0").map_err(missing)?,
                kernel_time: *library.get(b"afn_mock_kernel_time\0").map_err(missing)?,
                record: *library.get(b"afn_mock_record\0").map_err(missing)?,
                reset: *library.get(b"afn_mock_reset\0").map_err(missing)?,
            })
        }
    }

    /// Tells which source some PTX (or, without any, what NVRTC makes) belongs to, and where compiled
    /// kernels are kept.
    pub fn register(&self, ptx: Option<&str>, source: &str, cache: &Path) {
        let cache = cache.to_string_lossy();
        let (ptx, ptx_bytes) = ptx.map_or((std::ptr::null(), 0), |ptx| (ptx.as_ptr(), ptx.len()));
        // SAFETY: each pointer leads to as many bytes as are said.
        unsafe {
            (self.register)(
                ptx,
                ptx_bytes,
                source.as_ptr(),
                source.len(),
                cache.as_ptr(),
                cache.len(),
            );
        }
    }

    /// Tells which PTX some code was assembled from. [`StandIn::register`] has to know that PTX.
    pub fn register_code(&self, code: &[u8], ptx: &str) {
        // SAFETY: each pointer leads to as many bytes as are said.
        unsafe { (self.register_code)(code.as_ptr(), code.len(), ptx.as_ptr(), ptx.len()) };
    }

    fn set(&self, setting: Setting, value: i64) {
        (self.set)(setting as u32, value);
    }

    /// Chooses the orders in which things run from now on.
    pub fn set_seed(&self, seed: u64) {
        self.set(Setting::Seed, seed as i64 + 1);
    }

    /// Without execution, launches and copies do nothing: for measuring what calls cost the host.
    pub fn set_execution(&self, on: bool) {
        self.set(Setting::Execution, on.into());
    }

    /// The most memory of the device, in bytes.
    pub fn set_memory_limit(&self, bytes: Option<usize>) {
        self.set(Setting::MemoryLimit, bytes.map_or(-1, |bytes| bytes as i64));
    }

    /// Sets the number of GPUs that the driver counts.
    pub fn set_device_count(&self, count: usize) {
        self.set(Setting::DeviceCount, count as i64);
    }

    /// As `cuDriverGetVersion` tells it: 13000 for 13.0.
    pub fn set_driver_version(&self, version: usize) {
        self.set(Setting::DriverVersion, version as i64);
    }

    /// The newest version of PTX that is not refused.
    pub fn set_newest_ptx(&self, major: u32, minor: u32) {
        self.set(Setting::NewestPtx, i64::from(10 * major + minor));
    }

    /// The registers of a thread, 64 at first, of kernels whose source does not bound the threads of a block.
    pub fn set_registers(&self, count: u32) {
        self.set(Setting::Registers, count.into());
    }

    /// Whether new memory has the address of memory of its size that was freed, as a driver's often has. Otherwise late
    /// uses of freed memory are found.
    pub fn set_reuse(&self, on: bool) {
        self.set(Setting::Reuse, on.into());
    }

    /// Says how long a kernel takes on a stream with blocks of so many threads. From then on, events have the times of a
    /// device that takes so long, and a microsecond for all other kernels.
    ///
    /// # Panics
    /// If the name is empty.
    pub fn set_kernel_time(&self, kernel: &str, threads: u32, time: Duration) {
        assert!(!kernel.is_empty(), "a kernel has a name");
        let nanoseconds = time.as_nanos() as u64;
        // SAFETY: the pointer leads to as many bytes as are said.
        unsafe { (self.kernel_time)(kernel.as_ptr(), kernel.len(), threads, nanoseconds) };
    }

    /// Events have the times of the host again.
    pub fn forget_kernel_times(&self) {
        // SAFETY: no byte is read.
        unsafe { (self.kernel_time)(b"".as_ptr(), 0, 0, 0) };
    }

    /// Lets the next call of a function of the driver fail with a `CUresult`. Errors after which a context
    /// is lost, lose it.
    pub fn fail_next(&self, function: &str, code: u32) {
        self.fail_later(function, code, 0);
    }

    /// As [`StandIn::fail_next`], after so many calls that succeed.
    pub fn fail_later(&self, function: &str, code: u32, after: usize) {
        for _ in 0..after {
            self.schedule(function, 0);
        }
        self.schedule(function, code);
    }

    fn schedule(&self, function: &str, code: u32) {
        // SAFETY: the pointer leads to as many bytes as are said.
        unsafe { (self.fail_next)(function.as_ptr(), function.len(), code) };
    }

    /// Records kernels from now on in a folder, as files that a simulator of GPUs can run again, or no longer. Of equal
    /// launches the first is recorded. Work that was queued before runs first, unrecorded.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn record(&self, folder: Option<&Path>) -> Result<(), String> {
        let text = folder.map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default();
        // SAFETY: the pointer leads to as many bytes as are said.
        let done = unsafe { (self.record)(text.as_ptr(), text.len()) };
        if done { Ok(()) } else { Err(format!("nothing can be recorded in `{text}`")) }
    }

    /// What happened so far.
    pub fn counters(&self) -> Counters {
        (self.counters)()
    }

    /// What exists now.
    pub fn live(&self) -> Live {
        (self.live)()
    }

    /// Mistakes found since the last time.
    pub fn take_findings(&self) -> Vec<String> {
        let mut text = vec![0u8; 4096];
        loop {
            // SAFETY: there is room for as many bytes as are said.
            let bytes = unsafe { (self.take_findings)(text.as_mut_ptr(), text.len()) };
            if bytes <= text.len() {
                let all = text[..bytes].split(|&byte| byte == 0).filter(|text| !text.is_empty());
                return all.map(|text| String::from_utf8_lossy(text).into_owned()).collect();
            }
            text.resize(bytes, 0);
        }
    }

    /// # Panics
    /// If mistakes were found.
    pub fn check(&self) {
        let findings = self.take_findings();
        assert!(findings.is_empty(), "the stand-in driver found:\n{}", findings.join("\n"));
    }

    /// Brings a lost context back, without what was queued, lets no call fail any more, and gives up the local memory of
    /// threads.
    pub fn reset(&self) {
        (self.reset)();
    }
}

/// Whether a cuBLAS is found: the stand-in for it, or that of the machine.
pub fn finds_cublas() -> bool {
    // SAFETY: opens the library of cuBLAS, whose constructors are made for that.
    unsafe { cudarc::cublas::sys::is_culib_present() }
}

/// The library, for `LD_PRELOAD`.
///
/// # Errors
/// It is not next to the executable.
pub fn library_path() -> Result<PathBuf, String> {
    beside_executable("libafn_mock_cuda.so")
}

/// The library that stands in for cuBLAS, for `LD_PRELOAD`.
///
/// # Errors
/// It is not next to the executable.
pub fn cublas_library_path() -> Result<PathBuf, String> {
    beside_executable("libafn_mock_cublas.so")
}

/// The library that stands in for NVRTC, for `LD_PRELOAD`.
///
/// # Errors
/// It is not next to the executable.
pub fn nvrtc_library_path() -> Result<PathBuf, String> {
    beside_executable("libafn_mock_nvrtc.so")
}

fn beside_executable(name: &str) -> Result<PathBuf, String> {
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    let folders = executable.ancestors().skip(1).take(3);
    let candidates = folders.flat_map(|folder| [folder.join("deps").join(name), folder.join(name)]);
    let mut candidates = candidates.filter(|path| path.is_file());
    candidates.next().ok_or_else(|| format!("{name} is not next to {}", executable.display()))
}
