//! `bench`: array-fn and its peers, measured side by side.
//!
//! - `bench own` measures array-fn alone, and prints a line for each workload.

mod expressions;
mod options;
mod own;
mod random;
mod record;
mod task;
mod timing;

use clap::Parser;
use options::{Command, Options};
use std::process::ExitCode;

/// An error with a message for the user.
type Error = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let result = match &Options::parse().command {
        Command::Own(options) => own::run(options),
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
