//! What can go wrong.

use std::io;
use std::path::{Path, PathBuf};

/// An error of this program.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{}:{line}: no line of a recording", path.display())]
    Recording { path: PathBuf, line: usize },
    #[error("{} is no simulator as its `build.sh` makes it: {missing} is not there", folder.display())]
    Simulator { folder: PathBuf, missing: String },
    #[error("{}: {option} is missing or no number", path.display())]
    Configuration { path: PathBuf, option: String },
    #[error(
        "a memory of {channels} channels cannot be cut into {part} equal parts of at least 4 channels"
    )]
    Part { channels: u32, part: u32 },
    #[error("{}: no such disassembler", .0.display())]
    Disassembler(PathBuf),
    #[error("{}: {source}", path.display())]
    Json { path: PathBuf, source: serde_json::Error },
    #[error("no kernel of these files has its work; simulate again with --json, which writes it")]
    NothingToPredict,
    #[error("{}: no lines `{begin}` and `{end}`", path.display())]
    Marks { path: PathBuf, begin: &'static str, end: &'static str },
    #[error("ptxas: {0}")]
    Ptxas(String),
    #[error("NVRTC: {0}")]
    Nvrtc(String),
    #[error("the stand-in driver: {0}")]
    StandIn(String),
    #[error("nothing is called `{name}`; there are {known}")]
    Unknown { name: String, known: String },
    #[error("the stand-in driver and the CPU differ by {difference:.1e} in `{program}`")]
    Differ { program: String, difference: f64 },
    #[error(transparent)]
    Array(#[from] array_fn::Error),
    #[error(transparent)]
    Dg(#[from] array_fn_dg::Error),
}

impl Error {
    /// For `map_err`: an error with this file.
    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_path_buf();
        move |source| Error::File { path, source }
    }
}
