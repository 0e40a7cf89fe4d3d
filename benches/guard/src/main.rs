//! Array functions beside plain loops in the same process, on one thread: fails where a function takes more of the loop's
//! time than it may. A ratio of two loops holds on other machines, too, which times do not, but for a factor of about 1.5.
//! Each bound is half as much again to twice the highest ratio that was measured (AVX2 of AMD, AVX-512 of Intel), so it
//! finds cliffs, not per cents.
//!
//! `cargo run --release -p array-fn-guard [-- WORD]` measures all cases, or those whose name has the word.

mod cases;
mod functions;
mod loops;
mod measure;

use array_fn::{Device, Error};
use measure::Case;
use std::process::ExitCode;

/// Measurements of a case before it fails: others use the machine, too.
const TRIES: usize = 4;

fn main() -> Result<ExitCode, Error> {
    let word = std::env::args().nth(1).unwrap_or_default();
    let mut cases = cases::all()?;
    cases.retain(|case| case.name.contains(&word));
    let slow = Device::cpu_with_threads(1).run(|| measure_all(&mut cases));
    println!("{} cases, {} too slow", cases.len(), slow.len());
    slow.iter().for_each(|line| println!("too slow: {line}"));
    let none = cases.is_empty() || !slow.is_empty();
    Ok(if none { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Prints a line for each case; the lines of those above their bounds.
fn measure_all(cases: &mut [Case]) -> Vec<String> {
    let mut slow = Vec::new();
    for case in cases {
        let mut measured = case.measure();
        for _ in 1..TRIES {
            if measured.ratio() <= case.bound {
                break;
            }
            measured = measured.faster(case.measure());
        }
        let line = format!("{:40} {measured}, at most {:.2}", case.name, case.bound);
        println!("{line}");
        if measured.ratio() > case.bound {
            slow.push(line);
        }
    }
    slow
}
