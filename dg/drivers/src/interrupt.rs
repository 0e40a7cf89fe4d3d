//! Interrupts: Ctrl-C, and the signals by which batch systems end a job.

use crate::Failure;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Catches signals from now on. The first is remembered, and the second ends the program at once.
pub fn watch() -> Result<(), Failure> {
    static WATCHES: Once = Once::new();
    let mut outcome = Ok(());
    // Ranks may be threads of one process.
    WATCHES.call_once(|| outcome = handle());
    outcome
}

fn handle() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .map_err(|error| Failure::Other(format!("cannot watch for signals: {error}")))
}

/// Whether there was a signal.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
