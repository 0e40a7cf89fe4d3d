//! Whether the solvers solve: errors on finer and finer meshes with the rates at which they fall, a free
//! stream that has to stay one, integrals that must not change. Prints tables; the exit status is 1 if
//! anything falls short.
//!
//! ```text
//! cargo run --release --example verify -- --quick
//! ```
//!
//! `--quick` leaves out the finest meshes; `--vortices` follows the vortices of Taylor and Green instead.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod curved;
mod flows;
mod judge;
mod plots;
mod viscous;
mod vortices;
mod waves;

use array_fn_dg_drivers as driver;
use clap::Parser;
use driver::{Failure, say};
use judge::Judge;
use std::path::PathBuf;
use std::process::ExitCode;

/// Verifies the solvers: rates of convergence, free streams, conservation.
#[derive(Parser)]
struct Options {
    /// Leave out the finest meshes, which take most of the time.
    #[arg(long)]
    quick: bool,
    /// Follow the vortices of Taylor and Green at Re = 1600 to their strongest dissipation instead, on meshes
    /// with so many cells along an edge.
    #[arg(long, value_name = "CELLS", value_delimiter = ',', value_parser = driver::whole(1, 100), num_args = 0.., default_missing_value = "6,8,12")]
    vortices: Option<Vec<usize>>,
    /// A folder for plots of the errors.
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
}

/// The ratio of specific heats: air.
const GAMMA: f64 = 1.4;

fn main() -> ExitCode {
    let verified = driver::parse_options().and_then(|options| verify(&options));
    match verified {
        Ok(0) => driver::exit(Ok(())),
        Ok(_) => ExitCode::FAILURE,
        Err(failure) => driver::exit(Err(failure)),
    }
}

/// How many figures fall short.
fn verify(options: &Options) -> Result<usize, Failure> {
    if let Some(folder) = &options.plots {
        plots::prepare(folder)?;
    }
    let mut judge = Judge::new(options.quick);
    match &options.vortices {
        Some(cells) => vortices::verify(&mut judge, cells)?,
        None => all(&mut judge)?,
    }
    if let Some(folder) = &options.plots {
        plots::write(&judge, folder)?;
    }
    match judge.short {
        0 => say!("all as expected")?,
        short => say!("{short} fall short")?,
    }
    Ok(judge.short)
}

fn all(judge: &mut Judge) -> Result<(), Failure> {
    waves::verify(judge)?;
    flows::verify(judge)?;
    viscous::verify(judge)?;
    curved::verify(judge)
}
