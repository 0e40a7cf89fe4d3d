//! Reads recordings of kernels, as the stand-in driver writes them (`cuda-standin/src/recording.rs` has the format).

use crate::error::Error;
use std::path::{Path, PathBuf};
use std::str::SplitWhitespace;

/// Launches, in the order in which they ran.
pub struct Recording {
    pub folder: PathBuf,
    pub launches: Vec<Launch>,
}

/// A launch of a kernel, with all that it read and all that it left.
#[derive(Clone, Debug)]
pub struct Launch {
    pub kernel: String,
    /// The file of its CUDA C++.
    pub source: String,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    pub buffers: Vec<Buffer>,
    pub arguments: Vec<Argument>,
}

/// Memory that a kernel is given.
#[derive(Clone, Debug)]
pub struct Buffer {
    pub bytes: usize,
    /// The file of its contents before the launch.
    pub before: String,
    /// That of the contents after it, where the kernel may write.
    pub after: Option<String>,
}

/// The value of a parameter.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A position in [`Launch::buffers`], and bytes from its begin.
    Pointer(usize, usize),
    /// A value, as hexadecimal bytes in the order of memory.
    Value(String),
}

impl Launch {
    /// Threads of the grid.
    pub fn threads(&self) -> u64 {
        self.grid.iter().chain(&self.block).map(|&n| u64::from(n)).product()
    }

    pub fn blocks(&self) -> u64 {
        self.grid.iter().map(|&n| u64::from(n)).product()
    }
}

impl Recording {
    /// Reads the recording in a folder.
    ///
    /// # Errors
    /// [`Error::File`] where it cannot be read, [`Error::Recording`] where it is none.
    pub fn read(folder: &Path) -> Result<Recording, Error> {
        let path = folder.join("launches");
        let text = std::fs::read_to_string(&path).map_err(Error::file(&path))?;
        let mut launches = Vec::new();
        let mut open: Option<Launch> = None;
        for (number, line) in text.lines().enumerate() {
            let fault = || Error::Recording { path: path.clone(), line: number + 1 };
            let mut words = line.split_whitespace();
            let keyword = words.next().ok_or_else(fault)?;
            if keyword == "launch" {
                open = Some(begin(&mut words).ok_or_else(fault)?);
                continue;
            }
            let launch = open.as_mut().ok_or_else(fault)?;
            if keyword == "end" {
                launches.extend(open.take());
            } else {
                extend(launch, keyword, &mut words).ok_or_else(fault)?;
            }
        }
        // Launches are replayed in folders of their own.
        let folder = std::path::absolute(folder).map_err(Error::file(folder))?;
        Ok(Recording { folder, launches })
    }

    /// The contents of a file of the recording.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn contents(&self, name: &str) -> Result<Vec<u8>, Error> {
        let path = self.folder.join(name);
        std::fs::read(&path).map_err(Error::file(&path))
    }

    /// The CUDA C++ of a launch.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn source(&self, launch: &Launch) -> Result<String, Error> {
        Ok(String::from_utf8_lossy(&self.contents(&launch.source)?).into_owned())
    }
}

fn begin(words: &mut SplitWhitespace<'_>) -> Option<Launch> {
    let (kernel, source) = (words.next()?.to_owned(), words.next()?.to_owned());
    let numbers: Vec<u32> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let &[a, b, c, d, e, f, shared] = &numbers[..] else { return None };
    Some(Launch {
        kernel,
        source,
        grid: [a, b, c],
        block: [d, e, f],
        shared,
        buffers: Vec::new(),
        arguments: Vec::new(),
    })
}

fn extend(launch: &mut Launch, keyword: &str, words: &mut SplitWhitespace<'_>) -> Option<()> {
    match keyword {
        "buffer" => {
            let bytes = words.next()?.parse().ok()?;
            let before = words.next()?.to_owned();
            launch.buffers.push(Buffer { bytes, before, after: None });
        }
        "pointer" => {
            let buffer: usize = words.next()?.parse().ok()?;
            let offset: usize = words.next()?.parse().ok()?;
            launch.buffers.get(buffer).filter(|found| offset <= found.bytes)?;
            launch.arguments.push(Argument::Pointer(buffer, offset));
        }
        "bytes" => launch.arguments.push(Argument::Value(words.next()?.to_owned())),
        "after" => {
            let buffer = launch.buffers.get_mut(words.next()?.parse::<usize>().ok()?)?;
            buffer.after = Some(words.next()?.to_owned());
        }
        _ => return None,
    }
    Some(())
}
