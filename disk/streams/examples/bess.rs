//! A mean over time, weighted by the step.
//!
//! `cargo run --release -p array-fn-streams --example bess`

use std::process::ExitCode;

use array_fn::store::Stored;
use array_fn_streams::{Options, bess};
use clap::Parser;

/// The weighted mean over time of a series.
#[derive(Parser)]
struct Mean {
    #[command(flatten)]
    options: Options,
    /// The first step.
    #[arg(long)]
    from: Option<usize>,
    /// The step after the last.
    #[arg(long)]
    to: Option<usize>,
}

fn main() -> ExitCode {
    let mean = Mean::parse();
    array_fn_streams::main("bess", &mean.options, |options, outcome| {
        let path = options.array("series", |path| bess::series(path, options))?;
        let series = Stored::<f32, 3>::open(&path)?;
        let all = series.shape()[0];
        let steps = if all >= 38_000 { [8000, 38_000] } else { [0, all] };
        let steps = [mean.from.unwrap_or(steps[0]), mean.to.unwrap_or(steps[1])];
        bess::run(&series, steps, options, outcome)
    })
}
