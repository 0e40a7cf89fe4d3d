//! One order for work on memory that several handles share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held from the moment when work is ordered after the memory's earlier users
/// ([`Memory::order`](super::Memory::order)) until the work is on its stream. Without it another thread
/// could order itself after this work before there is any, which means not at all. Nothing waits for the
/// device meanwhile.
#[must_use]
pub(super) struct Submission {
    _guard: MutexGuard<'static, ()>,
}

pub(super) fn submission() -> Submission {
    static ORDER: Mutex<()> = Mutex::new(());
    Submission { _guard: ORDER.lock().unwrap_or_else(PoisonError::into_inner) }
}
