//! What the drivers of the solvers share: options from the command line and from case files, the mesh and
//! the device that they choose, the loop over time with its files, and how a program ends.

mod arguments;
mod case_file;
mod euler;
mod failure;
mod file;
mod history;
mod interrupt;
mod march;
mod navier_stokes;
mod number;
mod options;
mod picture;
mod plot;
mod progress;
mod report;

pub use arguments::parse;
pub use failure::{Failure, exit};
pub use march::{Simulation, march};
pub use options::{Options, chosen, parse_pair};
pub use report::{Problem, Report};
