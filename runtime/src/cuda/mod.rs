//! NVIDIA GPUs: the driver, devices, memory, kernels, graphs.

mod error;
pub mod graph;

#[cfg(feature = "cuda")]
mod buffer;
#[cfg(feature = "cuda")]
mod context;
#[cfg(feature = "cuda")]
mod driver;
#[cfg(feature = "cuda")]
mod event;
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

pub use crate::plan::DType;
#[cfg(feature = "cuda")]
pub use buffer::{DeviceBuffer, HostBuffer};
#[cfg(feature = "cuda")]
pub(crate) use context::{Context, device_count};
pub use error::CudaError;
#[cfg(feature = "cuda")]
pub use event::Event;
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
pub use stream::Stream;
