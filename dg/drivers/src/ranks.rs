//! Ranks: threads of this process that share the mesh, each with its elements. All of them run the same program.

use crate::Failure;
use array_fn::ranks::{Exchange, Threads};
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    /// The rank that this thread is, if the run has ranks.
    static CURRENT: RefCell<Option<Arc<dyn Exchange>>> = const { RefCell::new(None) };
}

/// The rank that this thread is, if the run has ranks.
pub(crate) fn current() -> Option<Arc<dyn Exchange>> {
    CURRENT.with_borrow(Clone::clone)
}

/// Whether this is the rank that prints, and writes the files that there are once.
pub(crate) fn is_first() -> bool {
    current().is_none_or(|exchange| exchange.rank() == 0)
}

/// Runs `work` on so many ranks, each a thread.
///
/// # Errors
/// The failure of the first rank that failed.
pub(crate) fn on_threads(
    ranks: usize,
    work: impl Fn() -> Result<(), Failure> + Sync,
) -> Result<(), Failure> {
    let all = Threads::new(ranks).run(|exchange| {
        CURRENT.set(Some(exchange));
        let outcome = work();
        CURRENT.set(None);
        outcome
    });
    all.map(|_| ())
}
