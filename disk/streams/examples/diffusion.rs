//! A step of diffusion of a field that is ten times as large as the memory it may take.
//!
//! `cargo run --release -p array-fn-streams --example diffusion -- --memory 200M`

use std::process::ExitCode;

use array_fn_streams::{Options, diffusion};
use clap::Parser;

fn main() -> ExitCode {
    let options = Options::parse();
    array_fn_streams::main("diffusion", &options, |options, outcome| {
        let path = options.array("field", |path| diffusion::field(path, options))?;
        diffusion::run(&path, options, outcome)
    })
}
