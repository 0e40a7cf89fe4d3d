//! A process that measures, and the lines that it prints.

use crate::Error;
use crate::options::Run;
use serde_json::Value;
use std::ffi::OsString;
use std::process::{Command, Stdio};

/// What became of a process.
pub enum Outcome {
    /// What it measured, and why it failed.
    Lines { lines: Vec<Value>, failure: Option<String> },
    /// Why there was none.
    NotStarted(String),
}

/// Variables that tell libraries how many threads to use.
const THREADS: [&str; 6] = [
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMBA_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "NUMEXPR_MAX_THREADS",
];

/// What makes glibc keep freed memory, of all threads, instead of giving it back to the kernel after each
/// temporary: array libraries become several times faster, JAX most of all.
const ALLOCATOR: [(&str, &str); 4] = [
    ("MALLOC_MMAP_THRESHOLD_", "4294967296"),
    ("MALLOC_TRIM_THRESHOLD_", "8589934592"),
    ("MALLOC_TOP_PAD_", "268435456"),
    ("MALLOC_ARENA_MAX", "1"),
];

/// Runs a command line with so many threads, on as many of the machine's cores.
pub fn run(
    command: Vec<OsString>,
    options: &Run,
    threads: usize,
    cores: usize,
) -> Result<Outcome, Error> {
    let prefix = options.prefix.split_whitespace().map(OsString::from);
    let command: Vec<OsString> = prefix.chain(command).collect();
    let program = command[0].to_string_lossy().into_owned();
    let output = match limited(&command, threads, cores).stdin(Stdio::null()).output() {
        Ok(output) => output,
        Err(error) => {
            return Ok(Outcome::NotStarted(format!("cannot run `{program}`: {error}")));
        }
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text.lines().filter(|line| line.starts_with('{'));
    let lines = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
    let failure = (!output.status.success()).then(|| {
        let errors = String::from_utf8_lossy(&output.stderr);
        format!("{}: {}", output.status, errors.lines().last().unwrap_or_default())
    });
    Ok(Outcome::Lines { lines, failure })
}

/// A command line that runs with so many threads, on as many of the machine's cores, and keeps the memory that it frees.
pub fn limited(command: &[OsString], threads: usize, cores: usize) -> Command {
    let mut words: Vec<OsString> = Vec::new();
    if threads < cores && has_taskset() {
        // The last ones: the first one serves interrupts.
        let range = format!("{}-{}", cores - threads, cores - 1);
        words.extend(["taskset".into(), "-c".into(), range.into()]);
    }
    words.extend_from_slice(command);
    let mut process = Command::new(&words[0]);
    process.args(&words[1..]).envs(ALLOCATOR);
    process.env("PYTHONDONTWRITEBYTECODE", "1");
    for name in THREADS {
        process.env(name, threads.to_string());
    }
    process
}

fn has_taskset() -> bool {
    let taskset = Command::new("taskset").arg("-V").stdout(Stdio::null()).status();
    taskset.is_ok_and(|status| status.success())
}
