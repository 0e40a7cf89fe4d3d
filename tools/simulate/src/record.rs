//! Runs a program on the stand-in driver, records its kernels, and lets the CPU judge its results.

use crate::error::Error;
use crate::programs::Program;
use crate::recording::Recording;
use afn_mock_cuda::StandIn;
use array_fn::Device;
use array_fn::cuda::{Autotune, Executor};
use std::path::Path;

/// A program's kernels, as recorded and as planned.
pub struct Recorded {
    pub name: String,
    pub recording: Recording,
    /// Elements of a solver's mesh.
    pub elements: Option<u64>,
    pub launches: Vec<Planned>,
}

/// What the plan says of a kernel.
pub struct Planned {
    /// The kernel that ran: that of the plan, or an alternative.
    pub kernel: String,
    pub points: u64,
    /// The bytes that it should move.
    pub bytes: u64,
}

/// How far the stand-in's results may be from the CPU's, relative to their norm: both round, in other orders.
const TOLERANCE: f64 = 2e-5;

/// Records a program, or the candidates of its kernels that have this number.
///
/// # Errors
/// [`Error::StandIn`], [`Error::Differ`], and those of the program.
pub fn record(
    program: &mut Program,
    candidate: Option<u8>,
    folder: &Path,
) -> Result<Recorded, Error> {
    let expected = Device::cpu().run(|| (program.call)())?;
    let driver = StandIn::install_without_cublas().map_err(Error::StandIn)?;
    let mut device = Device::cuda(0)?.with_executor(Executor::Stream);
    if let Some(candidate) = candidate {
        device = device.with_autotune(Autotune::Candidate(candidate));
    }
    // An earlier run's recording is no part of this one.
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(Error::file(folder))?;
    }
    driver.record(Some(folder)).map_err(Error::StandIn)?;
    let found = device.run(|| (program.call)())?;
    driver.record(None).map_err(Error::StandIn)?;
    let findings = driver.take_findings();
    if !findings.is_empty() {
        return Err(Error::StandIn(findings.join("; ")));
    }
    let difference = relative_error(&found, &expected);
    if difference > TOLERANCE {
        return Err(Error::Differ { program: program.name.clone(), difference });
    }
    let plan = (program.plan)(&device)?;
    let recording = Recording::read(folder)?;
    let recorded: Vec<&str> = recording.launches.iter().map(|l| l.kernel.as_str()).collect();
    let launches = plan.launches().map(|launch| Planned {
        kernel: that_ran(launch.kernel, &recorded).to_owned(),
        points: launch.points as u64,
        bytes: launch.bytes,
    });
    let launches = launches.collect();
    let name = match candidate {
        Some(number) => format!("{} candidate {number}", program.name),
        None => program.name.clone(),
    };
    Ok(Recorded { name, recording, elements: program.elements, launches })
}

/// The kernel of a plan among the recorded ones, or its alternative, whose name has one letter more.
fn that_ran<'a>(kernel: &'a str, recorded: &[&'a str]) -> &'a str {
    let is_alternative = |name: &str| {
        let letter = name.strip_prefix(kernel).and_then(|rest| rest.strip_prefix('_'));
        letter.is_some_and(|letter| matches!(letter.as_bytes(), [b'b'..=b'z']))
    };
    let alternative = || recorded.iter().copied().find(|name| is_alternative(name));
    if recorded.contains(&kernel) { kernel } else { alternative().unwrap_or(kernel) }
}

/// The norm of the difference over the norm of the expected values; infinite where one is not a number.
fn relative_error(found: &[f64], expected: &[f64]) -> f64 {
    let square =
        |values: &mut dyn Iterator<Item = f64>| values.map(|value| value * value).sum::<f64>();
    let difference = square(&mut found.iter().zip(expected).map(|(a, b)| a - b));
    let norm = square(&mut expected.iter().copied());
    let error = if difference == 0.0 { 0.0 } else { (difference / norm).sqrt() };
    if error.is_nan() || found.len() != expected.len() { f64::INFINITY } else { error }
}

#[cfg(test)]
mod tests {
    use super::that_ran;

    #[test]
    fn alternatives_are_found_by_name() {
        assert_eq!(that_ran("sum", &["sum", "sum_b"]), "sum");
        assert_eq!(that_ran("sum", &["sum_2", "sum_2_b", "sum_b"]), "sum_b");
        assert_eq!(that_ran("sum", &["sum_2_b"]), "sum", "none ran");
    }
}
