//! `bench`: array-fn and its peers, measured side by side.
//!
//! - `bench own` measures array-fn alone, and prints a line for each workload;
//! - `bench run` measures array-fn and every peer that is installed, in alternating rounds;
//! - `bench report` writes tables and plots of what was measured;
//! - `bench sweep` generates thousands of cases and finds those in which array-fn is slower than its peers.

mod options;
mod own;
mod random;
mod record;
mod report;
mod run;
mod statistics;
mod sweep;
mod task;
mod timing;
mod workloads;

use clap::Parser;
use options::{Command, Options};
use std::process::ExitCode;

/// An error with a message for the user.
type Error = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let result = match &Options::parse().command {
        Command::Own(options) => own::own(options),
        Command::Run(options) => run::run(options),
        Command::Report(options) => report::report(options).map(|()| true),
        Command::Sweep(options) => sweep::sweep(options),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
