//! The memory of calls, kept for later calls.

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::temporaries::Temporaries;

/// Memory of one call: temporaries, and the arguments of all launches.
pub(crate) struct Frame {
    pub(crate) temporaries: Temporaries,
    pub(crate) pointers: Box<[*mut u8]>,
    pub(crate) scalars: Box<[u64]>,
}

// SAFETY: the pointers are only a table that each call fills anew; a frame belongs to one call.
unsafe impl Send for Frame {}

/// The frames that no call uses now. Most calls come one after another, and these take no lock.
#[derive(Default)]
pub(crate) struct Frames {
    /// From [`Box::into_raw`], or null.
    first: AtomicPtr<Frame>,
    others: Mutex<Vec<Frame>>,
}

impl Frames {
    /// A frame that nobody uses, if there is one.
    pub(crate) fn take(&self) -> Option<Box<Frame>> {
        let first = self.first.swap(ptr::null_mut(), Ordering::AcqRel);
        if first.is_null() {
            let other = self.others.lock().unwrap_or_else(PoisonError::into_inner).pop();
            return other.map(Box::new);
        }
        // SAFETY: `put` stored the pointer of a box, and only whoever takes it out of there owns it.
        Some(unsafe { Box::from_raw(first) })
    }

    /// Keeps a frame for another call.
    pub(crate) fn put(&self, frame: Box<Frame>) {
        let frame = Box::into_raw(frame);
        let (empty, success, failure) = (ptr::null_mut(), Ordering::AcqRel, Ordering::Relaxed);
        if self.first.compare_exchange(empty, frame, success, failure).is_err() {
            // SAFETY: the pointer is that of the box above, and was not stored.
            let frame = unsafe { Box::from_raw(frame) };
            self.others.lock().unwrap_or_else(PoisonError::into_inner).push(*frame);
        }
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        drop(self.take());
    }
}
