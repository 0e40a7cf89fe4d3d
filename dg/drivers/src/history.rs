//! A CSV file with one line a step.

use crate::{Failure, file};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

pub struct History {
    file: BufWriter<File>,
    path: PathBuf,
    /// Steps before those that will be written, and the time of the last of them.
    steps: usize,
    last: Option<f64>,
}

impl History {
    /// A new file, or one that keeps the rows before `time` of what is there: those of a computation that
    /// goes on.
    pub fn create(path: &Path, columns: &[&str], time: Option<f64>) -> Result<Self, Failure> {
        let header = format!("step,time,dt,{}", columns.join(","));
        let (mut kept, mut steps, mut last) = (format!("{header}\n"), 0, None);
        if let Some(time) = time {
            // Nothing to keep if there is no such file, or one with other columns.
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let rows = text.strip_prefix(&kept).unwrap_or_default().lines();
            for row in rows {
                let mut cells = row.split(',');
                let step = cells.next().and_then(|cell| cell.parse().ok());
                let at = cells.next().and_then(|cell| cell.parse::<f64>().ok());
                match (step, at) {
                    (Some(step), Some(at)) if at <= time => (steps, last) = (step, Some(at)),
                    _ => break,
                }
                kept.push_str(row);
                kept.push('\n');
            }
        }
        // What is kept is in the old file or in the new one at any time.
        file::replace(path, kept.as_bytes())?;
        let file = File::options().append(true).open(path);
        let file = file.map_err(|error| file::failed(path, &error))?;
        Ok(History { file: BufWriter::new(file), path: path.into(), steps, last })
    }

    /// Whether the row of `time` is there already.
    pub fn has(&self, time: f64) -> bool {
        self.last == Some(time)
    }

    fn line(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.file, "{line}").map_err(|error| file::failed(&self.path, &error))
    }

    /// All digits, so that what changes in the last ones can be seen.
    pub fn row(&mut self, step: usize, time: f64, dt: f64, values: &[f64]) -> Result<(), Failure> {
        let values: String = values.iter().map(|value| format!(",{value}")).collect();
        self.line(&format!("{},{time},{dt}{values}", self.steps + step))
    }

    pub fn flush(&mut self) -> Result<(), Failure> {
        self.file.flush().map_err(|error| file::failed(&self.path, &error))
    }
}
