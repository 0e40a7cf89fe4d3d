//! What the user asks for.

use array_fn_dg_bench::cases::DType;
use clap::{Args, Parser, Subcommand, ValueEnum};
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
    /// Measure array-fn and every installed peer, in alternating rounds.
    Run(Run),
    /// Write tables and plots of what `run` measured.
    Report(Report),
    /// Generate cases, build them, and measure array-fn, NumPy, JAX and Numba in each of them.
    Sweep(Sweep),
}

/// What is measured together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Suite {
    /// The expressions of `benches/peers/expr_ops.py`.
    Expr,
    /// Three functions of 100 to 100 000 000 elements.
    Sizes,
    /// Right-hand sides on 27000, 15625, 3375 and 1000 tetrahedra for orders 1 to 4.
    Dg,
    /// The same on eight times as many.
    DgLarge,
    /// The wave equation at order 3, from 100 000 to 10 000 000 degrees of freedom.
    DgSweep,
}

impl Suite {
    /// As it is written in options and results.
    pub fn name(self) -> &'static str {
        match self {
            Suite::Expr => "expr",
            Suite::Sizes => "sizes",
            Suite::Dg => "dg",
            Suite::DgLarge => "dg-large",
            Suite::DgSweep => "dg-sweep",
        }
    }

    /// Whether it measures right-hand sides, on exported inputs.
    pub fn is_dg(self) -> bool {
        matches!(self, Suite::Dg | Suite::DgLarge | Suite::DgSweep)
    }
}

#[derive(Args)]
pub struct Own {
    /// What to measure.
    #[arg(long, value_enum, default_value_t = Suite::Expr)]
    pub suite: Suite,
    /// Names of workloads; all otherwise.
    #[arg(long, num_args = 1.., value_name = "NAME")]
    pub op: Vec<String>,
    /// Precisions of right-hand sides: f64, f32.
    #[arg(long, value_enum, num_args = 1.., default_values_t = DType::ALL)]
    pub dtype: Vec<DType>,
    /// Numbers of threads, one after the other; all cores otherwise.
    #[arg(long, num_args = 1.., value_name = "N")]
    pub threads: Vec<usize>,
    /// Seconds to measure each workload for.
    #[arg(long, value_name = "S", default_value_t = 0.6)]
    pub seconds: f64,
    /// Where `dg_ops.py export` put the inputs of right-hand sides.
    #[arg(long, value_name = "DIR")]
    pub inputs: Option<PathBuf>,
    /// Write one JSON object a line to this file, `-` for the standard output in place of the table.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

#[derive(Args)]
pub struct Run {
    /// Receives inputs, every measurement, tables and plots.
    #[arg(long, value_name = "DIR", default_value = "out/bench")]
    pub out: PathBuf,
    /// What to measure.
    #[arg(long, value_enum, num_args = 1.., default_values_t = [Suite::Expr, Suite::Dg, Suite::DgLarge, Suite::DgSweep, Suite::Sizes])]
    pub suite: Vec<Suite>,
    /// Names of workloads; all otherwise.
    #[arg(long, num_args = 1.., value_name = "NAME")]
    pub op: Vec<String>,
    /// Precisions of right-hand sides: f64, f32.
    #[arg(long, value_enum, num_args = 1.., default_values_t = DType::ALL)]
    pub dtype: Vec<DType>,
    /// Numbers of threads, one after the other; all cores otherwise.
    #[arg(long, num_args = 1.., value_name = "N")]
    pub threads: Vec<usize>,
    /// How often everybody takes a turn.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub rounds: usize,
    /// How often peers take one other than array-fn and C++; as often otherwise.
    #[arg(long, value_name = "N")]
    pub peer_rounds: Option<usize>,
    /// Seconds to measure each workload for, in each turn.
    #[arg(long, value_name = "S", default_value_t = 0.4)]
    pub seconds: f64,
    /// Who is measured, by name; whoever is installed otherwise.
    #[arg(long, num_args = 1.., value_name = "NAME")]
    pub peers: Vec<String>,
    /// The peers' interpreter.
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    pub python: PathBuf,
    /// A command that starts each measuring process, such as `nice -n -5`.
    #[arg(long, value_name = "COMMAND", default_value = "")]
    pub prefix: String,
    /// Keep what an earlier run measured in the same folder, and add to it.
    #[arg(long)]
    pub append: bool,
}

#[derive(Args)]
pub struct Report {
    /// The folder that `run` wrote.
    #[arg(long, value_name = "DIR", default_value = "out/bench")]
    pub out: PathBuf,
    /// Replace the generated section of this Markdown file, and write plots beside it.
    #[arg(long, value_name = "FILE")]
    pub docs: Option<PathBuf>,
    /// Replace the summary in this Markdown file.
    #[arg(long, value_name = "FILE")]
    pub readme: Option<PathBuf>,
}

#[derive(Args)]
pub struct Sweep {
    /// Receives every measurement, tables and the heat map.
    #[arg(long, value_name = "DIR", default_value = "out/sweep")]
    pub out: PathBuf,
    /// Cases whose titles have all of these texts; in a text `a|b` is either.
    #[arg(long, num_args = 1.., value_name = "TEXT")]
    pub filter: Vec<String>,
    /// Cases of these sizes.
    #[arg(long, num_args = 1.., value_name = "N")]
    pub sizes: Vec<String>,
    /// Cases of these dtypes.
    #[arg(long, num_args = 1.., value_name = "DTYPE")]
    pub dtype: Vec<String>,
    /// So many of the cases only, of all kinds alike.
    #[arg(long, num_args = 0..=1, default_missing_value = "300", value_name = "N")]
    pub quick: Option<usize>,
    /// Without so many of the cases that `--quick` would choose first, so that other cases are measured than before.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "quick")]
    pub skip: usize,
    /// Number of threads; all cores otherwise.
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Seconds of a turn, of which each takes `--rounds` in each case.
    #[arg(long, value_name = "S", default_value_t = 0.02)]
    pub seconds: f64,
    /// How often everybody takes a turn.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub rounds: usize,
    /// Who is measured beside NumPy.
    #[arg(long, num_args = 0.., value_name = "NAME", default_values_t = ["jax".to_owned(), "numba".to_owned()])]
    pub peers: Vec<String>,
    /// The peers' interpreter.
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    pub python: PathBuf,
    /// Keep what an earlier sweep measured in the same folder, and go on with what it has not.
    #[arg(long)]
    pub resume: bool,
    /// Print titles of cases and do nothing else.
    #[arg(long)]
    pub list: bool,
    /// Write the report of what was measured earlier and do nothing else.
    #[arg(long)]
    pub report: bool,
    /// Replace the sweep's section of this Markdown file, and write the heat map beside it.
    #[arg(long, value_name = "FILE")]
    pub docs: Option<PathBuf>,
}
