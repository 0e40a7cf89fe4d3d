//! The functions of the driver.
//!
//! # Safety
//! All have the contracts that CUDA documents: pointers for results are valid, handles come from this
//! library.

mod capture;
mod context;
mod events;
mod gemm;
mod graphs;
mod kernels;
mod memory;

use std::sync::atomic::Ordering;

use cudarc::driver::sys::CUresult;

use crate::state::{FAILING, LOST, Locked, lock};

pub(crate) const SUCCESS: CUresult = CUresult::CUDA_SUCCESS;
pub(crate) const INVALID_VALUE: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;

/// Kinds of handles, in their high halves.
#[derive(Clone, Copy, PartialEq)]
#[repr(u64)]
pub(crate) enum Tag {
    Stream = 0x5100,
    Event = 0x5200,
    Module = 0x5300,
    Function = 0x5400,
    Graph = 0x5500,
    Node = 0x5600,
    Exec = 0x5700,
}

/// A handle for the object with this index.
pub(crate) fn handle<T>(tag: Tag, index: usize) -> *mut T {
    std::ptr::without_provenance_mut(((tag as u64) << 32 | (index as u64 + 1)) as usize)
}

/// The index behind a handle; None for null and for handles of other kinds.
pub(crate) fn index<T>(tag: Tag, handle: *mut T) -> Option<usize> {
    let bits = handle.addr() as u64;
    (bits >> 32 == tag as u64).then_some(())?;
    (bits as u32 as usize).checked_sub(1)
}

fn result(code: u32) -> CUresult {
    match code {
        700 => CUresult::CUDA_ERROR_ILLEGAL_ADDRESS,
        719 => CUresult::CUDA_ERROR_LAUNCH_FAILED,
        2 => CUresult::CUDA_ERROR_OUT_OF_MEMORY,
        1 => CUresult::CUDA_ERROR_INVALID_VALUE,
        222 => CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
        801 => CUresult::CUDA_ERROR_NOT_SUPPORTED,
        _ => CUresult::CUDA_ERROR_UNKNOWN,
    }
}

/// An error that the call is to report: because the context is lost, or a test wants it to fail.
pub(crate) fn fails(name: &str) -> Option<CUresult> {
    let lost = LOST.load(Ordering::Relaxed);
    if lost != 0 {
        return Some(result(lost));
    }
    if FAILING.load(Ordering::Relaxed) {
        let code = lock().failures.get_mut(name)?.pop_front()?;
        if code == 0 {
            return None;
        }
        if matches!(code, 700 | 719) {
            LOST.store(code, Ordering::SeqCst);
        }
        return Some(result(code));
    }
    None
}

/// The outcome of something that may have found the context lost.
pub(crate) fn outcome() -> CUresult {
    match LOST.load(Ordering::Relaxed) {
        0 => SUCCESS,
        lost => result(lost),
    }
}

/// Reports a mistake of the program.
pub(crate) fn mistake(mut state: Locked, call: &str, text: &str) -> CUresult {
    state.finding(format!("{call}: {text}"));
    INVALID_VALUE
}

/// `enter!("cuName")` returns early where the call is to fail.
macro_rules! enter {
    ($name:literal) => {
        if let Some(error) = crate::exports::fails($name) {
            return error;
        }
    };
}
pub(crate) use enter;
