//! A CSV file with one line a step.

use super::Failure;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

pub struct History {
    file: BufWriter<File>,
    path: PathBuf,
    /// Steps before those that will be written.
    pub steps: usize,
}

impl History {
    /// A new file, or one that keeps the rows before `time` of what is there: those of a computation that
    /// goes on.
    pub fn create(path: &Path, columns: &[&str], time: Option<f64>) -> Result<Self, Failure> {
        let header = format!("step,time,dt,{}", columns.join(","));
        let (mut kept, mut steps) = (Vec::new(), 0);
        if let Some(time) = time {
            // Nothing to keep if there is no such file, or one with other columns.
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let rows =
                text.lines().skip(1).take(if text.starts_with(&header) { usize::MAX } else { 0 });
            for row in rows {
                let mut cells = row.split(',');
                let step = cells.next().and_then(|cell| cell.parse().ok());
                let at = cells.next().and_then(|cell| cell.parse::<f64>().ok());
                match (step, at) {
                    (Some(step), Some(at)) if at <= time => steps = step,
                    _ => break,
                }
                // The row of this time is written again.
                if at < Some(time) {
                    kept.push(row.to_owned());
                }
            }
        }
        let failed = |error| Self::failed(path, &error);
        let file = BufWriter::new(File::create(path).map_err(failed)?);
        let mut history = History { file, path: path.into(), steps };
        history.line(&header)?;
        for row in kept {
            history.line(&row)?;
        }
        Ok(history)
    }

    fn failed(path: &Path, error: &std::io::Error) -> Failure {
        Failure::Input(format!(
            "cannot write `{}`: {error}\nhelp: check the path, its permissions and the space that is left",
            path.display()
        ))
    }

    fn line(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.file, "{line}").map_err(|error| Self::failed(&self.path, &error))
    }

    /// All digits, so that what changes in the last ones can be seen.
    pub fn row(&mut self, step: usize, time: f64, dt: f64, values: &[f64]) -> Result<(), Failure> {
        let values: String = values.iter().map(|value| format!(",{value}")).collect();
        self.line(&format!("{},{time},{dt}{values}", self.steps + step))
    }

    pub fn flush(&mut self) -> Result<(), Failure> {
        self.file.flush().map_err(|error| Self::failed(&self.path, &error))
    }
}
