//! Checks all kernels of recordings: the simulator executes one launch of each without timing, and what it leaves in
//! memory has to be what the recording has.

pub mod kept;
pub mod refused;
pub mod replay;
pub mod select;
pub mod summary;

use crate::compare::{Difference, compare};
use crate::error::Error;
use crate::nvrtc;
use crate::ptx::Purpose;
use crate::recording::{Launch, Recording};
use crate::simulator::Simulator;
use kept::Kept;
use refused::Refused;
use replay::{Outcome, Replayer};
use select::{Each, select};
use std::path::Path;
use std::time::Duration;
use summary::Summary;

/// A kernel with what was found of it.
#[derive(Clone, Debug)]
pub struct Checked {
    pub kernel: String,
    /// The file of its CUDA C++ in the recording.
    pub source: String,
    pub blocks: u64,
    /// Its results have to be those of the recording to the bit.
    pub exact: bool,
    /// It was executed with multiply-adds that round once.
    pub fused: bool,
    pub verdict: Verdict,
}

impl Checked {
    /// How far the results are from the recording, over what is allowed; 0 where there are none.
    fn excess(&self) -> f64 {
        match &self.verdict {
            Verdict::Right(difference) | Verdict::Wrong(difference) => difference.excess,
            Verdict::Refused(_) | Verdict::DidNotEnd => 0.0,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Verdict {
    Right(Difference),
    Wrong(Difference),
    Refused(Refused),
    DidNotEnd,
}

/// How kernels are checked.
pub struct Checker<'a> {
    pub each: Each,
    /// Only kernels whose names contain this.
    pub only: Option<&'a str>,
    /// The time of a launch.
    pub limit: Duration,
    /// Whether files of sources with kernels that are not right are kept.
    pub keep: bool,
    pub work: &'a Path,
}

impl Checker<'_> {
    /// Checks a recording, and adds its kernels to a summary. Kernels that are kept as right are not executed again.
    ///
    /// # Errors
    /// Those of files and of the simulator's configuration.
    pub fn check(
        &self,
        simulator: &Simulator,
        recording: &Recording,
        kept: &mut Kept,
        summary: &mut Summary,
    ) -> Result<(), Error> {
        let replayer = Replayer::new(simulator, self.work, self.limit, self.keep)?;
        let sources = select(recording, self.each, self.only);
        let count = sources.len();
        for (number, (file, launches)) in sources.into_iter().enumerate() {
            let mut open = Vec::new();
            for launch in launches {
                match kept.find(launch) {
                    Some(checked) => summary.add(checked.clone()),
                    None => open.push(launch),
                }
            }
            let Some(first) = open.first() else { continue };
            let source = recording.source(first)?;
            let mut any_wrong = false;
            for checked in kernels(&replayer, recording, &source, &open)? {
                any_wrong |= matches!(checked.verdict, Verdict::Wrong(_));
                kept.add(&checked)?;
                summary.add(checked);
            }
            if self.keep && any_wrong {
                replayer.keep(file)?;
            }
            if (number + 1).is_multiple_of(100) {
                eprintln!("{} of {count} sources: {}", number + 1, summary.line());
            }
        }
        Ok(())
    }
}

/// Checks launches of a source. The simulator rounds a fused multiply-add twice, as the stand-in driver rounds a product
/// and a sum, so that most results agree to the last bit. A launch whose results do not is executed once more, with one
/// rounding, as functions of CUDA's library need it; the nearer results count.
fn kernels(
    replayer: &Replayer<'_>,
    recording: &Recording,
    source: &str,
    launches: &[&Launch],
) -> Result<Vec<Checked>, Error> {
    let outcomes = replayer.replay(recording, source, launches, Purpose::Check)?;
    let mut found = Vec::new();
    for (launch, outcome) in launches.iter().zip(outcomes) {
        found.push(checked(recording, launch, source, outcome)?);
    }
    let again: Vec<usize> = (0..found.len()).filter(|&k| found[k].excess() > 0.0).collect();
    let launches: Vec<&Launch> = again.iter().map(|&k| launches[k]).collect();
    let outcomes = replayer.replay(recording, source, &launches, Purpose::CheckFused)?;
    for ((k, launch), outcome) in again.into_iter().zip(launches).zip(outcomes) {
        let other = checked(recording, launch, source, outcome)?;
        let compared = matches!(other.verdict, Verdict::Right(_) | Verdict::Wrong(_));
        if compared && other.excess() < found[k].excess() {
            found[k] = Checked { fused: true, ..other };
        }
    }
    Ok(found)
}

fn checked(
    recording: &Recording,
    launch: &Launch,
    source: &str,
    outcome: Outcome,
) -> Result<Checked, Error> {
    let exact = nvrtc::is_strict(source);
    let verdict = match outcome {
        Outcome::Refused(refused) => Verdict::Refused(refused),
        Outcome::DidNotEnd => Verdict::DidNotEnd,
        Outcome::Ended(written) => {
            let difference = compare(recording, launch, &written)?;
            let right = difference.is_right(exact);
            if right { Verdict::Right(difference) } else { Verdict::Wrong(difference) }
        }
    };
    Ok(Checked {
        kernel: launch.kernel.clone(),
        source: launch.source.clone(),
        blocks: launch.blocks(),
        exact,
        fused: false,
        verdict,
    })
}
