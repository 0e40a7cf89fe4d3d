//! What passes share: places for target chunks in memory, and threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::memory::Memory;
use crate::{Error, Result};

/// The stack of a thread; buffers are not on it.
const STACK: usize = 512 << 10;

/// Memory for some target chunks. A place gets its memory when it is first used.
pub(super) struct Slots {
    slots: Vec<OnceLock<Memory>>,
    bytes: usize,
}

impl Slots {
    pub(super) fn new(count: u64, bytes: u64) -> Slots {
        Slots { slots: (0..count).map(|_| OnceLock::new()).collect(), bytes: bytes as usize }
    }

    /// Makes sure that a place has memory.
    pub(super) fn prepare(&self, slot: usize) -> Result<()> {
        if self.slots[slot].get().is_none() {
            // Another thread may have been first; then this memory is dropped.
            let _ = self.slots[slot].set(Memory::new(self.bytes)?);
        }
        Ok(())
    }

    /// The memory of a place that was prepared. To write through it, the caller must have the bytes for itself.
    pub(super) fn pointer(&self, slot: usize) -> *mut u8 {
        self.slots[slot].get().expect("places are prepared when they are given out").pointer()
    }

    /// The memory of a place that was prepared, to be read.
    ///
    /// # Safety
    /// Nobody writes it as long as the slice lives.
    pub(super) unsafe fn bytes(&self, slot: usize, bytes: u64) -> &[u8] {
        let bytes = (bytes as usize).min(self.bytes);
        // SAFETY: the place has `self.bytes` bytes, and nobody writes them.
        unsafe { std::slice::from_raw_parts(self.pointer(slot), bytes) }
    }
}

/// Runs `work` in some threads. The first error ends all: `work` asks its argument whether there was one.
pub(crate) fn in_threads(
    threads: usize,
    work: impl Fn(&dyn Fn() -> bool) -> Result<()> + Sync,
) -> Result<()> {
    let error: Mutex<Option<Error>> = Mutex::new(None);
    let has_failed = AtomicBool::new(false);
    let fail = |new: Error| {
        error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(new);
        has_failed.store(true, Ordering::Release);
    };
    let one = || {
        if let Err(new) = work(&|| has_failed.load(Ordering::Acquire)) {
            fail(new);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let builder = std::thread::Builder::new().stack_size(STACK);
            if let Err(source) = builder.spawn_scoped(scope, one) {
                fail(Error::request(format!("could not start a thread: {source}; ask for fewer")));
            }
        }
    });
    match error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// The position in a grid that is number `flat` in C order.
pub(in crate::relayout) fn unravel(mut flat: u64, counts: &[u64]) -> Vec<u64> {
    let mut out = vec![0; counts.len()];
    for axis in (0..counts.len()).rev() {
        out[axis] = flat % counts[axis];
        flat /= counts[axis];
    }
    out
}
