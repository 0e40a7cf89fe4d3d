//! What a run takes. The peers' harness (`benches/peers/bench.py`) samples and sorts in the same way.

use crate::Error;
use std::time::Instant;

/// Samples at least.
const SAMPLES: usize = 9;
/// Undisturbed samples from which the disturbed ones are dropped.
const ENOUGH: usize = 5;
/// How much longer than asked for a measurement lasts where most samples are disturbed.
const PATIENCE: f64 = 4.0;

/// Seconds a run.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    pub median: f64,
    pub least: f64,
    pub quartiles: [f64; 2],
    /// Samples in which the kernel preempted no thread of this process, and all.
    pub clean: usize,
    pub all: usize,
}

/// Samples batches of runs, for about so many seconds. Where the kernel preempted this process, the
/// sample is dropped, unless hardly any are left.
pub fn measure(
    seconds: f64,
    batch: usize,
    mut run: impl FnMut() -> Result<(), Error>,
) -> Result<Times, Error> {
    let mut sample = || -> Result<f64, Error> {
        let start = Instant::now();
        for _ in 0..batch {
            run()?;
        }
        Ok(start.elapsed().as_secs_f64() / batch as f64)
    };
    for _ in 0..3 {
        sample()?;
    }
    let (mut clean, mut all, mut used) = (Vec::new(), Vec::new(), 0.0);
    let start = Instant::now();
    while all.len() < SAMPLES
        || (used < seconds && start.elapsed().as_secs_f64() < PATIENCE * seconds)
    {
        let before = preemptions();
        let time = sample()?;
        all.push(time);
        if preemptions() == before {
            clean.push(time);
            used += time * batch as f64;
        }
    }
    let (undisturbed, every) = (clean.len(), all.len());
    let mut kept = if undisturbed >= ENOUGH { clean } else { all };
    kept.sort_by(f64::total_cmp);
    Ok(Times {
        median: quantile(&kept, 0.5),
        least: kept[0],
        quartiles: [quantile(&kept, 0.25), quantile(&kept, 0.75)],
        clean: undisturbed,
        all: every,
    })
}

/// The quantile of sorted numbers, between neighbours where it falls between them.
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    let position = q * (sorted.len() - 1) as f64;
    let below = sorted[position.floor() as usize];
    let above = sorted[position.ceil() as usize];
    below + (above - below) * position.fract()
}

/// How often the kernel took the processor from a thread of this process.
#[cfg(unix)]
fn preemptions() -> i64 {
    use nix::sys::resource::{UsageWho, getrusage};
    getrusage(UsageWho::RUSAGE_SELF).map_or(0, |usage| usage.involuntary_context_switches())
}

#[cfg(not(unix))]
fn preemptions() -> i64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles() {
        let sorted = [1.0, 2.0, 3.0, 5.0];
        assert_eq!(quantile(&sorted, 0.5), 2.5);
        assert_eq!(quantile(&sorted, 0.0), 1.0);
        assert_eq!(quantile(&sorted, 1.0), 5.0);
        assert_eq!(quantile(&[7.0], 0.25), 7.0);
    }

    #[test]
    fn runs_are_counted() {
        let mut runs = 0;
        let times = measure(0.0, 20, || {
            runs += 1;
            Ok(())
        });
        let times = times.unwrap();
        assert_eq!(runs, 20 * (times.all + 3));
        assert!(times.all == SAMPLES && times.clean <= times.all);
        assert!(times.least <= times.quartiles[0] && times.quartiles[0] <= times.median);
    }
}
