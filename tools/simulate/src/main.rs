//! Runs emitted CUDA kernels on GPGPU-Sim, a simulator of NVIDIA's GPUs, on a machine without any.
//!
//! A program runs once on the stand-in driver, which records its kernels, and once on the CPU, whose results judge it.
//! Each recorded kernel is then replayed on the simulator. Its results have to be those of the recording, and the
//! simulator counts what it costs. `docs/gpu.md` explains the figures.

mod chip;
mod compare;
mod counts;
mod error;
mod nvrtc;
mod options;
mod programs;
mod ptx;
mod record;
mod recording;
mod report;
mod run;
mod simulator;

use error::Error;
use options::Options;
use programs::Sizes;
use recording::Recording;
use report::Report;
use run::Runner;
use simulator::Simulator;
use std::process::ExitCode;

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
    let work = options.work();
    let simulator = Simulator::new(&options.simulator, options.chip(), &work.join("replays"))?;
    let rates = simulator.chip.rates(&options.simulator)?;
    let runner =
        Runner { simulator: &simulator, jobs: options.jobs(), only: options.kernel.as_deref() };
    let mut report = Report::new(simulator.chip, rates, options.json.as_deref())?;
    for folder in &options.recording {
        let recording = Recording::read(folder)?;
        let name = folder.display().to_string();
        report.add(runner.simulate(&name, &recording, &[])?)?;
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
            let recorded = record::record(&mut program, &folder)?;
            report.add(runner.simulate(
                &program.name,
                &recorded.recording,
                &recorded.launches,
            )?)?;
        }
    }
    if !options.keep {
        let _ = std::fs::remove_dir_all(&work);
    }
    Ok(report.end())
}
