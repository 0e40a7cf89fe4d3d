//! The common part of the drivers: the programs `wave`, `euler` and `navier_stokes`, which run the solvers of
//! [`array_fn_dg`] and are the examples of this package.
//!
//! A driver uses it in this order:
//!
//! 1. [`run`] reads the options from the command line and from a case file. The common ones are [`Options`], and those
//!    of flows, which contain them, are [`FlowOptions`].
//! 2. [`Options`] gives the mesh, the discretisation and the device. The driver adds equations and boundary conditions
//!    ([`parse_pair`], [`Problem::condition_of`], [`with_boundary`]), and makes a solver.
//! 3. [`march`](march()) runs the solver to the final time. It writes the history, plots, pictures, VTU files and
//!    checkpoints, and shows the progress.
//! 4. A [`Report`] prints the results, as text or as JSON.
//! 5. [`exit`] turns a [`Failure`] into one line of text and an exit status.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
mod balance;
mod case_file;
mod failure;
mod file;
mod flow;
mod history;
mod interrupt;
mod march;
mod mesh;
mod number;
mod options;
mod picture;
mod plot;
mod print;
mod progress;
mod ranks;
mod report;

pub use arguments::{parse_options, run};
pub use failure::{Failure, exit};
pub use file::replace;
pub use flow::{FlowOptions, flow_facts, flow_lines};
pub use march::march;
pub use mesh::{Extent, RunMesh};
pub use options::{Options, named, number_like, parse_pair, positive, whole, with_boundary};
pub use print::print;
pub use report::{Problem, Report};
