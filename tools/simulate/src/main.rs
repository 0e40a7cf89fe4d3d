//! Runs emitted CUDA kernels on GPGPU-Sim, a simulator of NVIDIA's GPUs, on a machine without any.
//!
//! A program runs once on the stand-in driver, which records its kernels, and once on the CPU, whose results judge it.
//! Each recorded kernel is then replayed on the simulator. Its results have to be those of the recording, and the
//! simulator counts what it costs. From that, times on real GPUs are predicted. With `--check`, results are compared and
//! nothing is counted. `docs/gpu.md` explains the figures.

mod check;
mod chip;
mod code;
mod compare;
mod counts;
mod docs;
mod error;
mod model;
mod nvrtc;
mod options;
mod programs;
mod ptx;
mod record;
mod recording;
mod report;
mod run;
mod simulator;

use check::Checker;
use check::kept::Kept;
use check::summary::Summary;
use code::compile::Tools;
use error::Error;
use model::table::{Kernel, table};
use options::Options;
use programs::Sizes;
use record::Recorded;
use recording::Recording;
use report::Report;
use run::Runner;
use simulator::Simulator;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    match run(&Options::of_process()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Simulates everything. Returns whether all kernels ran and were right.
fn run(options: &Options) -> Result<bool, Error> {
    let simulator = options.simulator.as_ref().filter(|_| options.from.is_empty());
    let Some(folder) = simulator else {
        predict(options)?;
        return Ok(true);
    };
    let work = options.work();
    let simulator =
        Simulator::new(folder, options.chip(), options.instructions, &work.join("replays"))?;
    let right = if options.check {
        check(options, &simulator, &work)?
    } else {
        measure(options, folder, &simulator, &work)?
    };
    if !options.keep {
        let _ = std::fs::remove_dir_all(&work);
    }
    Ok(right)
}

/// Simulates everything with timing.
fn measure(
    options: &Options,
    folder: &Path,
    simulator: &Simulator,
    work: &Path,
) -> Result<bool, Error> {
    let rates = simulator.chip.rates(folder)?;
    let predicts = !options.predict.is_empty() || options.json.is_some();
    let tools =
        predicts.then(|| Tools::find(folder, options.disassembler.as_deref())).transpose()?;
    let runner = Runner {
        simulator,
        jobs: options.jobs(),
        only: options.kernel.as_deref(),
        tools: tools.as_ref(),
    };
    let mut report = Report::new(simulator.chip, rates, options.json.as_deref())?;
    recordings(options, work, &mut |recorded| {
        let Recorded { name, recording, elements, launches } = recorded;
        report.add(runner.simulate(&name, &recording, elements, &launches)?)
    })?;
    report.predict(&options.predict);
    Ok(report.end())
}

/// Checks the results of everything, without timing.
fn check(options: &Options, simulator: &Simulator, work: &Path) -> Result<bool, Error> {
    let checker = Checker {
        each: options.each,
        only: options.kernel.as_deref(),
        limit: Duration::from_secs(options.limit),
        keep: options.keep,
        work,
    };
    let (mut kept, mut summary) = (Kept::new(options.json.as_deref())?, Summary::new());
    recordings(options, work, &mut |recorded| {
        checker.check(simulator, &recorded.recording, &mut kept, &mut summary)
    })?;
    print!("{}", summary.page());
    Ok(summary.is_right())
}

/// Hands on the recordings that were given, and those that are made of programs.
fn recordings(
    options: &Options,
    work: &Path,
    take: &mut dyn FnMut(Recorded) -> Result<(), Error>,
) -> Result<(), Error> {
    for folder in &options.recording {
        let name = folder.display().to_string();
        let recording = Recording::read(folder)?;
        take(Recorded { name, recording, elements: None, launches: Vec::new() })?;
    }
    let sizes = Sizes {
        elements: options.elements,
        tetrahedra: options.tetrahedra,
        orders: options.orders(),
        dtypes: options.dtype.iter().map(|dtype| dtype.name().to_owned()).collect(),
    };
    for name in &options.programs {
        for (k, mut program) in programs::of_name(name, &sizes)?.into_iter().enumerate() {
            let folder = work.join("recordings").join(format!("{name}-{k}"));
            take(record::record(&mut program, options.candidate, &folder)?)?;
        }
    }
    Ok(())
}

/// Predicts from earlier simulations.
fn predict(options: &Options) -> Result<(), Error> {
    let mut simulated: Vec<serde_json::Value> = Vec::new();
    for path in &options.from {
        let text = std::fs::read_to_string(path).map_err(Error::file(path))?;
        let lines = text.lines().map(|line| {
            serde_json::from_str(line).map_err(|source| Error::Json { path: path.clone(), source })
        });
        simulated.extend(lines.collect::<Result<Vec<_>, Error>>()?);
    }
    let only = options.kernel.as_deref();
    let wanted = |line: &serde_json::Value| {
        let name = line.get("kernel").and_then(|name| name.as_str()).unwrap_or_default();
        only.is_none_or(|text| name.contains(text))
    };
    simulated.retain(wanted);
    if let Some(page) = &options.docs {
        docs::write(page, &simulated, &options.predict)?;
    }
    let kernels: Vec<Kernel> = simulated.iter().filter_map(Kernel::of_json).collect();
    if kernels.is_empty() {
        return Err(Error::NothingToPredict);
    }
    println!("{}", table(&kernels, &options.predict));
    Ok(())
}
