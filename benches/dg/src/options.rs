//! The options of the program.

use super::error::Error;
use super::micro::Part;
use array_fn::Device;
use array_fn::cuda::Executor;
use array_fn::cuda::Gpu;
use array_fn_dg_bench::cases::DType;
use clap::{ArgGroup, Parser, ValueEnum};
use std::path::PathBuf;

/// Measures the DG operators on a CPU or a GPU.
#[derive(Parser)]
#[command(group(ArgGroup::new("what").required(true).args(["inputs", "sweep", "micro"])))]
pub struct Options {
    /// Measure exported inputs: a folder with one folder per case.
    #[arg(long, value_name = "DIR")]
    pub inputs: Option<PathBuf>,
    /// For each case of --inputs, write here which kernel computes what, at what cost (HTML, and SVG before and
    /// after fusion).
    #[arg(long, value_name = "DIR", conflicts_with_all = ["sweep", "micro"])]
    pub explain: Option<PathBuf>,
    /// Measure meshes made here: fused and unfused, by every executor.
    #[arg(long)]
    pub sweep: bool,
    /// Measure what launches, changes, loops and copies of CUDA graphs cost.
    #[arg(long)]
    pub micro: bool,
    /// Where to run.
    #[arg(long, value_enum, default_value_t = DeviceName::Cpu)]
    pub device: DeviceName,
    /// How kernels are put on a GPU; a sweep measures all ways otherwise.
    #[arg(long, value_enum)]
    pub executor: Option<ExecutorName>,
    /// One kernel per array operation; a sweep measures both ways otherwise.
    #[arg(long)]
    pub unfused: bool,
    /// Number of CPU threads; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// Seconds to measure each case for.
    #[arg(long, value_name = "S", default_value_t = 0.6)]
    pub seconds: f64,
    /// Write the JSON lines to this file; those of --inputs are on the standard output otherwise.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Polynomial orders of a sweep.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2, 3, 4])]
    pub orders: Vec<usize>,
    /// Meshes of a sweep: `small` (27000, 15625, 3375, 1000 tetrahedra for orders 1 to 4), `large`
    /// (125000, 50000, 25000, 14000), or a number of tetrahedra.
    #[arg(long, value_delimiter = ',', default_values_t = [MeshSize::Small, MeshSize::Large])]
    pub sizes: Vec<MeshSize>,
    /// Precisions of a sweep: f64, f32.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = DType::ALL)]
    pub dtypes: Vec<DType>,
    /// MiB of the buffer whose copy gives the bandwidth that a sweep is compared with.
    #[arg(long, value_name = "N", default_value_t = 512)]
    pub copy_mib: usize,
    /// What --micro measures; everything otherwise.
    #[arg(long, value_enum, value_delimiter = ',')]
    pub parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DeviceName {
    Cpu,
    /// The first GPU (`CUDA_VISIBLE_DEVICES` chooses).
    Cuda,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExecutorName {
    /// One CUDA graph with the dependencies that the kernels have.
    Graph,
    /// One CUDA graph in which each kernel waits for the one before.
    Linear,
    /// Kernels one by one on a stream.
    Stream,
}

impl ExecutorName {
    pub const ALL: [ExecutorName; 3] =
        [ExecutorName::Stream, ExecutorName::Linear, ExecutorName::Graph];

    /// The name in options and results.
    pub fn name(self) -> &'static str {
        match self {
            ExecutorName::Graph => "graph",
            ExecutorName::Linear => "linear",
            ExecutorName::Stream => "stream",
        }
    }

    /// The runtime's executor.
    pub fn executor(self) -> Executor {
        match self {
            ExecutorName::Graph => Executor::Graph,
            ExecutorName::Linear => Executor::LinearGraph,
            ExecutorName::Stream => Executor::Stream,
        }
    }
}

/// The number of tetrahedra that the mesh of a sweep should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshSize {
    Small,
    Large,
    Tets(usize),
}

impl MeshSize {
    /// The number for a polynomial order.
    pub fn tets(self, order: usize) -> usize {
        let of_order = |counts: [usize; 4]| counts[order.clamp(1, 4) - 1];
        match self {
            MeshSize::Small => of_order([27000, 15625, 3375, 1000]),
            MeshSize::Large => of_order([125_000, 50_000, 25_000, 14_000]),
            MeshSize::Tets(count) => count,
        }
    }
}

impl std::str::FromStr for MeshSize {
    type Err = String;

    fn from_str(text: &str) -> Result<MeshSize, String> {
        match text {
            "small" => Ok(MeshSize::Small),
            "large" => Ok(MeshSize::Large),
            number => match number.parse() {
                Ok(count) if count > 0 => Ok(MeshSize::Tets(count)),
                _ => Err("neither `small` nor `large` nor a number of tetrahedra".to_owned()),
            },
        }
    }
}

impl std::fmt::Display for MeshSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MeshSize::Small => f.write_str("small"),
            MeshSize::Large => f.write_str("large"),
            MeshSize::Tets(count) => write!(f, "{count}"),
        }
    }
}

/// The device that was asked for.
pub struct Target {
    /// The device that fuses and has the default executor.
    pub device: Device,
    /// The same device, for measurements that need more than calls.
    pub gpu: Option<Gpu>,
}

impl Target {
    /// The device in one of its ways.
    pub fn way(&self, unfused: bool, executor: Option<ExecutorName>) -> Device {
        let device = match executor {
            Some(executor) => self.device.clone().with_executor(executor.executor()),
            None => self.device.clone(),
        };
        if unfused { device.unfused() } else { device }
    }
}

impl Options {
    /// The device that was asked for.
    pub fn target(&self) -> Result<Target, Error> {
        match self.device {
            DeviceName::Cuda => Ok(Target { device: Device::cuda(0)?, gpu: Some(Gpu::new(0)?) }),
            DeviceName::Cpu if self.executor.is_some() => {
                Err("--executor says how kernels are put on a GPU: it needs --device cuda".into())
            }
            DeviceName::Cpu if self.micro => {
                Err("--micro measures CUDA graphs: it needs --device cuda".into())
            }
            DeviceName::Cpu => {
                let device = match self.threads {
                    0 => Device::cpu(),
                    threads => Device::cpu_with_threads(threads),
                };
                Ok(Target { device, gpu: None })
            }
        }
    }

    /// The executor of single measurements. None on a CPU.
    pub fn executor(&self) -> Option<ExecutorName> {
        match self.device {
            DeviceName::Cpu => None,
            DeviceName::Cuda => Some(self.executor.unwrap_or(ExecutorName::Graph)),
        }
    }
}
