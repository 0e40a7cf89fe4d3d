//! Simulates the launches of recordings, several at once.

use crate::compare::{Difference, compare};
use crate::counts::Counts;
use crate::error::Error;
use crate::record::Planned;
use crate::recording::{Launch, Recording};
use crate::simulator::Simulator;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What simulates.
pub struct Runner<'a> {
    pub simulator: &'a Simulator,
    pub jobs: usize,
    /// Only kernels whose names contain this.
    pub only: Option<&'a str>,
}

/// A launch with what the simulator found.
pub struct Simulated {
    pub program: String,
    pub launch: Launch,
    /// Bytes that the plan expects to be moved, where a plan is known.
    pub planned_bytes: Option<u64>,
    pub planned_points: Option<u64>,
    /// Bytes of all memory that the kernel is given, and of that it may write once more.
    pub given_bytes: u64,
    /// The counts and the difference from the recording, or why the simulator cannot run the kernel.
    pub outcome: Result<(Counts, Difference), String>,
}

impl Runner<'_> {
    /// Simulates all launches of a recording.
    ///
    /// # Errors
    /// Those of files and of the compiler; what the simulator cannot run is an outcome.
    pub fn simulate(
        &self,
        program: &str,
        recording: &Recording,
        planned: &[Planned],
    ) -> Result<Vec<Simulated>, Error> {
        let wanted: Vec<&Launch> = recording
            .launches
            .iter()
            .filter(|launch| self.only.is_none_or(|text| launch.kernel.contains(text)))
            .collect();
        let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.min(wanted.len()) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(launch) = wanted.get(number) else { break };
                        let outcome = self.launch(recording, launch, number);
                        if let Ok(mut results) = results.lock() {
                            results.push((number, outcome));
                        }
                    }
                });
            }
        });
        let mut results = results.into_inner().unwrap_or_default();
        results.sort_by_key(|(number, _)| *number);
        let simulated = results.into_iter().map(|(number, outcome)| {
            let launch = wanted[number];
            let plan = planned.iter().find(|planned| planned.kernel == launch.kernel);
            let written = launch.buffers.iter().filter(|buffer| buffer.after.is_some());
            Ok(Simulated {
                program: program.to_owned(),
                planned_bytes: plan.map(|plan| plan.bytes),
                planned_points: plan.map(|plan| plan.points),
                given_bytes: launch.buffers.iter().chain(written).map(|b| b.bytes as u64).sum(),
                outcome: outcome?,
                launch: launch.clone(),
            })
        });
        simulated.collect()
    }

    fn launch(
        &self,
        recording: &Recording,
        launch: &Launch,
        number: usize,
    ) -> Result<Result<(Counts, Difference), String>, Error> {
        let replay = match self.simulator.replay(recording, launch, number)? {
            Ok(replay) => replay,
            Err(reason) => return Ok(Err(reason)),
        };
        let counts = Counts::read(&replay.log, &launch.kernel);
        Ok(Ok((counts, compare(recording, launch, &replay.written)?)))
    }
}
