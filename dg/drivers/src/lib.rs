//! What the drivers of the solvers share: options from the command line and from case files, the mesh and
//! the device that they choose, the loop over time with its files, and how a program ends.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
mod case_file;
mod failure;
mod file;
mod flow;
mod history;
mod interrupt;
mod march;
mod number;
mod options;
mod picture;
mod plot;
mod print;
mod progress;
mod report;

pub use arguments::{parse, parse_options};
pub use failure::{Failure, exit};
pub use file::replace;
pub use flow::{FlowOptions, flow_facts, flow_lines};
pub use march::march;
pub use options::{Options, chosen, parse_pair, parse_positive, with_boundary};
pub use print::print;
pub use report::{Problem, Report};
