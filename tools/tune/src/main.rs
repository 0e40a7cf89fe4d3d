//! Tries attributes of an array function, and tells which make it faster: docs/tuning.md.
//!
//! Nothing is written into the source. Each candidate is a build with other settings in `ARRAY_FN_TUNING`, which the macro
//! reads; the times are those of the function's calls in the trace that the program leaves.

mod knobs;
mod measure;
mod search;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use knobs::{Knob, Knobs};
use measure::Program;
use search::Search;
use std::process::ExitCode;

/// Tries attributes of an array function, and tells which make it faster.
///
/// The command has to build and run a program that calls the function several times, such as
/// `cargo run --release --example wave`. Each candidate is a build of its own.
#[derive(Parser)]
#[command(name = "array-fn-tune", version)]
struct Args {
    /// The function, as it is called in its `array_fn!` block
    #[arg(long, value_name = "NAME")]
    function: String,
    #[command(flatten)]
    knobs: Knobs,
    /// How often the best candidate and what there is now are compared at the end, alternately
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Time the whole command instead of the function's calls: for GPUs, where calls return before their work is done
    #[arg(long)]
    wall: bool,
    /// The command and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    let knobs = args.knobs.list(&args.function)?;
    if knobs.is_empty() {
        return Err("nothing to try\n= help: add `--block E=64,256`, `--vectorize E,N`, `--materialize a`, ...".into());
    }
    let program = Program { command: &args.command, function: &args.function, wall: args.wall };
    let candidates: usize = knobs.iter().map(|k| k.values.len()).sum();
    let bar = ProgressBar::new((1 + candidates + 2 * args.runs) as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    let mut measure = |settings: &str| {
        bar.set_message(if settings.is_empty() { "as it is".into() } else { settings.to_string() });
        let result = program.time(settings);
        bar.inc(1);
        let shown = if settings.is_empty() { "as it is" } else { settings };
        bar.suspend(|| match &result {
            Ok(seconds) => println!("{:>12}  {shown}", duration(*seconds)),
            Err(error) => println!("{:>12}  {shown}: {error}", "-"),
        });
        result
    };
    let found = Search { knobs: &knobs, runs: args.runs }.run(&mut measure)?;
    bar.finish_and_clear();
    report(&knobs, &found);
    Ok(())
}

fn report(knobs: &[Knob], found: &search::Found) {
    if found.chosen.iter().all(Option::is_none) {
        println!("nothing tried is faster than what there is");
        return;
    }
    let (before, after) = (found.before, found.after);
    println!("{} instead of {}, if you write", duration(after), duration(before));
    for (knob, value) in knobs.iter().zip(&found.chosen) {
        if let Some(value) = value {
            println!("    {} before `{}`", knob.values[*value], knob.place());
        }
    }
}

/// Seconds with a unit.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.3} s"),
        s if s >= 1e-3 => format!("{:.3} ms", s * 1e3),
        s => format!("{:.2} us", s * 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_as_documented() {
        Args::command().debug_assert();
        let line = "array-fn-tune --function f --block E=64,256 --vectorize E,N --materialize a -- cargo run";
        let args = Args::try_parse_from(line.split(' ')).unwrap();
        assert_eq!(args.command, ["cargo", "run"]);
        assert_eq!(args.knobs.list("f").unwrap().len(), 3);
    }

    #[test]
    fn durations_have_units() {
        assert_eq!(duration(2.5), "2.500 s");
        assert_eq!(duration(0.0025), "2.500 ms");
        assert_eq!(duration(2.5e-6), "2.50 us");
    }
}
