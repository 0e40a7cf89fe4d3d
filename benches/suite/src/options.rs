//! What the user asks for.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Measures array-fn and its peers side by side. The exit code is 1 where a result is wrong.
#[derive(Parser)]
pub struct Options {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Measure array-fn alone.
    Own(Own),
}

#[derive(Args)]
pub struct Own {
    /// Names of workloads; all otherwise.
    #[arg(long, num_args = 1.., value_name = "NAME")]
    pub op: Vec<String>,
    /// Numbers of threads, one after the other; all cores otherwise.
    #[arg(long, num_args = 1.., value_name = "N")]
    pub threads: Vec<usize>,
    /// Seconds to measure each workload for.
    #[arg(long, value_name = "S", default_value_t = 0.6)]
    pub seconds: f64,
    /// Write one JSON object a line to this file, `-` for the standard output in place of the table.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}
