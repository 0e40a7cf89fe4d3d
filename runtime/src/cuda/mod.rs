//! NVIDIA GPUs: the driver, devices, memory, streams, kernels and graphs.
//!
//! - `Gpu`, `DeviceBuffer`, `HostBuffer`, `Module`, `Kernel` and `Stream` are for programs that use a GPU by hand;
//!   [`graph`] builds CUDA graphs of kernels and copies.
//! - The private module `executor` runs the plans of array functions, each as one CUDA graph. It uses the same
//!   foundations.

mod autotune;
mod error;
pub mod graph;
mod product;

use std::time::Duration;

#[cfg(not(feature = "cuda"))]
mod absent;
#[cfg(feature = "cuda")]
mod blas;
#[cfg(feature = "cuda")]
mod buffer;
#[cfg(feature = "cuda")]
mod capture;
#[cfg(feature = "cuda")]
mod context;
#[cfg(feature = "cuda")]
mod current;
#[cfg(feature = "cuda")]
mod driver;
#[cfg(feature = "cuda")]
mod event;
#[cfg(feature = "cuda")]
mod executor;
#[cfg(feature = "cuda")]
mod foreign;
#[cfg(feature = "cuda")]
mod gpu;
#[cfg(feature = "cuda")]
mod kernel;
#[cfg(feature = "cuda")]
mod launch;
#[cfg(feature = "cuda")]
mod memory;
#[cfg(feature = "cuda")]
mod module;
#[cfg(feature = "cuda")]
mod number;
#[cfg(feature = "cuda")]
mod nvrtc;
#[cfg(feature = "cuda")]
mod raw;
#[cfg(feature = "cuda")]
mod stream;
#[cfg(feature = "cuda")]
mod submission;
#[cfg(feature = "cuda")]
mod transfer;

pub use crate::plan::DType;
#[cfg(not(feature = "cuda"))]
pub(crate) use absent::{
    Context, Engine, Memory, allocate, device_count, download, duplicate, upload,
};
pub use autotune::Autotune;
#[cfg(feature = "cuda")]
pub use buffer::{DeviceBuffer, HostBuffer};
#[cfg(feature = "cuda")]
pub(crate) use context::{Context, device_count};
pub use error::CudaError;
#[cfg(feature = "cuda")]
pub use event::Event;
#[cfg(feature = "cuda")]
pub(crate) use executor::Engine;
#[cfg(feature = "cuda")]
pub use gpu::Gpu;
#[cfg(feature = "cuda")]
pub use kernel::{Kernel, Module, Parameter};
#[cfg(feature = "cuda")]
pub use launch::LaunchConfig;
#[cfg(feature = "cuda")]
pub(crate) use memory::{Access, Memory};
#[cfg(feature = "cuda")]
pub use number::Number;
#[cfg(feature = "cuda")]
pub(crate) use product::Product;
#[cfg(feature = "cuda")]
pub use stream::Stream;
#[cfg(feature = "cuda")]
pub(crate) use transfer::{allocate, download, duplicate, upload};

/// The times that the first call with given dimensions takes on a GPU to build its plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildTimes {
    /// Loading the kernels, which includes compiling those without suitable PTX.
    pub load: Duration,
    /// Allocating memory and adding nodes, for the graph built last.
    pub build: Duration,
    /// Making that graph executable and uploading it.
    pub instantiate: Duration,
}

/// The way in which the kernels of a call are put on a GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Executor {
    /// One CUDA graph with the dependencies of the kernels. Independent kernels may run at the same time.
    #[default]
    Graph,
    /// One CUDA graph in which each kernel waits for the one before. This is for measurements.
    LinearGraph,
    /// The kernels one by one on a stream, without a graph. This is for measurements.
    Stream,
}
