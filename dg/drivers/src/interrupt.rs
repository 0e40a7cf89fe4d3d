//! Ctrl-C and the signals by which batch systems end a job.

use crate::Failure;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// From now on the first signal is remembered; the second ends the program at once.
pub fn watch() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .map_err(|error| Failure::Other(format!("cannot watch for signals: {error}")))
}

/// Whether there was one.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
