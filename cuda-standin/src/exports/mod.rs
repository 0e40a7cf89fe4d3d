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
mod status;

use std::cell::Cell;
use std::sync::atomic::Ordering;

use crate::state::{FAILING, LOST, Locked, lock};
pub(crate) use status::Status;

pub(crate) const SUCCESS: Status = Status::CUDA_SUCCESS;
pub(crate) const INVALID_VALUE: Status = Status::CUDA_ERROR_INVALID_VALUE;

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

/// An error that the call is to report: because the context is lost, or a test wants it to fail.
pub(crate) fn fails(name: &str) -> Option<Status> {
    let lost = LOST.load(Ordering::Relaxed);
    if lost != 0 {
        return Some(Status(lost));
    }
    if FAILING.load(Ordering::Relaxed) {
        let code = lock().failures.get_mut(name)?.pop_front()?;
        if code == 0 {
            return None;
        }
        if matches!(code, 226 | 700 | 719) {
            LOST.store(code, Ordering::SeqCst);
        }
        return Some(Status(code));
    }
    None
}

/// The outcome of something that may have found the context lost.
pub(crate) fn outcome() -> Status {
    match LOST.load(Ordering::Relaxed) {
        0 => SUCCESS,
        lost => Status(lost),
    }
}

/// Reports a mistake of the program.
pub(crate) fn mistake(mut state: Locked, call: &str, text: &str) -> Status {
    state.finding(format!("{call}: {text}"));
    INVALID_VALUE
}

thread_local! {
    /// The current context of the thread, as the address that its handle is; 0 for none.
    pub(crate) static CURRENT: Cell<usize> = const { Cell::new(0) };
    /// What captures of others forbid the thread: a `CUstreamCaptureMode`.
    pub(crate) static MODE: Cell<u32> = const { Cell::new(0) };
}

/// `current!()` returns early where no context is current on the thread.
macro_rules! current {
    () => {
        if crate::exports::CURRENT.get() == 0 {
            return crate::exports::Status::CUDA_ERROR_INVALID_CONTEXT;
        }
    };
}
pub(crate) use current;

/// `unsafe_in_captures!()` returns early, and makes captures invalid, where one forbids the call.
macro_rules! unsafe_in_captures {
    () => {
        if crate::state::lock().is_forbidden(crate::exports::MODE.get()) {
            return crate::exports::Status::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
        }
    };
}
pub(crate) use unsafe_in_captures;

/// `enter!("cuName")` returns early where the call is to fail.
macro_rules! enter {
    ($name:literal) => {
        if let Some(error) = crate::exports::fails($name) {
            return error;
        }
    };
}
pub(crate) use enter;
