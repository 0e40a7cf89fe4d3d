//! One order for work on memory that several handles share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A lock that is held from the moment when work is ordered after the memory's earlier users
/// ([`Memory::order`](super::Memory::order)) until the work is on its stream.
///
/// Without it, another thread could order its work after this work before this work is on a stream, and then it would
/// not wait at all. Nothing waits for the device while the lock is held.
#[must_use]
pub(super) struct Submission {
    _guard: MutexGuard<'static, ()>,
}

pub(super) fn submission() -> Submission {
    static ORDER: Mutex<()> = Mutex::new(());
    Submission { _guard: ORDER.lock().unwrap_or_else(PoisonError::into_inner) }
}
