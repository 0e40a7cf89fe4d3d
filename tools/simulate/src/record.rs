//! Runs a program on the stand-in driver, records its kernels, and lets the CPU judge its results.

use crate::error::Error;
use crate::programs::Program;
use crate::recording::Recording;
use afn_mock_cuda::StandIn;
use array_fn::Device;
use array_fn::cuda::Executor;
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
    pub kernel: &'static str,
    pub points: u64,
    /// The bytes that it should move.
    pub bytes: u64,
}

/// How far the stand-in's results may be from the CPU's, relative to their norm: both round, in other orders.
const TOLERANCE: f64 = 2e-5;

/// Records a program.
///
/// # Errors
/// [`Error::StandIn`], [`Error::Differ`], and those of the program.
pub fn record(program: &mut Program, folder: &Path) -> Result<Recorded, Error> {
    let expected = Device::cpu().run(|| (program.call)())?;
    let driver = StandIn::install_without_cublas().map_err(Error::StandIn)?;
    let device = Device::cuda(0)?.with_executor(Executor::Stream);
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
    let launches = plan.launches().map(|launch| Planned {
        kernel: launch.kernel,
        points: launch.points as u64,
        bytes: launch.bytes,
    });
    let launches = launches.collect();
    Ok(Recorded {
        name: program.name.clone(),
        recording: Recording::read(folder)?,
        elements: program.elements,
        launches,
    })
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
