//! Reads numbers and words of a Gmsh file, text or binary, each with its place. Of the file, only a window is in memory.

use crate::mesh::{MeshError, Place};
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::Path;

/// A cursor over the file.
pub(super) struct Input<'a> {
    origin: Origin<'a>,
    reader: &'a mut dyn Read,
    /// The bytes around the cursor.
    window: Vec<u8>,
    /// The next byte, in the window.
    next: usize,
    /// The last word, in the window.
    word: Range<usize>,
    /// The number of bytes before the window.
    before: usize,
    /// The line of the next byte, from 1, as far as the file is text.
    line: usize,
    /// Whether the window has the last bytes of the file.
    ended: bool,
    /// Whether numbers are binary (little-endian) here.
    pub binary: bool,
    /// The section being read, for messages.
    pub section: String,
}

/// The file that things come from, for messages.
#[derive(Clone, Copy)]
pub(in crate::mesh) struct Origin<'a> {
    pub path: &'a Path,
    /// Whether the file is binary.
    pub binary: bool,
}

impl Origin<'_> {
    /// The place at a line, or at a byte of a binary file.
    pub fn place(&self, position: usize) -> Place {
        Place { path: self.path.into(), position, binary: self.binary }
    }
}

/// How many bytes are read at once.
const AT_ONCE: usize = 1 << 16;
/// The longest word or line. Files that are no meshes may have no end of a word.
const LONGEST: usize = 1 << 12;

impl<'a> Input<'a> {
    pub fn new(path: &'a Path, reader: &'a mut dyn Read) -> Self {
        Input {
            origin: Origin { path, binary: false },
            reader,
            window: Vec::new(),
            next: 0,
            word: 0..0,
            before: 0,
            line: 1,
            ended: false,
            binary: false,
            section: "MeshFormat".into(),
        }
    }

    /// Goes on in a file whose numbers are binary.
    pub fn set_binary(&mut self) {
        self.binary = true;
        self.origin.binary = true;
    }

    /// The file.
    pub fn origin(&self) -> Origin<'a> {
        self.origin
    }

    /// The position of the cursor: a line, or a byte of a binary file.
    pub fn position(&self) -> usize {
        if self.origin.binary { self.before + self.next } else { self.line }
    }

    /// The error of a file that has ended.
    pub fn truncated(&self) -> MeshError {
        let rest = &self.window[self.next..];
        let end = match self.origin.binary {
            true => self.before + self.window.len(),
            false => self.line + lines(rest),
        };
        MeshError::Truncated { at: self.origin.place(end), section: self.section.clone() }
    }

    pub fn malformed(&self, at: usize, expected: &'static str, found: &str) -> MeshError {
        // Control characters of binary data are replaced, because a terminal would obey them.
        let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
        let found = found.chars().take(40).map(visible).collect();
        let at = self.origin.place(at);
        MeshError::Malformed { at, section: self.section.clone(), expected, found }
    }

    /// The bytes from the cursor on, at least so many unless the file ends.
    fn ahead(&mut self, count: usize) -> Result<&[u8], MeshError> {
        if self.window.len() - self.next < count && !self.ended {
            self.window.drain(..self.next);
            self.before += self.next;
            self.next = 0;
            self.word = 0..0;
        }
        while self.window.len() - self.next < count && !self.ended {
            let had = self.window.len();
            self.window.resize(had + AT_ONCE, 0);
            let read = self.reader.read(&mut self.window[had..]);
            self.window.truncate(had + read.as_ref().unwrap_or(&0));
            match read {
                Ok(count) => self.ended = count == 0,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(source) => {
                    return Err(MeshError::Open { path: self.origin.path.into(), source });
                }
            }
        }
        Ok(&self.window[self.next..])
    }

    /// Moves the cursor over white space, and says whether anything follows.
    fn skip_blanks(&mut self) -> Result<bool, MeshError> {
        loop {
            let ahead = self.ahead(1)?;
            let blanks = ahead.iter().take_while(|b| b.is_ascii_whitespace()).count();
            let (passed, all) = (lines(&ahead[..blanks]), ahead.len());
            self.line += passed;
            self.next += blanks;
            if blanks < all || all == 0 {
                return Ok(all > 0);
            }
        }
    }

    /// Moves the cursor behind the next word of text, which [`Input::text`] then is. Returns the position of the word, or
    /// `None` at the end of the file.
    pub fn word(&mut self) -> Result<Option<usize>, MeshError> {
        if !self.skip_blanks()? {
            return Ok(None);
        }
        let at = self.position();
        let mut length = 0;
        loop {
            let ahead = &self.window[self.next..];
            let more = ahead[length..].iter().position(u8::is_ascii_whitespace);
            let (found, all) = (more.is_some(), ahead.len());
            length = (more.map_or(all, |more| length + more)).min(LONGEST);
            if found || length == LONGEST || self.ahead(all + 1)?.len() == all {
                break;
            }
        }
        self.word = self.next..self.next + length;
        self.next += length;
        Ok(Some(at))
    }

    /// The last word. Numbers and keywords are ASCII. Anything else matches nothing that is expected.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.window[self.word.clone()]).unwrap_or("\u{fffd}")
    }

    /// Whether `word` is next. If so, the cursor moves behind it.
    pub fn skip_word(&mut self, word: &str) -> Result<bool, MeshError> {
        let found = self.word()?.is_some();
        if !found || self.text() == word {
            return Ok(found);
        }
        self.next = self.word.start;
        Ok(false)
    }

    /// The position at which the next word or number starts, so that messages name its line.
    pub fn next_position(&mut self) -> Result<usize, MeshError> {
        if !self.binary {
            self.skip_blanks()?;
        }
        Ok(self.position())
    }

    /// The rest of the current line.
    pub fn rest_of_line(&mut self) -> Result<String, MeshError> {
        let mut line = Vec::new();
        loop {
            let ahead = self.ahead(1)?;
            let end = ahead.iter().position(|&b| b == b'\n');
            let length = end.unwrap_or(ahead.len());
            let kept = length.min(LONGEST - line.len());
            line.extend_from_slice(&ahead[..kept]);
            let ended = ahead.is_empty();
            self.next += length;
            if end.is_some() {
                self.next += 1;
                self.line += 1;
            }
            if end.is_some() || ended {
                return Ok(String::from_utf8_lossy(&line).trim().to_owned());
            }
        }
    }

    /// A word of text that parses as `T`.
    pub fn parsed<T: std::str::FromStr>(&mut self, expected: &'static str) -> Result<T, MeshError> {
        let at = self.word()?.ok_or_else(|| self.truncated())?;
        self.text().parse().map_err(|_| self.malformed(at, expected, self.text()))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], MeshError> {
        let bytes = self.ahead(N)?.first_chunk().copied().ok_or_else(|| self.truncated())?;
        self.next += N;
        Ok(bytes)
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
        let at = self.next_position()?;
        let value: f64 = match self.binary {
            true => f64::from_le_bytes(self.take()?),
            false => self.parsed("a coordinate")?,
        };
        match value.is_finite() {
            true => Ok(value),
            false => Err(self.malformed(at, "a finite number", &value.to_string())),
        }
    }

    /// Three coordinates.
    pub fn point(&mut self) -> Result<[f64; 3], MeshError> {
        Ok([self.double()?, self.double()?, self.double()?])
    }

    /// Skips `count` doubles.
    pub fn skip_doubles(&mut self, count: u64) -> Result<(), MeshError> {
        for _ in 0..count {
            self.double()?;
        }
        Ok(())
    }

    /// Expects `$End<section>`.
    pub fn end_section(&mut self) -> Result<(), MeshError> {
        let at = self.word()?.ok_or_else(|| self.truncated())?;
        match self.text().strip_prefix("$End") == Some(&self.section) {
            true => Ok(()),
            false => Err(self.malformed(at, "the end of the section", self.text())),
        }
    }

    /// Skips to the end of a section of no interest, from the beginning of a line.
    pub fn skip_section(&mut self) -> Result<(), MeshError> {
        let end = format!("$End{}", self.section);
        while !self.ahead(end.len())?.starts_with(end.as_bytes()) {
            self.rest_of_line()?;
            if self.ahead(1)?.is_empty() {
                return Err(self.truncated());
            }
        }
        self.next += end.len();
        Ok(())
    }
}

/// The number of line ends.
fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| b == b'\n').count()
}
