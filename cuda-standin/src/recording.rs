//! Recordings of kernels: what they were launched with, and what they left behind, as files.
//!
//! The folder of a recording has
//!
//! - `launches`, a text, whose lines are described at [`Recorder::before`];
//! - sources, named `HASH.cu`, and contents of memory before and after launches, named `HASH.bin`. Equal contents are
//!   one file.
//!
//! Of each kernel the first launch with some grid and block is recorded, so that the recording of a long run is short.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write as _};
use std::path::PathBuf;

use crate::memory::Memory;
use crate::signature::Parameter;
use crate::state::State;
use crate::work::KernelCall;

pub struct Recorder {
    folder: PathBuf,
    launches: File,
    known: HashSet<(String, String, [u32; 3], [u32; 3])>,
}

/// A launch that is under way.
pub struct Pending {
    text: String,
    /// Allocations that a kernel is given, and whether it may write to them.
    buffers: Vec<(u64, bool)>,
}

/// What of a kernel is known beside its call.
pub struct Code<'a> {
    pub name: &'a str,
    pub source: &'a str,
    pub parameters: &'a [Parameter],
}

impl Recorder {
    /// A recording in a folder, which is made, or goes on if it is one.
    pub fn new(folder: PathBuf) -> io::Result<Recorder> {
        fs::create_dir_all(&folder)?;
        let launches =
            OpenOptions::new().create(true).append(true).open(folder.join("launches"))?;
        Ok(Recorder { folder, launches, known: HashSet::new() })
    }

    /// Describes a launch before it runs; `None` if an equal one is recorded. The lines are
    ///
    /// ```text
    /// launch NAME SOURCE GRID GRID GRID BLOCK BLOCK BLOCK SHARED
    /// buffer BYTES CONTENTS     one per allocation
    /// pointer BUFFER OFFSET     or, for a value,
    /// bytes HEX                 one per parameter
    /// after BUFFER CONTENTS     one per allocation that the kernel may write to
    /// end
    /// ```
    ///
    /// where `SOURCE` and `CONTENTS` are names of files and `BUFFER` counts the lines before it from 0.
    pub fn before(
        &mut self,
        code: &Code<'_>,
        call: &KernelCall,
        memory: &Memory,
    ) -> io::Result<Option<Pending>> {
        let key = (code.source.to_owned(), code.name.to_owned(), call.grid, call.block);
        if !self.known.insert(key) {
            return Ok(None);
        }
        let source = self.keep(code.source.as_bytes(), "cu")?;
        let mut text = format!("launch {} {source}", code.name);
        for number in call.grid.iter().chain(&call.block).chain([&call.shared]) {
            let _ = write!(text, " {number}");
        }
        text.push('\n');
        let mut buffers: Vec<(u64, bool)> = Vec::new();
        let mut parameters = String::new();
        for (parameter, &value) in code.parameters.iter().zip(&call.arguments) {
            let Parameter::Value(bytes) = *parameter else {
                let write = *parameter == Parameter::Write;
                match memory.find_any(value, 0) {
                    Some((start, _)) => {
                        let known = buffers.iter().position(|&(known, _)| known == start);
                        let buffer = known.unwrap_or(buffers.len());
                        match known {
                            Some(_) => buffers[buffer].1 |= write,
                            None => buffers.push((start, write)),
                        }
                        let _ = writeln!(parameters, "pointer {buffer} {}", value - start);
                    }
                    // No memory: a pointer that the kernel does not follow.
                    None => parameters.push_str("bytes 0000000000000000\n"),
                }
                continue;
            };
            parameters.push_str("bytes ");
            for byte in &value.to_le_bytes()[..bytes.min(8)] {
                let _ = write!(parameters, "{byte:02x}");
            }
            parameters.push('\n');
        }
        for &(start, _) in &buffers {
            let contents = self.keep(memory.contents(start), "bin")?;
            let _ = writeln!(text, "buffer {} {contents}", memory.size(start));
        }
        text.push_str(&parameters);
        Ok(Some(Pending { text, buffers }))
    }

    /// Describes what a launch left behind.
    pub fn after(&mut self, pending: Pending, memory: &Memory) -> io::Result<()> {
        let Pending { mut text, buffers } = pending;
        for (k, &(start, _)) in buffers.iter().enumerate().filter(|(_, (_, write))| *write) {
            let contents = self.keep(memory.contents(start), "bin")?;
            let _ = writeln!(text, "after {k} {contents}");
        }
        text.push_str("end\n");
        self.launches.write_all(text.as_bytes())
    }

    /// The name of a file with these contents.
    fn keep(&self, contents: &[u8], extension: &str) -> io::Result<String> {
        let mut hasher = DefaultHasher::new();
        contents.hash(&mut hasher);
        let name = format!("{:016x}-{}.{extension}", hasher.finish(), contents.len());
        let path = self.folder.join(&name);
        if !path.exists() {
            fs::write(path, contents)?;
        }
        Ok(name)
    }
}

impl State {
    /// Records a launch that is about to run, if kernels are recorded.
    pub fn begin_record(&mut self, call: &KernelCall, name: &str) -> Option<Pending> {
        let mut recorder = self.recorder.take()?;
        let pending = match self.code_and_source(call.function) {
            Some((source, parameters)) => {
                recorder.before(&Code { name, source, parameters }, call, &self.memory)
            }
            None => Ok(None),
        };
        self.keep_recorder(recorder, pending).flatten()
    }

    fn code_and_source(&self, function: usize) -> Option<(&str, &[Parameter])> {
        let module = self.functions.get(function)?.module;
        let source = &self.modules.get(module)?.as_ref()?.source;
        Some((source, self.parameters(function)?))
    }

    /// Records what a launch left behind.
    pub fn end_record(&mut self, pending: Option<Pending>) {
        let Some(pending) = pending else { return };
        let Some(mut recorder) = self.recorder.take() else { return };
        let outcome = recorder.after(pending, &self.memory);
        self.keep_recorder(recorder, outcome);
    }

    /// Goes on recording, unless something failed; that is a finding, as the recording lacks something.
    fn keep_recorder<T>(&mut self, recorder: Recorder, outcome: io::Result<T>) -> Option<T> {
        match outcome {
            Ok(value) => {
                self.recorder = Some(recorder);
                Some(value)
            }
            Err(error) => {
                self.finding(format!("the recording ends: {error}"));
                None
            }
        }
    }
}
