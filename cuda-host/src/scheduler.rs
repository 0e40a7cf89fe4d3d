//! The library that runs kernels: `scheduler.cpp`, compiled once and shared by all kernels of a process.

use crate::compile::Recipe;
use crate::{HostError, Sanitizer};
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
use std::ffi::c_void;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

const CODE: &str = concat!(
    "#include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n#include <new>\n",
    include_str!("context.h"),
    include_str!("fiber.h"),
    include_str!("sanitizer.h"),
    include_str!("scheduler.cpp"),
);

/// Runs all blocks of a launch: kernel, context, blocks, threads, bytes of shared memory, parameters, order of blocks.
pub(crate) type Launch =
    unsafe extern "C" fn(KernelFn, *mut Context, u32, u32, usize, *mut *mut c_void, u32) -> i32;

/// A kernel, called with a pointer to each parameter.
pub(crate) type KernelFn = unsafe extern "C" fn(*mut *mut c_void);

/// What a library of kernels knows of the block that runs; `context.h`.
#[repr(C)]
pub(crate) struct Context {
    _opaque: [u8; 0],
}

/// The scheduler, compiled and loaded if this is the first use.
pub(crate) fn launch(cache: &Path) -> Result<Launch, HostError> {
    static LOADED: Mutex<Option<Launch>> = Mutex::new(None);
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(launch) = *loaded {
        return Ok(launch);
    }
    let sanitizer = Sanitizer::of_process()?;
    let mut flags = vec!["-O2"];
    // For tests of the fibers of machines that `fiber.h` has no assembly for.
    if std::env::var_os("ARRAY_FN_HOST_UCONTEXT").is_some_and(|v| v == "1") {
        flags.push("-DARRAY_FN_HOST_UCONTEXT");
    }
    flags.extend(sanitizer.map(|sanitizer| sanitizer.definition()));
    let path = Recipe { source: CODE, flags: &flags, libraries: &[] }.library(cache)?;
    let failed =
        |e: libloading::Error| HostError::Load { path: path.clone(), message: e.to_string() };
    // SAFETY: the library's only initialisers are those of its thread-local state.
    // Kernels find `array_fn_host_thread` in it.
    let library = unsafe { Library::open(Some(&path), RTLD_NOW | RTLD_GLOBAL) }.map_err(failed)?;
    // SAFETY: the type is that of the definition in `scheduler.cpp`.
    let launch = *unsafe { library.get::<Launch>(b"array_fn_host_launch") }.map_err(failed)?;
    // Threads that end after this one own stacks that the library frees.
    std::mem::forget(library);
    *loaded = Some(launch);
    Ok(launch)
}
