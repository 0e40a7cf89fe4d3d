//! The errors of this crate.

use crate::checkpoint::Difference;
use crate::euler::{Flux, Primitive};
use crate::mesh::MeshError;
use std::path::{Path, PathBuf};

/// An error of this crate. Its message tells the remedy.
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
        /// The error of the system.
        source: std::io::Error,
    },
    /// Something that is no file is at the place where a file is to be written.
    #[error("cannot write `{}`: it is {kind}", path.display())]
    NotAFile {
        /// The place.
        path: PathBuf,
        /// The kind of thing that is there.
        kind: &'static str,
    },
    /// A mesh is cut into parts that are none of it.
    #[error("the mesh cannot be cut like this: {problem}")]
    Parts {
        /// What is wrong with the parts.
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
    /// A state prescribed on the boundary that no gas has.
    #[error(
        "the state for the surface `{surface}` is none of a gas: density {}, pressure {}",
        state.density, state.pressure
    )]
    Inadmissible {
        /// Name of the surface.
        surface: String,
        /// The state that was to be prescribed.
        state: Primitive,
    },
    /// A gas that cannot exist.
    #[error("there is no such gas: {problem}")]
    Gas {
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A flow that broke down: density or pressure is not positive, infinite, or not a number.
    #[error(
        "the flow broke down at time {time}: density {density:.3e}, pressure {pressure:.3e} in element \
         {element} at ({:.4}, {:.4}, {:.4})",
        x[0], x[1], x[2]
    )]
    Breakdown {
        /// When it was noticed: at the end of a step.
        time: f64,
        /// The element, counted from 0.
        element: usize,
        /// The node in it.
        x: [f64; 3],
        /// The density there.
        density: f64,
        /// The pressure there.
        pressure: f64,
    },
    /// A state that is not finite any more.
    #[error(
        "the solution is not finite at time {time}: first in element {element} at ({:.4}, {:.4}, {:.4})",
        x[0], x[1], x[2]
    )]
    NotFinite {
        /// When it was noticed: at the end of a step.
        time: f64,
        /// The element, counted from 0.
        element: usize,
        /// A node in it.
        x: [f64; 3],
    },
    /// A numerical flux that does not exist in single precision.
    #[error("the flux {flux} is there in double precision only: use f64, or the flux llf")]
    Precision {
        /// The flux.
        flux: Flux,
    },
    /// Curved elements in single precision.
    #[error(
        "curved elements are there in double precision only: use f64, or order 1, at which elements are flat"
    )]
    CurvedPrecision,
    /// An order without rules for over-integration.
    #[error(
        "over-integration is there for orders from 1 to 5, not for {order}: leave it out, or lower the order"
    )]
    Overintegration {
        /// The order asked for.
        order: usize,
    },
    /// Over-integration on curved elements.
    #[error(
        "over-integration is there for flat elements only: leave it out, or take order 1, at which elements are flat"
    )]
    CurvedOverintegration,
    /// Slopes can be limited at order 1 only.
    #[error("slopes are limited at order 1 only, not at order {order}")]
    SlopesOfOrder {
        /// The order asked for.
        order: usize,
    },
    /// A file that a computation cannot go on from.
    #[error("cannot go on from `{}`: {problem}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A file of a computation with other options. Going on from it would be neither that computation nor this one.
    #[error("cannot go on from `{}`: it was written {}", path.display(), listed(differences))]
    CheckpointOfOtherOptions {
        /// The file.
        path: PathBuf,
        /// The settings that differ.
        differences: Vec<Difference>,
    },
    /// An end that steps do not reach, because there are too many steps, or steps are too short to change the time at
    /// all.
    #[error(
        "the time {} cannot be reached from {}: the longest stable step is {step:.1e}",
        short(*end), short(*time)
    )]
    Unreachable {
        /// The time reached.
        time: f64,
        /// The end.
        end: f64,
        /// The longest step that is stable.
        step: f64,
    },
    /// A state with another shape than that of the discretisation.
    #[error("the state has the shape {actual:?} instead of {expected:?}: fields, elements, nodes")]
    Shape {
        /// Shape of what was given.
        actual: Vec<usize>,
        /// Shape that is needed.
        expected: Vec<usize>,
    },
    /// An order without a reference element.
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

fn listed(differences: &[Difference]) -> String {
    differences.iter().map(Difference::to_string).collect::<Vec<_>>().join("; ")
}

/// A number as text, without hundreds of zeros.
fn short(number: f64) -> String {
    let plain = number == 0.0 || (1e-4..1e16).contains(&number.abs());
    if plain { number.to_string() } else { format!("{number:e}") }
}
