//! A sweep: thousands of generated cases, in which array-fn takes turns with NumPy, JAX and Numba.
//!
//! Functions and cases come from `benches/sweep/generate.py`, which writes each body once, as NumPy spells it. Two
//! processes answer requests, a JSON object a line: the generated program (`benches/sweep/server`), and the peers'
//! (`benches/sweep/peer.py`), which makes the operands and compares results first.

mod generated;
mod heat;
mod measure;
mod outcome;
mod process;
mod report;

use crate::Error;
use crate::options::Sweep;
use crate::run::machine;
use outcome::Outcome;
use serde_json::json;
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write;

/// The file of all cases in the folder of results, a JSON object a line.
const CASES: &str = "cases.jsonl";
/// The file about the machine.
const MACHINE: &str = "machine.json";

/// Measures what is asked for and writes the report; whether all results were right.
pub fn sweep(options: &Sweep) -> Result<bool, Error> {
    if options.list {
        for case in generated::cases(options)? {
            println!("{}", case["title"].as_str().unwrap_or_default());
        }
        return Ok(true);
    }
    let file = options.out.join(CASES);
    if !options.report {
        measure_all(options)?;
    }
    let outcomes = outcome::read(&file)?;
    report::write(options, &outcomes)?;
    Ok(outcomes.iter().all(|outcome| outcome.wrong.is_none()))
}

fn measure_all(options: &Sweep) -> Result<(), Error> {
    std::fs::create_dir_all(&options.out)?;
    let file = options.out.join(CASES);
    let cases = generated::cases(options)?;
    let cores = std::thread::available_parallelism()?.get();
    let threads = options.threads.unwrap_or(cores);
    let program = generated::build(options)?;
    let versions = generated::versions(options);
    let machine = machine::without_ceilings(versions)?;
    std::fs::write(options.out.join(MACHINE), format!("{machine:#}\n"))?;
    let done: HashSet<String> = match options.resume && file.exists() {
        true => outcome::read(&file)?.into_iter().map(|outcome| outcome.title).collect(),
        false => HashSet::new(),
    };
    let mut lines = OpenOptions::new()
        .create(true)
        .write(true)
        .truncate(!options.resume)
        .append(options.resume)
        .open(&file)
        .map_err(|e| format!("cannot write `{}`: {e}", file.display()))?;
    let folder = generated::Folder::new()?;
    let mut pair = measure::Pair::start(options, &program, threads, cores)?;
    let count = cases.len();
    for (number, case) in cases.iter().enumerate() {
        if done.contains(case["title"].as_str().unwrap_or_default()) {
            continue;
        }
        let measured = match pair.case(options, case, folder.path()) {
            Ok(measured) => measured,
            Err(error) => {
                // A process may have ended: others take over.
                pair = measure::Pair::start(options, &program, threads, cores)?;
                json!({ "wrong": error.to_string() })
            }
        };
        let line = outcome::line(case, threads, &measured);
        writeln!(lines, "{line}")?;
        if let Some(outcome) = Outcome::read(&line) {
            println!("{}/{count} {}", number + 1, outcome.text());
        }
    }
    Ok(())
}
