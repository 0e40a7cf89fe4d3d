//! The header of a file: text with the solver, the time and the settings.

use super::{LONGEST_HEADER, START, Settings, VERSION, VERSIONS};
use crate::Error;
use std::io::{self, Read};
use std::path::Path;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// Solver, time and settings of a computation.
pub(crate) struct Header<'a> {
    /// Name of the solver.
    pub kind: &'a str,
    pub time: f64,
    /// The settings that decide the result. They have to be the same when a run goes on.
    pub settings: Settings,
}

/// The bytes of a header, which end with its checksum.
pub(super) fn encode(header: &Header) -> Vec<u8> {
    let text = format!("solver\t{}\ntime\t{:?}\n{}", header.kind, header.time, header.settings);
    let text = format!("{START}checkpoint {VERSION}\nheader {:08x}\n{text}", text.len());
    let sum = xxh3_128(text.as_bytes());
    [text.as_bytes(), &sum.to_le_bytes()].concat()
}

/// Reads a file from its beginning, and computes the checksum of all bytes that it has read.
pub(super) struct Checked<'a, R> {
    pub path: &'a Path,
    pub from: R,
    hash: Xxh3,
    /// The count of bytes that were read.
    pub count: u64,
}

impl<'a, R: Read> Checked<'a, R> {
    pub fn new(path: &'a Path, from: R) -> Self {
        Checked { path, from, hash: Xxh3::new(), count: 0 }
    }

    pub fn wrong(&self, problem: impl Into<String>) -> Error {
        Error::Checkpoint { path: self.path.into(), problem: problem.into() }
    }

    pub fn damaged(&self, what: &str) -> Error {
        self.wrong(format!(
            "it is damaged: {what} does not have the checksum that was written with it"
        ))
    }

    pub fn take(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.from.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.wrong("it ends too early"),
            _ => Error::reading(self.path, error),
        })?;
        self.hash.update(bytes);
        self.count += bytes.len() as u64;
        Ok(())
    }

    /// Reads a checksum, and checks that it is that of all bytes before.
    pub fn verify(&mut self, what: &str) -> Result<(), Error> {
        let own = self.hash.digest128();
        let mut stored = [0; 16];
        self.take(&mut stored)?;
        if u128::from_le_bytes(stored) == own { Ok(()) } else { Err(self.damaged(what)) }
    }
}

/// Reads the header. Returns its version and time if everything else is as in `expected`.
pub(super) fn decode<R: Read>(
    file: &mut Checked<R>,
    expected: &Header,
) -> Result<(u32, f64), Error> {
    // All versions have one digit.
    let first = |version| format!("{START}checkpoint {version}\n");
    let mut line = vec![0; first(VERSION).len()];
    let read = file.take(&mut line);
    let Some(version) = VERSIONS.into_iter().find(|version| line == first(*version).as_bytes())
    else {
        return Err(match (line.starts_with(START.as_bytes()), read) {
            (true, _) => file.wrong(format!(
                "it has another format than version {VERSION}, which this program reads"
            )),
            // The file cannot be read, or is of another kind.
            (false, Err(error @ Error::File { .. })) => error,
            (false, _) => file.wrong("it is no checkpoint"),
        });
    };
    read?;
    let mut line = [0; 16];
    file.take(&mut line)?;
    let length = std::str::from_utf8(&line).ok().and_then(|line| {
        let length = usize::from_str_radix(line.strip_prefix("header ")?.strip_suffix('\n')?, 16);
        length.ok().filter(|&length| length <= LONGEST_HEADER)
    });
    let mut text = vec![0; length.ok_or_else(|| file.damaged("its header"))?];
    file.take(&mut text)?;
    file.verify("its header")?;
    let text = String::from_utf8(text).map_err(|_| file.wrong("its header is no text"))?;

    let (mut kind, mut time, mut settings) = (None, None, Settings::new());
    for line in text.lines() {
        match line.split_once('\t') {
            Some(("solver", name)) => kind = Some(name),
            Some(("time", number)) => time = number.parse().ok(),
            _ if settings.parse(line) => {}
            _ => return Err(file.wrong("its header has a line that has no meaning")),
        }
    }
    let kind = kind.ok_or_else(|| file.wrong("its header does not name a solver"))?;
    if kind != expected.kind {
        let own = expected.kind;
        return Err(file.wrong(format!("it is of the solver `{kind}`, and this one is `{own}`")));
    }
    let differences = settings.differences(&expected.settings);
    if !differences.is_empty() {
        return Err(Error::CheckpointOfOtherOptions { path: file.path.into(), differences });
    }
    match time {
        Some(time) if f64::is_finite(time) && time >= 0.0 => Ok((version, time)),
        Some(time) => Err(file.wrong(format!("its time is {time}"))),
        None => Err(file.wrong("its header has no time")),
    }
}
