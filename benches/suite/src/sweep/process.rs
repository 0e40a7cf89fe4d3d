//! A process that answers requests.

use crate::Error;
use crate::run::child::limited;
use serde_json::Value;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// For how many cycles, as a power of two, OpenBLAS's threads wait for more work at full speed: half a millisecond. By
/// default it is a tenth of a second, in which they take a core from whoever is next. Products take as long.
const OPENBLAS_WAIT: (&str, &str) = ("OPENBLAS_THREAD_TIMEOUT", "20");

pub struct Process {
    name: String,
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a command line with so many threads; what it complains about goes to a file.
    pub fn start(
        command: &[OsString],
        threads: usize,
        cores: usize,
        complaints: std::fs::File,
    ) -> Result<Process, Error> {
        let name = command[0].to_string_lossy().into_owned();
        let mut child = limited(command, threads, cores)
            .env(OPENBLAS_WAIT.0, OPENBLAS_WAIT.1)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(complaints)
            .spawn()
            .map_err(|e| format!("cannot run `{name}`: {e}"))?;
        let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("`{name}` has no pipes").into());
        };
        Ok(Process { name, child, requests, answers: BufReader::new(answers) })
    }

    /// The answer to a request; an error that it answers with is one here, too.
    pub fn ask(&mut self, request: &Value) -> Result<Result<Value, String>, Error> {
        let mut line = String::new();
        let sent = writeln!(self.requests, "{request}").and_then(|()| self.requests.flush());
        if sent.is_err() || self.answers.read_line(&mut line)? == 0 {
            let status = self.child.wait()?;
            return Err(format!("`{}` ended: {status}", self.name).into());
        }
        let answer: Value = serde_json::from_str(&line)?;
        Ok(match answer["error"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok(answer),
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It has no more to do; that it has ended already is as well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
