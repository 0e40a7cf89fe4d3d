//! The options of the command line.

use crate::check::select::Each;
use crate::chip::{Chip, Kind};
use crate::model::gpu::Target;
use clap::{Parser, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Runs CUDA kernels of array functions on a simulated GPU: checks their results, and counts what they cost.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
pub struct Options {
    /// Programs: `operations`, `solvers`, or the name of one of them; a wrong name is answered by the list
    pub programs: Vec<String>,

    /// The folder in which the simulator was built
    #[arg(long, value_name = "DIR", required_unless_present = "from")]
    pub simulator: Option<PathBuf>,

    /// Predict how long the kernels take on these GPUs
    #[arg(long, value_enum, value_name = "GPU", value_delimiter = ',')]
    pub predict: Vec<Target>,

    /// Predict from the JSON of earlier simulations, and simulate nothing
    #[arg(long, value_name = "FILE", requires = "predict", conflicts_with_all = ["programs", "recording"])]
    pub from: Vec<PathBuf>,

    /// Also write tables of the kernels of `--from` into this page, between two marks that it has
    #[arg(long, value_name = "PAGE", requires = "from")]
    pub docs: Option<PathBuf>,

    /// `nvdisasm`, which shows the machine code of predictions [default: that of the simulator's Python, if any]
    #[arg(long, value_name = "PATH")]
    pub disassembler: Option<PathBuf>,

    /// Recordings that the stand-in driver wrote, of any program
    #[arg(long, value_name = "DIR")]
    pub recording: Vec<PathBuf>,

    /// Only check results: execute the largest launch of each kernel without timing, list what is wrong and what the
    /// simulator cannot execute. With --json, kernels that the file has as right are not executed again
    #[arg(long, requires = "simulator", conflicts_with_all = ["predict", "from", "instructions", "jobs"])]
    pub check: bool,

    /// What one launch is checked of
    #[arg(long, value_enum, default_value = "kernel", requires = "check")]
    pub each: Each,

    /// The time of a launch that is checked, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "check")]
    pub limit: u64,

    /// The GPU
    #[arg(long, value_enum, default_value = "titan-v")]
    chip: Kind,

    /// Simulate one of so many parts of the GPU, with as much less of its memory's bandwidth; multiprocessors are rounded
    /// down [default: 3 of a TITAN V, 4 of an RTX 3070]
    #[arg(long, value_name = "N")]
    part: Option<u32>,

    /// The order in which instructions run
    #[arg(long, value_enum, default_value = "assembler")]
    pub instructions: Order,

    /// Elements of the largest array of an operation
    #[arg(long, value_name = "N", default_value_t = 1 << 18, value_parser = elements)]
    pub elements: usize,

    /// Tetrahedra of a solver's mesh, about
    #[arg(long, value_name = "N", default_value_t = 7680)]
    pub tetrahedra: usize,

    /// Orders of a solver's elements [default: 1 to 4]
    #[arg(long, value_name = "P", value_delimiter = ',')]
    order: Vec<usize>,

    /// Precisions of solvers
    #[arg(long, value_enum, value_delimiter = ',', default_value = "f64")]
    pub dtype: Vec<DType>,

    /// Record the alternative with this number of each kernel that has some, or the last one if there are fewer; 0 is what
    /// the compiler chose
    #[arg(long, value_name = "N", requires = "programs")]
    pub candidate: Option<u8>,

    /// Only kernels whose names contain this
    #[arg(long, value_name = "TEXT")]
    pub kernel: Option<String>,

    /// Also write one JSON object per kernel into a file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Kernels that are simulated at once [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Keep recordings, PTX and logs in a folder
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,

    #[arg(skip)]
    pub keep: bool,
}

/// The order in which the simulator executes the instructions of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// About that of `ptxas`, which takes loads forward
    Assembler,
    /// That of the PTX
    Text,
}

/// A precision of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DType {
    F64,
    F32,
}

impl DType {
    pub fn name(self) -> &'static str {
        match self {
            DType::F64 => "f64",
            DType::F32 => "f32",
        }
    }
}

/// Matrices have rows of 1024.
fn elements(text: &str) -> Result<usize, String> {
    let elements: usize = text.parse().map_err(|_| "expected a number".to_owned())?;
    if elements < 2048 { Err("at least 2048".to_owned()) } else { Ok(elements) }
}

impl Options {
    /// The options of the command line; where they are wrong, the program ends with a message.
    pub fn of_process() -> Options {
        let mut options = Options::parse();
        options.keep = options.work.is_some();
        options
    }

    pub fn chip(&self) -> Chip {
        Chip { kind: self.chip, part: self.part.unwrap_or(self.chip.usual_part()) }
    }

    pub fn orders(&self) -> Vec<usize> {
        if self.order.is_empty() { (1..=4).collect() } else { self.order.clone() }
    }

    pub fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(cores, NonZeroUsize::get)
    }

    /// The folder for files of this run.
    pub fn work(&self) -> PathBuf {
        let own = || std::env::temp_dir().join(format!("array-fn-simulate-{}", std::process::id()));
        self.work.clone().unwrap_or_else(own)
    }
}
