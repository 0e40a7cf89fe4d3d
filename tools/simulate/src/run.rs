//! Simulates the launches of recordings, several at once.

use crate::code::compile::Tools;
use crate::code::lines;
use crate::compare::{Difference, compare};
use crate::counts::Counts;
use crate::error::Error;
use crate::model::work::{Sources, Work};
use crate::record::Planned;
use crate::recording::{Launch, Recording};
use crate::simulator::{Replay, Simulator};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What simulates.
pub struct Runner<'a> {
    pub simulator: &'a Simulator,
    pub jobs: usize,
    /// Only kernels whose names contain this.
    pub only: Option<&'a str>,
    /// The compilers for real GPUs, if times on them are predicted.
    pub tools: Option<&'a Tools>,
}

/// What the simulator found of a launch.
pub struct Found {
    pub counts: Counts,
    pub difference: Difference,
    /// What predictions need.
    pub work: Option<Work>,
}

/// A launch with what the simulator found.
pub struct Simulated {
    pub program: String,
    /// Elements of a solver's mesh.
    pub elements: Option<u64>,
    pub launch: Launch,
    /// Bytes that the plan expects to be moved, where a plan is known.
    pub planned_bytes: Option<u64>,
    pub planned_points: Option<u64>,
    /// Bytes of all memory that the kernel is given, and of that it may write once more.
    pub given_bytes: u64,
    /// What was found, or why the simulator cannot run the kernel.
    pub outcome: Result<Found, String>,
}

impl Runner<'_> {
    /// Simulates all launches of a recording. A right-hand side of a solver has so many elements.
    ///
    /// # Errors
    /// Those of files and of the compiler; what the simulator cannot run is an outcome.
    pub fn simulate(
        &self,
        program: &str,
        recording: &Recording,
        elements: Option<u64>,
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
                elements,
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
    ) -> Result<Result<Found, String>, Error> {
        let replay = match self.simulator.replay(recording, launch, number)? {
            Ok(replay) => replay,
            Err(reason) => return Ok(Err(reason)),
        };
        let counts = Counts::read(&replay.log, &launch.kernel);
        let difference = compare(recording, launch, &replay.written)?;
        let work = self.tools.map(|tools| work(launch, &replay, &counts, tools)).transpose()?;
        Ok(Ok(Found { counts, difference, work }))
    }
}

/// The work of a launch that was replayed.
fn work(launch: &Launch, replay: &Replay, counts: &Counts, tools: &Tools) -> Result<Work, Error> {
    let written = launch.buffers.iter().filter(|buffer| buffer.after.is_some());
    let sources = Sources {
        ptx: &replay.ptx,
        lines: &lines::read(&replay.lines),
        counts,
        blocks: launch.blocks(),
        threads: launch.block.iter().product(),
        shared: launch.shared,
        writable: written.map(|buffer| buffer.bytes as u64).sum(),
    };
    Work::new(&sources, tools, &replay.folder)
}
