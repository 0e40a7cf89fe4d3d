//! Runs the user's command with settings, and takes times.

use crate::search::median;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// What is measured.
pub struct Program<'a> {
    pub command: &'a [String],
    pub function: &'a str,
    /// The command's time instead of that of the function's calls.
    pub wall: bool,
}

impl Program<'_> {
    /// The seconds that all calls of the function take with these settings.
    ///
    /// # Errors
    /// Why there are none: what the command said, or that it does not call the function.
    pub fn time(&self, settings: &str) -> Result<f64, String> {
        if self.wall {
            // The first run builds.
            self.run(settings, None)?;
            let start = Instant::now();
            self.run(settings, None)?;
            return Ok(start.elapsed().as_secs_f64());
        }
        let trace = std::env::temp_dir().join(format!("array-fn-tune-{}.json", std::process::id()));
        let outcome = self.run(settings, Some(&trace));
        let text = std::fs::read_to_string(&trace);
        // A file that was never made needs no removal.
        let _ = std::fs::remove_file(&trace);
        outcome?;
        let text = text.map_err(|_| "the command calls no array function".to_string())?;
        seconds(&text, self.function)
            .ok_or_else(|| format!("the command never calls `{}`", self.function))
    }

    fn run(&self, settings: &str, trace: Option<&Path>) -> Result<(), String> {
        let (program, arguments) = self.command.split_first().ok_or("there is no command")?;
        let mut command = Command::new(program);
        command.args(arguments).env("ARRAY_FN_TUNING", settings);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        if let Some(trace) = trace {
            command.env("ARRAY_FN_TRACE", trace);
        }
        let output = command.output().map_err(|error| format!("`{program}`: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let line = said.lines().find(|line| line.starts_with("error")).or(said.lines().last());
        Err(line.map_or_else(|| output.status.to_string(), str::to_string))
    }
}

/// The seconds that the calls of a function took, by its trace: for each choice of dimensions the median, as often as it
/// was called, so that the first call's plan and interruptions do not count.
fn seconds(trace: &str, function: &str) -> Option<f64> {
    let mut calls: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for line in trace.lines() {
        let Ok(event) = serde_json::from_str::<Value>(line.trim_end_matches(',')) else { continue };
        let is_call =
            event["cat"] == "call" && event["name"].as_str().is_some_and(|n| is_of(n, function));
        if let (true, Some(micros)) = (is_call, event["dur"].as_f64()) {
            let key = format!("{} {}", event["name"], event["args"]["dims"]);
            calls.entry(key).or_default().push(micros / 1e6);
        }
    }
    let total = calls.values_mut().map(|times| median(times) * times.len() as f64).sum();
    (!calls.is_empty()).then_some(total)
}

/// Whether a program belongs to a function: its name, or its name and its dtypes.
fn is_of(program: &str, function: &str) -> bool {
    let is_dtype = |word: &str| {
        let mut chars = word.chars();
        word == "bool"
            || word == "bf16"
            || matches!(chars.next(), Some('f' | 'i' | 'u' | 'c'))
                && chars.as_str().parse::<u8>().is_ok()
    };
    match program.strip_prefix(function) {
        Some("") => true,
        Some(rest) => rest.strip_prefix('_').is_some_and(|dtypes| dtypes.split('_').all(is_dtype)),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_found_in_a_trace() {
        let call = |name: &str, dims: &str, micros: f64| {
            format!(
                "{{\"ph\":\"X\",\"cat\":\"call\",\"name\":\"{name}\",\"ts\":1.0,\"dur\":{micros},\"args\":{{\"dims\":\"{dims}\"}}}},\n"
            )
        };
        let mut trace = String::from("[\n");
        trace += &call("f", "N = 8", 900.0);
        trace += &call("f", "N = 8", 10.0);
        trace += &call("f", "N = 8", 11.0);
        trace += &call("f", "N = 9", 100.0);
        trace += &call("f_f32", "N = 8", 1000.0);
        trace += &call("f_inverse", "N = 8", 5000.0);
        trace +=
            "{\"ph\":\"X\",\"cat\":\"phase\",\"name\":\"f\",\"ts\":1.0,\"dur\":7.0,\"args\":{}},\n";
        let total = seconds(&trace, "f").unwrap();
        assert!((total - (3.0 * 11.0 + 100.0 + 1000.0) * 1e-6).abs() < 1e-12, "{total}");
        assert_eq!(seconds(&trace, "g"), None);
    }

    #[test]
    fn settings_reach_the_command() {
        let script = "test \"$ARRAY_FN_TUNING\" = '#[threads(64)] fn f;' && echo '{\"cat\":\"call\",\"name\":\"f\",\"dur\":5.0},' > \"$ARRAY_FN_TRACE\" || { echo 'error: refused' >&2; exit 1; }";
        let command: Vec<String> = ["sh", "-c", script].map(String::from).into();
        let program = Program { command: &command, function: "f", wall: false };
        assert_eq!(program.time("#[threads(64)] fn f;"), Ok(5e-6));
        assert_eq!(program.time("other"), Err("error: refused".into()));
        let silent = Program { command: &["true".to_string()], function: "f", wall: false };
        assert_eq!(silent.time(""), Err("the command calls no array function".into()));
        let wall = Program { wall: true, ..silent };
        assert!(wall.time("").unwrap() > 0.0);
    }
}
