//! Tries on the first GPU, one by one, what no test without a GPU can answer, and prints a table.
//!
//! ```text
//! first-gpu              all trials, each in a process of its own
//! first-gpu NAME...      some of them
//! first-gpu --list       their names, and what they try
//! ```
//!
//! The exit code is 1 if a trial failed, crashed or did not end. `FIRST_GPU_SMALL=1` makes long trials short, for tests
//! of this program.

mod functions;
mod kernels;
mod trials;

use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use array_fn::cuda::Gpu;
use trials::{Outcome, TRIALS, Trial};

/// The time after which a trial is ended.
const LIMIT: Duration = Duration::from_secs(60);

/// Says that the process is one trial.
const ONLY: &str = "--only";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [list] if list == "--list" => {
            TRIALS.iter().for_each(|trial| println!("{}: {}", trial.name, trial.what));
            ExitCode::SUCCESS
        }
        [only, name] if only == ONLY => match TRIALS.iter().find(|trial| trial.name == *name) {
            Some(trial) => one(trial),
            None => unknown(name),
        },
        names => match names.iter().find(|name| !TRIALS.iter().any(|trial| trial.name == **name)) {
            Some(name) => unknown(name),
            None => all(names),
        },
    }
}

fn unknown(name: &str) -> ExitCode {
    eprintln!("there is no trial `{name}`; `first-gpu --list` names them");
    ExitCode::from(2)
}

/// Runs a trial in this process, and prints its outcome.
fn one(trial: &Trial) -> ExitCode {
    match trial.run() {
        Ok(Outcome::Passed) => println!("passed"),
        Ok(Outcome::Skipped(reason)) => println!("skipped: {reason}"),
        Err(error) => {
            println!("FAILED: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Runs trials, all if none is named, and prints a table.
fn all(names: &[String]) -> ExitCode {
    match Gpu::new(0) {
        Ok(gpu) => {
            let (major, minor) = gpu.compute_capability();
            println!("GPU 0: {}, compute capability {major}.{minor}", gpu.name());
        }
        Err(error) => {
            println!("{error}");
            return ExitCode::FAILURE;
        }
    }
    let chosen = |trial: &&Trial| names.is_empty() || names.iter().any(|name| name == trial.name);
    let mut failed = 0;
    println!("| trial | seconds | outcome |\n| --- | --- | --- |");
    for trial in TRIALS.iter().filter(chosen) {
        let start = Instant::now();
        let (passed, outcome) = in_a_process(trial);
        failed += usize::from(!passed);
        println!("| {} | {:.1} | {outcome} |", trial.name, start.elapsed().as_secs_f64());
    }
    match failed {
        0 => println!("no trial failed"),
        failed => println!("{failed} failed"),
    }
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a trial in a process of its own, which may crash, or wait for ever. Whether it passed, and a text.
fn in_a_process(trial: &Trial) -> (bool, String) {
    let mut command = match std::env::current_exe() {
        Ok(program) => Command::new(program),
        Err(error) => return (false, format!("FAILED: {error}")),
    };
    command.args([ONLY, trial.name]).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return (false, format!("FAILED: {error}")),
    };
    let start = Instant::now();
    while start.elapsed() < LIMIT {
        match child.try_wait() {
            Ok(None) => std::thread::sleep(Duration::from_millis(20)),
            Ok(Some(_)) | Err(_) => break,
        }
    }
    // If it has ended, there is nothing to kill.
    let ended = matches!(child.try_wait(), Ok(Some(_)));
    let _ = child.kill();
    let output = match child.wait_with_output() {
        Ok(output) => output,
        Err(error) => return (false, format!("FAILED: {error}")),
    };
    let last = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        text.lines().rfind(|line| !line.is_empty()).map(str::to_owned)
    };
    let told = last(&output.stdout);
    match (ended, output.status.success(), told) {
        (false, ..) => (false, format!("FAILED: did not end within {} s", LIMIT.as_secs())),
        (true, true, Some(told)) => (true, told),
        (true, false, Some(told)) if told.starts_with("FAILED") => (false, told),
        (true, ..) => {
            let text = last(&output.stderr).unwrap_or_default();
            (false, format!("FAILED: {}; {text}", output.status))
        }
    }
}
