//! What the drivers of the solvers share: options, the mesh and the device that they choose, files for
//! ParaView, and how a program ends.

mod failure;
mod options;
mod progress;

pub use failure::{Failure, exit};
pub use options::{Options, parse_pair};
pub use progress::Progress;
