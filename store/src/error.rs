//! The errors of arrays on disk.
#![allow(missing_docs, reason = "the message of each error tells what its fields are")]

use std::path::{Path, PathBuf};

/// The result of an operation on an array on disk.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Every error of this crate. Errors of chunks name the array, the chunk by its position in the grid of chunks, and the
/// file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The system refused an operation on a file.
    #[error("{array}: {}could not {action} {}: {source}", of_chunk(chunk), path.display())]
    Io {
        array: String,
        chunk: Option<Vec<u64>>,
        action: &'static str,
        path: PathBuf,
        source: std::io::Error,
    },

    /// A codec could not decode or encode a chunk.
    #[error(
        "{array}: chunk {chunk:?} at byte {byte} of {}: codec `{codec}` failed: {message}; restore \
         the file from a copy", path.display()
    )]
    Codec {
        array: String,
        chunk: Vec<u64>,
        path: PathBuf,
        codec: Box<str>,
        /// Where the encoded chunk begins in the file.
        byte: u64,
        message: Box<str>,
    },

    /// An encoded chunk has another size than its shape says.
    #[error(
        "{array}: chunk {chunk:?} in {} has {actual} bytes, expected {expected}: the file is cut \
         off or belongs to another array", path.display()
    )]
    ChunkSize { array: String, chunk: Vec<u64>, path: PathBuf, expected: u64, actual: u64 },

    /// A byte of a chunk is no value of the element type.
    #[error(
        "{array}: chunk {chunk:?} in {}: decoded byte {byte} is {value}, but a `bool` is 0 or 1",
        path.display()
    )]
    Value { array: String, chunk: Vec<u64>, path: PathBuf, byte: u64, value: u8 },

    /// The description of an array is not valid, or asks for something that is not supported.
    #[error("{}: {message}", path.display())]
    Metadata { path: PathBuf, message: String },

    /// The elements are of another type than the program says.
    #[error(
        "{array}: elements are {actual}, not {expected}: open it as {actual}, or convert it by `relayout`"
    )]
    ElementType { array: String, expected: String, actual: String },

    /// The array has another rank than the program says.
    #[error("{array}: the rank is {actual}, not {expected}")]
    Rank { array: String, expected: usize, actual: usize },

    /// A box is not inside the array, or the memory has another length than the box.
    #[error("{array}: {message}")]
    Box { array: String, message: String },

    /// The target of an operation that makes a new array is there already.
    #[error("{} exists: remove it, or choose another name", path.display())]
    Exists { path: PathBuf },

    /// What was asked for contradicts itself or the array.
    #[error("{message}")]
    Request { message: String },

    /// No plan fits into the memory.
    #[error(
        "a relayout of {array} needs at least {needed} bytes of memory, got {memory}: allow more, \
         use fewer threads, or choose smaller chunks"
    )]
    Memory { array: String, needed: u64, memory: u64 },

    /// A streamed call does not fit into the memory.
    #[error(
        "a streamed call of `{function}` needs at least {needed} bytes of memory, got {memory}: allow more by \
         `.memory(..)`, or choose smaller chunks"
    )]
    Stream { function: &'static str, needed: u64, memory: u64 },

    /// The caller of a streamed call ended it.
    #[error("the call was cancelled")]
    Cancelled,

    /// An array could not be made in memory.
    #[error(transparent)]
    Array(#[from] array_fn_runtime::Error),
}

fn of_chunk(chunk: &Option<Vec<u64>>) -> String {
    chunk.as_ref().map_or_else(String::new, |chunk| format!("chunk {chunk:?}: "))
}

impl Error {
    /// An error of a file that is no chunk.
    pub(crate) fn io(
        array: &str,
        action: &'static str,
        path: &Path,
        source: std::io::Error,
    ) -> Error {
        Error::Io { array: array.to_owned(), chunk: None, action, path: path.to_owned(), source }
    }

    pub(crate) fn metadata(path: impl Into<PathBuf>, message: impl Into<String>) -> Error {
        Error::Metadata { path: path.into(), message: message.into() }
    }

    pub(crate) fn request(message: impl Into<String>) -> Error {
        Error::Request { message: message.into() }
    }
}
