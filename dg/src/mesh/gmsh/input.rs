//! Reads numbers and words of a Gmsh file, text or binary, each with its place.

use crate::mesh::{MeshError, Place};
use std::path::Path;

/// A cursor over the file.
pub(super) struct Input<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    /// The byte offset of the next word or number.
    pub position: usize,
    /// Whether numbers in sections are binary (little-endian).
    pub binary: bool,
    /// The section being read, for messages.
    pub section: String,
}

impl<'a> Input<'a> {
    pub fn new(path: &'a Path, bytes: &'a [u8]) -> Self {
        Input { path, bytes, position: 0, binary: false, section: "MeshFormat".into() }
    }

    /// The place of byte `position`.
    pub fn place(&self, position: usize) -> Place {
        let before = &self.bytes[..position.min(self.bytes.len())];
        let lines = 1 + before.iter().filter(|&&b| b == b'\n').count();
        Place {
            path: self.path.into(),
            position: if self.binary { position } else { lines },
            binary: self.binary,
        }
    }

    pub fn truncated(&self) -> MeshError {
        MeshError::Truncated { at: self.place(self.bytes.len()), section: self.section.clone() }
    }

    pub fn malformed(&self, at: usize, expected: &'static str, found: &str) -> MeshError {
        // Control characters of binary data are replaced, because a terminal would obey them.
        let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
        let found = found.chars().take(40).map(visible).collect();
        MeshError::Malformed { at: self.place(at), section: self.section.clone(), expected, found }
    }

    /// The next word of text and the position at which it starts, or `None` at the end of the file.
    pub fn word(&mut self) -> Option<(usize, &'a str)> {
        let rest = &self.bytes[self.position..];
        let start = self.position + rest.iter().position(|b| !b.is_ascii_whitespace())?;
        let rest = &self.bytes[start..];
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.position = start + length;
        // Numbers and keywords are ASCII. Anything else matches nothing that is expected.
        Some((start, std::str::from_utf8(&rest[..length]).unwrap_or("\u{fffd}")))
    }

    /// The position at which the next word or number starts, so that messages name its line.
    pub fn next_position(&mut self) -> usize {
        if !self.binary {
            let start = self.position;
            self.position = self.word().map_or(start, |(at, _)| at);
        }
        self.position
    }

    /// The rest of the current line.
    pub fn rest_of_line(&mut self) -> String {
        let rest = &self.bytes[self.position..];
        let length = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        self.position += (length + 1).min(rest.len());
        String::from_utf8_lossy(&rest[..length]).trim().to_owned()
    }

    /// A word of text that parses as `T`.
    pub fn parsed<T: std::str::FromStr>(&mut self, expected: &'static str) -> Result<T, MeshError> {
        let (at, word) = self.word().ok_or_else(|| self.truncated())?;
        word.parse().map_err(|_| self.malformed(at, expected, word))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], MeshError> {
        let bytes = self.bytes[self.position..].first_chunk().ok_or_else(|| self.truncated())?;
        self.position += N;
        Ok(*bytes)
    }

    /// A 4-byte `int` of the format.
    pub fn int(&mut self) -> Result<i64, MeshError> {
        match self.binary {
            true => Ok(i32::from_le_bytes(self.take()?).into()),
            false => self.parsed("a whole number (digits only)"),
        }
    }

    /// An 8-byte `size_t` of the format.
    pub fn size(&mut self) -> Result<u64, MeshError> {
        match self.binary {
            true => Ok(u64::from_le_bytes(self.take()?)),
            false => self.parsed("a whole number from 0 (digits only)"),
        }
    }

    /// A `double` that is finite.
    pub fn double(&mut self) -> Result<f64, MeshError> {
        let at = self.position;
        let value: f64 = match self.binary {
            true => f64::from_le_bytes(self.take()?),
            false => self.parsed("a coordinate")?,
        };
        match value.is_finite() {
            true => Ok(value),
            false => Err(self.malformed(at, "a finite number", &value.to_string())),
        }
    }

    /// Skips `count` doubles.
    pub fn skip_doubles(&mut self, count: u64) -> Result<(), MeshError> {
        for _ in 0..count {
            self.double()?;
        }
        Ok(())
    }

    /// A capacity for `count` records, as the file announces them, but not more than the file can hold.
    pub fn capacity(&self, count: u64) -> usize {
        usize::try_from(count).unwrap_or(usize::MAX).min(self.bytes.len())
    }

    /// Expects `$End<section>`.
    pub fn end_section(&mut self) -> Result<(), MeshError> {
        let (at, word) = self.word().ok_or_else(|| self.truncated())?;
        match word.strip_prefix("$End") == Some(&self.section) {
            true => Ok(()),
            false => Err(self.malformed(at, "the end of the section", word)),
        }
    }

    /// Skips to the end of a section of no interest.
    pub fn skip_section(&mut self) -> Result<(), MeshError> {
        let end = format!("\n$End{}", self.section);
        let rest = &self.bytes[self.position.saturating_sub(1)..];
        let found = rest.windows(end.len()).position(|w| w == end.as_bytes());
        let offset = found.ok_or_else(|| self.truncated())?;
        self.position = self.position.saturating_sub(1) + offset + end.len();
        Ok(())
    }
}
