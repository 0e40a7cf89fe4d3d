//! Writes results: JSON lines to a file or to the standard output, and rows of tables to the standard output. Each is
//! written at once, so that results survive when the program is ended early.

use super::error::Error;
use serde_json::Value;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// The output for JSON lines.
pub struct Lines {
    file: Option<File>,
    /// Whether lines without a file are printed.
    print: bool,
}

impl Lines {
    /// Writes lines to `path`, which is overwritten. Without a path, they are printed or dropped.
    pub fn new(path: Option<&Path>, print: bool) -> Result<Lines, Error> {
        let create = |path: &Path| {
            File::create(path).map_err(|e| format!("cannot write `{}`: {e}", path.display()))
        };
        Ok(Lines { file: path.map(create).transpose()?, print })
    }

    /// Adds a line.
    pub fn add(&mut self, line: &Value) -> Result<(), Error> {
        match &mut self.file {
            Some(file) => writeln!(file, "{line}")?,
            None if self.print => println!("{line}"),
            None => {}
        }
        Ok(())
    }
}

/// Begins a Markdown table.
pub fn table(title: &str, columns: &[&str]) {
    println!("\n### {title}\n\n| {} |\n|{}", columns.join(" | "), " --- |".repeat(columns.len()));
}

/// Adds a row to the table.
pub fn row(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
}

/// A number with four significant digits, or fewer if they are zeros.
pub fn digits(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let before = value.abs().log10().floor() as i32 + 1;
    let after = usize::try_from(4 - before).unwrap_or(0);
    format!("{value:.after$}")
}
