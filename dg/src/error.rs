//! Everything that can go wrong in this crate.

use crate::mesh::MeshError;
use std::path::{Path, PathBuf};

/// An error of this crate; its message says what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A mesh that cannot be read or used.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// A file that cannot be read or written.
    #[error("cannot {action} `{}`: {source}", path.display())]
    File {
        /// `"read"` or `"write"`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A `.npy` file with other contents than expected.
    #[error("`{}`: {problem}", path.display())]
    Npy {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// An array program that could not run.
    #[error(transparent)]
    Array(#[from] array_fn::Error),
    /// A boundary surface for which no condition was chosen.
    #[error("no boundary condition is known for the surface `{surface}`: choose one by its name")]
    BoundaryCondition {
        /// Name of the surface.
        surface: String,
    },
    /// An order for which there is no reference element here.
    #[error("polynomial order {order} is not available: choose an order from 1 to 7")]
    Order {
        /// The order asked for.
        order: usize,
    },
}

impl Error {
    pub(crate) fn reading(path: &Path, source: std::io::Error) -> Self {
        Error::File { action: "read", path: path.into(), source }
    }

    pub(crate) fn writing(path: &Path, source: std::io::Error) -> Self {
        Error::File { action: "write", path: path.into(), source }
    }
}
