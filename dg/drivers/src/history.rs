//! The history of a run: a CSV file with one line per step.

use crate::print::not_printed;
use crate::{Failure, file};
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

pub struct History {
    file: BufWriter<File>,
    path: PathBuf,
    kind: Kind,
    /// The number of steps before those that will be written, and the time of the last of them.
    steps: usize,
    last: Option<f64>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    File,
    /// A pipe or a device, whose reader gets each row at once.
    Stream,
    StandardOutput,
}

impl History {
    /// A new file, or one that keeps its rows up to `time`, for a computation that goes on. A pipe or a device gets all
    /// rows anew.
    pub fn create(path: &Path, columns: &[&str], time: Option<f64>) -> Result<Self, Failure> {
        let header = format!("step,time,dt,{}", columns.join(","));
        if let Some((file, is_out)) = file::stream(path)? {
            let kind = if is_out { Kind::StandardOutput } else { Kind::Stream };
            let file = BufWriter::new(file);
            let mut history = History { file, path: path.into(), kind, steps: 0, last: None };
            history.line(&header)?;
            return Ok(history);
        }
        let (mut kept, mut steps, mut last) = (format!("{header}\n"), 0, None);
        if let Some(time) = time {
            // If there is no such file, or its columns differ, nothing is kept.
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let rows = text.strip_prefix(&kept).unwrap_or_default().split_inclusive('\n');
            for row in rows {
                // A killed run may have left the beginning of a row.
                let Some(cells) = row.strip_suffix('\n') else { break };
                let mut cells = cells.split(',');
                let step = cells.next().and_then(|cell| cell.parse().ok());
                let at = cells.next().and_then(|cell| cell.parse::<f64>().ok());
                match (step, at) {
                    (Some(step), Some(at))
                        if at <= time
                            && last.is_none_or(|last| at > last)
                            && cells.count() == columns.len() + 1 =>
                    {
                        (steps, last) = (step, Some(at));
                    }
                    _ => break,
                }
                kept.push_str(row);
            }
        }
        // At any time, the old or the new file has the rows that are kept.
        file::replace(path, kept.as_bytes())?;
        let file = File::options().append(true).open(path);
        let file = file.map_err(|error| Failure::writing(path, &error))?;
        let (file, kind) = (BufWriter::new(file), Kind::File);
        Ok(History { file, path: path.into(), kind, steps, last })
    }

    /// Whether the row of `time` is there already.
    pub fn has(&self, time: f64) -> bool {
        self.last == Some(time)
    }

    fn line(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.file, "{line}").map_err(|error| self.failed(&error))?;
        match self.kind {
            Kind::File => Ok(()),
            Kind::Stream | Kind::StandardOutput => self.flush(),
        }
    }

    fn failed(&self, error: &io::Error) -> Failure {
        match (self.kind, error.kind()) {
            (Kind::StandardOutput, _) => not_printed(error),
            (Kind::Stream, ErrorKind::BrokenPipe) => Failure::input(
                format_args!(
                    "cannot write `{}`: nobody reads from it any more",
                    self.path.display()
                ),
                "read to its end, or name a file",
            ),
            _ => Failure::writing(&self.path, error),
        }
    }

    /// Writes a row. Numbers have all digits, so that changes in the last ones can be seen.
    pub fn row(&mut self, step: usize, time: f64, dt: f64, values: &[f64]) -> Result<(), Failure> {
        let values: String = values.iter().map(|value| format!(",{value}")).collect();
        self.line(&format!("{},{time},{dt}{values}", self.steps + step))
    }

    pub fn flush(&mut self) -> Result<(), Failure> {
        self.file.flush().map_err(|error| self.failed(&error))
    }

    /// Brings all rows to the disk. This is done before a checkpoint is written, because a run that goes on from it
    /// needs them.
    pub fn sync(&mut self) -> Result<(), Failure> {
        self.flush()?;
        match self.kind {
            Kind::File => self.file.get_ref().sync_data().map_err(|error| self.failed(&error)),
            Kind::Stream | Kind::StandardOutput => Ok(()),
        }
    }
}

#[cfg(test)]
#[path = "tests/history.rs"]
mod tests;
