//! What can go wrong when CUDA runs on the host.

use std::fmt;
use std::path::PathBuf;

/// The reason why CUDA did not run on the host.
#[derive(Debug)]
pub enum HostError {
    /// A file could not be written or read.
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// No C++ compiler was found: `$CXX`, `c++`, `g++`, `clang++`.
    NoCompiler,
    /// The C++ compiler rejected the source.
    Rejected {
        /// The file with the source.
        path: PathBuf,
        /// The compiler's messages.
        message: String,
    },
    /// The compiled library could not be loaded, or lacks a kernel.
    Load {
        /// The file of the library.
        path: PathBuf,
        /// The loader's message.
        message: String,
    },
    /// No library that was loaded has the kernel.
    UnknownKernel {
        /// Its name.
        kernel: String,
    },
    /// Threads of a block waited at different barriers, or some did not come.
    DivergentBarrier {
        /// The kernel that they run.
        kernel: String,
    },
    /// A write past the end of shared memory.
    SharedOverrun {
        /// The kernel that wrote.
        kernel: String,
    },
    /// A sanitizer that was asked for cannot run.
    Sanitizer {
        /// Why not.
        message: String,
    },
    /// The shim's own memory.
    OutOfMemory,
}

impl HostError {
    pub(crate) fn check(kernel: &str, status: i32) -> Result<(), HostError> {
        let kernel = kernel.to_string();
        match status {
            0 => Ok(()),
            1 => Err(HostError::DivergentBarrier { kernel }),
            2 => Err(HostError::SharedOverrun { kernel }),
            _ => Err(HostError::OutOfMemory),
        }
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostError::File { path, source } => write!(f, "{}: {source}", path.display()),
            HostError::NoCompiler => f.write_str("no C++ compiler found ($CXX, c++, g++, clang++)"),
            HostError::Rejected { path, message } => {
                write!(f, "the C++ compiler rejected {}:\n{message}", path.display())
            }
            HostError::Load { path, message } => {
                write!(f, "cannot load {}: {message}", path.display())
            }
            HostError::UnknownKernel { kernel } => write!(f, "no kernel `{kernel}` was loaded"),
            HostError::DivergentBarrier { kernel } => {
                write!(f, "the threads of a block of `{kernel}` did not meet at the same barrier")
            }
            HostError::SharedOverrun { kernel } => {
                write!(f, "`{kernel}` wrote past the end of its shared memory")
            }
            HostError::Sanitizer { message } => f.write_str(message),
            HostError::OutOfMemory => f.write_str("out of memory"),
        }
    }
}

impl std::error::Error for HostError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            HostError::File { source, .. } => Some(source),
            _ => None,
        }
    }
}
