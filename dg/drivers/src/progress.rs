//! The progress of a run.

use crate::{Failure, ranks};
use indicatif::{ProgressBar, ProgressStyle};

/// A bar with the remaining time. It is hidden if stderr is no terminal.
pub struct Progress {
    bar: ProgressBar,
    duration: f64,
}

/// Parts of the bar.
const PARTS: f64 = 10_000.0;

impl Progress {
    /// The progress of a run that lasts for `duration`, in the units of the problem.
    pub fn new(duration: f64) -> Result<Self, Failure> {
        let bar = match ranks::is_first() {
            true => ProgressBar::new(PARTS as u64),
            false => ProgressBar::hidden(),
        };
        let style = ProgressStyle::with_template("{bar:40} {percent} %, {msg}, {eta} left")
            .map_err(|e| Failure::Other(e.to_string()))?;
        bar.set_style(style);
        Ok(Progress { bar, duration })
    }

    /// Shows that step number `step` has ended at `time`.
    pub fn set(&self, step: usize, time: f64) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("step {step}"));
            self.bar.set_position((PARTS * time / self.duration) as u64);
        }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
