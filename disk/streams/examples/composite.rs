//! The largest value of each pixel over time.
//!
//! `cargo run --release -p array-fn-streams --example composite`

use std::process::ExitCode;

use array_fn_streams::{Options, bess, composite};
use clap::Parser;

fn main() -> ExitCode {
    let options = Options::parse();
    array_fn_streams::main("composite", &options, |options, outcome| {
        let path = options.array("series", |path| bess::series(path, options))?;
        composite::run(&path, options, outcome)
    })
}
