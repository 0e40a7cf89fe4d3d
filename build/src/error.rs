//! The reasons why a build fails.

use array_fn_compiler::foreign::WRAPPER as FOREIGN;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub enum Error {
    /// A variable that cargo sets for build scripts is missing, so cargo does not run this as one.
    NoVariable(&'static str),
    File {
        path: PathBuf,
        source: io::Error,
    },
    /// A text that names no architecture.
    Arch {
        variable: String,
        value: String,
    },
    /// nvcc or NVRTC rejected a source that was emitted.
    Rejected {
        compiler: &'static str,
        path: PathBuf,
        block: String,
        message: String,
    },
    /// ptxas made no code of PTX.
    NotAssembled {
        device: String,
        block: String,
        message: String,
    },
}

impl Error {
    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_path_buf();
        move |source| Error::File { path, source }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoVariable(name) => {
                write!(f, "array-fn-build: {name} is not set; call it from a build script")
            }
            Error::File { path, source } => {
                write!(f, "array-fn-build: {}: {source}", path.display())
            }
            Error::Arch { variable, value } => write!(
                f,
                "array-fn-build: {variable}: `{value}` is not a compute capability such as `80`, \
                 `9.0`, `sm_90` or `compute_90`"
            ),
            Error::Rejected { compiler, path, block, message } => {
                // Headers are the user's, and the rest of a source is not.
                let foreign = std::fs::read_to_string(path);
                let reason = match foreign.is_ok_and(|text| text.contains(FOREIGN)) {
                    true => {
                        "The source has the headers of foreign functions, which have to compile as CUDA C++, too"
                    }
                    false => "This is a bug of array-fn",
                };
                write!(
                    f,
                    "array-fn-build: {compiler} rejected the CUDA source of the block at {block}\n\
                     source: {}\n{message}\n{reason}. ARRAY_FN_NVCC= (empty) builds without nvcc.",
                    path.display()
                )
            }
            Error::NotAssembled { device, block, message } => write!(
                f,
                "array-fn-build: ptxas makes no code for {device} of the block at {block}\n\
                 {message}\n\
                 Architectures that this toolkit does not know can be left out of ARRAY_FN_CUDA_ARCHS: \
                 PTX serves all later devices.",
            ),
        }
    }
}
