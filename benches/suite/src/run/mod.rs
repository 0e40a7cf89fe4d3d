//! array-fn and its peers in alternating rounds. Each turn is a process of its own; those of one job follow
//! each other, so that ratios compare neighbours in time.

pub mod child;
mod inputs;
mod job;
pub mod machine;
pub mod peer;

use crate::Error;
use crate::options::{Report, Run};
use crate::record::OWN;
use crate::report;
use child::Outcome;
use peer::Peer;
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io::Write;

/// The file of all measurements in the folder of results, a JSON object a line.
pub const RECORDS: &str = "records.jsonl";
/// The file about the machine.
pub const MACHINE: &str = "machine.json";

/// Measures what is asked for and writes the report; whether all results were right.
pub fn run(options: &Run) -> Result<bool, Error> {
    std::fs::create_dir_all(&options.out)?;
    let peers: Vec<&Peer> = peer::PEERS.iter().filter(|peer| wanted(options, peer.name)).collect();
    let mut present = Vec::new();
    let mut versions = serde_json::Map::new();
    for peer in peers {
        match peer.version(&options.python) {
            Some(version) => {
                println!("{}: {version}", peer.name);
                versions.insert(peer.name.to_owned(), json!(version));
                present.push(peer);
            }
            None => println!("{}: not installed, left out", peer.name),
        }
    }
    let cores = std::thread::available_parallelism()?.get();
    let threads = if options.threads.is_empty() { vec![cores] } else { options.threads.clone() };
    let mut machine = machine::describe(options, &threads, versions)?;
    let file = options.out.join(MACHINE);
    if let (true, Ok(earlier)) = (options.append, std::fs::read_to_string(&file)) {
        machine = machine::merge(serde_json::from_str(&earlier)?, machine);
    }
    std::fs::write(file, format!("{machine:#}\n"))?;
    let records = options.out.join(RECORDS);
    let mut file = OpenOptions::new()
        .create(true)
        .write(true)
        .truncate(!options.append)
        .append(options.append)
        .open(&records)
        .map_err(|e| format!("cannot write `{}`: {e}", records.display()))?;
    let mut right = true;
    for job in job::jobs(options, &threads)? {
        for round in 0..options.rounds {
            for peer in &present {
                let as_often = [OWN, "cpp"].contains(&peer.name);
                if !as_often && round >= options.peer_rounds.unwrap_or(options.rounds) {
                    continue;
                }
                let Some(command) = peer.command(options, &job) else { continue };
                match child::run(command, options, job.threads, cores)? {
                    Outcome::Lines { lines, failure } => {
                        right &= failure.is_none() || !lines.iter().any(is_wrong);
                        if let Some(failure) = failure {
                            println!("{} of {job}: {failure}", peer.name);
                        }
                        for mut line in lines {
                            line["suite"] = json!(job.suite.name());
                            line["round"] = json!(round);
                            say(&line);
                            writeln!(file, "{line}")?;
                        }
                    }
                    Outcome::NotStarted(why) => println!("{} of {job}: {why}", peer.name),
                }
            }
        }
    }
    report::report(&Report { out: options.out.clone(), docs: None, readme: None })?;
    Ok(right)
}

fn wanted(options: &Run, peer: &str) -> bool {
    options.peers.is_empty() || options.peers.iter().any(|name| name == peer)
}

fn is_wrong(line: &Value) -> bool {
    line["right"] == json!(false)
}

/// A line for the user.
fn say(line: &Value) {
    let text = |key: &str| line[key].as_str().unwrap_or("?").to_owned();
    let number = |key: &str| line[key].as_f64().unwrap_or(f64::NAN);
    println!(
        "{:16} {:14} p{} {} {} threads {:10.5} ms (least {:.5}){}",
        text("peer"),
        text("op"),
        line["p"],
        text("dtype"),
        line["threads"],
        number("ms"),
        number("min_ms"),
        if is_wrong(line) { " WRONG" } else { "" }
    );
}
