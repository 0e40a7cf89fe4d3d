//! Measures the DG operators, checks their results, and prints tables and one JSON object per line:
//!
//! - `--inputs DIR`: on inputs that another program exported, with its results (see [`inputs`]);
//! - `--sweep`: on meshes of its own, fused and unfused, by every executor;
//! - `--micro`: the costs of launches, changes, loops and copies of CUDA graphs.
//!
//! Everything runs on a machine without Rust. The exit code is 1 if a result is wrong, and 2 if something cannot be
//! measured at all.

mod bandwidth;
mod inputs;
mod mesh;
mod micro;
mod options;
mod report;
mod sweep;
mod timing;

use array_fn_dg_bench::error::{self, Error};
use clap::Parser;
use options::Options;
use std::process::ExitCode;

fn main() -> ExitCode {
    let options = Options::parse();
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the measurements. Returns whether all results were right.
fn run(options: &Options) -> Result<bool, Error> {
    let target = options.target()?;
    match &options.inputs {
        Some(folder) => inputs::measure_all(folder, options, &target),
        None if options.sweep => sweep::sweep(options, &target),
        None => micro::measure(options, &target).map(|()| true),
    }
}
