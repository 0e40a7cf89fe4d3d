//! Mean, variance, extremes and histogram of a slide, in one pass.
//!
//! `cargo run --release -p array-fn-streams --example statistics`

use std::process::ExitCode;

use array_fn_streams::{Options, statistics, vmscope};
use clap::Parser;

fn main() -> ExitCode {
    let options = Options::parse();
    array_fn_streams::main("statistics", &options, |options, outcome| {
        let path = options.array("slide", |path| vmscope::slide(path, options))?;
        statistics::run(&path, options, outcome)
    })
}
